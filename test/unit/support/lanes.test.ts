/** The lanes of the tests: every file is in one, and what the quick one holds needs no server but PostgreSQL. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';

const QUICK_FOLDERS = ['unit', 'golden', 'entities'];
const OTHER_FOLDERS = ['activities', 'admin', 'api', 'browser', 'cluster', 'e2e', 'load', 'replay', 'workflows'];
/** What starts an object store, Temporal, or a process of the service. */
const STARTERS =
  'startStorage|freshBucket|startTemporal|localEnvironment|timeSkippingEnvironment|startService|sharedService|webApp|ownWebApp|buildTestApp|startActivities';
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

/** Packages that a module brings along, by its imports of values. */
function packagesOf(path: string, seen = new Set<string>()): Set<string> {
  const packages = new Set<string>();
  if (seen.has(path)) return packages;
  seen.add(path);
  const imports = readFileSync(path, 'utf8').matchAll(/^(?:import|export) (?!type\b)(?:[^;']*? from )?'([^']+)';/gm);
  for (const [, name = ''] of imports) {
    if (!name.startsWith('.')) packages.add(name);
    else for (const one of packagesOf(join(dirname(path), name.replace(/\.js$/, '.ts')), seen)) packages.add(one);
  }
  return packages;
}

test('a file that needs a database alone, or the shared service, does not load the clients of Temporal with it: half a second for each', () => {
  const heavy = (path: string) => [...packagesOf(path)].filter((name) => name.startsWith('@temporalio/'));
  expect(heavy('test/support/workflows.ts')).toContain('@temporalio/worker'); // it does see them
  expect(heavy('test/support/set-up-database.ts')).toEqual([]);
  expect(heavy('test/support/web-app.ts')).toEqual([]);
});
