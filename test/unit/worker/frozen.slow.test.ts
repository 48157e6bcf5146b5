/** What a worker that is stopped for a while, alone or with its engine processes, does not lose by that. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { setAwakeTimeout } from '../../../worker/awake-timeout.js';
import { childrenRunning } from '../../support/engine-processes.js';
import { pdfOfTexts } from '../../support/raw-pdf.js';
import { isStopped } from '../../support/suspend.js';
import { until } from '../../support/until.js';

const worker = (file: string) => new URL(`../../../worker/${file}`, import.meta.url).href;

let folder: string;
let child: ChildProcess | null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'frozen-'));
  child = null;
});

afterEach(async () => {
  if (child && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true });
});

/** Runs `code` as a module in a process of its own; answers the lines that it writes, as they come. */
function run(code: string): { pid: number; said: string[]; ended: Promise<unknown> } {
  const path = join(folder, 'program.mjs');
  writeFileSync(path, code);
  child = spawn(process.execPath, [path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const said: string[] = [];
  createInterface({ input: child.stdout! }).on('line', (line) => said.push(line));
  return { pid: child.pid!, said, ended: once(child, 'close') };
}

/** Keeps this process from everything else. */
function passMs(ms: number): void {
  for (const endMs = performance.now() + ms; performance.now() < endMs;);
}

describe('a limit on the time of others', () => {
  const LIMIT_MS = 2_000;

  test.each([
    ['shorter than it', 1_500],
    ['longer than it', 3_000],
  ])('has as much left after a sleep that is %s', async (_, sleepMs) => {
    const { pid, said, ended } = run(`
      import { setAwakeTimeout } from '${worker('awake-timeout.js')}';
      setAwakeTimeout(${LIMIT_MS}, () => console.log('over'));
      console.log('started');
      process.kill(process.pid, 'SIGSTOP');`);
    await until(() => said.includes('started') && isStopped(pid), 'the limit runs, and the process sleeps');
    await pause(sleepMs);
    const wokenMs = performance.now();
    process.kill(pid, 'SIGCONT');
    await ended;
    expect(said).toEqual(['started', 'over']);
    expect(performance.now() - wokenMs).toBeGreaterThan(LIMIT_MS / 2);
  });

  test('that ends just then waits for what is there to be read', async () => {
    const fifo = join(folder, 'fifo');
    execFileSync('mkfifo', [fifo]);
    const writer = openSync(fifo, constants.O_RDWR);
    const source = new Socket({ fd: openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK), readable: true });
    const said: string[] = [];
    let blocks = 0;
    await new Promise<void>((resolve) => {
      const say = (what: string): void => {
        said.push(what);
        resolve();
      };
      let stop = (): void => {};
      source.once('data', () => {
        stop();
        say('heard');
      });
      // each block is a step that counts as two, so that the limit ends with the fourth
      const block = (): void => {
        passMs(250);
        blocks += 1;
        if (blocks === 4) writeSync(writer, 'x');
        if (said.length === 0) setImmediate(block);
      };
      setImmediate(() => {
        stop = setAwakeTimeout(800, () => say('over'));
        block();
      });
    });
    source.destroy();
    closeSync(writer);
    expect({ said, blocks }).toEqual({ said: ['heard'], blocks: 4 });
  });

  test('ends where every step comes late, too', async () => {
    const late = setInterval(() => passMs(60), 1);
    const startedMs = performance.now();
    await new Promise<void>((resolve) => setAwakeTimeout(80, resolve));
    clearInterval(late);
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });

  test('is not over once it was given up', async () => {
    let over = false;
    setAwakeTimeout(40, () => (over = true))();
    await pause(200);
    expect(over).toBe(false);
  });
});

describe('a worker loses no page when it is frozen for longer than a page may take', () => {
  test.each([
    ['by itself', false],
    ['with its engine processes', true],
  ])('%s', async (_, withEngines) => {
    const pages = 1_000; // their events do not fit into the pipe: the engine is at a page until somebody reads
    const pdfPath = join(folder, 'sound.pdf');
    writeFileSync(pdfPath, pdfOfTexts(Array.from({ length: pages }, (_, page) => `page ${page + 1}`)));
    const { pid, said, ended } = run(`
      import { createEnginePool } from '${worker('engine-pool.js')}';
      const pool = createEnginePool({
        concurrency: 1, memoryBytes: ${2 * 1024 ** 3}, pageTimeoutMs: 4000, documentTimeoutMs: 240000, startAhead: false,
        recognition: { languages: 'eng', dataDir: null, pageTimeoutMs: 4000 }, log: { info() {} },
      });
      let working = false;
      const { lost } = await pool.parsePages({
        pdfPath: '${pdfPath}', first: 1, last: ${pages}, outPath: '${pdfPath}.pages', signal: new AbortController().signal,
        onPage() {
          if (!working) console.log('working');
          working = true;
        },
      });
      console.log('lost ' + lost.join());
      await pool.close();`);
    await until(() => said.includes('working'), 'it is at work');
    process.kill(pid, 'SIGSTOP');
    const engines = () => childrenRunning('engine-child', pid);
    expect(engines()).toHaveLength(1);
    if (withEngines) for (const engine of engines()) process.kill(-engine, 'SIGSTOP');
    await pause(5_000);
    process.kill(pid, 'SIGCONT');
    await pause(100); // as where the frozen wake one after the other
    if (withEngines) for (const engine of engines()) process.kill(-engine, 'SIGCONT');
    await ended;
    expect(said).toEqual(['working', 'lost ']);
  });
});
