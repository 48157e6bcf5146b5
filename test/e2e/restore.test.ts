/**
 * A backup of a service in the middle of its work, restored into an empty database, an empty bucket and an empty Temporal:
 * every version is there byte for byte, open reviews can be approved, what was in work is finished. The same moves an
 * installation to another Temporal.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Shelf as ShelfReply } from '../../contract/shelf.js';
import { loadStoreConfig } from '../../infra/config.js';
import { createStorage } from '../../infra/storage.js';
import { setSubscription } from '../../entities/queries/admin.js';
import { Shelf } from '../../entities/shelf.js';
import { pageMarks, textPdf } from '../support/marked-pdf.js';
import { poll } from '../support/poll.js';
import { START_MS, STOP_MS, startService, type Service } from '../support/service.js';

const main = join(import.meta.dirname, '../../admin/main.js');
const SETTINGS = { ENGINE_PAGES_PER_RANGE: '6', ENGINE_PROCESSES: '1', RECONCILE_AFTER_SECONDS: '5' };
const PAGES = 36;
const LONG_PAGES = 72;

let folder: string;
let first: Service;
let second: Service;
let pdf: Buffer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shelfwright-backup-'));
  pdf = await textPdf(PAGES);
  first = await startService(SETTINGS);
}, START_MS);
afterAll(async () => {
  await first?.stop();
  await second?.stop();
  rmSync(folder, { recursive: true, force: true });
}, STOP_MS);

/** The command as the process that it is; its code, and its answer or what it said. */
function admin(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; answer: Answer; errors: string }> {
  const options = { env, maxBuffer: 10_000_000, timeout: 120_000 };
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args, '--json'], options, (error, out, errors) => {
      const code = error === null ? 0 : Number(error.code);
      resolve({ code, answer: (out ? JSON.parse(out) : {}) as Answer, errors });
    });
  });
}
type Answer = Record<string, unknown>;

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** SHA-256 of every object of versions, drafts, archives, sources and runs, by its key. */
async function objectsOf(environment: Record<string, string>): Promise<Record<string, string>> {
  const storage = createStorage(loadStoreConfig(environment));
  const hashes: Record<string, string> = {};
  for await (const { key } of storage.list('users/')) hashes[key] = sha256(await storage.get(key));
  storage.close();
  return hashes;
}

/** What a client reads of a shelf with the key that it has. */
async function readShelf(service: Service, key: string, publicId: string): Promise<string[]> {
  const read = async (path: string): Promise<string> => {
    const headers = { authorization: `Bearer ${key}` };
    const reply = await service.request(`/v1/shelves/${publicId}${path}`, { headers });
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return sha256(Buffer.from(await reply.arrayBuffer()));
  };
  return [await read('/source'), await read('/tree'), await read('/versions')];
}

/** Shelves of every kind: two versions, one version, a draft in review, one in parsing, one that failed. */
async function givenShelves() {
  await setSubscription(first.database.manager, { email: first.account.email, active: true });
  const [twice, once] = [await first.createShelf(pdf), await first.createShelf(await textPdf(3))];
  for (const { publicId } of [twice, once]) await first.shelfIn(publicId, ['ready'], 120_000);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await textPdf(5))], { type: 'application/pdf' }), 'second.pdf');
  const upload = await first.request(`/v1/shelves/${twice.publicId}/upload`, { method: 'POST', body: form });
  expect(upload.status).toBe(200);
  await first.shelfIn(twice.publicId, ['ready'], 120_000);
  const broken = await first.createShelf(Buffer.from('%PDF-1.7\nbroken'));
  await first.shelfIn(broken.publicId, ['failed']);
  const review = await reviewedShelf();
  return { twice, once, broken, review };
}

/** A shelf of which some pages are parsed, and whose worker is dead. It is long: the test must not come too late. */
async function givenParsing(): Promise<ShelfReply> {
  const parsing = await first.createShelf(await textPdf(LONG_PAGES));
  await poll(async () => {
    const { publicId } = parsing;
    const row = await first.database.manager.findOneByOrFail(Shelf, { publicId });
    if (row.status !== 'uploading' && row.status !== 'parsing') throw new Error(`too late: ${row.status}`);
    return (row.pagesDone ?? 0) > 0 ? true : null;
  }, 60_000);
  await first.worker.kill();
  return parsing;
}

async function reviewedShelf(): Promise<ShelfReply> {
  const form = new FormData();
  form.append('review', 'true');
  form.append('file', new Blob([new Uint8Array(await textPdf(4))], { type: 'application/pdf' }), 'review.pdf');
  const reply = await first.withSession('/v1/shelves', { method: 'POST', body: form });
  expect(reply.status).toBe(201);
  const { publicId } = (await reply.json()) as ShelfReply;
  return first.shelfIn(publicId, ['review'], 120_000);
}

