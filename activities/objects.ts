import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { isMissingObject, type Storage } from '../infra/storage.js';

/** A tree's text is at most that of the PDF; this only bounds what a damaged work file can expand to. */
const MAX_TREE_BYTES = 1024 * 1024 * 1024;

/** The JSON of a gzipped file of a tree. */
export async function unpackJson<T>(packed: Buffer): Promise<T> {
  const text = await promisify(gunzip)(packed, { maxOutputLength: MAX_TREE_BYTES });
  return JSON.parse(text.toString('utf8')) as T;
}

/** Whether there is an object under `key`. */
export async function objectExists(storage: Pick<Storage, 'list'>, key: string, signal: AbortSignal): Promise<boolean> {
  for await (const object of storage.list(key, signal)) return object.key === key;
  return false;
}

/** A work file of JSON; null when it is not there. */
export async function readJson<T>(storage: Pick<Storage, 'get'>, key: string, signal: AbortSignal): Promise<T | null> {
  try {
    return JSON.parse((await storage.get(key, signal)).toString('utf8')) as T;
  } catch (error) {
    if (isMissingObject(error)) return null;
    throw error;
  }
}
