/** Approve and regenerate at the edge; what a run answers is given. The way through real runs is in test/e2e. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { ReviewTarget, UpdateEnd } from '../../api/review-updates.js';
import type { Workflows } from '../../api/workflows.js';
import type { PendingOperations } from '../../contract/review.js';
import type { Account } from '../../entities/account.js';
import { approveDraft, giveUpDraft } from '../../entities/queries/review.js';
import { Shelf } from '../../entities/shelf.js';
import { Version } from '../../entities/version.js';
import { REFUSALS } from '../../workflows/messages.js';
import { buildTestApp, givenDraft, givenReadyShelf, givenShelfInReview, TREE, type TestApp } from '../support/app.js';

let api: TestApp;
let account: Account;
let send: ReturnType<TestApp['as']>;
/** What Temporal does; each test sets its own. */
let approve: Workflows['approve'];
let regenerate: Workflows['regenerate'];
let earlier: (run: { updateId: string | null }) => Promise<UpdateEnd<never> | null>;

beforeAll(async () => {
  const workflows: Partial<Workflows> = {
    approve: (...args) => approve(...args),
    regenerate: (...args) => regenerate(...args),
    earlier: (run) => earlier(run),
  };
  api = await buildTestApp({ workflows });
});
afterAll(() => api?.stop());

beforeEach(async () => {
  const user = await api.user();
  account = user.account;
  send = api.as(user.key);
  approve = async ({ shelfPublicId: publicId, run, draft }) => {
    await approveDraft(api.database.manager, { publicId, run, draft, edited: null });
    return { outcome: 'done', result: undefined };
  };
  regenerate = async ({ shelfPublicId: publicId, run, draft }, template) => {
    const wanted = template === undefined ? {} : { template };
    const shelf = await giveUpDraft(api.database.manager, { publicId, run, draft, ...wanted });
    const result = { updatedAt: shelf?.updatedAt.toISOString() ?? '', template: shelf?.template ?? null };
    return { outcome: 'done', result };
  };
});

const post = (id: string, action: string, more: object = {}) =>
  send({ method: 'POST', url: `/v1/shelves/${id}/${action}`, ...more });

test('approve answers 200 with the shelf in ready on version 1', async () => {
  const { publicId } = await givenShelfInReview(api, account);
  const reply = await post(publicId, 'approve');
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toMatchObject({ publicId, status: 'ready', currentVersionNumber: 1, pageCount: 12 });
});

test('regenerate answers 200 with the shelf in structuring, though the run has continued since', async () => {
  const { id, publicId } = await givenShelfInReview(api, account);
  const { manager } = api.database;
  const moved = regenerate;
  regenerate = async (target) => {
    const ended = await moved(target);
    await manager.query("UPDATE shelves SET status = 'verifying' WHERE public_id = $1", [publicId]);
    return ended;
  };
  const reply = await post(publicId, 'regenerate');
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toMatchObject({
    status: 'structuring',
    storageSizeBytes: null,
    auditStatus: null,
    pageCount: 12,
  });
  expect(await manager.findBy(Version, { shelfId: id })).toEqual([]);
});

test('regenerate takes a template, which becomes the shelf’s; null takes it away', async () => {
  const { id, publicId } = await givenShelfInReview(api, account);
  const templateOf = async () => (await api.database.manager.findOneByOrFail(Shelf, { id })).template;
  const reply = await post(publicId, 'regenerate', { payload: { template: 'book' } });
  expect([reply.statusCode, reply.json()]).toMatchObject([200, { status: 'structuring', template: 'book' }]);
  expect(await templateOf()).toBe('book');
  for (const [payload, template] of [
    [{}, 'book'],
    [{ template: null }, null],
  ] as const) {
    await givenDraft(api, account, { shelf: await api.database.manager.findOneByOrFail(Shelf, { id }), files: TREE });
    expect((await post(publicId, 'regenerate', { payload })).json()).toMatchObject({ template });
    expect(await templateOf()).toBe(template);
  }
});

test('a worker that knows of no templates leaves the shelf its own, and the answer says so', async () => {
  const { publicId } = await givenShelfInReview(api, account);
  const known = regenerate;
  regenerate = async (target) => {
    const ended = await known(target);
    return ended.outcome === 'done' ? { ...ended, result: { updatedAt: ended.result.updatedAt } } : ended;
  };
  const reply = await post(publicId, 'regenerate', { payload: { template: 'book' } });
  expect([reply.statusCode, reply.json()]).toMatchObject([200, { template: null }]);
});

