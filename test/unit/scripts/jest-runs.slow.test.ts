/** Lanes one after the other (scripts/jest-runs.mjs): over folders with small files of tests in place of this project's. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startOf } from '../../../local/identity.js';
import { until } from '../../support/until.js';

const root = process.cwd();
const LANES = [
  { args: ['/first/'], servers: [] },
  { args: ['/second/'], servers: [] },
];
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shelfwright-lanes-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const reporters = ['default', join(root, 'test/support/count-reporter.mjs')];
  const config = { transform: {}, reporters };
  writeFileSync(join(folder, 'jest.config.mjs'), `export default ${JSON.stringify(config)};`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(lane: 'first' | 'second', source: string): void {
  mkdirSync(join(folder, lane), { recursive: true });
  writeFileSync(join(folder, lane, `${lane}.test.js`), source);
}

/** The arguments of a Node that runs both lanes and prints what came of them. */
function runBoth(): string[] {
  const script = `
    import { runLanes } from ${JSON.stringify(join(root, 'scripts/jest-runs.mjs'))};
    console.log(JSON.stringify(await runLanes(${JSON.stringify(LANES)}, { cwd: ${JSON.stringify(folder)} })));`;
  return ['--input-type=module', '-e', script];
}

test('the tests of both lanes are counted, a file that does not load as one, and the worse exit code is that of both', () => {
  write('first', "test('a', () => {}); test('b', () => {});");
  write('second', "import './missing.js'; test('c', () => {});");
  const { stdout, stderr } = spawnSync(process.execPath, runBoth(), { encoding: 'utf8', timeout: 60_000 });
  expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toEqual({ passed: 2, failed: 1, code: 1 });
  for (const said of ['PASS first/first.test.js', 'FAIL second/second.test.js']) expect(stderr).toContain(said);
});

test('a signal ends the lane that runs, and none follows', async () => {
  for (const lane of ['first', 'second'] as const)
    write(
      lane,
      `import { writeFileSync } from 'node:fs';
       test('waits', async () => {
         writeFileSync('${lane}.pid', String(process.pid));
         await new Promise(() => {});
       }, 60_000);`,
    );
  const runs = spawn(process.execPath, runBoth(), { stdio: ['ignore', 'pipe', 'ignore'] });
  const [ended, printed] = [once(runs, 'exit'), text(runs.stdout)];
  const file = join(folder, 'first.pid');
  await until(() => existsSync(file), 'the first lane is at work', 60_000);
  runs.kill('SIGTERM');
  await ended;
  const pid = Number(readFileSync(file, 'utf8'));
  await until(() => startOf(pid) === null, 'its process has ended', 30_000);
  expect(existsSync(join(folder, 'second.pid'))).toBe(false);
  expect(JSON.parse(await printed)).toEqual({ passed: 0, failed: 1, code: 128 });
});
