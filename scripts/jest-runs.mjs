/** Runs lanes of tests (lanes.mjs), each as a jest of its own, and adds up what test/support/count-reporter.mjs counts. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from './bootstrap.mjs';

/** The exit code where a signal has ended a lane. */
export const BY_SIGNAL = 128;
/** Without source maps of node's: jest finds the lines of TypeScript itself, and only for what it prints. */
const FLAGS = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const JEST = join(root, 'node_modules/jest/bin/jest.js');
/** For what is left of a jest's output once it has ended. */
const OUTPUT_MS = 5_000;
/** Of a lane that has broken off. */
const BROKEN_OFF = { passed: 0, failed: 1 };

/**
 * Runs the lanes at the same time. What the first prints is seen at once, what the others print when they are over: lines of
 * two runs do not mix. SIGTERM, or a signal that ends one of them, ends all.
 *
 * @param lanes values of LANES
 * @returns how many tests passed and failed, and the highest exit code
 */
export async function runSideBySide(lanes, { cwd = root } = {}) {
  const runs = lanes.map((lane, at) => startJest(lane, { cwd, isHeld: at > 0, share: `${at}/${lanes.length}` }));
  const stop = () => runs.forEach(({ jest }) => jest.kill('SIGTERM'));
  process.on('SIGTERM', stop);
  const ends = await Promise.all(
    runs.map(async ({ ended }) => {
      const end = await ended;
      if (end.code === BY_SIGNAL) stop();
      return end;
    }),
  );
  process.off('SIGTERM', stop);
  const sum = (count) => ends.reduce((all, end) => all + end[count], 0);
  return { passed: sum('passed'), failed: sum('failed'), code: Math.max(...ends.map(({ code }) => code)) };
}

function startJest({ args, servers, env = {} }, { cwd, isHeld, share }) {
  const folder = mkdtempSync(join(tmpdir(), 'shelfwright-counts-'));
  const countsFile = join(folder, 'counts.json');
  const jest = spawn(process.execPath, [...FLAGS, JEST, ...args], {
    cwd,
    stdio: isHeld ? ['inherit', 'pipe', 'pipe'] : 'inherit',
    env: {
      ...process.env,
      ...env,
      COUNTS_FILE: countsFile,
      TEST_LANE: share, // of the ports: test/support/shared-servers.ts
      ...(servers.length > 0 && { TEST_SERVERS_AHEAD: servers.join(',') }),
    },
  });
  const printHeld = isHeld ? hold(jest) : () => {};
  const finish = async () => {
    const closed = once(jest, 'close');
    const [exitCode] = await once(jest, 'exit');
    // an orphan of a jest that was killed may hold its output open
    await Promise.race([closed, pause(OUTPUT_MS, null, { ref: false })]);
    printHeld();
    const counts = readCounts(countsFile);
    rmSync(folder, { recursive: true });
    return { ...counts, code: exitCode ?? BY_SIGNAL };
  };
  return { jest, ended: finish() };
}

/** Keeps what a process prints; answers what prints it, in the same order. */
function hold(child) {
  const held = [];
  for (const stream of ['stdout', 'stderr'])
    child[stream].setEncoding('utf8').on('data', (text) => held.push({ stream, text }));
  return () => held.forEach(({ stream, text }) => process[stream].write(text));
}

function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return BROKEN_OFF;
  }
}