test.each([
  ['regenerate', { template: 'novel' }, 'template', 'invalid_value'],
  ['regenerate', { draft: 1 }, 'draft', 'invalid_type'],
  ['approve', { draft: 1 }, 'draft', 'invalid_type'],
  ['approve', { revision: '1' }, 'revision', 'invalid_type'],
])('%s refuses %j, and nothing is sent', async (action, payload, field, reason) => {
  const { publicId } = await givenShelfInReview(api, account);
  const refused = await post(publicId, action, { payload });
  expect([refused.statusCode, refused.json()]).toMatchObject([400, { details: { field, reason } }]);
  expect((await send({ url: `/v1/shelves/${publicId}` })).json()).toMatchObject({ status: 'review' });
});

test('approve of what is not the draft, or not the pending operations, that were seen is 409', async () => {
  const { publicId } = await givenShelfInReview(api, account);
  const session = await api.withSession(account);
  const url = `/v1/dashboard/shelves/${publicId}/review/operations`;
  const { draft, revision } = (await session({ url })).json<PendingOperations>();
  const other = 'ver_ffffffffffffffffffffffff';
  for (const action of ['approve', 'regenerate']) {
    const refused = await post(publicId, action, { payload: { draft: other } });
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { details: { reason: 'draft_changed' } }]);
  }
  await session({ method: 'PUT', url, payload: { draft, revision, operations: [] } });
  const approval = { draft, revision, operations: [] };
  const refused = await post(publicId, 'approve', { payload: approval });
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { details: { reason: 'revision_changed', revision: 1, changedBy: 'another_session' } },
  ]);
  const done = await post(publicId, 'approve', { payload: { ...approval, revision: 1 } });
  expect([done.statusCode, done.json()]).toMatchObject([200, { status: 'ready' }]);
});

test.each(['approve', 'regenerate'])('%s of a shelf that is not in review is 409 by its status', async (action) => {
  const { publicId } = await givenReadyShelf(api, account);
  const reply = await post(publicId, action);
  expect(reply.statusCode).toBe(409);
  expect(reply.json()).toMatchObject({ code: 'CONFLICT', details: { status: 'ready' } });
});

test.each(['approve', 'regenerate'])('%s of an unknown shelf, or of another account’s, is 404', async (action) => {
  expect((await post('shf_0123456789abcdef01234567', action)).statusCode).toBe(404);
  const other = await api.user();
  const { publicId } = await givenShelfInReview(api, other.account);
  expect((await post(publicId, action)).statusCode).toBe(404);
});

test.each(['approve', 'regenerate'])('%s with a malformed id is 400', async (action) => {
  const reply = await post('shf_1', action);
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toMatchObject({ details: { field: 'id', reason: 'invalid_format' } });
});

test('with no worker to take it approve is 503 with Retry-After, and the shelf stays in review', async () => {
  approve = async () => ({ outcome: 'not_taken' });
  const { publicId } = await givenShelfInReview(api, account);
  const reply = await post(publicId, 'approve');
  expect(reply.statusCode).toBe(503);
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  expect((await send({ url: `/v1/shelves/${publicId}` })).json()).toMatchObject({ status: 'review' });
});

test('a run that is closed or missing is 409 by the row’s status, 503 while it says review', async () => {
  const { publicId } = await givenShelfInReview(api, account);
  approve = async () => ({ outcome: 'refused', type: REFUSALS.notInReview, details: undefined });
  expect((await post(publicId, 'approve')).statusCode).toBe(503);
  approve = async ({ run, draft }) => {
    await giveUpDraft(api.database.manager, { publicId, run, draft });
    return { outcome: 'not_taken' };
  };
  const reply = await post(publicId, 'approve');
  expect(reply.statusCode).toBe(409);
  expect(reply.json()).toMatchObject({ details: { status: 'structuring' } });
});

test('a second approve at the same moment is 409', async () => {
  const { publicId } = await givenShelfInReview(api, account);
  approve = async () => ({ outcome: 'refused', type: REFUSALS.underWay, details: undefined });
  const reply = await post(publicId, 'approve');
  expect(reply.statusCode).toBe(409);
  expect(reply.json()).toMatchObject({ details: { status: 'review', reason: 'under_way' } });
});

