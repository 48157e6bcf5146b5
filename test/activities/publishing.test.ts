/** How many trees a process publishes at once, over a real database and object store. */
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { publishActivities } from '../../activities/publish.js';
import type { Scratch } from '../../activities/scratch.js';
import type { VerifiedTree } from '../../engine/shelf.js';
import { newPublicId } from '../../entities/ids.js';
import { runPrefix, workFiles } from '../../infra/object-keys.js';
import { inputOf, runActivity, startActivities, type ActivityTest } from '../support/activities.js';
import { countConcurrency } from '../support/concurrency.js';

let env: ActivityTest;
beforeAll(async () => {
  env = await startActivities();
});
afterAll(() => env?.stop());

interface Trees {
  count: number;
  /** Random characters of each tree's file. */
  chars: number;
  /** The first ones stay on disk until this many are there. */
  together: number;
}

/** Publishes trees, all at once; how many were on disk together at most. */
async function publishTogether({ count, chars, together }: Trees): Promise<number> {
  const content = randomBytes(chars)
    .toString('latin1')
    .replaceAll(/[^ -~]/g, 'x');
  const tree: VerifiedTree = {
    title: 'Report',
    files: [{ path: 'README.md', content }],
    quality: { tier: 'full', granularity: 'numbered_unit', fallbackApplied: false },
    audit: { status: 'passed', summary: 'All checks passed.', findings: [], repairAttempts: 0 },
  };
  const packed = gzipSync(JSON.stringify(tree));
  const shelves = await Promise.all(
    Array.from({ length: count }, async () => {
      const shelf = await env.givenStoredShelf(Buffer.from('%PDF-1.7 not read here'));
      const key = runPrefix(env.account.publicId, shelf.publicId, shelf.run) + workFiles.tree;
      await env.storage.put(key, packed, 'application/gzip');
      return shelf;
    }),
  );
  const folders = countConcurrency(together, 'are on disk');
  const scratch: Scratch = {
    ...env.scratch,
    withFolder: (work) => env.scratch.withFolder((folder) => folders.run(() => work(folder))),
  };
  const { publishVersion } = publishActivities({ ...env.database, storage: env.storage, scratch });
  const publishing = shelves.map((shelf) =>
    runActivity(publishVersion, { ...inputOf(shelf), versionPublicId: newPublicId('ver'), pageCount: 2 }),
  );
  expect(await Promise.all(publishing)).toEqual(shelves.map(() => ({ draft: null })));
  return folders.most();
}

test('of large trees six are on disk at once, the others wait in the object store', async () => {
  expect(await publishTogether({ count: 9, chars: 700_000, together: 6 })).toBe(6);
});

test('small trees wait for none', async () => {
  expect(await publishTogether({ count: 9, chars: 1_000, together: 9 })).toBe(9);
});
