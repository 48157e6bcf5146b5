/** An earlier version published again. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Diff, VersionList, VersionTree } from '../../contract/version.js';
import type { Account } from '../../entities/account.js';
import { measureUse } from '../../entities/queries/quotas.js';
import { checkIndexes } from '../../entities/queries/search-index.js';
import type { Shelf } from '../../entities/shelf.js';
import { Upload } from '../../entities/upload.js';
import { Version } from '../../entities/version.js';
import { buildTestApp, givenNextVersion, givenReadyShelf, givenShelfInReview, type TestApp } from '../support/app.js';
import { givenEndpoint } from '../support/rows.js';

const FIRST = { 'README.md': '# One\n', 'a.md': 'first\n', 'metadata.json': '{"title":"One"}\n' };
const SECOND = { 'README.md': '# Two\n', 'b.md': 'second\n', 'metadata.json': '{"title":"Two"}\n' };

let api: TestApp;
let account: Account;
let withSession: Awaited<ReturnType<TestApp['withSession']>>;
let withKey: ReturnType<TestApp['as']>;
let shelf: Shelf;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api?.stop());
beforeEach(async () => {
  const user = await api.user();
  account = user.account;
  withKey = api.as(user.key);
  withSession = await api.withSession(account);
  const first = await givenReadyShelf(api, account, FIRST);
  shelf = await givenNextVersion(api, account, { shelf: first, files: SECOND });
});

const restore = (version: number | string, { publicId }: Shelf = shelf, send = withSession) =>
  send({ method: 'POST', url: `/v1/dashboard/shelves/${publicId}/versions/${version}/restore` });
const read = async <T>(path: string) => (await withKey({ url: `/v1/shelves/${shelf.publicId}${path}` })).json<T>();

test('publishes what the version holds as the next one, with its PDF, and no other changes', async () => {
  const { manager } = api.database;
  const before = await read<VersionList>('/versions');
  const use = await measureUse(manager, account.id);
  const restored = await restore(1);
  expect([restored.statusCode, restored.json()]).toMatchObject([
    200,
    { status: 'ready', currentVersionNumber: 3, originalFileName: 'report.pdf', pageCount: 12 },
  ]);
  const { data } = await read<VersionList>('/versions');
  expect(data[0]).toMatchObject({ versionNumber: 3, source: 'restore', restoredFrom: 1, fileCount: 3 });
  expect(data.slice(1)).toEqual(before.data);
  expect((await read<VersionTree>('/versions/3/tree')).files).toEqual(FIRST);
  expect(await read('/tree')).toMatchObject({ files: FIRST });
  expect((await read<Diff>('/diff?from=1&to=3')).files).toEqual([]);
  expect((await read<Diff>('/diff?from=3&to=2')).summary).toMatchObject({ added: 1, modified: 2, removed: 1 });
  const [first, third] = await Promise.all(
    [1, 3].map((versionNumber) => manager.findOneByOrFail(Version, { shelfId: shelf.id, versionNumber })),
  );
  expect(third?.uploadId).toBe(first?.uploadId);
  expect(third?.publicId).not.toBe(first?.publicId);
  // the PDF of the version between is still there
  expect(await manager.countBy(Upload, { shelfId: shelf.id })).toBe(2);
  expect(await measureUse(manager, account.id)).toEqual(use);
});

test('tells the endpoints, and leaves the index to the reconciler', async () => {
  const endpoint = await givenEndpoint(api.database.manager, account.id, { events: ['shelf.ready'] });
  await restore(1);
  expect(api.started).toContainEqual(['delivery', expect.objectContaining({ endpointPublicId: endpoint })]);
  const [found] = await checkIndexes(api.database.manager, {
    after: `${shelf.publicId.slice(0, -1)}${String.fromCodePoint(shelf.publicId.codePointAt(27)! - 1)}`,
    limit: 1,
  });
  expect(found).toEqual({ publicId: shelf.publicId, isIndexed: false });
});

test('a restored version can be restored from, and what it replaced as well', async () => {
  expect((await restore(1)).json()).toMatchObject({ currentVersionNumber: 3 });
  expect((await restore(2)).json()).toMatchObject({ currentVersionNumber: 4, originalFileName: 'next.pdf' });
  expect((await restore(3)).json()).toMatchObject({ currentVersionNumber: 5 });
  const { data } = await read<VersionList>('/versions');
  expect(data.map(({ restoredFrom }) => restoredFrom)).toEqual([3, 2, 1, undefined, undefined]);
});

test('is 409 for what the shelf holds already, however it came there: a repeat publishes nothing', async () => {
  expect((await restore(2)).json()).toMatchObject({ code: 'CONFLICT', details: { reason: 'is_current' } });
  await restore(1);
  for (const version of [1, 3])
    expect((await restore(version)).json()).toMatchObject({ code: 'CONFLICT', details: { reason: 'is_current' } });
  expect((await read<VersionList>('/versions')).data).toHaveLength(3);
});

test('is 429 for the 21st of a shelf within 24 hours, until the first of them is older', async () => {
  const { manager } = api.database;
  for (let made = 0; made < 20; made += 1) expect((await restore(1 + (made % 2))).statusCode).toBe(200);
  const refused = await restore(1);
  expect([refused.statusCode, refused.json()]).toMatchObject([
    429,
    { code: 'RATE_LIMITED', details: { limit: 'version-restores', max: 20, windowSeconds: 86_400 } },
  ]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000);
  // a repeat of a restore that was carried out is still told so
  expect((await restore(2)).json()).toMatchObject({ details: { reason: 'is_current' } });
  const other = await givenNextVersion(api, account, {
    shelf: await givenReadyShelf(api, account, FIRST),
    files: SECOND,
  });
  expect((await restore(1, other)).statusCode).toBe(200);
  await manager.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica'); // versions are immutable
    await tx.query(
      `UPDATE versions SET created_at = created_at - interval '1 day' WHERE shelf_id = $1 AND version_number = 3`,
      [shelf.id],
    );
  });
  expect((await restore(1)).statusCode).toBe(200);
  expect((await restore(2)).statusCode).toBe(429);
});

test('two at once make one version each, one after the other', async () => {
  const replies = await Promise.all([restore(1), restore(1), restore(1)]);
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
});

test('is 404 for versions and shelves that there are not, 409 in review, 400 for what is no number', async () => {
  expect((await restore(9)).json()).toMatchObject({ code: 'NOT_FOUND', details: { resource: 'version' } });
  expect((await restore(0)).statusCode).toBe(404);
  expect((await restore('x')).statusCode).toBe(400);
  const other = await api.withSession((await api.user()).account);
  expect((await restore(1, shelf, other)).json()).toMatchObject({ details: { resource: 'shelf' } });
  const reviewed = await givenShelfInReview(api, account);
  expect((await restore(1, reviewed)).json()).toMatchObject({ code: 'CONFLICT', details: { status: 'review' } });
});
