/** Pictures of pages are made again, so they go after a while. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Version } from '../../entities/version.js';
import { publishVersion } from '../../entities/queries/publishing.js';
import { runActivity, startActivities, type ActivityTest } from '../support/activities.js';
import { publicationOf } from '../support/rows.js';

let env: ActivityTest;
beforeAll(async () => {
  env = await startActivities();
}, 60_000);
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
