/** How many trees a process indexes at once, over a real database and object store. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { searchActivities } from '../../activities/search.js';
import { countIndexed, markForReindex } from '../../entities/queries/search-index.js';
import type { Storage } from '../../infra/storage.js';
import { attemptOf, runActivity, startActivities, type ActivityTest } from '../support/activities.js';
import { givenReadyShelf } from '../support/app.js';
import { countConcurrency } from '../support/concurrency.js';
import { until } from '../support/until.js';

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

test('a walk whose attempt ends in an outage continues after the last shelf that was indexed', async () => {
  const files = { 'README.md': '# Report\n\nA whale.\n' };
  const shelves = await Promise.all([1, 2, 3].map(() => givenReadyShelf(env, env.account, files)));
  const ids = shelves.map(({ publicId }) => publicId).toSorted();
  const read: string[] = [];
  let isAway = true;
  const storage: Storage = {
    ...env.storage,
    get: async (key, signal) => {
      read.push(ids.find((id) => key.includes(id)) ?? 'another');
      if (isAway && read.length === 2) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
      return env.storage.get(key, signal);
    },
  };
  const { indexShelves } = searchActivities({ dataSource: env.database.dataSource, storage });
  const first = attemptOf();
  const sent: unknown[] = [];
  first.on('heartbeat', (details) => sent.push(details));
  await expect(first.run(indexShelves, { after: null })).rejects.toThrow('ECONNREFUSED');
  const { position } = sent.at(-1) as { position: string }; // or a shelf behind it that is indexed already
  expect([ids[0]! <= position, position < ids[1]!]).toEqual([true, true]);

  // what the first one has indexed is to be indexed anew, and the second attempt does not look at it
  await markForReindex(env.database.manager, ids[0]!);
  isAway = false;
  expect(await attemptOf(2, sent.at(-1)).run(indexShelves, { after: null })).toEqual({ after: null });
  expect(read).toEqual([ids[0], ids[1], ids[1], ids[2]]);
});

/** Notes which of the shelves have their archives read. */
function noteReads(ids: readonly string[]) {
  const read: string[] = [];
  const storage: Storage = {
    ...env.storage,
    get: async (key, signal) => {
      read.push(ids.find((id) => key.includes(id)) ?? 'another');
      return env.storage.get(key, signal);
    },
  };
  return { read, ...searchActivities({ dataSource: env.database.dataSource, storage }) };
}

test('a shelf that has killed three workers is set aside, for this walk and all others, until it is marked again', async () => {
  const files = { 'README.md': '# Report\n\nA whale.\n' };
  await runActivity(env.activities.shelves.indexShelves, { after: null }); // what other tests have left
  const shelves = await Promise.all([1, 2].map(() => givenReadyShelf(env, env.account, files)));
  const [killing, behind] = shelves.map(({ publicId }) => publicId).toSorted() as [string, string];
  const { read, indexShelf, indexShelves } = noteReads([killing, behind]);
  const { manager } = env.database;
  const afterThree = { defects: 0, deaths: 2, atWork: 'another', document: killing };
  expect(await attemptOf(5, afterThree).run(indexShelves, { after: null })).toEqual({ after: null });
  expect(read).toEqual([behind]);
  expect(await countIndexed(manager)).toMatchObject({ waiting: 0, incomplete: 1 });
  await runActivity(indexShelves, { after: null });
  expect(read).toEqual([behind]);

  await markForReindex(manager, killing);
  await runActivity(indexShelves, { after: null });
  expect(read).toEqual([behind, killing]);
  expect(await countIndexed(manager)).toMatchObject({ waiting: 0, incomplete: 0 });

  // by its own run, too; what search finds of it stays
  await markForReindex(manager, killing);
  const { passages } = await countIndexed(manager);
  await attemptOf(5, afterThree).run(indexShelf, { shelfPublicId: killing });
  expect(read).toEqual([behind, killing]);
  expect(await countIndexed(manager)).toMatchObject({ waiting: 0, incomplete: 1, passages });
});

test('a shelf that merely fails hides no deaths of the one behind it, which is set aside after three', async () => {
  const files = { 'README.md': '# Report\n\nA whale.\n' };
  await runActivity(env.activities.shelves.indexShelves, { after: null }); // what other tests have left
  const shelves = await Promise.all([1, 2, 3].map(() => givenReadyShelf(env, env.account, files)));
  const [failing, killing, behind] = shelves.map(({ publicId }) => publicId).toSorted() as [string, string, string];
  const read: string[] = [];
  const storage: Storage = {
    ...env.storage,
    get: async (key, signal) => {
      if (key.includes(failing)) read.push('failing');
      if (key.includes(killing)) read.push('killing');
      if (key.includes(behind)) read.push('behind');
      if (key.includes(failing)) throw new TypeError('x is undefined');
      // at work until the process is gone
      if (key.includes(killing))
        await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
      return env.storage.get(key, signal);
    },
  };
  const { indexShelves } = searchActivities({ dataSource: env.database.dataSource, storage });
  /** What the server was told before the worker died. */
  async function dieIn(attempt: number, before?: object): Promise<object> {
    const dying = attemptOf(attempt, before);
    const sent: { document?: string }[] = [];
    dying.on('heartbeat', (details) => sent.push(details as object));
    const reads = read.length;
    const died = dying.run(indexShelves, { after: null }).catch(() => undefined);
    const isAtWork = (): boolean => read.includes('killing', reads) && sent.at(-1)?.document === killing;
    await until(isAtWork, 'it is at work, and has said so');
    const last = sent.at(-1);
    dying.cancel();
    await died;
    return { ...last, atWork: 'another' };
  }
  const first = await dieIn(1);
  expect(first).toMatchObject({ deaths: 0, position: expect.any(String) });
  const third = await dieIn(3, await dieIn(2, first));
  expect(third).toMatchObject({ deaths: 2 });
  expect(await attemptOf(4, third).run(indexShelves, { after: null })).toEqual({ after: null });
  expect(read).toEqual(['failing', 'killing', 'killing', 'killing', 'behind']);
});
