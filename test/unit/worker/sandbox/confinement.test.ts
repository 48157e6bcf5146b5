/** Node's half of what keeps an engine process away from the machine. */
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { expect, test } from '@jest/globals';
import { permissionArguments } from '../../../../worker/sandbox/confinement.js';

test('the SQLite of Node, which asks nobody for files, is left out', () => {
  const load = "process.stdout.write(String(process.getBuiltinModule('node:sqlite') === undefined))";
  const started = (options: readonly string[]): string =>
    spawnSync(process.execPath, [...options, '--eval', load], { encoding: 'utf8' }).stdout;
  expect(started([])).toBe('false');
  expect(started(permissionArguments({ in: tmpdir(), out: tmpdir() }, [], 'refused'))).toBe('true');
});
