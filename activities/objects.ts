import { isMissingObject, type Storage } from '../infra/storage.js';

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
