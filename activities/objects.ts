import { isMissingObject, type Storage, type StoredKey } from '../infra/storage.js';

/** A tree has no more text than its PDF; this only limits what a damaged work file can expand to. */
export const MAX_TREE_BYTES = 1024 * 1024 * 1024;

/** Whether there is an object under `key`. */
export async function objectExists(storage: Pick<Storage, 'list'>, key: string, signal: AbortSignal): Promise<boolean> {
  return (await find(storage, key, signal)) !== null;
}

/** Bytes of the object under `key`; 0 when there is none. */
export async function objectSize(storage: Pick<Storage, 'list'>, key: string, signal: AbortSignal): Promise<number> {
  return (await find(storage, key, signal))?.sizeBytes ?? 0;
}

async function find(storage: Pick<Storage, 'list'>, key: string, signal: AbortSignal): Promise<StoredKey | null> {
  for await (const object of storage.list(key, signal)) return object.key === key ? object : null;
  return null;
}

/** Reads a JSON object; null when there is none under the key. */
export async function readJson<T>(storage: Pick<Storage, 'get'>, key: string, signal: AbortSignal): Promise<T | null> {
  try {
    return JSON.parse((await storage.get(key, signal)).toString('utf8')) as T;
  } catch (error) {
    if (isMissingObject(error)) return null;
    throw error;
  }
}
