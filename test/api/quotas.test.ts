/** Accounts that take more than they may: all at once, with and without a length, after deleting, by retries. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Answer } from '../../admin/commands.js';
import { readRequest } from '../../admin/request.js';
import type { Account } from '../../entities/account.js';
import { countPages } from '../../entities/queries/quotas.js';
import { Shelf } from '../../entities/shelf.js';
import { buildTestApp, givenReadyShelf, givenShelfInReview, type TestApp } from '../support/app.js';
import { fileField, form, FORM_TYPE, SMALL_PDF } from '../support/forms.js';
import { listen } from '../support/listen.js';
import { until } from '../support/until.js';
import { openUpload } from '../support/upload-socket.js';

const KIB = 1024;
let api: TestApp;
let port: number;
beforeAll(async () => {
  api = await buildTestApp();
  port = await listen(api.app);
});
afterAll(() => api?.stop());

const create = (key: string, payload = form(fileField()), headers: Record<string, string> = {}) =>
  api.as(key)({ method: 'POST', url: '/v1/shelves', headers: { ...FORM_TYPE, ...headers }, payload });
const bigPdf = (bytes: number) => form(fileField(Buffer.concat([SMALL_PDF, Buffer.alloc(bytes, 0x20)])));

function admin(...args: string[]): Promise<Answer> {
  const systems = { manager: api.database.manager, temporal: null, storage: () => api.storage, temporalUiUrl: null };
  return readRequest(args)!.work(systems);
}
const limit = ({ email }: Account, ...options: string[]) => admin('quota', 'set', email, ...options);

const refused = (quota: string, details: object) => ({
  code: 'PAYMENT_REQUIRED',
  details: { reason: 'quota_exceeded', quota, ...details },
});

/** Objects of the account, and uploads without a shelf. */
async function leftOvers({ id, publicId }: Account): Promise<{ objects: number; uploads: number }> {
  const [{ uploads }] = await api.database.manager.query<[{ uploads: number }]>(
    'SELECT count(*)::int AS uploads FROM uploads WHERE account_id = $1 AND shelf_id IS NULL',
    [id],
  );
  let objects = 0;
  for await (const { key } of api.storage.list(`users/${publicId}/`)) objects += key === '' ? 0 : 1;
  return { objects, uploads };
}

describe('an account gets no more than its quota', () => {
  test('of shelves, however many it asks for at once', async () => {
    const { account, key } = await api.user();
    await limit(account, '--shelves', '3');
    const replies = await Promise.all(Array.from({ length: 10 }, () => create(key)));
    const made = replies.filter(({ statusCode }) => statusCode === 201);
    const refusals = replies.filter(({ statusCode }) => statusCode === 402);
    expect([made.length, refusals.length]).toEqual([3, 7]);
    for (const reply of refusals) expect(reply.json()).toMatchObject(refused('shelves', { limit: 3, used: 3 }));
    expect(await leftOvers(account)).toEqual({ objects: 3, uploads: 0 });
    expect(await api.database.manager.countBy(Shelf, { accountId: account.id })).toBe(3);
  });

  test('of bytes: by the length before the file is read, and by the file where the length says too little', async () => {
    const { account, key } = await api.user();
    await limit(account, '--storage-mib', '1');
    const announced = await create(key, bigPdf(1200 * KIB));
    expect([announced.statusCode, announced.json()]).toMatchObject([402, refused('storageBytes', { used: 0 })]);
    const [{ intents }] = await api.database.manager.query<[{ intents: number }]>(
      'SELECT count(*)::int AS intents FROM uploads WHERE account_id = $1',
      [account.id],
    );
    expect(intents).toBe(0);
    // within what a form may have around its file
    const late = await create(key, bigPdf(1024 * KIB));
    expect([late.statusCode, late.json()]).toMatchObject([402, refused('storageBytes', { limit: 1024 * KIB })]);
    expect(await leftOvers(account)).toEqual({ objects: 0, uploads: 0 });
    expect((await create(key, bigPdf(700 * KIB))).statusCode).toBe(201);
    expect((await create(key, bigPdf(700 * KIB))).statusCode).toBe(402);
  });

  test('of pages: also after it deleted its shelves, and for a retry', async () => {
    const { account, key } = await api.user();
    await limit(account, '--pages', '100');
    const first = (await create(key)).json<{ publicId: string }>();
    const failed = (await create(key)).json<{ publicId: string }>();
    // counted once, though an attempt is repeated
    for (const pages of [100, 100]) await countPages(api.database.manager, { publicId: first.publicId, run: 1, pages });
    const removed = await api.as(key)({ method: 'DELETE', url: `/v1/shelves/${first.publicId}` });
    expect(removed.statusCode).toBe(200);
    expect((await create(key)).json()).toMatchObject(refused('pages', { limit: 100, used: 100 }));
    await api.database.manager.update(
      Shelf,
      { publicId: failed.publicId },
      { status: 'failed', failedAtStep: 'parsing', errorMessage: 'for the test' },
    );
    const retried = await api.as(key)({ method: 'POST', url: `/v1/shelves/${failed.publicId}/retry` });
    expect([retried.statusCode, retried.json()]).toMatchObject([402, refused('pages', { used: 100 })]);
    await api.database.manager.query(
      `UPDATE counted_pages SET counted_at = counted_at - interval '32 days' WHERE account_id = $1`,
      [account.id],
    );
    expect((await create(key)).statusCode).toBe(201);
  });

  test('of shelves in work; a new PDF for a shelf counts as well', async () => {
    const { account, key } = await api.user();
    await admin('subscription', 'grant', account.email);
    const ready = await givenReadyShelf(api, account);
    await limit(account, '--runs', '1');
    expect((await create(key)).statusCode).toBe(201);
    const upload = { method: 'POST', url: `/v1/shelves/${ready.publicId}/upload`, headers: FORM_TYPE } as const;
    const second = await api.as(key)({ ...upload, payload: form(fileField()) });
    expect([second.statusCode, second.json()]).toMatchObject([402, refused('runs', { limit: 1, used: 1 })]);
    await limit(account, '--runs', 'none');
    expect((await api.as(key)({ ...upload, payload: form(fileField()) })).statusCode).toBe(200);
  });
});