test('a backup of running work comes back whole in empty servers, reviews and runs with it', async () => {
  const { twice, once, broken, review } = await givenShelves();
  const parsing = await givenParsing();
  const key = first.apiKey;
  const ready = [twice.publicId, once.publicId];
  const before = await Promise.all(ready.map((publicId) => readShelf(first, key, publicId)));
  const created = await admin(first.environment, 'backup', 'create', '--to', folder);
  expect([created.code, created.errors]).toEqual([0, '']);
  const objects = await objectsOf(first.environment);
  await first.stop();

  second = await startService(SETTINGS, async (environment) => {
    const restored = await admin(environment, 'backup', 'restore', '--from', folder);
    expect([restored.code, restored.errors]).toEqual([0, '']);
    expect(restored.answer['objects']).toBe(created.answer['objects']);
    expect(await objectsOf(environment)).toEqual(objects);
    const again = await admin(environment, 'backup', 'restore', '--from', folder);
    expect([again.code, again.errors]).toEqual([1, expect.stringContaining('The database is not empty')]);
    const verified = await admin(environment, 'backup', 'verify');
    expect([verified.code, verified.answer['objects']]).toEqual([
      1,
      expect.objectContaining({ versions: 4, faults: 0 }),
    ]);
    expect(verified.answer['runs']).toEqual({ expected: 2, missing: 2 }); // nothing has started them yet
  });

  expect(await Promise.all(ready.map((publicId) => readShelf(second, key, publicId)))).toEqual(before);
  const shelf = async (publicId: string): Promise<ShelfReply> => {
    const reply = await second.request(`/v1/shelves/${publicId}`, { headers: { authorization: `Bearer ${key}` } });
    return (await reply.json()) as ShelfReply;
  };
  expect(await shelf(broken.publicId)).toMatchObject({ status: 'failed' });

  await poll(async () => ((await shelf(parsing.publicId)).status === 'ready' ? true : null), 300_000, 1_000);
  const tree = await second.request(`/v1/shelves/${parsing.publicId}/tree`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const { files } = (await tree.json()) as { files: Record<string, string> };
  const contents = Object.entries(files).filter(([path]) => path.endsWith('.md') && path !== 'README.md');
  expect(pageMarks(contents.map(([, text]) => text))).toHaveLength(LONG_PAGES);

  await poll(
    async () => ((await admin(second.environment, 'backup', 'verify')).code === 0 ? true : null),
    240_000,
    2_000,
  );
  expect(await shelf(review.publicId)).toMatchObject({ status: 'review' });
  const approved = await second.request(`/v1/shelves/${review.publicId}/approve`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect([approved.status, await approved.json()]).toMatchObject([200, { status: 'ready' }]);
}, 900_000);

test('a second backup into the same folder reads what is new; a damaged one, and lost objects, are named', async () => {
  const { environment } = second;
  const incremental = await admin(environment, 'backup', 'create', '--to', folder);
  const counts = incremental.answer as { objects: number; copied: number };
  expect(counts.objects).toBeGreaterThan(20);
  const repeated = await admin(environment, 'backup', 'create', '--to', folder);
  expect(repeated.answer['copied']).toBe(0);

  const [version] = await second.database.manager.query<{ prefix: string }[]>(
    'SELECT prefix FROM versions WHERE version_number IS NOT NULL LIMIT 1',
  );
  const lost = `${version!.prefix}README.md`;
  await second.storage.remove([lost]);
  const verified = await admin(environment, 'backup', 'verify');
  expect([verified.code, verified.answer['faults']]).toEqual([1, [{ key: lost, fault: 'missing' }]]);
  const restored = await admin(environment, 'backup', 'restore', '--from', folder, '--only', 'objects');
  expect(restored).toMatchObject({ code: 0, answer: { copied: 1 } });
  expect((await admin(environment, 'backup', 'verify')).code).toBe(0);

  const refused = await admin(environment, 'backup', 'restore', '--from', folder);
  expect([refused.code, refused.errors]).toEqual([1, expect.stringMatching(/^Temporal knows \d+ runs of shelves/)]);

  const index = readFileSync(join(folder, 'snapshot-3', 'objects.ndjson'), 'utf8')
    .trim()
    .split('\n');
  const copies = index.map((line) => JSON.parse(line) as { key: string; sha256: string });
  const name = copies.find(({ key }) => key === lost)!.sha256;
  appendFileSync(join(folder, 'objects', name.slice(0, 2), name), 'x');
  await second.storage.remove([lost]);
  const damaged = await admin(environment, 'backup', 'restore', '--from', folder, '--only', 'objects');
  expect([damaged.code, damaged.errors]).toEqual([1, expect.stringContaining('is damaged')]);
  const none = await admin(environment, 'backup', 'restore', '--from', tmpdir());
  expect([none.code, none.errors]).toEqual([1, expect.stringContaining('holds no whole backup')]);
}, 360_000);
