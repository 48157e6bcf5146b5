/** The body of approve: what reaches the run, and what is refused before. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Workflows } from '../../api/workflows.js';
import type { Operation } from '../../contract/vocabulary.js';
import type { Account } from '../../entities/account.js';
import { approveDraft } from '../../entities/queries/review.js';
import { REFUSALS } from '../../workflows/messages.js';
import { buildTestApp, givenReadyShelf, givenShelfInReview, type TestApp } from '../support/app.js';

const MIB = 1024 * 1024;
let api: TestApp;
let account: Account;
let send: ReturnType<TestApp['as']>;
/** What Temporal does; each test sets its own. */
let approve: Workflows['approve'];
/** The operations that each approve that was sent came with; null without any. */
let sent: (Operation[] | null)[];

beforeAll(async () => {
  api = await buildTestApp({ workflows: { approve: (...args) => approve(...args) } });
});
afterAll(() => api?.stop());

beforeEach(async () => {
  const user = await api.user();
  account = user.account;
  send = api.as(user.key);
  sent = [];
  approve = async ({ shelfPublicId: publicId, run, draft }, { operationsKey: key }) => {
    sent.push(key === null ? null : (JSON.parse((await api.storage.get(key)).toString()) as Operation[]));
    await approveDraft(api.database.manager, { publicId, run, draft, edited: null });
    return { outcome: 'done', result: undefined };
  };
});

const JSON_TYPE = { 'content-type': 'application/json' };
const post = (id: string, payload: string | Buffer, headers: Record<string, string> = JSON_TYPE) =>
  send({ method: 'POST', url: `/v1/shelves/${id}/approve`, headers, payload });

async function stored(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of api.storage.list(`users/${account.publicId}/`)) keys.push(key);
  return keys.filter((key) => key.includes('/operations/'));
}

test('operations are stored before the Update is sent, and removed when it is done', async () => {
  const { publicId } = await givenShelfInReview(api, account);
  const operations = [
    { type: 'mkdir', path: 'part' },
    { type: 'rename', from: 'notes.txt', to: 'part/notes.txt' },
    { type: 'write', path: 'part/new.md', content: 'Grüße\n' },
    { type: 'delete', path: '01-introduction.md' },
  ];
  const reply = await post(publicId, JSON.stringify({ operations }));
  expect(reply.statusCode).toBe(200);
  expect(sent).toEqual([operations]);
  expect(await stored()).toEqual([]);
});

test.each([
  ['no body', ''],
  ['an empty object', '{}'],
  ['no operations', '{"operations":[]}'],
])('%s approves the draft as it is', async (_what, payload) => {
  const { publicId } = await givenShelfInReview(api, account);
  expect((await post(publicId, payload)).statusCode).toBe(200);
  expect(sent).toEqual([null]);
});

test('an operation that the run refuses is a 400 with its index, and nothing of it is stored', async () => {
  const { publicId } = await givenShelfInReview(api, account);
  const details = { index: 0, reason: 'not_found', member: 'path' };
  approve = async () => ({ outcome: 'refused', type: REFUSALS.badOperation, details });
  const reply = await post(publicId, JSON.stringify({ operations: [{ type: 'delete', path: 'nowhere.md' }] }));
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'operations', ...details } });
  expect(await stored()).toEqual([]);
});

test('what another session keeps while the approval is under way is not lost: 409, and it is still pending', async () => {
  const { publicId } = await givenShelfInReview(api, account);
  const other = await api.withSession(account);
  const url = `/v1/dashboard/shelves/${publicId}/review/operations`;
  const operations: Operation[] = [{ type: 'delete', path: 'notes.txt' }];
  const { manager } = api.database;
  approve = async ({ run, draft }, { revision }) => {
    const kept = await other({ method: 'PUT', url, payload: { draft, revision: 0, operations } });
    expect(kept.statusCode).toBe(200);
    const { outcome } = await approveDraft(manager, { publicId, run, draft, edited: null, revision });
    expect(outcome).toBe('revision_changed');
    return { outcome: 'refused', type: REFUSALS.revisionChanged, details: undefined };
  };
  const reply = await post(publicId, JSON.stringify({ revision: 0 }));
  expect([reply.statusCode, reply.json()]).toMatchObject([
    409,
    { code: 'CONFLICT', details: { reason: 'revision_changed', revision: 1, changedBy: 'another_session' } },
  ]);
  expect((await other({ url })).json()).toMatchObject({ revision: 1, operations });
});

