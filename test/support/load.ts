/** A load of `npm run load`, tiny, on a service of its own. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@jest/globals';

const MAIN = join(import.meta.dirname, '../../bench/scale/main.js');
const LONGEST_MS = 660_000;
/** Of a test that runs one. */
export const LOAD_MS = 720_000;

/** What it says. Times that a busy machine takes are no reason to fail: only what is lost. */
export async function load(...args: string[]): Promise<string> {
  const run = promisify(execFile)(process.execPath, ['--enable-source-maps', MAIN, ...args, '--minutes', '10'], {
    timeout: LONGEST_MS,
  });
  const { stdout, stderr } = await run.catch((error: unknown) => error as { stdout: string; stderr: string });
  process.stdout.write(stdout);
  expect(stderr).toBe('');
  return stdout;
}

/** The number that stands beside a line of the table. */
export function seen(table: string, what: RegExp): number {
  const line = table.split('\n').find((one) => what.test(one)) ?? `no line ${String(what)}`;
  return Number(/ {2}([\d.]+)(?: \S+)? {2,}/.exec(line)?.[1] ?? Number.NaN);
}
