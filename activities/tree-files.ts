/** The files of a tree that is to be stored, each read only when it is stored: no worker holds whole trees in memory. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PassThrough } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { log } from '@temporalio/activity';
import {
  AUDIT_STATUSES,
  FINDING_CHECKS,
  FINDING_SEVERITIES,
  GRANULARITIES,
  pathProblem,
  TIERS,
  type AuditFinding,
} from '../contract/vocabulary.js';
import { DocumentError } from '../engine/document-error.js';
import type { MadeTree, Quality, ShelfFile, VerifiedTree } from '../engine/shelf.js';
import { readElements } from '../infra/json-elements.js';
import { isRelease } from '../infra/release.js';
import { createSemaphore, type Semaphore } from '../infra/semaphore.js';
import { MAX_TREE_BYTES } from './objects.js';

export interface TreeFile {
  path: string;
  sizeBytes: number;
  /** Lower-case hex. */
  sha256: string;
  content(): Promise<Buffer>;
}

/** A verified tree whose files are on disk. */
export interface UnpackedTree extends Omit<VerifiedTree, 'files'> {
  files: TreeFile[];
  /** The release of the engine that made it; null where its process has not said so. */
  engineVersion: string | null;
}

/**
 * A file is in memory several times while it is parsed, and the metadata of a book may have megabytes. What is small waits for
 * none of them; it may still unfold to MAX_FILE_JSON_BYTES, where a process that was taken over has packed it.
 */
export const SMALL_PACKED_BYTES = 256 * 1024;
const oneAtATime = (what: string): Semaphore => createSemaphore({ permits: 1, maxWaiting: Infinity, what });
const trees = oneAtATime('trees to unpack');
/** Clients wait for these, and for no trees of runs. */
const editedTrees = oneAtATime('edited trees to unpack');

/** metadata.json, which lists all files, tables and figures, is not split; other files are within MAX_FILE_BYTES. */
const MAX_FILE_JSON_BYTES = 128 * 1024 * 1024;
/** Of a file, which is two strings. */
const MAX_FILE_SYNTAX_BYTES = 64;
/** What is beside the files: a title, the quality, and an audit of at most MAX_FINDINGS findings. */
const MAX_AROUND_BYTES = 1024 * 1024;
/** As many as verification lists (engine/verify/verify.ts). */
const MAX_FINDINGS = 200;
/** Characters of a text of the audit; a message may name all pages of a document. */
const MAX_TEXT = 64 * 1024;
/** Twenty for each of MAX_PAGES. A service that allows more pages refuses a document with more files. */
export const MAX_FILES = 100_000;

/**
 * Unpacks a MadeTree (gzipped JSON) into files of `folder`. An engine process has written it, which a hostile PDF may
 * have taken over: the paths become keys of objects and names on the disks of those who unpack the archive.
 *
 * @throws DocumentError where it is none, or has paths that no shelf has, or too many files.
 */
export async function unpackTreeFiles(packedPath: string, folder: string, signal: AbortSignal): Promise<UnpackedTree> {
  const { files, rest } = await unpackFiles({ packedPath, folder, signal, maxFiles: MAX_FILES, semaphore: trees });
  const { title, quality, audit, engineVersion } = rest as Partial<Record<keyof MadeTree, unknown>>;
  if (typeof title !== 'string') throw unlikeEngine('a tree without its title');
  return {
    ...{ title, quality: checkedQuality(quality), audit: checkedAudit(audit), files },
    engineVersion: isRelease(engineVersion) ? engineVersion : null,
  };
}

type Unchecked<T> = Partial<Record<keyof T, unknown>>;
const isOneOf = <T extends string>(values: readonly T[], value: unknown): value is T =>
  (values as readonly unknown[]).includes(value);
const isShortText = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_TEXT;

/** They go to the shelf's row and from there into every list with that shelf. */
function checkedQuality(quality: unknown): Quality {
  const { tier, granularity, fallbackApplied } = (quality ?? {}) as Unchecked<Quality>;
  if (!isOneOf(TIERS, tier) || !isOneOf(GRANULARITIES, granularity) || typeof fallbackApplied !== 'boolean')
    throw unlikeEngine('a quality that no tree has');
  return { tier, granularity, fallbackApplied };
}

function checkedAudit(audit: unknown): MadeTree['audit'] {
  const { status, summary, findings, repairAttempts } = (audit ?? {}) as Unchecked<MadeTree['audit']>;
  const isAudit = isOneOf(AUDIT_STATUSES, status) && isShortText(summary) && Number.isSafeInteger(repairAttempts);
  if (!isAudit || !Array.isArray(findings) || findings.length > MAX_FINDINGS)
    throw unlikeEngine('an audit that no tree has');
  return { status, summary, findings: findings.map(checkedFinding), repairAttempts: repairAttempts as number };
}

