/**
 * The object store's part of a backup: each different content once, by its SHA-256, and an index of the keys. A backup into
 * the same folder reads only what has changed since.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ACCOUNTS_PREFIX } from '../../infra/object-keys.js';
import { isMissingObject, type Storage, type StoredKey } from '../../infra/storage.js';
import { CommandError } from '../input.js';
import { inParallel } from './in-parallel.js';

export interface StoredCopy {
  key: string;
  sizeBytes: number;
  /** ISO, as the store reported it. */
  modifiedAt: string;
  sha256: string;
  contentType: string | null;
}

export interface CopyCounts {
  objects: number;
  bytes: number;
  /** Of them, those that had to be read. */
  copied: number;
}

const INDEX = 'objects.ndjson';
const placeOf = (folder: string, sha256: string): string => join(folder, 'objects', sha256.slice(0, 2), sha256);

interface Places {
  /** Of the backup, with all contents. */
  folder: string;
  /** Of the snapshot that is being made, for its index and for copies that are under way. */
  snapshot: string;
  /** Of the snapshot before; null for the first one. */
  before: string | null;
}

/** Copies every object into the folder. Those that are removed meanwhile are left out. */
export async function copyObjects(storage: Storage, places: Places): Promise<CopyCounts> {
  const { folder, snapshot, before } = places;
  const known = new Map(before === null ? [] : (await readIndex(before)).map((copy) => [copy.key, copy]));
  const copies: StoredCopy[] = [];
  let copied = 0;
  await inParallel(storage.list(ACCOUNTS_PREFIX), async (object) => {
    const earlier = known.get(object.key);
    if (earlier && isSame(earlier, object) && existsSync(placeOf(folder, earlier.sha256)))
      return void copies.push(earlier);
    const copy = await copyObject(storage, object, places);
    if (copy === null) return;
    copies.push(copy);
    copied += 1;
  });
  copies.sort((one, other) => (one.key < other.key ? -1 : 1));
  const lines = copies.map((copy) => `${JSON.stringify(copy)}\n`);
  await writeFile(join(snapshot, INDEX), lines.join(''), { mode: 0o600, flush: true });
  return { objects: copies.length, bytes: copies.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0), copied };
}

/** Stores what the index has and the store has not; nothing is overwritten. Throws CommandError for a damaged backup. */
export async function restoreObjects(storage: Storage, folder: string, snapshot: string): Promise<CopyCounts> {
  const copies = await readIndex(snapshot);
  const there = new Set<string>();
  for await (const { key } of storage.list(ACCOUNTS_PREFIX)) there.add(key);
  const missing = copies.filter(({ key }) => !there.has(key));
  await inParallel(missing, async ({ key, sha256, contentType }) => {
    const source = createReadStream(placeOf(folder, sha256));
    const stored = await storage.upload(key, source, contentType === null ? {} : { contentType });
    if (stored.sha256 === sha256) return;
    await storage.remove([key]);
    throw new CommandError(`${placeOf(folder, sha256)} is damaged: its bytes are not those of its name.`);
  });
  const bytes = copies.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return { objects: copies.length, bytes, copied: missing.length };
}

/** SHA-256 of an object in lower-case hex; null when there is none. */
export async function hashObject(storage: Storage, key: string): Promise<string | null> {
  try {
    const hash = createHash('sha256');
    for await (const chunk of await storage.stream(key)) hash.update(chunk as Buffer);
    return hash.digest('hex');
  } catch (error) {
    if (isMissingObject(error)) return null;
    throw error;
  }
}

function isSame(copy: StoredCopy, { sizeBytes, modifiedAt }: StoredKey): boolean {
  return copy.sizeBytes === sizeBytes && copy.modifiedAt === modifiedAt.toISOString();
}

/** Null when it has been removed since it was listed. */
async function copyObject(
  storage: Storage,
  { key, modifiedAt }: StoredKey,
  { folder, snapshot }: Places,
): Promise<StoredCopy | null> {
  const temporary = join(snapshot, randomUUID());
  try {
    const { body, contentType } = await storage.streamWithType(key);
    const hash = createHash('sha256');
    let sizeBytes = 0;
    const counting = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        sizeBytes += chunk.length;
        done(null, chunk);
      },
    });
    await pipeline(body, counting, createWriteStream(temporary, { mode: 0o600 }));
    const sha256 = hash.digest('hex');
    await mkdir(dirname(placeOf(folder, sha256)), { recursive: true, mode: 0o700 });
    await rename(temporary, placeOf(folder, sha256));
    return { key, sizeBytes, modifiedAt: modifiedAt.toISOString(), sha256, contentType };
  } catch (error) {
    await rm(temporary, { force: true });
    if (isMissingObject(error)) return null;
    throw error;
  }
}

async function readIndex(snapshot: string): Promise<StoredCopy[]> {
  const lines = (await readFile(join(snapshot, INDEX), 'utf8')).split('\n');
  return lines.filter(Boolean).map((line) => JSON.parse(line) as StoredCopy);
}
