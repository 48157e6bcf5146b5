/**
 * `npm test`: lint, format, types, then all tests; `npm run test:quick`: format, types and the tests of the quick lane, without
 * lint, which takes a third of their time; `npm run test:cluster`: types and the cluster lane, for which Temporal's server is
 * built if it is not there; `npm run test:uncached`: types and the workflow tests with workers that keep no run in memory.
 * The last line says `N passed, N failed`, and lint, format and types count as one each. `npm test -- ARGS` gives the
 * arguments to jest (a path, -t NAME) and leaves lint and format out.
 */
import { join } from 'node:path';
import { root } from './bootstrap.mjs';
import { build } from './build.mjs';
import { runLanes } from './jest-runs.mjs';
import { LANES } from './lanes.mjs';
import { runTool } from './tool.mjs';

const tools = join(root, 'node_modules/.bin');
const args = process.argv.slice(2);
const isQuick = args[0] === '--quick';
const isCluster = args[0] === '--cluster';
const isUncached = args[0] === '--uncached';
const isLane = isQuick || isCluster || isUncached;
const hasArguments = args.length > 0 && !isLane;
const counts = { passed: 0, failed: 0 };

/** Runs a check that throws, or rejects, where it fails. Answers whether it has passed. */
async function check(title, run) {
  const begun = performance.now();
  let failure = null;
  try {
    await run();
  } catch (error) {
    failure = error.message;
  }
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  process.stderr.write(`${title}: ${failure === null ? 'passed' : 'FAILED'} (${seconds} s)\n`);
  if (failure !== null) process.stderr.write(`${failure}\n`);
  counts[failure === null ? 'passed' : 'failed'] += 1;
  return failure === null;
}

/** Prints the last line. */
function end(code) {
  process.stdout.write(`${counts.passed} passed, ${counts.failed} failed\n`);
  process.exit(code);
}

async function preparePrograms() {
  process.stderr.write('Server programs:\n');
  const { preparePrograms } = await import(join(root, 'dist/local/prepare.js'));
  const { createProgress } = await import(join(root, 'dist/local/progress.js'));
  await preparePrograms(process.env, createProgress(process.stderr), { withTemporalServer: isCluster });
}

/** The lanes of a whole run. */
async function wholeRun() {
  const usual = [LANES.main, LANES.load];
  const { hasTemporalServer } = await import(join(root, 'dist/local/prepare.js'));
  if (hasTemporalServer(process.env)) return [...usual, LANES.cluster];
  // to build that server takes too long here
  const line = '*'.repeat(100);
  process.stderr.write(
    `${line}\nSKIPPED: the cluster lane (Temporal's server on PostgreSQL, 512 shards, mTLS), because that server is not\n` +
      `built here. npm run test:cluster builds it, once (ten minutes on two cores), and runs the lane.\n${line}\n`,
  );
  return usual;
}

process.on('SIGINT', () => {}); // the terminal gives Ctrl-C to the whole group
const CHECKS = {
  Lint: () => runTool('oxlint', [join(tools, 'oxlint'), '--type-aware', '--deny-warnings']),
  Format: () => runTool('oxfmt', [join(tools, 'oxfmt'), '--check']),
};
const checked = hasArguments || isCluster || isUncached ? [] : isQuick ? ['Format'] : ['Lint', 'Format'];
const reading = checked.map((title) => check(title, CHECKS[title])); // beside the compiler, which works in processes of its own
const compiles = await check('Types and build', () => build({ log: (line) => process.stderr.write(`${line}\n`) }));
await Promise.all(reading);
if (!compiles) end(1);
if (!isQuick) {
  try {
    await preparePrograms();
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    counts.failed += 1;
    end(1);
  }
}

const lane = args[0]?.replace(/^--/, '');
const lanes = hasArguments ? [{ args, servers: [] }] : isLane ? [LANES[lane]] : await wholeRun();
const { passed, failed, code } = await runLanes(lanes);
counts.passed += passed;
counts.failed += failed;
end(code || (counts.failed > 0 ? 1 : 0));
