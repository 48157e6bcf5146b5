/** Requests to the object store on behalf of a client, with time-outs. */
import type { Readable } from 'node:stream';
import type { ByteRange, Storage } from '../infra/storage.js';

/** Time-out until the first byte. */
const OPEN_TIMEOUT_MS = 10_000;
/** Time-out for a whole object in memory. */
const WHOLE_TIMEOUT_MS = 30_000;

export function readObject(storage: Storage, key: string): Promise<Buffer> {
  return storage.get(key, AbortSignal.timeout(WHOLE_TIMEOUT_MS));
}

export function writeObject(storage: Storage, key: string, body: string, contentType: string): Promise<void> {
  return storage.put(key, body, contentType, AbortSignal.timeout(WHOLE_TIMEOUT_MS));
}

export function removeObject(storage: Storage, key: string): Promise<void> {
  return storage.remove([key], AbortSignal.timeout(WHOLE_TIMEOUT_MS));
}

/** Opens an object, or a range of it, as a stream. Only its start has a time-out: the rest depends on how fast the client reads. */
export async function openObject(storage: Storage, key: string, range?: ByteRange): Promise<Readable> {
  const opening = new AbortController();
  const timer = setTimeout(() => opening.abort(new DOMException('No answer in time', 'TimeoutError')), OPEN_TIMEOUT_MS);
  try {
    return await storage.stream(key, opening.signal, range);
  } finally {
    clearTimeout(timer);
  }
}
