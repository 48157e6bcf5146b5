/** What the worker does with the answers of an engine process that was taken over: real processes, which lie. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isDependencyOutage } from '../../../activities/failures.js';
import { isOutage } from '../../../infra/outages.js';
import { mostEventBytes } from '../../../worker/engine-answers.js';
import { runEngineProcess, type ProcessOptions } from '../../../worker/engine-process.js';
import type { EngineJob } from '../../../worker/engine-protocol.js';
import { parseRange } from '../../../worker/parse-range.js';
import { createJobFolder } from '../../../worker/sandbox/job-folder.js';
import type { Attack } from '../../support/hostile-engine.js';

const HOSTILE = fileURLToPath(new URL('../../support/hostile-engine.js', import.meta.url));
const CHOICE = { languages: 'eng+deu', dataDir: null, native: null };

let folder: string;
let pdfPath: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'answers-'));
  pdfPath = join(folder, 'some.pdf');
  writeFileSync(pdfPath, '%PDF-');
});
afterAll(() => rmSync(folder, { recursive: true }));

const OPTIONS: ProcessOptions = {
  engines: {
    take: () => ({
      child: spawn(process.execPath, [HOSTILE], { detached: true, stdio: ['pipe', 'ignore', 'pipe', 'pipe'] }),
      folder: createJobFolder(folder),
    }),
    ended() {},
  },
  memoryBytes: 1024 ** 3,
  stallMs: 50_000,
  openStallMs: 50_000,
  deadlineMs: 50_000,
  signal: new AbortController().signal,
};

type Lie = NonNullable<Attack['lie']>;

const lying = (job: object, lie: Lie): EngineJob =>
  ({ pdfPath, ...job, attack: { kind: 'lie', lie } }) as unknown as EngineJob;

const told = (job: Record<string, unknown>, lie: Lie): Promise<unknown> =>
  runEngineProcess(lying(job, lie) as EngineJob & { kind: 'inspect' }, OPTIONS);

const RANGE = { kind: 'parse', pages: [3, 4, 5], recognition: null, installed: ['eng'], recycleBytes: 0 };

test.each<[string, Record<string, unknown>, unknown]>([
  ['no number of pages', { kind: 'inspect' }, { pageCount: 'many', language: null }],
  ['pages that cannot be counted', { kind: 'inspect' }, { pageCount: 1e300, language: null }],
  ['fewer pages than none', { kind: 'inspect' }, { pageCount: -1, language: null }],
  ['half a page', { kind: 'inspect' }, { pageCount: 1.5, language: null }],
  ['a language that is none', { kind: 'inspect' }, { pageCount: 1, language: { toString: 1 } }],
  ['nothing', { kind: 'inspect' }, null],
  ['more pages than are converted', { kind: 'convert', maxPages: 5 }, { pageCount: 6 }],
  ['no pages converted', { kind: 'convert', maxPages: 5 }, { pageCount: 0 }],
  [
    'pages of no number that were not converted',
    { kind: 'convert', maxPages: 5 },
    { pageCount: null, info: { pageCount: 'many' } },
  ],
  ['the first page again, for ever', RANGE, { next: 3 }],
  ['a page of another job', RANGE, { next: 6 }],
  ['a language that is not installed', { kind: 'languages', recognition: CHOICE }, 'eng+../../x'],
  ['a size that is none', { kind: 'measure' }, [{ width: 1, height: null }]],
  ['a tree without its audit', { kind: 'verify' }, { quality: {} }],
  [
    'a refusal in its own words',
    { kind: 'edit' },
    { refused: { index: 0, reason: '<b>call this number</b>', member: 'path' } },
  ],
])('is not believed: %s', async (_, job, value) => {
  await expect(told(job, { event: { type: 'result', value } })).rejects.toMatchObject({
    name: 'DocumentError',
    code: 'unreadable',
  });
});

test.each<[string, Record<string, unknown>, unknown]>([
  ['a page that comes next', RANGE, { next: 4, more: 'x'.repeat(2 * 1024 * 1024) }],
  ['languages', { kind: 'languages', recognition: CHOICE }, 'eng+'.repeat(1024 * 1024)],
  ['a tree that was edited', { kind: 'edit' }, { refused: null, more: 'x'.repeat(2 * 1024 * 1024) }],
  ['an audit', { kind: 'verify' }, { quality: {}, audit: { more: 'x'.repeat(5 * 1024 * 1024) } }],
])('a long answer is not parsed where the job has a short one: %s', async (_, job, value) => {
  const heard: unknown[] = [];
  const options = { ...OPTIONS, onEvent: (event: unknown) => void heard.push(event) };
  const lie = { event: { type: 'result', value } };
  await expect(runEngineProcess(lying(job, lie) as EngineJob & { kind: 'inspect' }, options)).rejects.toMatchObject({
    code: 'ENGINE_CRASH',
    cause: 'memory',
  });
  expect(heard).toEqual([]);
});

test('the outline of a document may be long, and a job may tell of each of many pages', async () => {
  const outline = { pageCount: 1, language: null, title: 'x'.repeat(2 * 1024 * 1024) };
  expect(await told({ kind: 'inspect' }, { event: { type: 'result', value: outline } })).toEqual(outline);
  const pages = Array.from({ length: 2_000 }, (_, i) => i + 1);
  expect(mostEventBytes({ ...RANGE, pages, pdfPath, outPath: '' } as unknown as EngineJob)).toBe(
    (1_024 + 2_000) * 1024,
  );
});

test.each([
  { name: 'Error', code: 'ECONNREFUSED', message: 'x' },
  { name: 'Error', code: '57P01', message: 'x' },
  { name: 'Error', code: 'STORAGE_TIMEOUT', message: 'x' },
  { name: 'TimeoutError', code: null, message: 'x' },
  { name: 'ApplicationFailure', code: null, message: 'x' },
  { name: 'CancelledFailure', code: null, message: 'x' },
  { name: 'NotSmall', code: null, message: 'x' },
  { name: 'EngineCrash', code: 'ENGINE_CRASH', message: 'x' },
  { name: 'EngineNotStarted', code: 'ENGINE_NOT_STARTED', message: 'x' },
  { name: 'Error', code: null, message: 'Connection terminated: socket hang up' },
  { name: { toString: 1 }, code: { toString: 1 }, message: { toString: 1 } },
])('an error counts as a defect, not as an outage of another server: %j', async (event) => {
  const error = (await told({ kind: 'inspect' }, { event: { type: 'error', stack: 'at x', ...event } }).catch(
    (one: unknown) => one,
  )) as Error;
  expect(isOutage(error) || isDependencyOutage(error)).toBe(false);
  expect(error).toMatchObject({ name: 'Error', message: 'the engine process has failed', stack: 'at x' });
  expect(error).not.toHaveProperty('code');
});

test('a full disk is an outage, and the name of a defect is told', async () => {
  const disk = told({ kind: 'inspect' }, { event: { type: 'error', name: 'Error', code: 'ENOSPC', message: 'x' } });
  expect(isOutage(await disk.catch((error: unknown) => error))).toBe(true);
  const defect = told({ kind: 'inspect' }, { event: { type: 'error', name: 'TypeError', code: null, message: 'x' } });
  await expect(defect).rejects.toMatchObject({ name: 'TypeError', message: 'the engine process has failed' });
});

const page = (number: unknown, more: object = {}): string =>
  `${JSON.stringify({ number, width: 612, height: 792, runs: [], fonts: [], ...more })}\n`;

test.each([
  ['a page of another range', page(3) + page(9)],
  ['pages in another order', page(4) + page(3)],
  ['a page twice', page(3) + page(3)],
  ['a page without a number', page('3')],
  ['runs that are none', page(3, { runs: { length: 1e9 } })],
  ['texts that are none', page(3, { runs: [{ text: 5 }] })],
  ['no JSON', 'x\n'],
  ['no page', 'null\n'],
  ['a text that is none', page(3, { runs: [{ text: 'a' }, { text: { length: -1 } }] })],
  ['a line that is too long', page(3, { more: 'x'.repeat(33 * 1024 * 1024) })],
  ['a line that is too long, without an end', 'x'.repeat(33 * 1024 * 1024)],
])('is not read: %s', async (_, written) => {
  const outPath = join(folder, 'pages.gz');
  const lie = { written, event: { type: 'result', value: { next: null } } };
  const { engines } = OPTIONS;
  const hostile: ProcessOptions['engines'] = {
    ...engines,
    take(...args) {
      const started = engines.take(...args);
      const { folder: own } = started;
      return { ...started, folder: { ...own, admit: (job) => own.admit(lying(job, lie) as typeof job) } };
    },
  };
  const request = { pdfPath, pages: [3, 4, 5], recognition: null, installed: ['eng'], outPath };
  const limits = { ...OPTIONS, engines: hostile, pageTimeoutMs: 50_000 };
  await expect(parseRange(request, limits)).rejects.toMatchObject({ name: 'DocumentError', code: 'unreadable' });
  expect(existsSync(outPath)).toBe(false);
});
