/** The kill run, small: everything at work while its processes are killed and stopped. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { planFaults } from '../chaos/fault-plan.js';
import { planMix } from '../chaos/mix.js';
import { readOptions } from '../chaos/options.js';

/** Its ten faults hit every kind of process in each way, and its mix has a bit of everything. */
const SEED = '38949';
const MAIN = join(import.meta.dirname, '../chaos/main.js');
const run = promisify(execFile);

test('one seed gives the same mix and the same faults, two overlap at most, and another seed gives others', () => {
  const plan = (seed: string) => {
    const options = readOptions(['--seed', seed]);
    return { mix: planMix(options), faults: planFaults(options) };
  };
  expect(plan('7')).toEqual(plan('7'));
  const { mix, faults } = plan('7');
  expect(plan('8').mix).not.toEqual(mix);
  expect(plan('8').faults).not.toEqual(faults);
  expect([mix.length, faults.length]).toEqual([300, 200]);
  expect(mix.filter(({ isReviewed }) => isReviewed)).toHaveLength(100);
  for (const { atMs } of faults) {
    const overlapping = faults.filter((one) => one.atMs < atMs && one.atMs + one.stopMs > atMs);
    expect(overlapping.length).toBeLessThan(2);
  }
});

test('nothing that was promised is lost although ten times something is killed or stopped', async () => {
  const args = ['--enable-source-maps', MAIN, '--quick', '--shelves', '20', '--faults', '10', '--seed', SEED];
  const { stdout } = await run(process.execPath, args, { timeout: 780_000, killSignal: 'SIGINT' }).catch(
    (error: unknown) => error as { stdout: string },
  );
  process.stdout.write(stdout);
  expect(stdout).toContain(`Nothing was lost (seed ${SEED}).`);
  const [, folder = ''] = /Folder (\S+)/.exec(stdout) ?? [];
  expect(existsSync(folder)).toBe(false);
}, 840_000);
