/** Each load of `npm run load`, tiny, on a service of its own; the kill run has a file to itself. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const MAIN = join(import.meta.dirname, '../../bench/scale/main.js');
/** In place of an earlier release: this one, which has the same path to go. */
const ROOT = join(import.meta.dirname, '../../..');
const LONGEST_MS = 660_000;

/** What it says. Times that a busy machine takes are no reason to fail: only what is lost. */
async function load(...args: string[]): Promise<string> {
  const run = promisify(execFile)(process.execPath, ['--enable-source-maps', MAIN, ...args, '--minutes', '10'], {
    timeout: LONGEST_MS,
  });
  const { stdout, stderr } = await run.catch((error: unknown) => error as { stdout: string; stderr: string });
  process.stdout.write(stdout);
  expect(stderr).toBe('');
  return stdout;
}

/** The number that stands beside a line of the table. */
function seen(table: string, what: RegExp): number {
  const line = table.split('\n').find((one) => what.test(one)) ?? `no line ${String(what)}`;
  return Number(/ {2}([\d.]+)(?: \S+)? {2,}/.exec(line)?.[1] ?? Number.NaN);
}

test('a page', async () => {
  expect(await load('page', '--rounds', '1')).toMatch(/1 pages: \d+\.\d\d s from upload to ready/);
}, 720_000);

test('a batch', async () => {
  expect(await load('batch', '--count', '3')).toMatch(/3 ready, 0 failed, 0 open/);
}, 720_000);

test('reviews: their runs are started, approved, lost and found', async () => {
  const said = await load('reviews', '--count', '6', '--rounds', '3');
  expect(said).toContain('6 of 6 runs in review');
  expect(seen(said, /^approve, p99 of 3 approvals/)).toBeGreaterThan(0);
  // the reconciler leaves alone what was touched in the last minute
  expect(seen(said, /^repair of a start that was lost/)).toBeGreaterThan(55);
  expect(seen(said, /^repair of a run that was terminated/)).toBeGreaterThan(0);
  expect(seen(said, /^memory of worker 2, 6 reviews open/)).toBeGreaterThan(50);
}, 720_000);

test('deliveries: they come to wait, and others get their events', async () => {
  const said = await load('deliveries', '--count', '20', '--rounds', '2');
  expect(said).toContain('20 deliveries pending and begun');
  expect(seen(said, /^event to a live receiver, another account, longest of 2/)).toBeGreaterThan(0);
  expect(seen(said, /^transactions of Postgres/)).toBeGreaterThan(0);
}, 720_000);

test('an upgrade: nothing is lost', async () => {
  const said = await load('upgrade', '--from', ROOT, '--count', '8', '--at-once', '2');
  expect(seen(said, /^shelves uploaded/)).toBe(8);
  for (const lost of [/^not ready/, /^without each page/, /^with no version/, /^with no event/, /^runs of shelves/])
    expect([String(lost), seen(said, lost)]).toEqual([String(lost), 0]);
  expect(seen(said, /^uploads that were refused/)).toBe(0);
}, 720_000);
