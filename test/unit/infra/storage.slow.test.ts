import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'minio';
import { createLogger } from '../../../infra/logger.js';
import { createStorage, isMissingObject, type Storage } from '../../../infra/storage.js';
import { keptBytes } from '../../support/kept-bytes.js';
import { poll } from '../../support/poll.js';
import { startStorage } from '../../support/servers.js';

const MIB = 1024 * 1024;

let server: Awaited<ReturnType<typeof startStorage>>;
let storage: Storage;
let folder: string;

beforeAll(async () => {
  server = await startStorage();
  storage = createStorage(server.config);
  folder = await mkdtemp(join(tmpdir(), 'shelfwright-storage-'));
  await Promise.all([storage.ensureBucket(), storage.ensureBucket()]);
});

afterAll(async () => {
  storage?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex');

/** `count` chunks of `size` bytes, then the error if there is one. */
async function* chunks(count: number, size: number, error?: Error): AsyncGenerator<Buffer> {
  const chunk = randomBytes(size);
  for (let i = 0; i < count; i++) yield chunk;
  if (error) throw error;
}

async function keysUnder(prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys;
}

/** Neither an object nor a part of one is there. */
async function expectNothing(key: string): Promise<void> {
  expect(await keysUnder(key)).toEqual([]);
  const parts: string[] = [];
  for await (const upload of storage.listIncompleteUploads(key)) parts.push(upload.uploadId);
  expect(parts).toEqual([]);
}

test('the bucket answers a ping, and a missing one is an error', async () => {
  await storage.ping();
  await storage.ensureBucket();
  const other = createStorage({ ...server.config, ...server.root, bucket: 'not-there' });
  await expect(other.ping()).rejects.toMatchObject({ code: 'STORAGE_NO_BUCKET' });
  other.close();
});

test.each([0, 1, 5 * MIB - 1, 5 * MIB, 5 * MIB + 1, 10 * MIB, 21 * MIB + 7])(
  'a stream of %d bytes is stored whole, with its size and hash',
  async (sizeBytes) => {
    const data = randomBytes(sizeBytes);
    const pieces: Buffer[] = [];
    for (let at = 0; at < data.length; at += 100_003) pieces.push(data.subarray(at, at + 100_003));
    const stored = await storage.upload(`sizes/${sizeBytes}`, Readable.from(pieces, { objectMode: false }));
    expect(stored).toEqual({ sizeBytes, sha256: sha256(data) });
    expect(sha256(await storage.get(`sizes/${sizeBytes}`))).toBe(stored.sha256);
  },
);

test('100 MB pass through without being held in memory', async () => {
  // several at once would hide behind one another's garbage: one upload, watched as it goes
  const source = Readable.from(chunks(1_600, 64 * 1024), { objectMode: false });
  const before = keptBytes();
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, keptBytes() - before)), 250);
  const stored = await storage.upload('large', source).finally(() => clearInterval(watch));
  expect(stored.sizeBytes).toBe(100 * MIB);
  expect(peak).toBeLessThan(64 * MIB);
  await storage.downloadTo('large', join(folder, 'large'));
  expect(sha256(await readFile(join(folder, 'large')))).toBe(stored.sha256);
});

test.each([
  ['in the first part', 10],
  ['after some parts', 400],
])('a source that breaks off %s leaves nothing behind', async (_, count) => {
  const source = Readable.from(chunks(count, 64 * 1024, new Error('client went away')), { objectMode: false });
  await expect(storage.upload('broken', source)).rejects.toThrow('client went away');
  await expectNothing('broken');
});

test('a source that is destroyed without an end leaves nothing behind', async () => {
  const source = new Readable({ read() {} });
  const upload = storage.upload('destroyed', source);
  for (let i = 0; i < 20; i++) source.push(randomBytes(MIB));
  setImmediate(() => source.destroy());
  await expect(upload).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
  await expectNothing('destroyed');
});

test('an abort ends an upload whose source has stalled, and leaves nothing behind', async () => {
  const source = new Readable({ read() {} });
  const stop = new AbortController();
  const upload = storage.upload('stalled', source, { signal: stop.signal });
  for (let i = 0; i < 20; i++) source.push(randomBytes(MIB));
  setTimeout(() => stop.abort(new Error('cancelled')), 50);
  await expect(upload).rejects.toThrow('cancelled');
  await expectNothing('stalled');
  source.destroy(new Error('an error after the end is nobody’s'));
});

