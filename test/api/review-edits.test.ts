/** A draft in review and its pending operations: kept for all sessions of the account, and for nobody else. */
import { describe, expect, test } from '@jest/globals';
import type { PendingOperations } from '../../contract/review.js';
import type { Account } from '../../entities/account.js';
import { claimUpload } from '../../entities/queries/claims.js';
import { approveDraft, giveUpDraft } from '../../entities/queries/review.js';
import { recordFailure } from '../../entities/queries/runs.js';
import { createUpload } from '../../entities/queries/uploads.js';
import type { Shelf } from '../../entities/shelf.js';
import { Version } from '../../entities/version.js';
import { RELEASE } from '../../infra/release.js';
import { givenDraft, givenReadyShelf, givenShelfInReview, hash, PUBLIC_URL, type TestApp } from '../support/app.js';
import {
  EDITS_OF_ACCOUNT,
  FILES,
  keptEdits,
  METADATA,
  NOTE,
  reviewRequests,
  setUpEditedReview,
  type EditedReview,
} from '../support/review-edits.js';

let api: TestApp;
let account: Account;
let shelf: Shelf;
let one: EditedReview['one'];
let two: EditedReview['two'];
setUpEditedReview((given) => ({ api, account, shelf, one, two } = given));

const { at, reviewOf, pending, put, preview, keep } = reviewRequests(() => ({ shelf, one }));
const run = () => ({ publicId: shelf.publicId, run: shelf.run });
const rows = () => keptEdits({ api, account });

test('the review is the draft’s tree with titles and pages, what was found, and what is pending', async () => {
  const reply = await one({ url: at() });
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({
    draft: expect.stringMatching(/^ver_[0-9a-f]{24}$/),
    createdAt: expect.any(String),
    engine: { ofDraft: RELEASE, current: RELEASE },
    fileCount: 5,
    files: [
      { path: 'README.md', title: null, level: null, pages: null, words: null },
      METADATA.files[0],
      METADATA.files[1],
      { path: 'metadata.json', title: null, level: null, pages: null, words: null },
      { path: 'source-map.json', title: null, level: null, pages: null, words: null },
    ].map((file) => ({ ...file, sizeBytes: Buffer.byteLength(FILES[file?.path as keyof typeof FILES]) })),
    pending: { revision: 0, count: 0, changedAt: null, changedBy: null },
    shelf: (await one({ url: `/v1/shelves/${shelf.publicId}` })).json(),
  });
  expect(reply.json()).toMatchObject({
    shelf: { status: 'review', auditStatus: 'repaired', auditFindings: [{ sourceRef: 'page 3' }] },
  });
  expect((await one({ url: at(), headers: { 'if-none-match': String(reply.headers['etag']) } })).statusCode).toBe(304);
  await keep([NOTE]);
  const later = await one({ url: at(), headers: { 'if-none-match': String(reply.headers['etag']) } });
  expect(later.json()).toMatchObject({ pending: { revision: 1, count: 1, changedBy: 'this_session' } });
});

test('the review names the engine that made the draft, where that was noted, and the one that makes the next', async () => {
  const made = async (version: string | null) => {
    await api.database.manager.update(Version, { id: shelf.draftVersionId as string }, { engineVersion: version });
    return (await reviewOf()).engine;
  };
  expect(await made('0.4.2')).toEqual({ ofDraft: '0.4.2', current: RELEASE });
  expect(await made(null)).toEqual({ ofDraft: null, current: RELEASE });
});

test('files of the draft and lines of them are read as those of a shelf', async () => {
  const file = await one({ url: `/v1/shelves/${shelf.publicId}/files/02-part/01-what.md?offset=8&limit=1` });
  expect([file.statusCode, file.body]).toEqual([200, 'One\n']);
});

