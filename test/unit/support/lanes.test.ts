/** The lanes of the tests: every file is in one, and what the quick one holds needs no server but PostgreSQL. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const QUICK_FOLDERS = ['unit', 'golden', 'entities'];
const OTHER_FOLDERS = ['activities', 'admin', 'api', 'browser', 'cluster', 'e2e', 'load', 'replay', 'workflows'];
/** What starts an object store, Temporal, or a process of the service. */
const STARTERS =
  'startStorage|freshBucket|startTemporal|localEnvironment|timeSkippingEnvironment|startService|buildTestApp|startActivities';
const IMPORTS_ONE = new RegExp(`\\bimport [^;]*\\b(?:${STARTERS})\\b[^;]* from '[./]*support/`);

const TESTS = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.test.ts'));
const folderOf = (path: string): string => path.split('/')[0]!;

test('every folder with tests is known', () => {
  const folders = TESTS.map(folderOf);
  expect([...new Set(folders)].toSorted()).toEqual([...QUICK_FOLDERS, ...OTHER_FOLDERS].toSorted());
});

test('a file of the quick lane starts no server but PostgreSQL', () => {
  const quick = TESTS.filter((path) => QUICK_FOLDERS.includes(folderOf(path)) && !path.endsWith('.slow.test.ts'));
  const starting = quick.filter((path) => IMPORTS_ONE.test(readFileSync(join('test', path), 'utf8')));
  expect(starting).toEqual([]);
});