test('an upload that is aborted before it begins asks nothing of the store', async () => {
  const source = Readable.from(chunks(1, 10), { objectMode: false });
  const upload = storage.upload('aborted', source, { signal: AbortSignal.abort(new Error('too late')) });
  await expect(upload).rejects.toThrow('too late');
  await expectNothing('aborted');
});

test('a missing object is recognised by its code, and leaves no file', async () => {
  const path = join(folder, 'missing');
  const attempts = [storage.get('nowhere'), storage.stream('nowhere'), storage.downloadTo('nowhere', path)];
  for (const attempt of await Promise.allSettled(attempts)) {
    expect(attempt.status === 'rejected' && isMissingObject(attempt.reason)).toBe(true);
  }
  expect(existsSync(path)).toBe(false);
  expect(isMissingObject(new Error('other'))).toBe(false);
});

test('a download that is aborted leaves no file', async () => {
  await storage.put('download', randomBytes(8 * MIB), 'application/pdf');
  const path = join(folder, 'aborted');
  const stop = new AbortController();
  const download = storage.downloadTo('download', path, stop.signal);
  setTimeout(() => stop.abort(), 1);
  await expect(download).rejects.toMatchObject({ name: expect.stringMatching(/Error/) });
  expect(existsSync(path)).toBe(false);
});

test('keys keep whatever a path may contain', async () => {
  const paths = ['a b.md', 'ü/ß 漢字.md', 'x&y<z>"\'.md', '1+1=2%20.md', '(1) [2] {3}!*~.md', 'deep/er/1.0'];
  for (const path of paths) await storage.put(`names/${path}`, path, 'text/markdown');
  expect((await keysUnder('names/')).toSorted()).toEqual(paths.map((path) => `names/${path}`).toSorted());
  for (const path of paths) expect((await storage.get(`names/${path}`)).toString()).toBe(path);
  expect(await storage.removePrefix('names/')).toBe(paths.length);
  expect(await keysUnder('names/')).toEqual([]);
});

test('a prefix of more than a thousand objects is listed and removed; its neighbours stay', async () => {
  const keys = Array.from({ length: 1_050 }, (_, i) => `many/s1/${String(i).padStart(4, '0')}`);
  for (let at = 0; at < keys.length; at += 50) {
    await Promise.all(keys.slice(at, at + 50).map((key) => storage.put(key, 'x', 'text/plain')));
  }
  await storage.put('many/s10/x', 'x', 'text/plain');
  expect(await storage.listFolders('many/')).toEqual(['many/s1/', 'many/s10/']);
  expect(await storage.listFolders('many/', undefined, 'many/s1/')).toEqual(['many/s10/']);
  expect(await storage.listFolders('many/', undefined, 'many/s10/')).toEqual([]);
  expect(await storage.listFolders('many/', undefined, 'many/')).toEqual(['many/s1/', 'many/s10/']);
  expect(await keysUnder('many/s1/')).toEqual(keys);
  expect(await storage.removePrefix('many/s1/')).toBe(1_050);
  expect(await keysUnder('many/')).toEqual(['many/s10/x']);
});

test.each(['', '/', 'users', 'users//'])('refuses to remove everything under "%s"', async (prefix) => {
  await expect(storage.removePrefix(prefix)).rejects.toThrow(RangeError);
});

test('removing objects that are not there is no error', async () => {
  await storage.put('there', 'x', 'text/plain');
  await storage.remove(['there', 'not-there']);
  await storage.remove([]);
  expect(await keysUnder('there')).toEqual([]);
});

const ARCHIVE = 'users/u/shelves/s/archives/archive.tar.gz';

test('a presigned URL gives the object as a download, without credentials, until it ends', async () => {
  await storage.put(ARCHIVE, 'bytes', 'application/gzip');
  const fileName = 'Jahr "2025" – Übersicht.tar.gz';
  const url = await storage.presignGet(ARCHIVE, 60, { fileName });
  expect(url.startsWith(server.config.publicEndpoint)).toBe(true);
  const reply = await fetch(url, { redirect: 'error' });
  expect(await reply.text()).toBe('bytes');
  expect(reply.headers.get('content-disposition')).toContain(
    `filename*=UTF-8''Jahr%20%222025%22%20%E2%80%93%20%C3%9Cbersicht.tar.gz`,
  );
  expect((await fetch(url.replace('archive.tar.gz', 'other.tar.gz'))).status).toBe(403);
});