describe('what is pending', () => {
  test('outlives the page, and another session sees who changed it and when', async () => {
    expect(await pending()).toMatchObject({ revision: 0, operations: [], changedAt: null, changedBy: null });
    const kept = await keep([NOTE, { type: 'rename', from: '02-part', to: 'part', extra: 1 }]);
    expect(kept.statusCode).toBe(200);
    const operations = [NOTE, { type: 'rename', from: '02-part', to: 'part' }];
    expect(kept.json()).toMatchObject({ revision: 1, operations, changedBy: 'this_session' });
    expect(await pending(two)).toEqual({ ...kept.json<object>(), changedBy: 'another_session' });
    expect((await keep([], two)).json()).toMatchObject({ revision: 2, operations: [], changedBy: 'this_session' });
    expect(await pending()).toMatchObject({ revision: 2, operations: [], changedBy: 'another_session' });
  });

  test('is 304 until somebody changes it', async () => {
    const { headers } = await one({ url: at('/operations') });
    const again = () => one({ url: at('/operations'), headers: { 'if-none-match': String(headers['etag']) } });
    expect((await again()).statusCode).toBe(304);
    await keep([NOTE], two);
    expect((await again()).json()).toMatchObject({ revision: 1, changedBy: 'another_session' });
  });

  test('keeps the first of two changes at once, and tells the second of it', async () => {
    const { draft, revision } = await pending();
    const changes = [one, two, one, two].map((session, at_) =>
      put({ draft, revision, operations: [{ ...NOTE, path: `0${at_}-note.md` }] }, session),
    );
    const replies = await Promise.all(changes);
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    const kept = replies.find(({ statusCode }) => statusCode === 200)?.json<PendingOperations>();
    expect((await pending()).operations).toEqual(kept?.operations);
    for (const refused of replies.filter(({ statusCode }) => statusCode === 409))
      expect(refused.json()).toMatchObject({
        code: 'CONFLICT',
        details: { status: 'review', reason: 'revision_changed', revision: 1, changedAt: kept?.changedAt },
      });
  });

  test.each([
    ['of a revision that is to come', 7],
    ['of one long gone', 0],
  ])('refuses a change %s', async (_what, revision) => {
    await keep([NOTE]);
    const { draft } = await pending();
    const refused = await put({ draft, revision, operations: [] });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { details: { reason: 'revision_changed', revision: 1, changedBy: 'this_session' } },
    ]);
    expect((await pending()).operations).toEqual([NOTE]);
  });

  test('is gone with the draft when it is regenerated; changes to the old draft are refused', async () => {
    await keep([NOTE]);
    const { draft } = await reviewOf();
    await giveUpDraft(api.database.manager, { ...run(), draft });
    const refused = await put({ draft, revision: 1, operations: [] });
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { details: { status: 'structuring' } }]);
    expect(await rows()).toBe(0);
    await givenDraft(api, account, { shelf, files: FILES });
    const now = await pending();
    expect(now).toMatchObject({ revision: 0, operations: [] });
    expect(now.draft).not.toBe(draft);
    for (const stale of [
      await put({ draft, revision: 0, operations: [NOTE] }),
      await preview({ draft, operations: [NOTE] }),
    ])
      expect([stale.statusCode, stale.json()]).toMatchObject([409, { details: { reason: 'draft_changed' } }]);
  });

  test('is gone when the review ends: approved, failed, superseded by a new PDF', async () => {
    const { manager } = api.database;
    await keep([NOTE]);
    await approveDraft(manager, { ...run(), draft: (await reviewOf()).draft, edited: null });
    expect(await rows()).toBe(0);
    expect((await one({ url: at('/operations') })).json()).toMatchObject({ details: { status: 'ready' } });

    shelf = await givenShelfInReview(api, account, FILES);
    await keep([NOTE]);
    await recordFailure(manager, { ...run(), step: 'verifying', message: 'ended' });
    expect(await rows()).toBe(0);

    shelf = await givenShelfInReview(api, account, FILES);
    await keep([NOTE]);
    const file = { accountId: account.id, objectKey: 'users/x/uploads/y.pdf', fileName: 'b.pdf', mimeType: 'x' };
    const { id: uploadId } = await createUpload(manager, file);
    const key = { accountId: account.id, publicId: shelf.publicId, requestId: null };
    await claimUpload(manager, { ...key, uploadId, stored: { sizeBytes: 9, sha256: hash('y') } });
    expect(await rows()).toBe(0);
  });

  test('outlives the session that changed it', async () => {
    await keep([NOTE], two);
    const theirs = `DELETE FROM sessions WHERE id = (SELECT session_id FROM review_edits WHERE ${EDITS_OF_ACCOUNT})`;
    await api.database.manager.query(theirs, [account.id]);
    expect(await pending()).toMatchObject({ operations: [NOTE], changedBy: 'another_session' });
  });
});

describe('a review is nobody else’s', () => {
  const requests = () =>
    [
      { method: 'GET', url: at() },
      { method: 'GET', url: at('/operations') },
      { method: 'PUT', url: at('/operations'), payload: { draft: 'ver_0', revision: 0, operations: [] } },
      { method: 'POST', url: at('/preview'), payload: {} },
    ] as const;

  test('but of sessions of its account', async () => {
    const other = await api.user();
    const stranger = await api.withSession(other.account);
    for (const request of requests()) {
      expect((await stranger(request)).statusCode).toBe(404);
      expect((await api.as(other.key)(request)).statusCode).toBe(401);
    }
  });

  test('nor another page’s: a change needs the Origin of the service', async () => {
    for (const request of requests().filter(({ method }) => method !== 'GET'))
      for (const origin of ['https://evil.example', 'null', `${PUBLIC_URL}.evil.example`]) {
        const refused = await one({ ...request, headers: { origin } });
        expect([refused.statusCode, refused.json()]).toMatchObject([403, { details: { field: 'Origin' } }]);
      }
  });

  test('and there is none while the shelf is not in review', async () => {
    const ready = await givenReadyShelf(api, account);
    for (const { url, ...request } of requests()) {
      const refused = await one({ ...request, url: url.replace(shelf.publicId, ready.publicId) });
      expect([refused.statusCode, refused.json()]).toMatchObject([409, { details: { status: 'ready' } }]);
    }
  });
});
