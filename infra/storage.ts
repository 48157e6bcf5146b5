import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer as readBuffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'minio';
import type { S3Config } from './config.js';
import { contentDisposition } from './content-disposition.js';
import type { Logger } from './logger.js';
import { createClientFactory, StorageError } from './storage-client.js';
import { issueCredentials } from './storage-credentials.js';
import { createStorageGuard } from './storage-guard.js';
import { uploadStream, type UploadOptions, type UploadResult } from './storage-upload.js';

export { StorageError } from './storage-client.js';

/** Most keys that S3 accepts in one delete request. */
const REMOVE_BATCH = 1000;
const PING_TIMEOUT_MS = 5_000;
/**
 * Codes of S3 and MinIO for a key that cannot be removed until an operator acts: a policy or a lock protects it, or its
 * name is invalid. Any other code may come from an overloaded store.
 */
const REFUSALS = new Set(['AccessDenied', 'InvalidRequest', 'MethodNotAllowed', 'XMinioInvalidObjectName']);

/** Bytes of an object, counted from 0, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredKey {
  key: string;
  sizeBytes: number;
  modifiedAt: Date;
}

export interface IncompleteUpload {
  key: string;
  uploadId: string;
  initiatedAt: Date;
}

/** The bucket. Every request has time-outs and none is retried: that is left to the caller. */
export type Storage = ReturnType<typeof createStorage>;

/** Whether an error says that there is no such object. */
export function isMissingObject(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === 'NoSuchKey' || code === 'NotFound';
}

function isCode(error: unknown, code: string): boolean {
  return (error as { code?: unknown } | null)?.code === code;
}

/** Throws STORAGE_REMOVE_REFUSED, which is no outage, if a retry would help none of the remaining keys. */
async function removeKeys(client: Client, bucket: string, keys: string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += REMOVE_BATCH) {
    // Errors of single keys are returned as values; a missing key is not an error.
    const answer = (await client.removeObjects(bucket, keys.slice(start, start + REMOVE_BATCH))) as unknown[];
    const codes = answer.filter(Boolean).map((fault) => String((fault as { Code?: unknown }).Code));
    if (codes.length === 0) continue;
    const code = codes.every((one) => REFUSALS.has(one)) ? 'STORAGE_REMOVE_REFUSED' : 'STORAGE_REMOVE_FAILED';
    const reasons = [...new Set(codes)].join(', ');
    throw new StorageError(code, `${codes.length} objects could not be removed: ${reasons}`);
  }
}

async function* listKeys(client: Client, bucket: string, prefix: string): AsyncGenerator<StoredKey> {
  for await (const item of client.listObjectsV2(bucket, prefix, true)) {
    const { name, size, lastModified } = item as { name: string; size: number; lastModified: Date };
    yield { key: name, sizeBytes: size, modifiedAt: lastModified };
  }
}

/** Unfinished uploads, page by page. The upload marker is sent only if a key has more than a page of them. */
async function* listIncomplete(client: Client, bucket: string, prefix: string): AsyncGenerator<IncompleteUpload> {
  let keyMarker = '';
  let idMarker = '';
  for (;;) {
    const page = await client.listIncompleteUploadsQuery(bucket, prefix, keyMarker, idMarker, '');
    const uploads = page.uploads as { key: string; uploadId: string; initiated: Date }[];
    for (const { key, uploadId, initiated } of uploads) yield { key, uploadId, initiatedAt: initiated };
    const last = uploads.at(-1);
    if (!page.isTruncated || !last) return;
    keyMarker = last.key;
    idMarker = last.uploadId;
  }
}

export interface StorageOptions {
  /** A request ends after so many milliseconds without a byte in either direction. */
  idleTimeoutMs?: number | undefined;
}

