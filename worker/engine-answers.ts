/**
 * What an engine process answers, checked before the worker uses it. The process reads hostile PDFs: an attacker who has taken it
 * over can send any answer.
 */
import { DocumentError } from '../engine/document-error.js';
import { languageNames } from '../infra/recognition-languages.js';
import { isDiskCode } from '../infra/outages.js';
import type { EngineEvent, EngineJob, EngineResults } from './engine-protocol.js';

const STACK_KEPT_CHARS = 4_000;
/** Names of errors that tell operators what kind of defect it is. No other is passed on, since activities act on names. */
const ERROR_NAMES = ['TypeError', 'ReferenceError', 'SyntaxError', 'URIError'];

const KIB = 1024;
const MIB = 1024 * KIB;
/** An error with its stack, and the stages that are timed, many times over. */
const SMALL = MIB;
/** Started and done, many times over. */
const EVENTS_OF_PAGE = KIB;
/** Bytes of all events of a process that does a job of this kind; where pages are named, some for each besides. */
const MOST_EVENTS: Record<EngineJob['kind'], number> = {
  // 20,000 bookmarks of 1,000 characters each, and the labels of pages
  inspect: 64 * MIB,
  // 100,000 pages
  measure: 8 * MIB,
  // up to 200 findings of an audit
  verify: 4 * MIB,
  conclude: 4 * MIB,
  // what it tells of a document that it does not convert is that of `inspect`
  convert: 64 * MIB,
  parse: SMALL,
  paint: SMALL,
  languages: SMALL,
  draw: SMALL,
  structure: SMALL,
  stage: SMALL,
  edit: SMALL,
};

/** How much a process may send in all, in bytes; nothing beyond it is parsed. A job of many pages may report each of them. */
export const mostEventBytes = (job: EngineJob): number =>
  MOST_EVENTS[job.kind] + ('pages' in job ? job.pages.length * EVENTS_OF_PAGE : 0);

type Checks = { [K in EngineJob['kind']]: (value: unknown, job: Extract<EngineJob, { kind: K }>) => boolean };

const CHECKS: Checks = {
  inspect: isInfo,
  parse: isNextPage,
  paint: isNextPage,
  languages: (value, { recognition }) => {
    const installed = languageNames(recognition.languages);
    return isString(value) && value !== '' && languageNames(value).every((name) => installed.includes(name));
  },
  draw: (value) => isRecord(value) && typeof value['drawn'] === 'boolean',
  measure: (value) => Array.isArray(value) && value.every((size) => isNullOr(isSize, size)),
  structure: isNull,
  verify: isVerified,
  conclude: isVerified,
  convert: (value, { maxPages }) => {
    if (!isRecord(value)) return false;
    const { pageCount, info } = value;
    if (pageCount === null) return info === undefined || isInfo(info);
    return isCount(pageCount, 1) && pageCount <= maxPages;
  },
  stage: isNull,
  edit: (value) => isRecord(value) && isNullOr(isRefusal, value['refused']),
};

/** @throws DocumentError where the result is not of the type that jobs of this kind return. */
export function checkedAnswer<K extends EngineJob['kind']>(
  job: Extract<EngineJob, { kind: K }>,
  value: unknown,
): EngineResults[K] {
  const isSound = CHECKS[job.kind as K] as (value: unknown, job: EngineJob) => boolean;
  if (!isSound(value, job)) throw new DocumentError('unreadable', `no answer that a job "${job.kind}" has`);
  return value as EngineResults[K];
}

/**
 * An error of the engine that is not the document's. Its message and most codes are dropped: outages are known by them, and
 * an outage is retried for as long as it lasts. The stack is for the log.
 */
export function engineDefect({ name, code, stack }: EngineEvent & { type: 'error' }): Error {
  const error = new Error('the engine process has failed');
  return Object.assign(error, {
    name: ERROR_NAMES.find((known) => known === name) ?? 'Error',
    ...(isString(code) && isDiskCode(code) ? { code } : {}),
    ...(isString(stack) ? { stack: stack.slice(0, STACK_KEPT_CHARS) } : {}),
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isNull(value: unknown): boolean {
  return value === null;
}

const isNullOr = (check: (value: unknown) => boolean, value: unknown): boolean => value === null || check(value);

const isCount = (value: unknown, least: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= least;

function isInfo(value: unknown): boolean {
  return isRecord(value) && isCount(value['pageCount'], 0) && isNullOr(isString, value['language']);
}

function isSize(value: unknown): boolean {
  return isRecord(value) && Number.isFinite(value['width']) && Number.isFinite(value['height']);
}

/** A process always does the first page of its job, so that there is an end. */
function isNextPage(value: unknown, { pages }: { pages: number[] }): boolean {
  return isRecord(value) && isNullOr((next) => pages.indexOf(next as number) > 0, value['next']);
}

function isVerified(value: unknown): boolean {
  return isRecord(value) && isRecord(value['quality']) && isRecord(value['audit']);
}

function isRefusal(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const words = [value['reason'], value['member']];
  return isCount(value['index'], 0) && words.every((word) => isString(word) && /^\w{1,60}$/.test(word));
}