function checkedFinding(finding: unknown): AuditFinding {
  const { check, severity, ...texts } = (finding ?? {}) as Unchecked<AuditFinding>;
  const isFinding = isOneOf(FINDING_CHECKS, check) && isOneOf(FINDING_SEVERITIES, severity);
  if (!isFinding || !isShortText(texts.message) || !Object.values(texts).every(isShortText))
    throw unlikeEngine('a finding that no audit has');
  return finding as AuditFinding;
}

/** The same for an edited tree, which has nothing but files. */
export async function unpackEditedFiles(
  packedPath: string,
  folder: string,
  signal: AbortSignal,
  maxFiles = MAX_FILES,
): Promise<TreeFile[]> {
  return (await unpackFiles({ packedPath, folder, signal, maxFiles, semaphore: editedTrees })).files;
}

interface UnpackedFiles {
  files: TreeFile[];
  /** The object that they were in, without them. */
  rest: unknown;
}

interface Unpacking {
  packedPath: string;
  folder: string;
  signal: AbortSignal;
  maxFiles: number;
  /** What a large tree waits for. */
  semaphore: Semaphore;
}

async function unpackFiles({ semaphore, ...unpacking }: Unpacking): Promise<UnpackedFiles> {
  const { packedPath, signal } = unpacking;
  const { size } = await stat(packedPath);
  const work = (): Promise<UnpackedFiles> => unpack(unpacking);
  return size <= SMALL_PACKED_BYTES ? work() : semaphore.run(work, { signal });
}

async function unpack({ packedPath, folder, signal, maxFiles }: Omit<Unpacking, 'semaphore'>): Promise<UnpackedFiles> {
  const files: TreeFile[] = [];
  const paths: Paths = { files: new Set(), folders: new Set() };
  const onElement = async (element: unknown): Promise<void> => {
    if (files.length === maxFiles) throw unlikeEngine('too many files');
    const { path, content } = checkedFile(element, paths);
    const place = join(folder, `file-${files.length}`);
    const bytes = Buffer.from(content);
    await writeFile(place, bytes);
    files.push(describe(path, bytes, () => readFile(place)));
  };
  const json = new PassThrough();
  const unzipped = pipeline(createReadStream(packedPath), createGunzip(), json, { signal });
  const limits = {
    maxBytes: MAX_TREE_BYTES,
    maxElementBytes: MAX_FILE_JSON_BYTES,
    maxElementSyntaxBytes: MAX_FILE_SYNTAX_BYTES,
    maxAroundBytes: MAX_AROUND_BYTES,
  };
  const read = readElements(json, { member: 'files', ...limits, onElement }).catch(refuseTooLong);
  const [rest] = await Promise.all([read, unzipped]);
  return { files, rest };
}

/** Lower-case paths of the files so far, and of the folders that they are in. */
interface Paths {
  files: Set<string>;
  folders: Set<string>;
}

/** Of `a/b/c`: `a` and `a/b`. */
const foldersOf = (path: string): string[] => Array.from(path.matchAll(/\//g), ({ index }) => path.slice(0, index));

/** @param paths of the files before it, to which its own is added. */
function checkedFile(element: unknown, { files, folders }: Paths): ShelfFile {
  const { path, content } = element as Record<keyof ShelfFile, unknown>;
  if (typeof path !== 'string' || typeof content !== 'string') throw unlikeEngine('something else than a file');
  if (pathProblem(path) !== null) throw unlikeEngine('a path that no file may have');
  // the file systems of those who unpack it may be case-insensitive
  const own = path.toLowerCase();
  if (files.has(own)) throw unlikeEngine('two files with one path');
  const above = foldersOf(own);
  if (folders.has(own) || above.some((folder) => files.has(folder))) throw unlikeEngine('a file that is a folder');
  files.add(own);
  for (const folder of above) folders.add(folder);
  return { path, content };
}

function refuseTooLong(error: unknown): never {
  throw (error as Error).name === 'RangeError' ? unlikeEngine('too much') : error;
}

/** The failure shows a fault of the document, which needs no look; but this is of the engine, or of who took it over. */
function unlikeEngine(what: string): DocumentError {
  const message = `the engine process has written ${what}`;
  log.error('a tree is refused', { error: message });
  return new DocumentError('unreadable', message);
}

function describe(path: string, bytes: Buffer, content: () => Promise<Buffer>): TreeFile {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { path, sizeBytes: bytes.length, sha256, content };
}
