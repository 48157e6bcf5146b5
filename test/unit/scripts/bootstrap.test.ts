/** When scripts/bootstrap.mjs installs the dependencies: it is run in a folder of its own, with an npm that only writes. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

const LOCK = {
  packages: {
    '': { version: '1.0.0' },
    'node_modules/lamp': { version: '2.1.0' },
    'node_modules/lamp/node_modules/wick': { version: '3.0.0' },
    'node_modules/foghorn-windows': { version: '1.0.0', optional: true },
  },
};
const { 'node_modules/foghorn-windows': _, ...INSTALLED } = LOCK.packages;
let root: string;

function write(path: string, content: object | string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o755 });
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bootstrap-'));
  mkdirSync(join(root, 'scripts'));
  copyFileSync('scripts/bootstrap.mjs', join(root, 'scripts/bootstrap.mjs'));
  write('bin/npm', '#!/bin/sh\necho "$@" > asked-of-npm\n');
  write('package-lock.json', LOCK);
  write('node_modules/.package-lock.json', { packages: INSTALLED });
  for (const path of Object.keys(INSTALLED)) write(join(path, 'package.json'), {});
});
afterEach(() => rmSync(root, { recursive: true }));

/** Whether it has asked npm for an install. */
function installs(): boolean {
  const env = { PATH: `${join(root, 'bin')}:/usr/bin:/bin` };
  const { status, stderr } = spawnSync(process.execPath, ['scripts/bootstrap.mjs'], { cwd: root, env });
  expect([status, String(stderr)]).toEqual([0, expect.any(String)]);
  return existsSync(join(root, 'asked-of-npm'));
}

test('nothing is installed where all is there; an optional package need not be', () => expect(installs()).toBe(false));

test.each<[string, () => void]>([
  ['nothing is', () => rmSync(join(root, 'node_modules'), { recursive: true })],
  ['an install was broken off', () => rmSync(join(root, 'node_modules/.package-lock.json'))],
  [
    'a package has another version',
    () => write('package-lock.json', { packages: { ...LOCK.packages, 'node_modules/lamp': { version: '2.2.0' } } }),
  ],
  [
    'another install at once has removed a package',
    () => rmSync(join(root, 'node_modules/lamp/node_modules/wick'), { recursive: true }),
  ],
  [
    'another install at once has emptied the folder of a package',
    () => rmSync(join(root, 'node_modules/lamp/node_modules/wick/package.json')),
  ],
])('the dependencies are installed where %s', (_what, change) => {
  change();
  expect(installs()).toBe(true);
});
