/** A benchmark's command that was not understood says what it takes, without a stack. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const BENCH = join(import.meta.dirname, '../../../bench');

test.each([
  ['main.js', ['engine', '--help'], "Unknown option '--help'"],
  ['main.js', ['mutants', '--count', 'many'], '--count is a whole number from 1 on'],
  ['scale/main.js', ['--help'], "Unknown option '--help'"],
])('bench/%s %j: %s', (file, args, reason) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [join(BENCH, file), ...args], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^npm run (bench|load) -- /m);
  expect(stderr.slice(0, reason.length)).toBe(reason);
  expect(stderr).not.toMatch(/^ +at /m);
});