test('operations of an Update that was taken and has not ended stay for the run', async () => {
  const { publicId } = await givenShelfInReview(api, account);
  approve = async () => ({ outcome: 'unfinished' });
  const reply = await post(publicId, JSON.stringify({ operations: [{ type: 'delete', path: 'notes.txt' }] }));
  expect(reply.statusCode).toBe(503);
  expect(await stored()).toHaveLength(1);
});

const many = (count: number, content = '') =>
  JSON.stringify({
    operations: Array.from({ length: count }, (_, i) => ({ type: 'write', path: `${i}.md`, content })),
  });

test('a thousand operations of 16 MiB are taken', async () => {
  const { publicId } = await givenShelfInReview(api, account);
  expect((await post(publicId, many(1000, 'x'.repeat(16_000)))).statusCode).toBe(200);
  expect(sent[0]).toHaveLength(1000);
});

test.each<[string, string | Buffer, object]>([
  ['10,000 operations', many(10_000), { field: 'operations', reason: 'too_many' }],
  ['17 MiB of content', many(17, 'x'.repeat(MIB)), { field: 'operations', reason: 'too_large' }],
  ['100 MB of JSON', many(100, 'x'.repeat(1_000_000)), { field: 'body', reason: 'too_large' }],
  ['broken JSON', '{"operations":[', { field: 'body', reason: 'invalid_json' }],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), { field: 'body', reason: 'invalid_json' }],
  ['a list', '[]', { field: 'body', reason: 'invalid_type' }],
  ['operations of another type', '{"operations":"all"}', { field: 'operations', reason: 'invalid_type' }],
  ['an operation of another type', '{"operations":[1]}', { field: 'operations', index: 0, reason: 'invalid_type' }],
  ['an unknown operation', '{"operations":[{"type":"chmod","path":"a"}]}', { index: 0, reason: 'unknown_type' }],
  ['a path that climbs', '{"operations":[{"type":"delete","path":"../a"}]}', { index: 0, reason: 'invalid_path' }],
  ['a path with NUL', '{"operations":[{"type":"delete","path":"a\\u0000"}]}', { index: 0, reason: 'invalid_path' }],
  ['a missing member', '{"operations":[{"type":"rename","from":"a"}]}', { index: 0, reason: 'required', member: 'to' }],
])('%s is 400 and leaves the shelf in review', async (_what, payload, details) => {
  const { publicId } = await givenShelfInReview(api, account);
  const reply = await post(publicId, payload);
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toMatchObject({ code: 'VALIDATION_ERROR', details });
  expect(sent).toEqual([]);
  expect((await send({ url: `/v1/shelves/${publicId}` })).json()).toMatchObject({ status: 'review' });
});

test('a body of another type is 400', async () => {
  const { publicId } = await givenShelfInReview(api, account);
  const reply = await post(publicId, 'operations=none', { 'content-type': 'application/x-www-form-urlencoded' });
  expect(reply.json()).toMatchObject({ details: { field: 'content-type', reason: 'unsupported' } });
});

test('a bad body is reported only after 404 and 409', async () => {
  expect((await post('shf_0123456789abcdef01234567', '{')).statusCode).toBe(404);
  const { publicId } = await givenReadyShelf(api, account);
  expect((await post(publicId, '{')).statusCode).toBe(409);
  expect((await post(publicId, 'x', { 'content-type': 'text/csv' })).statusCode).toBe(409);
});

test('another body with the same Idempotency-Key is 409', async () => {
  const { publicId } = await givenShelfInReview(api, account);
  const headers = { ...JSON_TYPE, 'idempotency-key': 'bodies' };
  expect((await post(publicId, '{}', headers)).statusCode).toBe(200);
  const reply = await post(publicId, '{"operations":[]}', headers);
  expect(reply.statusCode).toBe(409);
  expect(reply.json()).toMatchObject({ details: { reason: 'key_reused' } });
});
