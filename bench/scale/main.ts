/**
 * npm run load -- page|book [--rounds N] [--file PDF]
 * npm run load -- batch [--count N] [--at-once N] [--state FILE]
 *
 * Each with [--minutes N], and [--url URL --key KEY [--other-key KEY]] for a service that runs already; without it the
 * command starts one with two workers. docs/benchmark.md says what is measured.
 */
import { loadavg } from 'node:os';
import { runBatch } from './batch.js';
import { timeDocument } from './documents.js';
import { readLoadOptions } from './options.js';
import { openTarget } from './target.js';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const options = readLoadOptions(process.argv.slice(2));
const target = await openTarget(options);
try {
  say(`load average before: ${loadavg()[0]?.toFixed(1)}`);
  if (options.load === 'batch') {
    if (!(await runBatch(target, options, say))) process.exitCode = 1;
  } else await timeDocument(target, options, say);
  say(`load average after: ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await target.stop();
}
