import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Client } from 'minio';

/** Smallest part that S3 accepts, except for the last. */
const PART_BYTES = 5 * 1024 * 1024;
const PARTS_IN_FLIGHT = 2;
/** Buffers of one upload are reused: garbage of that size is collected late. */
const MAX_IDLE_BUFFERS = PARTS_IN_FLIGHT + 1;
const idleBuffers: Buffer[] = [];

function takeBuffer(): Buffer {
  return idleBuffers.pop() ?? Buffer.allocUnsafeSlow(PART_BYTES);
}

/** Returns a buffer for reuse; no request may hold it any more. */
function returnBuffer(buffer: Buffer): void {
  if (idleBuffers.length < MAX_IDLE_BUFFERS) idleBuffers.push(buffer);
}

export interface UploadOptions {
  signal?: AbortSignal;
  contentType?: string;
}

export interface UploadResult {
  sizeBytes: number;
  /** Lower-case hex. */
  sha256: string;
}

export interface UploadTarget {
  bucket: string;
  key: string;
  /** A client whose requests end when `signal` does. */
  client: (signal?: AbortSignal) => Client;
  /** Called when the parts of a failed upload could not be removed. */
  onLeftover: (error: unknown) => void;
}

/** The next chunk, or the signal's reason as soon as that comes. */
function nextChunk(chunks: AsyncIterator<unknown>, signal: AbortSignal): Promise<IteratorResult<unknown, unknown>> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    void chunks
      .next()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Sends parts of one object, a few at a time; `stop` ends everything when one of them fails. */
function createPartSender({ bucket, key, client }: UploadTarget, stop: AbortController, contentType: string) {
  const store = client(stop.signal);
  const inFlight = new Set<Promise<void>>();
  const etags: { part: number; etag: string }[] = [];
  let uploadId: string | null = null;
  let parts = 0;

  async function send(buffer: Buffer, length: number, part: number): Promise<void> {
    try {
      const config = {
        bucketName: bucket,
        objectName: key,
        uploadID: uploadId as string,
        partNumber: part,
        headers: {},
      };
      const { etag } = await store.uploadPart(config, buffer.subarray(0, length));
      etags.push({ part, etag });
      returnBuffer(buffer);
    } catch (error) {
      stop.abort(error);
    }
  }

  return {
    /** Takes ownership of the buffer, unless it throws. Resolves when there is room for the part, not when it is stored. */
    async add(buffer: Buffer, length: number): Promise<void> {
      if (inFlight.size >= PARTS_IN_FLIGHT) await Promise.race(inFlight);
      stop.signal.throwIfAborted();
      // Not aborted by the signal: the id would be lost, and the upload could no longer be removed.
      uploadId ??= await client().initiateNewMultipartUpload(bucket, key, { 'content-type': contentType });
      stop.signal.throwIfAborted();
      parts += 1;
      const sending = send(buffer, length, parts).finally(() => inFlight.delete(sending));
      inFlight.add(sending);
    },
    /** Completes the object with the last bytes, whose buffer it takes ownership of. */
    async complete(buffer: Buffer, length: number): Promise<void> {
      if (uploadId === null) {
        const put = { method: 'PUT', bucketName: bucket, objectName: key, headers: { 'content-type': contentType } };
        await store.makeRequestAsyncOmit(put, buffer.subarray(0, length));
        returnBuffer(buffer);
        return;
      }
      if (length > 0) await this.add(buffer, length);
      else returnBuffer(buffer);
      await Promise.all(inFlight);
      stop.signal.throwIfAborted();
      etags.sort((a, b) => a.part - b.part);
      await store.completeMultipartUpload(bucket, key, uploadId, etags);
    },
    /** Removes the parts. A part still in transit could arrive afterwards, so all are stopped first. */
    async abort(): Promise<void> {
      await Promise.all(inFlight);
      if (uploadId !== null) await client().abortMultipartUpload(bucket, key, uploadId);
    },
  };
}

/**
 * Stores a stream of unknown length under a key, hashing on the way; never holds more than three parts of 5 MiB. Fails
 * with the source's error, the signal's reason or the store's error, and then removes the parts. (The client's own
 * `putObject` takes parts of 528 MiB for unknown lengths, and hangs when the source is interrupted.)
 */
export async function uploadStream(
  target: UploadTarget,
  source: Readable,
  options: UploadOptions,
): Promise<UploadResult> {
  const { signal, contentType = 'application/octet-stream' } = options;
  const stop = new AbortController();
  const forward = (): void => stop.abort(signal?.reason);
  if (signal?.aborted) forward();
  signal?.addEventListener('abort', forward, { once: true });
  const sender = createPartSender(target, stop, contentType);
  const chunks = source.iterator({ destroyOnReturn: false });
  let buffer = takeBuffer();
  let filled = 0;
  let sourceEnded = false;
  try {
    const hash = createHash('sha256');
    let sizeBytes = 0;
    for (;;) {
      const { done, value } = await nextChunk(chunks, stop.signal);
      if (done) break;
      const chunk = value as Buffer;
      sizeBytes += chunk.length;
      hash.update(chunk);
      for (let taken = 0; taken < chunk.length;) {
        if (filled === buffer.length) {
          await sender.add(buffer, filled);
          buffer = takeBuffer();
          filled = 0;
        }
        const copied = chunk.copy(buffer, filled, taken);
        filled += copied;
        taken += copied;
      }
    }
    sourceEnded = true;
    await sender.complete(buffer, filled);
    return { sizeBytes, sha256: hash.digest('hex') };
  } catch (error) {
    // The first failure is the error; requests aborted because of it only report the abort.
    if (!stop.signal.aborted) stop.abort(error);
    if (!sourceEnded) returnBuffer(buffer);
    // the caller may drain or destroy the source; its errors after this one do not matter
    source.on('error', () => undefined);
    void chunks.return?.();
    // The sweeper removes the rest as long as its row exists; the upload's own error is more useful.
    await sender.abort().catch(target.onLeftover);
    throw stop.signal.reason as Error;
  } finally {
    signal?.removeEventListener('abort', forward);
  }
}
