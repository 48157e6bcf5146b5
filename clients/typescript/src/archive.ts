/** The whole of a shelf as one `.tar.gz`. */
import { NoAnswerError, ShelfwrightError } from './errors.js';
import type { ArchiveDescriptor } from './generated.js';
import type { CallOptions, Operation } from './operation.js';
import { pause } from './retry.js';
import type { Transport } from './transport.js';

export interface ArchiveOptions extends CallOptions {
  /** Seconds for which the URL works: 60 to 3600, 300 unless given. */
  ttl?: number | undefined;
}

/** An archive whose bytes have not been read yet: hash them, or use `downloadArchive`. */
export interface OpenArchive {
  descriptor: ArchiveDescriptor;
  body: ReadableStream<Uint8Array>;
}

const MOST_QUESTIONS = 60;
const MS_PER_SECOND = 1000;
/** From the object store, whose URL carries its own permission. */
const DOWNLOAD: Operation = {
  id: 'downloadArchive',
  method: 'GET',
  path: '/',
  query: [],
  headers: {},
  body: null,
  reply: 'response',
  isRepeatable: false,
};

/** The archive's URL, once it is built. */
export async function archiveUrl(api: Transport, id: string, options: ArchiveOptions = {}): Promise<ArchiveDescriptor> {
  const { ttl, ...call } = options;
  for (let asked = 0; asked < MOST_QUESTIONS; asked += 1) {
    const reply = await api.getArchiveUrl({ id, ...(ttl !== undefined && { ttl }) }, call);
    if ('url' in reply) return reply;
    await pause(reply.retryAfter * MS_PER_SECOND, call.signal);
  }
  throw new NoAnswerError('getArchiveUrl', `the archive of ${id} is still being built`);
}

/** The archive as a stream. */
export async function openArchive(api: Transport, id: string, options: ArchiveOptions = {}): Promise<OpenArchive> {
  const descriptor = await archiveUrl(api, id, options);
  // the key is not for the object store
  const send = api.fetchFunction;
  const sender = (_: unknown, signal: AbortSignal | undefined) => send(descriptor.url, { ...(signal && { signal }) });
  const { body } = await api.sendBy<Response>(sender, { operation: DOWNLOAD, request: {} }, options);
  if (!body) throw new NoAnswerError(DOWNLOAD.id, 'the archive has no body');
  return { descriptor, body };
}

/** The archive's bytes, with size and SHA-256 checked. They are in memory: for large shelves take `saveArchive` of the Node entry. */
export async function downloadArchive(api: Transport, id: string, options?: ArchiveOptions): Promise<Uint8Array> {
  const { descriptor, body } = await openArchive(api, id, options);
  const bytes = new Uint8Array(await new Response(body).arrayBuffer().catch(brokeOff(options?.signal)));
  checkArchive(descriptor, bytes.length, toHex(await globalThis.crypto.subtle.digest('SHA-256', bytes)));
  return bytes;
}

/** Rejects with what a reader of the body gets where the connection breaks: the signal's reason, else NoAnswerError. */
export const brokeOff =
  (signal: AbortSignal | undefined) =>
  (cause: unknown): never => {
    signal?.throwIfAborted();
    throw new NoAnswerError(DOWNLOAD.id, 'the archive broke off', cause);
  };

/** Throws ShelfwrightError when the bytes are not those that the service has described. */
export function checkArchive({ sizeBytes, sha256 }: ArchiveDescriptor, receivedBytes: number, hash: string): void {
  if (receivedBytes !== sizeBytes)
    throw new ShelfwrightError(`the archive has ${receivedBytes} bytes in place of ${sizeBytes}`);
  if (hash !== sha256) throw new ShelfwrightError(`the archive's SHA-256 is ${hash} in place of ${sha256}`);
}

const toHex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