/** Does not connect yet; `ping` checks whether the store is available. The caller has to `close` it. */
// oxlint-disable-next-line max-lines-per-function -- a list of short methods, each one request
export function createStorage(config: S3Config, log?: Logger, { idleTimeoutMs }: StorageOptions = {}) {
  const { bucket, region, accessKey, secretKey } = config;
  const inner = createClientFactory({ url: config.endpoint, region, accessKey, secretKey, idleTimeoutMs });
  const guard = createStorageGuard(config, log);
  const outer = config.signer && createClientFactory({ url: config.publicEndpoint, region, ...config.signer });

  async function abortUpload(
    { key, uploadId }: Pick<IncompleteUpload, 'key' | 'uploadId'>,
    signal?: AbortSignal,
  ): Promise<void> {
    try {
      await inner.client(signal).abortMultipartUpload(bucket, key, uploadId);
    } catch (error) {
      if (!isCode(error, 'NoSuchUpload')) throw error;
    }
  }

  return {
    /** Throws unless the bucket answers within 5 s. */
    async ping(): Promise<void> {
      const there = await inner.client(AbortSignal.timeout(PING_TIMEOUT_MS)).bucketExists(bucket);
      if (!there) throw new StorageError('STORAGE_NO_BUCKET', `the object store has no bucket ${bucket}`);
    },

    /** Creates the bucket if it is missing. */
    async ensureBucket(): Promise<void> {
      const client = inner.client();
      if (await client.bucketExists(bucket)) return;
      try {
        await client.makeBucket(bucket, region);
      } catch (error) {
        // Another process created it at the same moment.
        if (!isCode(error, 'BucketAlreadyOwnedByYou')) throw error;
      }
    },

    /** Streams an object of unknown size into the store; see uploadStream. After an error the object may or may not exist. */
    upload(key: string, source: Readable, options: UploadOptions = {}): Promise<UploadResult> {
      const onLeftover = (error: unknown): void => log?.warn({ err: error, key }, 'parts of a broken upload are left');
      return uploadStream({ bucket, key, client: inner.client, onLeftover }, source, options);
    },

    /** Stores a small object in one request. */
    async put(key: string, body: Buffer | string, contentType: string, signal?: AbortSignal): Promise<void> {
      const headers = { 'content-type': contentType };
      const payload = Buffer.isBuffer(body) ? body : Buffer.from(body);
      const request = { method: 'PUT', bucketName: bucket, objectName: key, headers };
      await inner.client(signal).makeRequestAsyncOmit(request, payload);
    },

    /** A whole object in memory. A missing one: see isMissingObject. */
    async get(key: string, signal?: AbortSignal): Promise<Buffer> {
      return readBuffer(await inner.client(signal).getObject(bucket, key));
    },

    /** An object, or a range of it, as a stream; the caller reads it to its end or destroys it. */
    async stream(key: string, signal?: AbortSignal, range?: ByteRange): Promise<Readable> {
      const client = inner.client(signal);
      if (!range) return client.getObject(bucket, key);
      return client.getPartialObject(bucket, key, range.start, range.end - range.start + 1);
    },

    /** An object as a stream with its type; the caller reads it to its end or destroys it. */
    async streamWithType(key: string, signal?: AbortSignal): Promise<{ body: Readable; contentType: string | null }> {
      const body = await inner.client(signal).getObject(bucket, key);
      const { headers } = body as Readable & { headers?: Record<string, string | undefined> };
      return { body, contentType: headers?.['content-type'] ?? null };
    },

    /** Writes an object into a file; after an error there is no file. */
    async downloadTo(key: string, path: string, signal?: AbortSignal): Promise<void> {
      const body = await inner.client(signal).getObject(bucket, key);
      try {
        await pipeline(body, createWriteStream(path));
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },

    /** @throws StorageError with the reason if clients must not get access. Checks that cannot run are skipped. */
    refuseUnsafe: () => guard.refuseUnsafe(),

    /** A URL from which anybody can download an archive for `ttlSeconds`, at the endpoint for clients. */
    async presignGet(key: string, ttlSeconds: number, { fileName }: { fileName?: string } = {}): Promise<string> {
      if (outer === null)
        throw new StorageError(
          'STORAGE_NO_SIGNER',
          'no user is configured that signs archive URLs: S3_SIGNER_ACCESS_KEY',
        );
      await guard.signerReads();
      const reply: Record<string, string> =
        fileName === undefined ? {} : { 'response-content-disposition': contentDisposition('attachment', fileName) };
      return outer.client().presignedGetObject(bucket, key, ttlSeconds, reply);
    },

    /** Credentials that list and get under a prefix and nothing else, with the endpoint for clients. */
    async readCredentials(prefix: string, ttlSeconds: number, signal: AbortSignal) {
      await guard.mayIssue(signal);
      const credentials = await issueCredentials(config, { prefix, ttlSeconds }, signal);
      return { ...credentials, endpoint: config.publicEndpoint, region, bucket, prefix };
    },

    /** Removes objects; those that are not there count as removed. */
    remove(keys: string[], signal?: AbortSignal): Promise<void> {
      return removeKeys(inner.client(signal), bucket, keys);
    },

    /** Removes everything under a prefix, which must end with a slash; returns the number of objects. */
    async removePrefix(prefix: string, signal?: AbortSignal): Promise<number> {
      if (!/[^/]\/$/.test(prefix)) throw new RangeError(`not a prefix to remove: "${prefix}"`);
      const client = inner.client(signal);
      let batch: string[] = [];
      let removed = 0;
      const flush = async (): Promise<void> => {
        await removeKeys(client, bucket, batch);
        removed += batch.length;
        batch = [];
      };
      for await (const { key } of listKeys(client, bucket, prefix)) {
        batch.push(key);
        if (batch.length === REMOVE_BATCH) await flush();
      }
      await flush();
      return removed;
    },

    /** Every object under a prefix, in key order. */
    list(prefix: string, signal?: AbortSignal): AsyncGenerator<StoredKey> {
      return listKeys(inner.client(signal), bucket, prefix);
    },

    /** The prefixes one level below a prefix, each with its trailing slash, in their order; those behind `after` if it is given. */
    async listFolders(prefix: string, signal?: AbortSignal, after = ''): Promise<string[]> {
      const folders: string[] = [];
      for await (const item of inner.client(signal).listObjectsV2(bucket, prefix, false, after)) {
        const { prefix: folder } = item as { prefix?: string };
        // the store also returns the prefix of `after` itself, as keys of it come after `after`
        if (folder !== undefined && folder > after) folders.push(folder);
      }
      return folders;
    },

    /** Unfinished multipart uploads. MinIO lists them only for a prefix that is a whole key. */
    listIncompleteUploads(prefix: string, signal?: AbortSignal): AsyncGenerator<IncompleteUpload> {
      return listIncomplete(inner.client(signal), bucket, prefix);
    },

    /** Removes the parts of an upload; one that has ended in the meantime is ignored. */
    abortUpload,

    /** Removes the received parts of unfinished uploads to a key; `key` is a whole one, no prefix. */
    async abortUploadsTo(key: string, signal?: AbortSignal): Promise<void> {
      for await (const parts of listIncomplete(inner.client(signal), bucket, key)) await abortUpload(parts, signal);
    },

    close(): void {
      inner.close();
      outer?.close();
    },
  };
}
