import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordFailure } from '../../entities/queries/runs.js';
import type { Account } from '../../entities/account.js';
import type { Shelf } from '../../entities/shelf.js';
import { buildTestApp, givenReadyShelf, hash, TREE, type TestApp } from '../support/app.js';
import { listen } from '../support/listen.js';
import { givenShelf } from '../support/rows.js';

let api: TestApp;
let owner: { account: Account; key: string };
let shelf: Shelf;
beforeAll(async () => {
  api = await buildTestApp();
  owner = await api.user();
  shelf = await givenReadyShelf(api, owner.account);
});
afterAll(() => api?.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  api.as(owner.key)({ url: `/v1/shelves/${shelf.publicId}/${path}`, headers });

describe('listing', () => {
  test('names the paths in the order of the tree', async () => {
    const response = await get('listing');
    expect(response.json()).toEqual({
      fileCount: 5,
      name: 'Report',
      paths: Object.keys(TREE),
      shelfPublicId: shelf.publicId,
    });
  });

  test('answers 304 to who has it', async () => {
    const { etag } = (await get('listing')).headers;
    const again = await get('listing', { 'if-none-match': String(etag) });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
  });
});

describe('tree', () => {
  test('gives every text by its path, in the order of the listing', async () => {
    const response = await get('tree');
    const { files, ...rest } = response.json<{ files: Record<string, string> }>();
    expect(rest).toEqual({ fileCount: 5, name: 'Report', shelfPublicId: shelf.publicId });
    expect(Object.entries(files)).toEqual(Object.entries(TREE));
    expect(response.headers.etag).toMatch(/^"[0-9a-f]{64}"$/);
  });

  test('answers 304 to who has it, in a list or weakly compared', async () => {
    const { etag } = (await get('tree')).headers;
    for (const known of [String(etag), `"other", W/${String(etag)}`, '*'])
      expect((await get('tree', { 'if-none-match': known })).statusCode).toBe(304);
    expect((await get('tree', { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  test('is read from the object store once', async () => {
    const other = await givenReadyShelf(api, owner.account, { 'README.md': '# Once\n' });
    const read = () => api.as(owner.key)({ url: `/v1/shelves/${other.publicId}/tree` });
    const first = await read();
    await api.storage.removePrefix(`users/${owner.account.publicId}/shelves/${other.publicId}/archives/`);
    expect((await read()).body).toBe(first.body);
  });
});

describe('files', () => {
  test.each([
    ['README.md', 'text/markdown'],
    ['metadata.json', 'application/json'],
    ['notes.txt', 'text/plain'],
    ['02-part/01-what%20%26%20why%3F.md', 'text/markdown'],
    ['02-part%2F01-what%20%26%20why%3F.md', 'text/markdown'],
  ])('serves %s as %s', async (path, type) => {
    const response = await get(`files/${path}`);
    const text = TREE[decodeURIComponent(path) as keyof typeof TREE];
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe(text);
    expect(response.headers).toMatchObject({
      'content-type': `${type}; charset=utf-8`,
      'content-length': String(Buffer.byteLength(text)),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      etag: `"${hash(text)}"`,
    });
  });

  test('answers 304 to who has it', async () => {
    const again = await get('files/README.md', { 'if-none-match': `"${hash(TREE['README.md'])}"` });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('are read from the object store once, and given only to who may read them', async () => {
    const files = { 'README.md': '# Kept\n' };
    const other = await givenReadyShelf(api, owner.account, files);
    const read = (key: string) => api.as(key)({ url: `/v1/shelves/${other.publicId}/files/README.md` });
    expect((await read(owner.key)).body).toBe('# Kept\n');
    await api.storage.removePrefix(`users/${owner.account.publicId}/shelves/${other.publicId}/files/`);
    expect((await read(owner.key)).body).toBe('# Kept\n');
    expect((await read((await api.user()).key)).statusCode).toBe(404);
    await api.as(owner.key)({ method: 'DELETE', url: `/v1/shelves/${other.publicId}` });
    expect((await read(owner.key)).statusCode).toBe(404);
  });

  test('are not kept, nor given, when the store has other bytes than the manifest', async () => {
    const other = await givenReadyShelf(api, owner.account, { 'README.md': '# Manifest\n' });
    for await (const { key } of api.storage.list(`users/${owner.account.publicId}/shelves/${other.publicId}/files/`))
      await api.storage.put(key, '# Forged!!\n', 'text/markdown');
    const read = () => api.as(owner.key)({ url: `/v1/shelves/${other.publicId}/files/README.md` });
    expect((await read()).statusCode).toBe(500);
  });

  test('answers HEAD like GET, without the body', async () => {
    const head = await api.as(owner.key)({ method: 'HEAD', url: `/v1/shelves/${shelf.publicId}/files/README.md` });
    const full = await get('files/README.md');
    expect([head.statusCode, head.body]).toEqual([200, '']);
    for (const name of ['content-length', 'content-type', 'etag']) expect(head.headers[name]).toBe(full.headers[name]);
  });

  test.each(['missing.md', '', '%2e%2e/README.md', '%2Fetc/passwd', 'a%00b', 'README.md%5C', '02-part', 'readme.md'])(
    'answers 404 to %j',
    async (path) => {
      const response = await get(`files/${path}`);
      expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, 'NOT_FOUND']);
    },
  );
});

describe('archive-url', () => {
  test('describes an archive that the URL serves without credentials', async () => {
    const response = await get('archive-url?ttl=60');
    const { url, expiresAt, sha256, sizeBytes, version, ...rest } = response.json<Record<string, string>>();
    expect(rest).toEqual({});
    const lifeMs = Date.parse(String(expiresAt)) - Date.now();
    expect(lifeMs).toBeGreaterThan(50_000);
    expect(lifeMs).toBeLessThanOrEqual(60_000);
    const served = await fetch(String(url), { redirect: 'error' });
    const bytes = Buffer.from(await served.arrayBuffer());
    expect([served.status, hash(bytes), bytes.length]).toEqual([200, sha256, sizeBytes]);
    expect(version).toBe('2026-01-02T03:04:05.678Z');
  });

  test('takes 300 seconds unless told', async () => {
    const { expiresAt } = (await get('archive-url')).json<{ expiresAt: string }>();
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 10_000)).toBe(30);
  });

  test.each(['59', '3601', 'abc', '', '60.5', '1e2', '60&ttl=70'])('refuses ttl=%s with 400', async (ttl) => {
    const response = await get(`archive-url?ttl=${ttl}`);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ details: { field: 'ttl' } });
  });
});

const READS = ['listing', 'tree', 'files/README.md', 'archive-url'];

test.each(READS)('answers 409 to %s while the shelf is in work, and after it failed', async (path) => {
  const other = await givenShelf(api.database.manager, owner.account.id);
  const read = () => api.as(owner.key)({ url: `/v1/shelves/${other.publicId}/${path}` });
  expect((await read()).json()).toMatchObject({ code: 'CONFLICT', details: { status: 'uploading' } });
  await recordFailure(api.database.manager, { publicId: other.publicId, run: 1, step: 'uploading', message: 'no' });
  expect((await read()).statusCode).toBe(409);
});

test.each(READS)("answers 404 to %s of another account's shelf, and of none", async (path) => {
  const stranger = await api.user();
  for (const id of [shelf.publicId, `shf_${'0'.repeat(24)}`])
    expect((await api.as(stranger.key)({ url: `/v1/shelves/${id}/${path}` })).statusCode).toBe(404);
});

test.each(READS)('answers 400 to %s of what is no shelf id, and 401 first', async (path) => {
  expect((await api.as(owner.key)({ url: `/v1/shelves/shf_XYZ/${path}` })).json()).toMatchObject({
    details: { field: 'id', reason: 'invalid_format' },
  });
  expect((await api.request({ url: `/v1/shelves/shf_XYZ/${path}` })).statusCode).toBe(401);
});

describe('download.sh', () => {
  let folder: string;
  let url: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shelfwright-download-'));
    url = `http://127.0.0.1:${await listen(api.app)}`;
    await writeFile(join(folder, 'download.sh'), (await api.request({ url: '/v1/helpers/download.sh' })).body);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function run(args: string[], env: Record<string, string> = {}) {
    const options = { cwd: folder, env: { PATH: process.env['PATH'] ?? '', ...env }, timeout: 30_000 };
    return promisify(execFile)('sh', ['download.sh', ...args], options).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
  }

  test('is public and knows where the service is', async () => {
    const response = await api.request({ url: '/v1/helpers/download.sh' });
    expect(response.headers['content-type']).toBe('text/x-shellscript; charset=utf-8');
    expect(response.body).toContain("'http://shelves.test:8080'");
  });

  test('downloads a shelf by arguments, whole and readable', async () => {
    const done = await run([
      '--key',
      owner.key,
      '--shelf',
      shelf.publicId,
      '--target',
      'deep/er/by args',
      '--api',
      url,
    ]);
    expect(done).toMatchObject({ code: 0, stdout: 'deep/er/by args\n', stderr: '' });
    for (const [path, text] of Object.entries(TREE))
      expect(await readFile(join(folder, 'deep/er/by args', path), 'utf8')).toBe(text);
    expect(await readdir(join(folder, 'deep/er'))).toEqual(['by args']);
  });

  test('downloads a shelf by environment into ./shelf, and does not overwrite it', async () => {
    const env = { SHELV_KEY: owner.key, SHELF_ID: shelf.publicId, SHELV_API_URL: `${url}/` };
    expect(await run([], env)).toMatchObject({ code: 0, stdout: './shelf\n' });
    await writeFile(join(folder, 'shelf/README.md'), 'mine');
    expect(await run([], env)).toMatchObject({ code: 1, stderr: expect.stringContaining('not overwritten') });
    expect(await readFile(join(folder, 'shelf/README.md'), 'utf8')).toBe('mine');
  });

  test('leaves nothing when the archive is damaged, the key is wrong or the shelf is not ready', async () => {
    const damaged = await givenReadyShelf(api, owner.account, { 'README.md': '# Damaged\n' });
    for await (const { key } of api.storage.list(
      `users/${owner.account.publicId}/shelves/${damaged.publicId}/archives/`,
    ))
      await api.storage.put(key, 'other bytes', 'application/gzip');
    const waiting = await givenShelf(api.database.manager, owner.account.id);
    const to = ['--target', 'none', '--api', url];
    expect(await run(['--key', owner.key, '--shelf', damaged.publicId, ...to])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('SHA-256 differs'),
    });
    expect(await run(['--key', 'sk_live_wrong', '--shelf', shelf.publicId, ...to])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('401: Invalid or missing authentication'),
    });
    expect(await run(['--key', owner.key, '--shelf', waiting.publicId, ...to])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("answered 409: This is not possible while the shelf is in 'uploading'."),
    });
    expect((await readdir(folder)).filter((name) => name.startsWith('none'))).toEqual([]);
  });

  test('asks again while the archive is being built', async () => {
    const answers = [`{"status":"generating","retryAfter":1}`, `{"status":"generating","retryAfter":1}`];
    const real = (await get('archive-url')).body;
    const server = createServer((_request, response) => {
      const next = answers.shift();
      response.writeHead(next ? 202 : 200, { 'content-type': 'application/json' }).end(next ?? real);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const slow = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const done = await run(['--key', owner.key, '--shelf', shelf.publicId, '--target', 'slow', '--api', slow]);
    server.close();
    expect(done).toMatchObject({ code: 0 });
    expect(answers).toEqual([]);
  });

  test.each([
    [[], 'no key'],
    [['--key', 'sk_live_x'], 'no shelf'],
    [['--key', 'sk_live_x', '--shelf', '../x'], 'not a shelf'],
    [['--key', 'a"b', '--shelf', 'shf_1'], 'characters'],
    [['--key'], 'needs a value'],
    [['--what'], 'unknown argument'],
  ])('refuses arguments %j', async (args, message) => {
    expect(await run(args)).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
  });
});
