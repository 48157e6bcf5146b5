/**
 * `npm test`: lint, format, types, then all tests; `npm run test:quick`: the same with the tests of the quick lane alone;
 * `npm run test:cluster`: types and the cluster lane, for which Temporal's server is built if it is not there;
 * `npm run test:uncached`: types and the workflow tests with workers that keep no run in memory.
 * The last line says `N passed, N failed`, and lint, format and types count as one each. `npm test -- ARGS` gives the
 * arguments to jest (a path, -t NAME) and leaves lint and format out.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';
import { build } from './build.mjs';
import { LANES } from './lanes.mjs';

const TOOL_TIMEOUT_MS = 300_000;
const BY_SIGNAL = 128;
/** Without source maps of node's: jest finds the lines of TypeScript itself, and only for what it prints. */
const JEST_FLAGS = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];

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

async function runTool(name, ...toolArgs) {
  const options = { cwd: root, timeout: TOOL_TIMEOUT_MS };
  const child = spawn(join(root, 'node_modules', '.bin', name), toolArgs, options);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  const end = await new Promise((done) => {
    child.on('error', (error) => done(error.message));
    child.on('close', (code, signal) => done(signal ?? code));
  });
  if (end !== 0) throw new Error(`${said}${name} ended: ${end}`);
}

function giveUp() {
  process.stdout.write(`${counts.passed} passed, ${counts.failed} failed\n`);
  process.exit(1);
}

async function preparePrograms() {
  process.stderr.write('Server programs:\n');
  const { preparePrograms } = await import(join(root, 'dist/local/prepare.js'));
  const { createProgress } = await import(join(root, 'dist/local/progress.js'));
  await preparePrograms(process.env, createProgress(process.stderr), { withTemporalServer: isCluster });
}

/** The lanes of a whole run. The cluster lane is one of them where its server is built: to build it takes too long here. */
async function wholeRun() {
  const { hasTemporalServer } = await import(join(root, 'dist/local/prepare.js'));
  if (hasTemporalServer(process.env)) return [LANES.main, LANES.load, LANES.cluster];
  const line = '*'.repeat(100);
  process.stderr.write(
    `${line}\nSKIPPED: the cluster lane (Temporal's server on PostgreSQL, 512 shards, mTLS), because that server is not\n` +
      `built here. npm run test:cluster builds it, once (ten minutes on two cores), and runs the lane.\n${line}\n`,
  );
  return [LANES.main, LANES.load];
}

/** The counts that test/support/count-reporter.mjs has written, on top of those that it was given. */
function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return { passed: counts.passed, failed: counts.failed + 1 }; // the run has broken off
  }
}

/** Runs jest and counts its tests along. Answers its exit code, BY_SIGNAL where a signal has ended it. */
async function runJest({ args: jestArgs, servers, env = {} }) {
  const folder = mkdtempSync(join(tmpdir(), 'shelfwright-counts-'));
  const countsFile = join(folder, 'counts.json');
  const jest = spawn(process.execPath, [...JEST_FLAGS, join(root, 'node_modules/jest/bin/jest.js'), ...jestArgs], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...env,
      CHECKS_PASSED: String(counts.passed),
      CHECKS_FAILED: String(counts.failed),
      COUNTS_FILE: countsFile,
      ...(servers.length > 0 && { TEST_SERVERS_AHEAD: servers.join(',') }),
    },
  });
  const stop = () => jest.kill('SIGTERM');
  process.on('SIGTERM', stop);
  const code = await new Promise((done) => jest.on('exit', (exitCode) => done(exitCode ?? BY_SIGNAL)));
  process.off('SIGTERM', stop);
  Object.assign(counts, readCounts(countsFile));
  rmSync(folder, { recursive: true });
  return code;
}

process.on('SIGINT', () => {}); // the terminal gives Ctrl-C to the whole group
const reading =
  hasArguments || isCluster || isUncached
    ? [] // beside the compiler, which works in processes of its own
    : [
        check('Lint', () => runTool('oxlint', '--type-aware', '--deny-warnings')),
        check('Format', () => runTool('oxfmt', '--check')),
      ];
const compiles = await check('Types and build', () => build({ log: (line) => process.stderr.write(`${line}\n`) }));
await Promise.all(reading);
if (!compiles) giveUp();
if (!isQuick) {
  try {
    await preparePrograms();
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    counts.failed += 1;
    giveUp();
  }
}

const lane = args[0]?.replace(/^--/, '');
const runs = hasArguments ? [{ args, servers: [] }] : isLane ? [LANES[lane]] : await wholeRun();
let worst = 0;
for (const run of runs) {
  const code = await runJest(run);
  worst = Math.max(worst, code);
  if (code === BY_SIGNAL) break;
}
process.exit(worst || (counts.failed > 0 ? 1 : 0));
