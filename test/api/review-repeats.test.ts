/** Approvals that are repeated with their key while something is away; what a run answers is given. */
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { ReviewTarget, UpdateEnd } from '../../api/review-updates.js';
import type { Workflows } from '../../api/workflows.js';
import type { Account } from '../../entities/account.js';
import { IdempotencyKey } from '../../entities/idempotency-key.js';
import { publishVersion } from '../../entities/queries/publishing.js';
import { approveDraft, findDraft, giveUpDraft } from '../../entities/queries/review.js';
import { Shelf } from '../../entities/shelf.js';
import { REFUSALS } from '../../workflows/messages.js';
import {
  buildTestApp,
  givenNextVersion,
  givenReadyShelf,
  givenShelfInReview,
  TREE,
  type TestApp,
} from '../support/app.js';
import { sessionWaitingFor } from '../support/database.js';
import { poll } from '../support/poll.js';
import { publicationOf } from '../support/rows.js';
import { openUpload } from '../support/upload-socket.js';

const HEADERS = { 'idempotency-key': 'the-key', 'content-type': 'application/json' };
let api: TestApp;
let account: Account;
let apiKey: string;
/** What Temporal says of an earlier Update; each test sets its own. */
let earlier: (run: Omit<ReviewTarget, 'draft'>) => Promise<UpdateEnd<never> | null>;
/** What a run does with an approval; at first `carryOut`. */
let approval: (target: ReviewTarget) => Promise<UpdateEnd<void>>;

/** Carries out what is asked, and does not answer in time. */
async function carryOut({ shelfPublicId: publicId, run, draft, updateId }: ReviewTarget): Promise<UpdateEnd<void>> {
  await approveDraft(api.database.manager, { publicId, run, draft, edited: null });
  earlier = async (asked) =>
    asked.updateId === updateId && asked.run === run ? ({ outcome: 'done' } as UpdateEnd<never>) : null;
  return { outcome: 'unfinished' };
}

