import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MAX_UPLOAD_BYTES } from '../../contract/vocabulary.js';
import { createStorage, type Storage } from '../../infra/storage.js';
import { nodeFlags } from '../../local/node-flags.js';
import { answers } from '../../local/ports.js';
import { startProcess, type RunningProcess } from '../../local/processes.js';
import { freshBucket } from '../support/bucket.js';
import { TEST_ENCRYPTION_KEY } from '../support/encryption-key.js';
import { migratedDatabase, type TestDatabase } from '../support/database.js';
import { givenAccount, givenApiKey } from '../support/rows.js';
import { reservedPort } from '../support/run-wide.js';

const MIB = 1024 * 1024;

let folder: string;
let database: TestDatabase;
let storage: Storage;
let api: RunningProcess;
let baseUrl: string;
let apiKey: string;

// The api is a process of its own here, since its memory is what counts; it runs as in `npm start`, but without Temporal.
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shelfwright-memory-'));
  database = await migratedDatabase();
  const objects = await freshBucket();
  storage = createStorage(objects.config);
  await storage.ensureBucket();
  apiKey = await givenApiKey(database.manager, (await givenAccount(database.manager)).id);
  const port = await reservedPort();
  baseUrl = `http://127.0.0.1:${port}`;
  api = await startProcess({
    name: 'api',
    command: process.execPath,
    args: [...nodeFlags('api'), fileURLToPath(new URL('../../api/main.js', import.meta.url))],
    env: {
      PORT: String(port),
      DATABASE_URL: database.url,
      TEMPORAL_ADDRESS: '127.0.0.1:1',
      S3_ENDPOINT: objects.config.endpoint,
      S3_BUCKET: objects.config.bucket,
      S3_ACCESS_KEY: objects.config.accessKey,
      S3_SECRET_KEY: objects.config.secretKey,
      ENCRYPTION_KEYS: TEST_ENCRYPTION_KEY,
      MAIL_DIR: folder,
      LOG_LEVEL: 'error',
    },
    logPath: join(folder, 'api.log'),
    isReady: () => answers(`${baseUrl}/healthz`),
    readyTimeoutMs: 60_000,
  });
});

afterAll(async () => {
  await api?.stop(10_000);
  storage?.close();
  await database?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function residentMib(): number {
  const shown = spawnSync('ps', ['-o', 'rss=', '-p', String(api.pid)], { encoding: 'utf8' });
  return Number(shown.stdout) / 1024;
}

/** A form with a file of `sizeBytes` that begins as a PDF does, made as it is sent. */
async function* form(sizeBytes: number): AsyncGenerator<Buffer> {
  yield Buffer.from(
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n',
  );
  const head = Buffer.from('%PDF-1.7\n');
  yield head;
  const chunk = Buffer.alloc(256 * 1024, 'x');
  for (let left = sizeBytes - head.length; left > 0; left -= chunk.length) yield chunk.subarray(0, left);
  yield Buffer.from('\r\n--b--\r\n');
}

async function upload(sizeBytes: number): Promise<Response> {
  return fetch(`${baseUrl}/v1/shelves`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'multipart/form-data; boundary=b' },
    body: Readable.toWeb(Readable.from(form(sizeBytes), { objectMode: false })) as ReadableStream,
    duplex: 'half',
  } as RequestInit);
}

test('300 MB pass through the api without being held in its memory', async () => {
  expect((await upload(MIB)).status).toBe(201);
  const before = residentMib();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, residentMib())), 100);
  const reply = await upload(MAX_UPLOAD_BYTES).finally(() => clearInterval(watch));
  expect(reply.status).toBe(201);
  process.stdout.write(`resident memory: ${Math.round(before)} MiB, at most ${Math.round(peak)} MiB\n`);
  // parts on their way and garbage that is not collected yet are resident too
  expect(peak - before).toBeLessThan(128);
  const stored: number[] = [];
  for await (const { sizeBytes } of storage.list('users/')) stored.push(sizeBytes);
  expect(stored.toSorted((a, b) => a - b)).toEqual([MIB, MAX_UPLOAD_BYTES]);
});

test('one byte more than 300 MB is refused', async () => {
  const reply = await upload(MAX_UPLOAD_BYTES + 1);
  expect([reply.status, await reply.json()]).toMatchObject([
    400,
    { details: { field: 'file', reason: 'too_large', maxBytes: MAX_UPLOAD_BYTES } },
  ]);
});