test('approve of a draft that has changed is 409', async () => {
  const { publicId } = await givenShelfInReview(api, account);
  approve = async () => ({ outcome: 'refused', type: REFUSALS.draftChanged, details: undefined });
  const reply = await post(publicId, 'approve');
  expect(reply.statusCode).toBe(409);
  expect(reply.json()).toMatchObject({ details: { reason: 'draft_changed' } });
});

test('with an Idempotency-Key the repeat gets the first’s answer; without one it is judged by the status', async () => {
  const { publicId } = await givenShelfInReview(api, account);
  const headers = { 'idempotency-key': 'once' };
  const first = await post(publicId, 'approve', { headers });
  const repeat = await post(publicId, 'approve', { headers });
  expect([first.statusCode, repeat.statusCode]).toEqual([200, 200]);
  expect(repeat.body).toBe(first.body);
  expect((await post(publicId, 'approve')).statusCode).toBe(409);
  expect((await post(publicId, 'regenerate', { headers })).json()).toMatchObject({ details: { reason: 'key_reused' } });
});

test.each([
  ['approve', 'ready'],
  ['regenerate', 'structuring'],
] as const)(
  '%s that was taken and has no answer in time is 503; by its key the repeat is told what became of it',
  async (action, status) => {
    const { publicId } = await givenShelfInReview(api, account);
    const sent: (string | null)[] = [];
    const unfinished =
      (done: (target: ReviewTarget) => Promise<UpdateEnd<unknown>>) => async (target: ReviewTarget) => {
        sent.push(target.updateId);
        const ended = await done(target);
        earlier = async ({ updateId }) => (updateId === target.updateId ? (ended as UpdateEnd<never>) : null);
        return { outcome: 'unfinished' } as const;
      };
    const approveAsIs = approve;
    approve = unfinished((target) => approveAsIs(target, { operationsKey: null }));
    regenerate = unfinished(regenerate);
    const headers = { 'idempotency-key': action };
    expect((await post(publicId, action, { headers })).statusCode).toBe(503);
    expect((await post(publicId, action)).json()).toMatchObject({ code: 'CONFLICT', details: { status } });
    const repeat = await post(publicId, action, { headers });
    expect([repeat.statusCode, repeat.json()]).toMatchObject([200, { publicId, status }]);
    expect((await post(publicId, action, { headers })).body).toBe(repeat.body);
    expect(sent).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  },
);

test('an approval that was refused is begun anew by its repeat; one that nobody took in time is asked for first', async () => {
  const { publicId } = await givenShelfInReview(api, account);
  const ends = [{ outcome: 'refused', type: REFUSALS.failed, details: undefined }, { outcome: 'not_taken' }] as const;
  const sent: (string | null)[] = [];
  const asked: (string | null)[] = [];
  earlier = async ({ updateId }) => {
    asked.push(updateId);
    return null;
  };
  const headers = { 'idempotency-key': 'anew' };
  for (const end of ends) {
    approve = async ({ updateId }) => {
      sent.push(updateId);
      return end;
    };
    expect((await post(publicId, 'approve', { headers })).statusCode).toBe(503);
  }
  approve = async ({ updateId, run, draft }) => {
    sent.push(updateId);
    await approveDraft(api.database.manager, { publicId, run, draft, edited: null });
    return { outcome: 'done', result: undefined };
  };
  expect((await post(publicId, 'approve', { headers })).statusCode).toBe(200);
  const [refused, untaken] = sent;
  expect(sent).toEqual([refused, untaken, untaken]);
  expect(refused).not.toBe(untaken);
  expect(asked).toEqual([untaken]);
});

test('the outcome of an approval that was accepted too late is the answer to its repeat', async () => {
  const { publicId } = await givenShelfInReview(api, account);
  approve = async ({ updateId: sent, run, draft }) => {
    await approveDraft(api.database.manager, { publicId, run, draft, edited: null });
    earlier = async ({ updateId }) => (updateId === sent ? ({ outcome: 'done' } as UpdateEnd<never>) : null);
    return { outcome: 'not_taken' };
  };
  const headers = { 'idempotency-key': 'late' };
  expect((await post(publicId, 'approve', { headers })).statusCode).toBe(503);
  const repeat = await post(publicId, 'approve', { headers });
  expect([repeat.statusCode, repeat.json()]).toMatchObject([200, { publicId, status: 'ready' }]);
});
