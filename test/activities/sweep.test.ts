/** How far a turn of the sweeper goes, over a real database and object store. */
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { Cursor } from '../../activities/walk.js';
import { newPublicId } from '../../entities/ids.js';
import { createUpload } from '../../entities/queries/uploads.js';
import { Upload } from '../../entities/upload.js';
import { runActivity, startActivities, type ActivityTest } from '../support/activities.js';

const NOW = { intentMs: -60_000, workMs: -60_000 }; // every age counts as old
let env: ActivityTest;

beforeAll(async () => {
  env = await startActivities();
});
afterAll(() => env?.stop());
afterEach(() => {
  jest.restoreAllMocks();
});

/** Each look at the clock finds a minute gone: turns end as soon as they may. */
function hurriedClock(): void {
  let nowMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (nowMs += 60_000));
}

/** Turns until the walk is at its end; answers the positions between them. */
async function turns(turn: (from: Cursor) => Promise<Cursor>): Promise<string[]> {
  const positions: string[] = [];
  for (let after: string | null = null; ;) {
    ({ after } = await runActivity(turn, { after }));
    if (after === null) return positions;
    positions.push(after);
  }
}

async function givenBrokenOff(count: number): Promise<string[]> {
  const keys = Array.from(
    { length: count },
    (_, n) => `users/${env.account.publicId}/uploads/${n}-${newPublicId('shf')}`,
  );
  for (const objectKey of keys) {
    const source = { objectKey, fileName: 'a.pdf', mimeType: 'application/pdf' };
    await createUpload(env.manager, { accountId: env.account.id, ...source });
    await env.storage.put(objectKey, '%PDF-1.7 not read here', 'application/pdf');
  }
  return keys;
}

test('objects of more than a hundred shelves are swept in one turn', async () => {
  const shelves = Array.from({ length: 130 }, () => `users/${env.account.publicId}/shelves/${newPublicId('shf')}/`);
  await Promise.all(shelves.map((prefix) => env.storage.put(`${prefix}runs/1/info.json`, '{}', 'application/json')));
  expect(await turns(env.build({ sweep: NOW }).shelves.sweepObjects)).toEqual([]);
  expect(await env.keys()).toEqual([]);
});

test('a turn over objects that has no time continues all the same, and none is left out', async () => {
  const accounts = [newPublicId('usr'), newPublicId('usr'), newPublicId('usr')];
  const keys = accounts.flatMap((account, at) =>
    // one has no shelves, and its uploads are swept all the same
    Array.from({ length: at * 20 }, () => `users/${account}/shelves/${newPublicId('shf')}/runs/1/info.json`).concat(
      `users/${account}/uploads/nobody.pdf`,
    ),
  );
  await Promise.all(keys.map((key) => env.storage.put(key, '{}', 'application/json')));
  hurriedClock();
  const positions = await turns(env.build({ sweep: NOW }).shelves.sweepObjects);
  expect(positions.length).toBeGreaterThanOrEqual(accounts.length);
  expect(positions).toEqual(positions.toSorted());
  expect(await env.keys()).toEqual([]);
});

test('an outage ends a turn over objects where it got to, and a turn that gets nowhere fails', async () => {
  const account = newPublicId('usr');
  const shelves = Array.from({ length: 40 }, (_, n) => `users/${account}/shelves/shf_${String(n).padStart(24, '0')}/`);
  await Promise.all(shelves.map((prefix) => env.storage.put(`${prefix}runs/1/info.json`, '{}', 'application/json')));
  const removePrefix = env.storage.removePrefix.bind(env.storage);
  const outage = Object.assign(new Error('away'), { code: 'STORAGE_TIMEOUT' });
  const weak = jest.spyOn(env.storage, 'removePrefix').mockImplementation(async (prefix, signal) => {
    if (prefix === shelves[20]) throw outage;
    return removePrefix(prefix, signal);
  });
  const { sweepObjects } = env.build({ sweep: NOW }).shelves;
  const { after } = await runActivity(sweepObjects, { after: null });
  expect(after).toBe(shelves[15]);
  await expect(runActivity(sweepObjects, { after })).rejects.toMatchObject({ type: 'Outage' });
  expect(await env.keys()).not.toContain(`${shelves[16]}runs/1/info.json`); // what was begun has ended
  weak.mockRestore();
  expect(await runActivity(sweepObjects, { after })).toEqual({ after: null });
  expect(await env.keys()).toEqual([]);
});

test('uploads that broke off are removed together; one that cannot be does not keep the others', async () => {
  const [stuck] = await givenBrokenOff(40);
  await env.manager.query(`
    CREATE FUNCTION keep_stuck() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.object_key = '${stuck}' THEN RAISE EXCEPTION 'stuck'; END IF;
      RETURN OLD;
    END $$`);
  await env.manager.query(
    'CREATE TRIGGER keep_stuck BEFORE DELETE ON uploads FOR EACH ROW EXECUTE FUNCTION keep_stuck()',
  );
  const { sweepUploads } = env.build({ sweep: NOW }).shelves;
  expect(await turns(sweepUploads)).toEqual([]);
  const left = (await env.manager.find(Upload)).map(({ objectKey }) => objectKey);
  expect(left).toEqual([stuck]);
  expect(await env.keys()).toEqual([]);
  await env.manager.query('DROP TRIGGER keep_stuck ON uploads');
  await runActivity(sweepUploads, { after: null });
  expect(await env.manager.count(Upload)).toBe(0);
});

test('an object that the store refuses to remove keeps its own row only, and ends no turn', async () => {
  await givenBrokenOff(20);
  // no object can have such a name, and the store says so of each key
  const objectKey = `users/${env.account.publicId}/uploads//refused`;
  const source = { objectKey, fileName: 'a.pdf', mimeType: 'application/pdf' };
  await createUpload(env.manager, { accountId: env.account.id, ...source });
  await expect(env.storage.remove([objectKey])).rejects.toMatchObject({ code: 'STORAGE_REMOVE_REFUSED' });
  jest.spyOn(env.storage, 'abortUploadsTo').mockResolvedValue(); // which has no parts, and cannot be asked for them
  const remove = jest.spyOn(env.storage, 'remove');
  const { sweepUploads } = env.build({ sweep: NOW }).shelves;
  expect(await turns(sweepUploads)).toEqual([]);
  expect(remove).toHaveBeenCalledTimes(1 + 21); // all at once, then one by one
  expect(await env.manager.find(Upload)).toMatchObject([{ objectKey }]);
  expect(await env.keys()).toEqual([]);
  await env.manager.delete(Upload, { objectKey });
});

test('a turn over uploads that has no time removes some and says where it ended', async () => {
  await givenBrokenOff(40);
  hurriedClock();
  const positions = await turns(env.build({ sweep: NOW }).shelves.sweepUploads);
  expect(positions.length).toBeGreaterThan(1);
  expect(await env.manager.count(Upload)).toBe(0);
  expect(await env.keys()).toEqual([]);
});
