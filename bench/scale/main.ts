/** `npm run load`: the whole service under load. docs/benchmark.md says what is measured. */
import { loadavg } from 'node:os';
import { runBatch } from './batch.js';
import { runDeliveries } from './deliveries.js';
import { timeDocument } from './documents.js';
import { isReached, reportOf, type Figure } from './figures.js';
import { runKills } from './kill.js';
import { readLoadOptions, type LoadOptions } from './options.js';
import { runReviews } from './reviews.js';
import { exitWithUsage } from '../usage.js';
import { openTarget, type Target } from './target.js';
import { runUpgrade } from './upgrade.js';

const USAGE = `npm run load -- page|book [--rounds N] [--file PDF]
npm run load -- batch [--count N] [--at-once N] [--state FILE]
npm run load -- reviews [--count N] [--rounds N]
npm run load -- deliveries [--count N] [--rounds N] [--at-once N]
npm run load -- kill [--count N] [--faults N] [--seed N]
npm run load -- upgrade --from FOLDER [--count N] [--at-once N]

Each with [--minutes N], and the first three with [--url URL --key KEY [--other-key KEY]] for a service that runs already;
without it the command starts one with two workers.`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Resolves with whether all went well, and all was seen that is wanted. */
async function run(options: LoadOptions): Promise<boolean> {
  if (options.load === 'kill') return runKills(options);
  if (options.load === 'upgrade') return shown(await runUpgrade(options, say));
  const target = await openTarget(options);
  try {
    return await putOn(target, options);
  } finally {
    await target.stop();
  }
}

async function putOn(target: Target, options: LoadOptions): Promise<boolean> {
  if (options.load === 'batch') return shown(await runBatch(target, options, say));
  if (options.load === 'reviews') return shown(await runReviews(target, options, say));
  if (options.load === 'deliveries') return shown(await runDeliveries(target, options, say));
  return shown(await timeDocument(target, options, say));
}

function shown(figures: Figure[]): boolean {
  say(`\n${reportOf(figures)}\n`);
  return isReached(figures);
}

function readOptions(): LoadOptions {
  try {
    return readLoadOptions(process.argv.slice(2));
  } catch (error) {
    return exitWithUsage(USAGE, error);
  }
}

const options = readOptions();
say(`load average before: ${loadavg()[0]?.toFixed(1)}`);
if (!(await run(options))) process.exitCode = 1;
say(`load average after: ${loadavg()[0]?.toFixed(1)}`);