describe('a review is within the quotas', () => {
  test('of shelves in work, to regenerate', async () => {
    const { account, key } = await api.user();
    const { publicId } = await givenShelfInReview(api, account);
    await create(key);
    await limit(account, '--runs', '1');
    const regenerate = () => api.as(key)({ method: 'POST', url: `/v1/shelves/${publicId}/regenerate` });
    const refusal = await regenerate();
    expect([refusal.statusCode, refusal.json()]).toMatchObject([402, refused('runs', { limit: 1, used: 1 })]);
    expect(api.started.filter(([kind]) => kind === 'regenerate')).toEqual([]);
    await limit(account, '--runs', '2');
    await regenerate();
    expect(api.started.filter(([kind]) => kind === 'regenerate')).toHaveLength(1);
  });

  test('of bytes, to approve with operations', async () => {
    const { account, key } = await api.user();
    const { publicId } = await givenShelfInReview(api, account);
    await limit(account, '--storage-mib', '1');
    const approve = (kib: number) => {
      const operations = kib === 0 ? [] : [{ type: 'write', path: 'new.md', content: 'x'.repeat(kib * KIB) }];
      return api.as(key)({ method: 'POST', url: `/v1/shelves/${publicId}/approve`, payload: { operations } });
    };
    const refusal = await approve(1024);
    expect([refusal.statusCode, refusal.json()]).toMatchObject([402, refused('storageBytes', { limit: 1024 * KIB })]);
    expect(api.started.filter(([kind]) => kind === 'approve')).toEqual([]);
    await approve(10);
    expect(api.started.filter(([kind]) => kind === 'approve')).toHaveLength(1);
  });
});

test.each([{}, { 'idempotency-key': 'a-key' }])(
  'a quota is refused before the status, and after what is no id: %j',
  async (headers) => {
    const { account, key } = await api.user();
    await admin('subscription', 'grant', account.email);
    const { publicId } = (await create(key)).json<{ publicId: string }>();
    const post = (id: string, action: 'upload' | 'retry') =>
      api.as(key)({
        method: 'POST',
        url: `/v1/shelves/${id}/${action}`,
        headers: { ...headers, ...(action === 'upload' ? FORM_TYPE : {}) },
        ...(action === 'upload' ? { payload: form(fileField()) } : {}),
      });
    const statuses = async (id: string) => [
      (await post(id, 'upload')).statusCode,
      (await post(id, 'retry')).statusCode,
    ];
    expect(await statuses(publicId)).toEqual([409, 409]);
    await limit(account, '--runs', '1');
    expect(await statuses(publicId)).toEqual([402, 402]);
    expect(await statuses('no-id')).toEqual([400, 400]);
    expect(await statuses(`shf_${'0'.repeat(24)}`)).toEqual([404, 404]);
  },
);