test('the parts of an upload that nobody ends are found by its key and removed', async () => {
  // what a process that is killed leaves: an upload begun with the store, and no more
  const { Client } = await import('minio');
  const { hostname, port } = new URL(server.config.endpoint);
  const { accessKey, secretKey, bucket } = server.config;
  const client = new Client({ endPoint: hostname, port: Number(port), useSSL: false, accessKey, secretKey });
  await client.initiateNewMultipartUpload(bucket, 'left/behind.pdf', {});
  const left = [];
  for await (const upload of storage.listIncompleteUploads('left/behind.pdf')) left.push(upload);
  expect(left).toMatchObject([{ key: 'left/behind.pdf', initiatedAt: expect.anything() }]);
  for (const upload of left) {
    await storage.abortUpload(upload);
    await storage.abortUpload(upload);
  }
  await expectNothing('left/behind.pdf');
});

/** Something at the store's address that is not well. */
async function withSickServer(handle: Parameters<typeof createServer>[1], use: (sick: Storage) => Promise<void>) {
  const sick: Server = createServer(handle as never);
  await new Promise<void>((listening) => sick.listen(0, '127.0.0.1', listening));
  const endpoint = `http://127.0.0.1:${(sick.address() as AddressInfo).port}`;
  const client = createStorage({ ...server.config, endpoint });
  try {
    await use(client);
  } finally {
    client.close();
    sick.closeAllConnections();
    sick.close();
  }
}

test('an answer of 503 is an error with a code, and is not tried again', async () => {
  let requests = 0;
  const refuse: Parameters<typeof createServer>[1] = (_, reply) => {
    requests += 1;
    (reply as unknown as { writeHead(status: number): { end(): void } }).writeHead(503).end();
  };
  await withSickServer(refuse, async (sick) => {
    await expect(sick.get('a')).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
    await expect(sick.upload('a', Readable.from([Buffer.from('x')]))).rejects.toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
    });
  });
  expect(requests).toBe(2);
});

test('a store that accepts connections and never answers fails the ping within its time', async () => {
  await withSickServer(
    () => undefined,
    async (sick) => {
      const began = Date.now();
      await expect(sick.ping()).rejects.toMatchObject({ name: expect.stringMatching(/AbortError|TimeoutError/) });
      expect(Date.now() - began).toBeLessThan(30_000); // it would wait for ever
    },
  );
});

test('a store that is not there is the error of the connection', async () => {
  const absent = createStorage({ ...server.config, endpoint: 'http://127.0.0.1:1' });
  await expect(absent.get('a')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  absent.close();
});

/** Whether a part of an upload to the key is stored: only then does its sender surely know that there is something to remove. */
async function hasPart(
  { endpoint, bucket, region, accessKey, secretKey }: Awaited<ReturnType<typeof startStorage>>['config'],
  key: string,
): Promise<boolean> {
  const { hostname: endPoint, port } = new URL(endpoint);
  const client = new Client({ endPoint, port: Number(port), useSSL: false, region, accessKey, secretKey });
  for await (const { size } of client.listIncompleteUploads(bucket, key, true) as AsyncIterable<{ size: number }>)
    if (size > 0) return true;
  return false;
}

test('a store that dies under an upload fails it soon, and the parts that could not be removed are logged', async () => {
  const doomed = await startStorage();
  const lines: string[] = [];
  const log = createLogger({ level: 'warn', name: 'test', destination: { write: (line) => void lines.push(line) } });
  const client = createStorage(doomed.config, log);
  try {
    await client.ensureBucket();
    const source = new Readable({ read() {} });
    const upload = client.upload('doomed', source);
    for (let i = 0; i < 20; i++) source.push(randomBytes(MIB));
    const failed = expect(upload).rejects.toMatchObject({
      code: expect.stringMatching(/ECONN|EPIPE/),
    });
    await poll(async () => (await hasPart(doomed.config, 'doomed')) || null);
    process.kill(doomed.pid, 'SIGKILL');
    for (let i = 0; i < 20; i++) source.push(randomBytes(MIB));
    await failed;
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { key: 'doomed', err: { code: expect.stringMatching(/ECONN/) }, msg: 'parts of a broken upload are left' },
    ]);
  } finally {
    client.close();
    await doomed.stop();
  }
});
