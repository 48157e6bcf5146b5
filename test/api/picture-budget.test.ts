/** How many pictures of pages are stored: of a page, of a version, and in bytes of an account, whoever draws them. */
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PageViews } from '../../api/page-views.js';
import type { Account } from '../../entities/account.js';
import { PagePicture } from '../../entities/page-picture.js';
import { settlePictures, type FoundPicture } from '../../entities/queries/page-pictures.js';
import type { Shelf } from '../../entities/shelf.js';
import { Version } from '../../entities/version.js';
import { buildTestApp, givenReadyShelf, type TestApp } from '../support/app.js';
import { colouredPdf, startDrawing } from '../support/drawing.js';
import { storeSource } from '../support/sources.js';

/** Room for some ten of the pictures that are drawn here. */
const BUDGET_BYTES = 4_000;

let api: TestApp;
let workers: Awaited<ReturnType<typeof startDrawing>>[];
beforeAll(async () => {
  let next = 0;
  // each request goes to the next worker
  const viewPage: PageViews['viewPage'] = (...asked) => workers[next++ % workers.length]!.views.viewPage(...asked);
  api = await buildTestApp({ workflows: { viewPage } });
  workers = [
    await startDrawing(api, { pictureBytes: BUDGET_BYTES }),
    await startDrawing(api, { pictureBytes: BUDGET_BYTES }),
  ];
});
afterAll(async () => {
  for (const worker of workers ?? []) await worker.stop();
  await api?.stop();
});

async function given(account: Account): Promise<{ shelf: Shelf; versionPublicId: string; prefix: string }> {
  const shelf = await givenReadyShelf(api, account);
  await storeSource(api, shelf, await colouredPdf());
  const { publicId } = await api.database.manager.findOneByOrFail(Version, { shelfId: shelf.id });
  const prefix = `users/${account.publicId}/shelves/${shelf.publicId}/pages/${publicId}/`;
  return { shelf, versionPublicId: publicId, prefix };
}

const draw = (key: string, { publicId }: Shelf, width: number) =>
  api.as(key)({ url: `/v1/shelves/${publicId}/pages/1.png?width=${width}` });

async function storedOf(prefix: string): Promise<{ key: string; sizeBytes: number }[]> {
  const objects: { key: string; sizeBytes: number }[] = [];
  for await (const object of api.storage.list(prefix)) if (object.key.endsWith('.png')) objects.push(object);
  return objects;
}

const rowsOf = ({ id }: Account) =>
  api.database.manager.find(PagePicture, { where: { accountId: id }, order: { drawnAt: 'ASC' } });

/** Pictures that were stored an hour ago. */
async function givenPictures(shelfPublicId: string, pictures: Omit<FoundPicture, 'modifiedAt' | 'sizeBytes'>[]) {
  for (let from = 0; from < pictures.length; from += 20)
    await Promise.all(
      pictures.slice(from, from + 20).map(({ objectKey }) => api.storage.put(objectKey, 'o', 'image/png')),
    );
  const modifiedAt = new Date(Date.now() - 3_600_000);
  const found = pictures.map((picture) => ({ ...picture, sizeBytes: 1, modifiedAt }));
  await settlePictures(api.database.manager, { shelfPublicId, found });
}

test('so many pictures of a page are stored and no more', async () => {
  const { account, key } = await api.user();
  const { shelf, versionPublicId, prefix } = await given(account);
  const older = Array.from({ length: 24 }, (_, at) => `${prefix}1/${100 + at}.png`);
  await givenPictures(
    shelf.publicId,
    older.map((objectKey) => ({ objectKey, versionPublicId, page: 1 })),
  );
  expect((await draw(key, shelf, 90)).statusCode).toBe(200);
  const keys = (await storedOf(prefix)).map((object) => object.key);
  expect(keys).toHaveLength(24);
  expect(keys).toContain(`${prefix}1/90.png`);
});

test('nor of all pages of a version', async () => {
  const { account, key } = await api.user();
  const { shelf, versionPublicId, prefix } = await given(account);
  const older = Array.from({ length: 1_000 }, (_, at) => ({ page: 3 + Math.floor(at / 10), width: 100 + (at % 10) }));
  await givenPictures(
    shelf.publicId,
    older.map(({ page, width }) => ({ objectKey: `${prefix}${page}/${width}.png`, versionPublicId, page })),
  );
  await draw(key, shelf, 91);
  const keys = (await storedOf(prefix)).map((object) => object.key);
  expect(keys).toHaveLength(1_000);
  expect(keys).toContain(`${prefix}1/91.png`);
});

test('nor more bytes of an account, over all of its shelves and with two workers that draw at once', async () => {
  const { account, key } = await api.user();
  const shelves = [await given(account), await given(account)];
  const prefix = `users/${account.publicId}/`;
  expect((await draw(key, shelves[0]!.shelf, 200)).statusCode).toBe(200);
  const [first] = await storedOf(prefix);
  expect(first!.sizeBytes).toBeLessThan(BUDGET_BYTES / 4);
  for (let round = 0; round < 3; round++)
    await Promise.all(
      Array.from({ length: 8 }, async (_, at) => {
        const reply = await draw(key, shelves[at % 2]!.shelf, 201 + round * 8 + at);
        // one that was removed at once by the others is drawn when it is asked for again
        expect([200, 503]).toContain(reply.statusCode);
      }),
    );
  const objects = await storedOf(prefix);
  const rows = await rowsOf(account);
  expect(rows.map(({ objectKey }) => objectKey).toSorted()).toEqual(objects.map((object) => object.key).toSorted());
  const bytes = objects.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  expect(bytes).toBeLessThanOrEqual(BUDGET_BYTES);
  expect(bytes).toBeGreaterThan(BUDGET_BYTES / 2);
  expect(objects.map((object) => object.key)).not.toContain(first!.key);
  // another account's are not touched by that
  const other = await api.user();
  const { shelf } = await given(other.account);
  await draw(other.key, shelf, 200);
  await draw(key, shelves[0]!.shelf, 300);
  expect(await rowsOf(other.account)).toHaveLength(1);
});

test('nothing is drawn while the disk is nearly full; what is stored is still sent', async () => {
  const { account, key } = await api.user();
  const { shelf } = await given(account);
  await draw(key, shelf, 200);
  Object.assign(api.deps.config.disk, { floorBytes: Number.MAX_SAFE_INTEGER, paths: [tmpdir()] });
  try {
    const refusal = await draw(key, shelf, 201);
    expect([refusal.statusCode, refusal.json()]).toMatchObject([503, { details: { reason: 'disk_full' } }]);
    expect((await draw(key, shelf, 200)).statusCode).toBe(200);
  } finally {
    Object.assign(api.deps.config.disk, { floorBytes: 0, paths: [] });
  }
});
