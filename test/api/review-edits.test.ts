/** Pending operations of a draft: kept for all sessions of the account, checked by the engine's rules, shown as a diff. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { PendingOperations, Review, ReviewPreview } from '../../contract/review.js';
import { MAX_OPERATIONS, type Operation } from '../../contract/vocabulary.js';
import type { Account } from '../../entities/account.js';
import { claimUpload } from '../../entities/queries/claims.js';
import { approveDraft, giveUpDraft } from '../../entities/queries/review.js';
import { recordFailure } from '../../entities/queries/runs.js';
import { createUpload } from '../../entities/queries/uploads.js';
import type { Shelf } from '../../entities/shelf.js';
import { Version } from '../../entities/version.js';
import { RELEASE } from '../../infra/release.js';
import {
  buildTestApp,
  givenDraft,
  givenReadyShelf,
  givenShelfInReview,
  hash,
  PUBLIC_URL,
  type TestApp,
} from '../support/app.js';

const MIB = 1024 * 1024;
const METADATA = {
  title: 'Report',
  authors: [],
  template: null,
  language: null,
  pageCount: 12,
  source: { fileName: 'a.pdf', sha256: '0'.repeat(64), sizeBytes: 9 },
  files: [
    { path: '01-introduction.md', title: 'Introduction', level: 2, pages: [1, 2], words: 1 },
    { path: '02-part/01-what.md', title: 'What', level: 2, pages: [3, 12], words: 9 },
  ],
  tables: 0,
  figures: 0,
};
const FILES = {
  'README.md': '# Report\n\n- [Introduction](01-introduction.md)\n- [What](02-part/01-what.md)\n',
  '01-introduction.md':
    '---\ntitle: Introduction\npages: [1, 2]\n---\n\n## Introduction\n\nSee [what](02-part/01-what.md).\n',
  '02-part/01-what.md': '---\ntitle: What\npages: [3, 12]\n---\n\n## What\n\nOne\nTwo\nThree\n',
  'metadata.json': JSON.stringify(METADATA),
  'source-map.json': '[]\n',
};

let api: TestApp;
let account: Account;
let shelf: Shelf;
let one: Awaited<ReturnType<TestApp['withSession']>>;
let two: typeof one;

beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api?.stop());
beforeEach(async () => {
  ({ account } = await api.user());
  shelf = await givenShelfInReview(api, account, FILES);
  one = await api.withSession(account);
  two = await api.withSession(account);
});

const at = (path = '', { publicId }: { publicId: string } = shelf) => `/v1/dashboard/shelves/${publicId}/review${path}`;
const reviewOf = async (session = one) => (await session({ url: at() })).json<Review>();
const pending = async (session = one) => (await session({ url: at('/operations') })).json<PendingOperations>();
const put = (payload: object, session = one) => session({ method: 'PUT', url: at('/operations'), payload });
const preview = (payload?: object, session = one) =>
  session({ method: 'POST', url: at('/preview'), ...(payload && { payload }) });
const keep = async (operations: unknown, session = one) => {
  const { draft, revision } = await pending(session);
  return put({ draft, revision, operations }, session);
};
const run = () => ({ publicId: shelf.publicId, run: shelf.run });
const NOTE: Operation = { type: 'write', path: '09-note.md', content: '# Note\n' };
const OURS = 'session_id IN (SELECT id FROM sessions WHERE account_id = $1)';
const rows = async () => {
  const [{ count }] = await api.database.manager.query(`SELECT count(*)::int FROM review_edits WHERE ${OURS}`, [
    account.id,
  ]);
  return count as number;
};

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
    const theirs = `DELETE FROM sessions WHERE id = (SELECT session_id FROM review_edits WHERE ${OURS})`;
    await api.database.manager.query(theirs, [account.id]);
    expect(await pending()).toMatchObject({ operations: [NOTE], changedBy: 'another_session' });
  });
});

describe('operations are refused at once', () => {
  test.each<[string, object[], object]>([
    ['of a file that there is not', [NOTE, { type: 'delete', path: 'no.md' }], { index: 1, reason: 'not_found' }],
    ['onto another', [{ type: 'rename', from: '02-part', to: 'README.md' }], { index: 0, reason: 'target_exists' }],
    ['on what the service keeps', [{ type: 'delete', path: 'metadata.json' }], { reason: 'reserved_path' }],
    ['on the source map', [{ ...NOTE, path: 'source-map/a.json' }], { reason: 'reserved_path', member: 'path' }],
    ['into itself', [{ type: 'rename', from: '02-part', to: '02-part/x' }], { reason: 'target_inside_source' }],
    ['in other case', [{ ...NOTE, path: '01-Introduction.md' }], { reason: 'case_conflict' }],
    ['that climb out', [{ ...NOTE, path: '../x.md' }], { reason: 'invalid_path', index: 0 }],
    ['with an absolute path', [{ ...NOTE, path: '/etc/passwd' }], { reason: 'invalid_path' }],
    ['with a backslash', [{ ...NOTE, path: '..\\x.md' }], { reason: 'invalid_path' }],
    ['with a path that is too long', [{ ...NOTE, path: `${'a/'.repeat(300)}b` }], { reason: 'invalid_path' }],
    ['with a NUL', [{ ...NOTE, content: 'a\0b' }], { reason: 'invalid_characters', member: 'content' }],
    ['of a kind that there is not', [{ type: 'chmod', path: 'x' }], { reason: 'unknown_type' }],
    [
      'after one that took it away',
      [
        { type: 'delete', path: '02-part' },
        { type: 'delete', path: '02-part/01-what.md' },
      ],
      { index: 1, reason: 'not_found' },
    ],
  ])('%s', async (_what, operations, details) => {
    for (const refused of [await keep(operations), await preview({ operations })])
      expect([refused.statusCode, refused.json()]).toMatchObject([
        400,
        { code: 'VALIDATION_ERROR', details: { field: 'operations', ...details } },
      ]);
    expect(await rows()).toBe(0);
  });

  test('10,000, or more than 16 MiB', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ ...NOTE, path: `${index}.md` }));
    expect((await keep(many)).json()).toMatchObject({ details: { reason: 'too_many', max: MAX_OPERATIONS } });
    const large = Array.from({ length: 17 }, (_, index) => ({
      ...NOTE,
      path: `${index}.md`,
      content: 'x'.repeat(MIB),
    }));
    expect((await keep(large)).json()).toMatchObject({ details: { reason: 'too_large', maxBytes: 16 * MIB } });
    const body = await keep([{ ...NOTE, content: 'x'.repeat(33 * MIB) }]);
    expect([body.statusCode, body.json()]).toMatchObject([400, { details: { field: 'body', reason: 'too_large' } }]);
    expect(await rows()).toBe(0);
  });

  test('but as many and as large as approve takes are kept', async () => {
    const content = 'ü'.repeat(8 * 1024 - 10);
    const operations = Array.from({ length: MAX_OPERATIONS }, (_, index) => ({
      ...NOTE,
      path: `${index}.md`,
      content,
    }));
    expect((await keep(operations)).statusCode).toBe(200);
    expect((await pending(two)).operations).toEqual(operations);
  });

  test.each([
    [undefined, 'body', 'required'],
    ['[]', 'body', 'invalid_type'],
    ['{', 'body', 'invalid_json'],
    ['{"draft":"ver_1","revision":0}', 'operations', 'required'],
    ['{"revision":0,"operations":[]}', 'draft', 'required'],
    ['{"draft":"ver_1","operations":[]}', 'revision', 'required'],
    ['{"draft":1,"revision":0,"operations":[]}', 'draft', 'invalid_type'],
    ['{"draft":"ver_1","revision":1.5,"operations":[]}', 'revision', 'invalid_type'],
    ['{"draft":"ver_1","revision":-1,"operations":[]}', 'revision', 'invalid_type'],
    ['{"draft":"ver_1","revision":2147483647,"operations":[]}', 'revision', 'invalid_type'],
    ['{"draft":"ver_1","revision":"0","operations":[]}', 'revision', 'invalid_type'],
  ])('in a body that is none: %s', async (payload, field, reason) => {
    const headers = { 'content-type': 'application/json' };
    const refused = await one({ method: 'PUT', url: at('/operations'), headers, ...(payload && { payload }) });
    expect([refused.statusCode, refused.json()]).toMatchObject([400, { details: { field, reason } }]);
  });
});

describe('the preview', () => {
  const changesOf = ({ changes }: ReviewPreview) => changes.map(({ path, status, from }) => [path, status, from]);

  test('shows the tree and what differs, with what had to follow', async () => {
    const operations = [
      { type: 'write', path: '01-introduction.md', content: FILES['01-introduction.md'].replace('See', 'Read') },
      { type: 'rename', from: '02-part/01-what.md', to: 'part/02-what.md' },
      NOTE,
    ];
    await keep(operations);
    const reply = await preview();
    expect(reply.statusCode).toBe(200);
    expect((await preview({ operations })).json()).toEqual(reply.json());
    const shown = reply.json<ReviewPreview>();
    expect(changesOf(shown)).toEqual([
      ['README.md', 'modified', null],
      ['01-introduction.md', 'modified', null],
      ['09-note.md', 'added', null],
      ['part/02-what.md', 'renamed', '02-part/01-what.md'],
      ['metadata.json', 'modified', null],
    ]);
    expect(shown.changes.filter(({ derived }) => derived).map(({ path }) => path)).toEqual([
      'README.md',
      'metadata.json',
    ]);
    expect(shown.summary).toEqual({ added: 1, modified: 3, renamed: 1, removed: 0, unchanged: 1, totalFiles: 6 });
    const [, introduction, , renamed] = shown.changes;
    expect(introduction?.patch).toContain('-See [what](02-part/01-what.md).\n+Read [what](part/02-what.md).\n');
    expect(renamed?.patch).toContain('rename from 02-part/01-what.md\nrename to part/02-what.md\n');
    expect(renamed?.patch).not.toContain('@@');
    expect(shown.files.map(({ path, title }) => [path, title])).toEqual([
      ['README.md', null],
      ['01-introduction.md', 'Introduction'],
      ['09-note.md', 'Note'],
      ['part/02-what.md', 'What'],
      ['metadata.json', null],
      ['source-map.json', null],
    ]);
    expect(await reviewOf()).toMatchObject({ fileCount: 5 });
  });

  test('tells what is swapped, replaced, removed and made again', async () => {
    const swap = [
      { type: 'rename', from: '01-introduction.md', to: 'x.md' },
      { type: 'rename', from: '02-part/01-what.md', to: '01-introduction.md' },
      { type: 'rename', from: 'x.md', to: '02-part/01-what.md' },
    ];
    const { changes } = (await preview({ operations: swap })).json<ReviewPreview>();
    expect(changesOf({ changes } as ReviewPreview).filter(([, status]) => status === 'renamed')).toEqual([
      ['01-introduction.md', 'renamed', '02-part/01-what.md'],
      ['02-part/01-what.md', 'renamed', '01-introduction.md'],
    ]);
    const again = [
      { type: 'delete', path: '02-part' },
      { ...NOTE, path: '02-part/01-what.md' },
    ];
    expect(changesOf((await preview({ operations: again })).json())).toContainEqual([
      '02-part/01-what.md',
      'modified',
      null,
    ]);
    const gone = (await preview({ operations: [{ type: 'delete', path: '02-part' }] })).json<ReviewPreview>();
    expect(gone.changes.at(-1)).toMatchObject({ path: '02-part/01-what.md', status: 'removed', derived: false });
    expect(gone.changes.at(-1)?.patch).toContain('+++ /dev/null');
  });

  test('of nothing changes nothing', async () => {
    const { changes, summary, files } = (await preview()).json<ReviewPreview>();
    expect([changes, summary]).toEqual([
      [],
      { added: 0, modified: 0, renamed: 0, removed: 0, unchanged: 5, totalFiles: 5 },
    ]);
    expect(files).toEqual((await reviewOf()).files);
  });

  test('of a large file is cut', async () => {
    const content = Array.from({ length: 20_000 }, (_, index) => `line ${index}\n`).join('');
    const { changes } = (await preview({ operations: [{ ...NOTE, content }] })).json<ReviewPreview>();
    const note = changes.find(({ path }) => path === NOTE.path);
    expect(note?.truncated).toBe(true);
    expect(Buffer.byteLength(note?.patch ?? '')).toBeLessThanOrEqual(64 * 1024);
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
