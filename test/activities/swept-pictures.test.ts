/** Pictures of pages are made again, so they go after a while. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Version } from '../../entities/version.js';
import { PagePicture } from '../../entities/page-picture.js';
import { countPicture } from '../../entities/queries/page-pictures.js';
import { publishVersion } from '../../entities/queries/publishing.js';
import { runActivity, startActivities, type ActivityTest } from '../support/activities.js';
import { publicationOf } from '../support/rows.js';

let env: ActivityTest;
beforeAll(async () => {
  env = await startActivities();
});
afterAll(() => env?.stop());

test('the sweeper removes old pictures of versions that are there, and nothing else of them', async () => {
  const shelf = await env.givenStoredShelf(Buffer.from('%PDF-1.7 not read here'));
  await publishVersion(env.manager, publicationOf(shelf));
  const { publicId } = await env.manager.findOneByOrFail(Version, { shelfId: shelf.id });
  const prefix = `users/${env.account.publicId}/shelves/${shelf.publicId}/`;
  const file = `${prefix}files/${publicId}/README.md`;
  const drawn = [`${prefix}pages/${publicId}/1/800.png`, `${prefix}pages/${publicId}/sizes.json`];
  for (const key of [file, ...drawn]) await env.storage.put(key, '{}', 'application/json');
  const sweep = (picturesMs: number) =>
    runActivity(env.build({ sweep: { picturesMs } }).shelves.sweepObjects, { after: null });
  await sweep(60_000);
  expect(await env.keys(prefix)).toEqual(expect.arrayContaining([file, ...drawn]));
  await sweep(-60_000); // as if they were a minute older
  expect(await env.keys(prefix)).toEqual([file]);
});

test('what a worker that died has left is counted, or forgotten, and the budget kept', async () => {
  const shelf = await env.givenStoredShelf(Buffer.from('%PDF-1.7 not read here'));
  await publishVersion(env.manager, publicationOf(shelf));
  const { publicId: versionPublicId } = await env.manager.findOneByOrFail(Version, { shelfId: shelf.id });
  const prefix = `users/${env.account.publicId}/shelves/${shelf.publicId}/pages/${versionPublicId}/`;
  const put = (name: string) => env.storage.put(`${prefix}${name}`, 'x'.repeat(1_000), 'image/png');
  const sweep = () => runActivity(env.build({ pictureBytes: 2_500 }).shelves.sweepObjects, { after: null });
  const rows = async () =>
    (await env.manager.find(PagePicture, { order: { drawnAt: 'ASC' } })).map(({ objectKey }) =>
      objectKey.slice(prefix.length),
    );
  const count = (name: string) =>
    countPicture(env.manager, {
      objectKey: `${prefix}${name}`,
      versionPublicId,
      page: 1,
      sizeBytes: 1_000,
      fault: null,
    });

  // died after the row: its object never came
  await count('1/100.png');
  await env.manager.query(`UPDATE page_pictures SET drawn_at = now() - interval '2 hours'`);
  // as above, but its object may still be on its way
  await count('1/101.png');
  await put('sizes.json');
  await sweep();
  expect(await rows()).toEqual(['1/101.png']);

  // stored without rows, as earlier releases did: two of three do not fit beside it
  for (const name of ['1/102.png', '2/103-0-0-5000-5000.png', '2/104.png']) await put(name);
  await env.manager.query(`UPDATE page_pictures SET drawn_at = now() + interval '1 minute'`);
  await sweep();
  expect(await env.keys(prefix)).toEqual([expect.stringMatching(/\.png$/), `${prefix}sizes.json`]);
  expect(await rows()).toHaveLength(2);
  expect(await env.manager.find(PagePicture, { where: { page: 2 } })).toHaveLength(
    (await env.keys(`${prefix}2/`)).length,
  );
});
