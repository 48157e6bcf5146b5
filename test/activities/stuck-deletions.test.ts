/** A deletion that the object store refuses, over a real database and object store. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { claimDelete } from '../../entities/queries/shelves.js';
import { measureWorkload } from '../../entities/queries/workload.js';
import { createStorage } from '../../infra/storage.js';
import { inputOf, runActivity, startActivities, type ActivityTest } from '../support/activities.js';
import { ageDeletion } from '../support/aged-rows.js';

let env: ActivityTest;
beforeAll(async () => {
  env = await startActivities();
});
afterAll(() => env?.stop());

const openHours = async (): Promise<number> =>
  Math.floor((await measureWorkload(env.manager)).deletionOpenSeconds / 3_600);

test('a deletion that the store refuses shows by its age, and ends once the service may remove objects', async () => {
  const shelf = await env.givenStoredShelf(Buffer.from('%PDF-1.7 not read here'));
  expect(await openHours()).toBe(0);
  await claimDelete(env.manager, { accountId: env.account.id, publicId: shelf.publicId });
  await ageDeletion(env.manager, shelf.publicId);
  const input = { ...inputOf(shelf), lastRun: shelf.run };

  // the key that signs links can only read
  const reader = createStorage({ ...env.storeConfig, ...env.storeConfig.signer });
  try {
    const { shelves } = env.build({ storage: reader });
    await expect(runActivity(shelves.removeShelfObjects, input)).rejects.toThrow(/AccessDenied/);
  } finally {
    reader.close();
  }
  expect([await openHours(), (await env.keys()).length]).toEqual([4, 1]);

  const { shelves } = env.activities;
  await runActivity(shelves.removeShelfObjects, input);
  await runActivity(shelves.removeShelfRows, input);
  expect([await openHours(), await env.keys()]).toEqual([0, []]);
});
