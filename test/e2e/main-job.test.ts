/** The main job as a client of the interface does it, from an e-mail address to the files of a PDF. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ArchiveDescriptor, Listing, Tree } from '../../contract/content.js';
import type { FoundPassages } from '../../contract/search.js';
import type { Shelf } from '../../contract/shelf.js';
import { poll } from '../support/poll.js';
import { START_MS, STOP_MS, startService, type Service } from '../support/service.js';

const sample = readFileSync(fileURLToPath(new URL('../../../local/sample/lighthouse.pdf', import.meta.url)));
const run = promisify(execFile);
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

let service: Service;
let folder: string;
let key: string;
let shelf: Shelf;
let tree: Tree;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shelfwright-main-job-'));
  service = await startService();
}, START_MS);
afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
}, STOP_MS);

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${service.baseUrl}${path}`, { headers: { authorization: `Bearer ${key}`, ...headers } });
}

function post(path: string, body: unknown): Promise<Response> {
  return fetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function read<T>(path: string): Promise<T> {
  const reply = await get(path);
  expect(reply.status).toBe(200);
  return (await reply.json()) as T;
}

test('an e-mail address becomes an account with a key', async () => {
  const email = 'reader@example.com';
  const registered = await post('/v1/auth/register', { email, name: 'A Reader', password: 'correct horse battery' });
  expect(registered.status).toBe(201);
  const mail = await poll(async () => {
    const [name] = existsSync(service.mailDir) ? readdirSync(service.mailDir).filter((n) => n.endsWith('.eml')) : [];
    return name ? readFileSync(join(service.mailDir, name), 'utf8') : null;
  });
  const code = /\b\d{6}\b/.exec(mail.slice(mail.indexOf('\r\n\r\n')))?.[0];
  const verified = await post('/v1/auth/verify-email', { email, code });
  expect(verified.status).toBe(200);
  const body = (await verified.json()) as { user: { id: string; email: string }; apiKey: { key: string } };
  expect(body).toMatchObject({ user: { email, name: 'A Reader' }, apiKey: { expiresAt: null } });
  expect(body.user.id).toMatch(/^usr_[0-9a-f]{24}$/);
  const logs = service.api.log() + service.worker.log();
  // its six digits may be part of a time
  expect(logs).not.toMatch(new RegExp(String.raw`(?<![\d.])${code}(?!\d)`));
  key = body.apiKey.key;
});

test('a PDF sent before the other fields becomes a ready shelf', async () => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(sample)], { type: 'application/pdf' }), 'lighthouse.pdf');
  form.append('name', 'Lighthouse');
  form.append('review', 'false');
  const created = await fetch(`${service.baseUrl}/v1/shelves`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'x-request-id': 'main-job-1' },
    body: form,
  });
  expect(created.status).toBe(201);
  const { publicId, status } = (await created.json()) as Shelf;
  expect(status).toBe('uploading');
  shelf = await poll(
    async () => {
      const now = await read<Shelf>(`/v1/shelves/${publicId}`);
      return ['ready', 'failed'].includes(now.status) ? now : null;
    },
    150_000,
    250,
  );
  expect(shelf).toMatchObject({ status: 'ready', name: 'Lighthouse', currentVersionNumber: 1, errorMessage: null });
  expect(shelf.pageCount).toBeGreaterThan(0);
  // The id of the request is in the worker's lines about the run that it started.
  expect(readFileSync(service.worker.logPath(), 'utf8')).toContain('main-job-1');
}, 240_000);

test('a shelf that is ready is found by its words', async () => {
  const found = await poll(async () => {
    const { results } = await read<FoundPassages>('/v1/search?q=lamps+keepers');
    return results[0] ?? null;
  });
  expect(found).toMatchObject({ shelfPublicId: shelf.publicId, shelfName: 'Lighthouse', version: 1 });
  const lines = await get(`/v1/shelves/${shelf.publicId}/files/${found.path}?offset=${found.line}&limit=1`);
  expect(await lines.text()).toMatch(/lamp|keeper/i);
});

test('listing, tree, files and archive show the same files in the same order', async () => {
  const listing = await read<Listing>(`/v1/shelves/${shelf.publicId}/listing`);
  tree = await read<Tree>(`/v1/shelves/${shelf.publicId}/tree`);
  expect(Object.keys(tree.files)).toEqual(listing.paths);
  expect(listing.paths[0]).toBe('README.md');
  expect(listing.paths.at(-1)).toBe('source-map.json');
  const total = Object.values(tree.files).reduce((sum, text) => sum + Buffer.byteLength(text as string), 0);
  expect(shelf.storageSizeBytes).toBe(total);
  for (const path of listing.paths) {
    const file = await get(`/v1/shelves/${shelf.publicId}/files/${encodeURI(path)}`);
    expect(file.headers.get('content-type')).toContain(path.endsWith('.json') ? 'application/json' : 'text/markdown');
    expect(await file.text()).toBe(tree.files[path]);
    const etag = file.headers.get('etag') ?? '';
    const again = await get(`/v1/shelves/${shelf.publicId}/files/${encodeURI(path)}`, { 'if-none-match': etag });
    expect(again.status).toBe(304);
  }
  const archive = await read<ArchiveDescriptor>(`/v1/shelves/${shelf.publicId}/archive-url`);
  const bytes = new Uint8Array(await (await fetch(archive.url, { redirect: 'error' })).arrayBuffer());
  expect([sha256(bytes), bytes.length]).toEqual([archive.sha256, archive.sizeBytes]);
});

test('download.sh hydrates the whole tree and does not overwrite it', async () => {
  const script = join(folder, 'download.sh');
  const target = join(folder, 'shelf');
  const text = await (await fetch(`${service.baseUrl}/v1/helpers/download.sh`)).text();
  await run('sh', ['-c', text, script], {
    cwd: folder,
    timeout: 90_000,
    env: { PATH: process.env['PATH'] ?? '', SHELV_KEY: key, SHELF_ID: shelf.publicId },
  });
  for (const [path, content] of Object.entries(tree.files)) {
    expect(readFileSync(join(target, path), 'utf8')).toBe(content);
  }
  const again = run('sh', ['-c', text, script, '--key', key, '--shelf', shelf.publicId, '--target', target], {
    cwd: folder,
    timeout: 90_000,
    env: { PATH: process.env['PATH'] ?? '' },
  });
  await expect(again).rejects.toMatchObject({ code: expect.any(Number) });
}, 240_000);

test('a deleted shelf is gone at once, and its objects soon after', async () => {
  const removed = await fetch(`${service.baseUrl}/v1/shelves/${shelf.publicId}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${key}` },
  });
  expect([removed.status, await removed.json()]).toEqual([200, { success: true }]);
  expect((await get(`/v1/shelves/${shelf.publicId}`)).status).toBe(404);
  await poll(
    async () => {
      const keys: string[] = [];
      for await (const object of service.storage.list(`users/${shelf.userId}/`)) keys.push(object.key);
      return keys.length === 0 ? true : null;
    },
    60_000,
    250,
  );
}, 240_000);
