import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

const root = process.cwd();
let folder = '';

/** Runs jest over one small file with the project's reporter; answers the last line and the exit code. */
function run(source: string) {
  writeFileSync(join(folder, 'a.test.js'), source);
  const flags = ['--experimental-vm-modules', join(root, 'node_modules/jest/bin/jest.js')];
  const done = spawnSync(process.execPath, flags, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, COUNTS_FILE: '' }, // that of the run that these tests are part of
  });
  return { last: done.stdout.trimEnd().split('\n').at(-1), status: done.status };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shelfwright-run-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const reporter = JSON.stringify(join(root, 'test/support/count-reporter.mjs'));
  writeFileSync(join(folder, 'jest.config.mjs'), `export default { transform: {}, reporters: [${reporter}] };`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the last line of a run counts passed and failed tests', () => {
  const source = "test('a', () => {}); test('b', () => { throw new Error('no'); }); test('c', () => {});";
  expect(run(source)).toEqual({ last: '2 passed, 1 failed', status: 1 });
});

test('a file that does not load is a failure', () => {
  expect(run("import '../local/missing.js'; test('a', () => {});")).toEqual({ last: '0 passed, 1 failed', status: 1 });
});
