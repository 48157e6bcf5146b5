/** How many trees a process indexes at once, over a real database and object store. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { searchActivities } from '../../activities/search.js';
import type { Storage } from '../../infra/storage.js';
import { runActivity, startActivities, type ActivityTest } from '../support/activities.js';
import { givenReadyShelf } from '../support/app.js';
import { countConcurrency } from '../support/concurrency.js';

let env: ActivityTest;
beforeAll(async () => {
  env = await startActivities();
});
afterAll(() => env?.stop());

interface Trees {
  count: number;
  /** Random bytes of each tree's file, in hexadecimal digits. */
  bytes: number;
  /** The first ones are held until this many archives are read. */
  together: number;
}

/** Indexes trees, all at once; how many archives were read together at most. */
async function indexTogether({ count, bytes, together }: Trees): Promise<number> {
  const files = { 'README.md': `# Report\n\n${randomBytes(bytes).toString('hex')}\n` };
  const shelves = await Promise.all(Array.from({ length: count }, () => givenReadyShelf(env, env.account, files)));
  const reads = countConcurrency(together, 'archives are read');
  const storage: Storage = {
    ...env.storage,
    get: (key, signal) => reads.run(() => env.storage.get(key, signal)),
  };
  const { indexShelf } = searchActivities({ dataSource: env.database.dataSource, storage });
  await Promise.all(shelves.map(({ publicId }) => runActivity(indexShelf, { shelfPublicId: publicId })));
  return reads.most();
}

test('of large trees three are in memory at once, the others wait in the object store', async () => {
  expect(await indexTogether({ count: 5, bytes: 400_000, together: 3 })).toBe(3);
});

test('small trees wait for none', async () => {
  expect(await indexTogether({ count: 5, bytes: 1_000, together: 5 })).toBe(5);
});