test('a repeat gets its answer although the quota is used up by then', async () => {
  const { account, key } = await api.user();
  await limit(account, '--shelves', '1');
  const once = { 'idempotency-key': 'the-only-one' };
  const first = await create(key, form(fileField()), once);
  expect(first.statusCode).toBe(201);
  const repeated = await create(key, form(fileField()), once);
  expect([repeated.statusCode, repeated.body]).toEqual([201, first.body]);
});

test('a key that no request has used gets no upload past the quota: it is refused before it is read', async () => {
  const { account, key } = await api.user();
  const other = await api.user();
  await limit(account, '--storage-mib', '1');
  const headers = { 'idempotency-key': 'fresh' };
  // a key of another account's is none of this account's
  expect((await create(other.key, form(fileField()), headers)).statusCode).toBe(201);
  const reply = await create(key, bigPdf(1200 * KIB), headers);
  expect([reply.statusCode, reply.json()]).toMatchObject([402, refused('storageBytes', { used: 0 })]);

  const { socket, received } = await openUpload(port, {
    path: '/v1/shelves',
    key,
    headers: { ...headers, 'content-length': 100 * KIB * KIB, expect: '100-continue' },
  });
  await until(() => received() !== '', 'there is an answer');
  expect(received()).toMatch(/^HTTP\/1\.1 402 /);
  socket.destroy();

  // nor is one from yesterday, which a repeat would not get the answer of
  expect((await create(key, form(fileField()), headers)).statusCode).toBe(201);
  expect((await create(key, bigPdf(1200 * KIB), headers)).json()).toMatchObject({ code: 'CONFLICT' });
  await api.database.manager.query("UPDATE idempotency_keys SET created_at = now() - interval '25 hours'");
  expect((await create(key, bigPdf(1200 * KIB), headers)).statusCode).toBe(402);
});

test('an account without a byte left sends no upload, with or without a length: it is refused before it is read', async () => {
  const { account, key } = await api.user();
  await limit(account, '--storage-mib', '0');
  for (const [name, value] of [
    ['transfer-encoding', 'chunked'],
    ['content-length', '1000'],
  ] as const) {
    // of the body not a byte is sent: an answer is one to the head
    const { socket, received } = await openUpload(port, { path: '/v1/shelves', key, headers: { [name]: value } });
    await until(() => received() !== '', 'there is an answer');
    expect(received()).toMatch(/^HTTP\/1\.1 402 /);
    socket.destroy();
  }
});

test('a quota that an operator sets is in the security log', async () => {
  const { account } = await api.user();
  await limit(account, '--shelves', '3');
  expect(await admin('events', '--account', account.email)).toMatchObject({
    list: [{ type: 'quota_changed', actor: 'operator', account: account.publicId }],
  });
  await expect(admin('quota', 'set', 'nobody@example.com', '--shelves', '3')).rejects.toThrow('There is no account');
});

test('account, operator and metrics show use and limits', async () => {
  const { account, key } = await api.user();
  await limit(account, '--shelves', '1', '--pages', '7');
  await create(key);
  expect((await create(key)).statusCode).toBe(402);
  const session = await api.withSession(account);
  const { usage } = (await session({ url: '/v1/dashboard/account' })).json<{ usage: object }>();
  expect(usage).toMatchObject({
    storageBytes: { used: SMALL_PDF.length, limit: null },
    shelves: { used: 1, limit: 1 },
    pages: { used: 0, limit: 7 },
    runs: { used: 1, limit: null },
  });
  expect(await admin('quota', 'set', account.email, '--shelves', 'default')).toEqual({
    isCut: false,
    list: [
      { quota: 'storageBytes', used: SMALL_PDF.length, limit: 'default' },
      { quota: 'shelves', used: 1, limit: 'default' },
      { quota: 'pages', used: 0, limit: 7 },
      { quota: 'runs', used: 1, limit: 'default' },
    ],
  });
  expect((await create(key)).statusCode).toBe(201);
  const { body } = await api.app.inject({ url: '/metrics' });
  expect(body).toMatch(/shelfwright_quota_refusals_total\{quota="shelves"\} [1-9]/);
  expect(body).toMatch(/^shelfwright_stored_bytes [1-9]/m);
  expect(() => readRequest(['quota', 'set', account.email])).toThrow('Which quota?');
  expect(() => readRequest(['quota', 'set', account.email, '--runs', 'many'])).toThrow('whole number, none or default');
});
