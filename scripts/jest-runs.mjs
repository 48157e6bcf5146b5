/** Runs lanes of tests (lanes.mjs), each as a jest of its own, and adds up what test/support/count-reporter.mjs counts. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';

/** The exit code where a signal has ended a lane. */
const BY_SIGNAL = 128;
/** The first that has another optimising compiler, Maglev, switched on. */
const FIRST_WITH_MAGLEV = 24;
const hasMaglev = Number.parseInt(process.versions.node, 10) >= FIRST_WITH_MAGLEV;
/**
 * Without source maps of node's: jest finds the lines of TypeScript itself, and only for what it prints. Without TurboFan: each
 * file has its modules anew, and what they were compiled to goes with them before it pays (a twentieth of the quick lane's
 * processor time). Processes that tests start have it.
 */
const FLAGS = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  ...(hasMaglev ? ['--no-turbofan'] : []),
];
const JEST = join(root, 'node_modules/jest/bin/jest.js');
/** Of a lane that has broken off. */
const BROKEN_OFF = { passed: 0, failed: 1 };

/**
 * Runs the lanes one after the other: side by side they take as long, since each keeps two processors busy, and wait for each
 * other. SIGTERM ends the one that runs, and a signal that ends one ends all.
 *
 * @param lanes values of LANES
 * @returns how many tests passed and failed, and the highest exit code
 */
export async function runLanes(lanes, { cwd = root } = {}) {
  const total = { passed: 0, failed: 0, code: 0 };
  for (const lane of lanes) {
    const { passed, failed, code } = await runJest(lane, cwd);
    total.passed += passed;
    total.failed += failed;
    total.code = Math.max(total.code, code);
    if (code === BY_SIGNAL) break;
  }
  return total;
}

async function runJest({ args, servers, env = {} }, cwd) {
  const folder = mkdtempSync(join(tmpdir(), 'shelfwright-counts-'));
  const countsFile = join(folder, 'counts.json');
  const jest = spawn(process.execPath, [...FLAGS, JEST, ...args], {
    cwd,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...env,
      COUNTS_FILE: countsFile,
      ...(servers.length > 0 && { TEST_SERVERS_AHEAD: servers.join(',') }),
    },
  });
  const stop = () => jest.kill('SIGTERM');
  process.on('SIGTERM', stop);
  const [exitCode] = await once(jest, 'exit');
  process.off('SIGTERM', stop);
  const counts = readCounts(countsFile);
  rmSync(folder, { recursive: true });
  return { ...counts, code: exitCode ?? BY_SIGNAL };
}

function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return BROKEN_OFF;
  }
}