beforeAll(async () => {
  const workflows: Partial<Workflows> = {
    approve: (target) => approval(target),
    async regenerate({ shelfPublicId: publicId, run, draft }) {
      await giveUpDraft(api.database.manager, { publicId, run, draft });
      earlier = async () => null; // the run was started afresh
      return { outcome: 'unfinished' };
    },
    earlier: (run) => earlier(run),
  };
  api = await buildTestApp({ workflows });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => api?.stop());

beforeEach(async () => {
  ({ account, key: apiKey } = await api.user());
  approval = carryOut;
});

const approve = (id: string, payload: string | Buffer = '{}') =>
  api.as(apiKey)({ method: 'POST', url: `/v1/shelves/${id}/approve`, headers: HEADERS, payload });

const regenerate = (id: string) =>
  api.as(apiKey)({ method: 'POST', url: `/v1/shelves/${id}/regenerate`, headers: { 'idempotency-key': 'the-key' } });

const keyRow = () => api.database.manager.findOneBy(IdempotencyKey, { accountId: account.id });

async function whileTemporalIsSilent(id: string): Promise<number> {
  const told = earlier;
  earlier = async () => ({ outcome: 'not_taken' });
  const { statusCode } = await approve(id);
  earlier = told;
  return statusCode;
}

/** Has Postgres give up the statement by which the request reads its shelf, as it does after a time. */
const whilePostgresIsSlow = (id: string): Promise<number> =>
  api.database.dataSource.transaction(async (tx) => {
    await tx.query('LOCK TABLE shelves');
    const answer = approve(id);
    const pid = await poll(() => sessionWaitingFor('shelves', api.database));
    await tx.query('SELECT pg_cancel_backend($1)', [pid]);
    return (await answer).statusCode;
  });

/** Sends the head alone, and goes away once the api has taken the key. */
async function andGoesAway(id: string): Promise<void> {
  const { port } = api.app.server.address() as AddressInfo;
  const before = (await keyRow())?.claim;
  const path = `/v1/shelves/${id}/approve`;
  const { socket } = await openUpload(port, { path, key: apiKey, headers: { ...HEADERS, 'content-length': 9 } });
  await poll(async () => (await keyRow())?.claim !== before || null);
  socket.destroy();
  // until it has ended
  await poll(async () => {
    const row = await keyRow();
    return row === null || row.renewedAt.getTime() === 0 || null;
  });
}

test.each<[string, number | undefined, (id: string) => Promise<number | void>]>([
  ['Temporal cannot say what became of it', 503, whileTemporalIsSilent],
  ['Postgres is too slow', 503, whilePostgresIsSlow],
  ['the client goes away', undefined, andGoesAway],
  ['the body is none', 400, async (id) => (await approve(id, Buffer.from([0xff]))).statusCode],
  ['the body is another', 409, async (id) => (await approve(id, '{')).statusCode],
])('an approval that was carried out is told in the end, though at one repeat %s', async (_what, status, meet) => {
  const { publicId } = await givenShelfInReview(api, account);
  expect((await approve(publicId)).statusCode).toBe(503);
  expect(await meet(publicId)).toBe(status);
  const repeat = await approve(publicId);
  expect([repeat.statusCode, repeat.json()]).toMatchObject([200, { publicId, status: 'ready' }]);
  expect((await approve(publicId)).body).toBe(repeat.body);
});

test('a first request that ends before it has asked for anything forgets its key', async () => {
  const { publicId: ready } = await givenReadyShelf(api, account);
  expect((await approve(ready)).statusCode).toBe(409);
  expect(await keyRow()).toBeNull();
  const { publicId } = await givenShelfInReview(api, account);
  expect((await approve(publicId, '{')).statusCode).toBe(400);
  expect(await keyRow()).toBeNull();
  expect(await whilePostgresIsSlow(publicId)).toBe(503);
  expect(await keyRow()).toBeNull();
  await andGoesAway(publicId);
  expect(await keyRow()).toBeNull();
});

test.each<[string, (id: string) => ReturnType<typeof approve>, (shelf: Shelf) => Promise<unknown>]>([
  ['an approval', approve, (shelf) => givenNextVersion(api, account, { shelf, files: TREE })],
  ['a regenerate', regenerate, (shelf) => publishVersion(api.database.manager, publicationOf(shelf))],
])('a repeat of %s that was carried out leaves alone a draft made since', async (_what, ask, makeNext) => {
  const { manager } = api.database;
  const { publicId } = await givenShelfInReview(api, account);
  const read = () => manager.findOneByOrFail(Shelf, { publicId });
  expect((await ask(publicId)).statusCode).toBe(503);
  await makeNext(await read());
  const next = await read();
  expect(next.status).toBe('review');
  for (const repeat of [await ask(publicId), await ask(publicId)])
    expect([repeat.statusCode, repeat.json()]).toMatchObject([
      409,
      { details: { status: 'review', reason: 'draft_changed' } },
    ]);
  expect(await read()).toEqual(next);
  expect(await findDraft(manager, next)).not.toBeNull();
});

test('an approval in progress is answered in the end, although its key with another body is refused meanwhile', async () => {
  const { publicId } = await givenShelfInReview(api, account);
  let underWay: ReviewTarget | null = null;
  earlier = async () => null;
  approval = async (target) => {
    if (underWay) return { outcome: 'refused', type: REFUSALS.underWay, details: undefined };
    underWay = target;
    return { outcome: 'unfinished' };
  };
  expect((await approve(publicId)).statusCode).toBe(503);
  const refused = await approve(publicId, '{"operations":[{"type":"mkdir","path":"03-more"}]}');
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { details: { reason: 'under_way' } }]);
  await carryOut(underWay as unknown as ReviewTarget);
  const repeat = await approve(publicId);
  expect([repeat.statusCode, repeat.json()]).toMatchObject([200, { publicId, status: 'ready' }]);
});

test('a key whose own approval was refused is forgotten once its repeat has the refusal', async () => {
  const { publicId } = await givenShelfInReview(api, account);
  approval = async () => ({ outcome: 'unfinished' });
  expect((await approve(publicId)).statusCode).toBe(503);
  earlier = async () => ({ outcome: 'refused', type: REFUSALS.failed, details: undefined });
  expect((await approve(publicId)).statusCode).toBe(503);
  expect(await keyRow()).toBeNull();
});
