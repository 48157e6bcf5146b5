/** What a worker that is stopped for a while, alone or with its engine processes, does not lose by that. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { afterAwake } from '../../../worker/awake-time.js';
import { childrenRunning } from '../../support/engine-processes.js';
import { pdfOfTexts } from '../../support/raw-pdf.js';
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
  child = spawn(process.execPath, [path], { stdio: ['pipe', 'pipe', 'inherit'] });
  const said: string[] = [];
  createInterface({ input: child.stdout! }).on('line', (line) => said.push(line));
  return { pid: child.pid!, said, ended: once(child, 'close') };
}

describe('a limit on the time of others', () => {
  const LIMIT_MS = 2_000;

  test.each([
    ['shorter than it', 1_500],
    ['longer than it', 3_000],
  ])('has as much left after a sleep that is %s', async (_, sleepMs) => {
    const { pid, said, ended } = run(`
      import { afterAwake } from '${worker('awake-time.js')}';
      afterAwake(${LIMIT_MS}, () => console.log('over'));
      console.log('started');
      process.kill(process.pid, 'SIGSTOP');`);
    await until(() => said.includes('started'), 'the limit runs');
    await pause(sleepMs);
    const wokenMs = performance.now();
    process.kill(pid, 'SIGCONT');
    await ended;
    expect(said).toEqual(['started', 'over']);
    expect(performance.now() - wokenMs).toBeGreaterThan(LIMIT_MS / 2);
  });

  test('that is nearly over when the process falls asleep waits for what is there to be read', async () => {
    const { pid, said, ended } = run(`
      import { afterAwake } from '${worker('awake-time.js')}';
      const stop = afterAwake(${LIMIT_MS}, () => { console.log('over'); process.exit(); });
      process.stdin.once('data', () => { stop(); console.log('heard'); process.exit(); });
      const almost = performance.now() + ${LIMIT_MS} - 50;
      // one step is left, and that is overdue
      setTimeout(() => {
        while (performance.now() < almost);
        console.log('asleep');
        process.kill(process.pid, 'SIGSTOP');
      }, ${LIMIT_MS} - 400);`);
    await until(() => said.length > 0, 'it sleeps');
    expect(said).toEqual(['asleep']);
    child!.stdin!.write('result\n');
    await pause(1_000);
    process.kill(pid, 'SIGCONT');
    await ended;
    expect(said).toEqual(['asleep', 'heard']);
  });

  test('ends where every step comes late, too', async () => {
    const late = setInterval(() => {
      for (const endMs = performance.now() + 60; performance.now() < endMs;);
    }, 1);
    const startedMs = performance.now();
    await new Promise<void>((resolve) => afterAwake(80, resolve));
    clearInterval(late);
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });

  test('is not over once it was given up', async () => {
    let over = false;
    afterAwake(40, () => (over = true))();
    await pause(200);
    expect(over).toBe(false);
  });
});

describe('a worker loses no page when it is frozen for longer than a page may take', () => {
  test.each([
    ['by itself', false],
    ['with its engine processes', true],
  ])(
    '%s',
    async (_, withEngines) => {
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
      if (withEngines) for (const engine of engines()) process.kill(engine, 'SIGSTOP');
      await pause(5_000);
      process.kill(pid, 'SIGCONT');
      await pause(100); // as where the frozen wake one after the other
      if (withEngines) for (const engine of engines()) process.kill(engine, 'SIGCONT');
      await ended;
      expect(said).toEqual(['working', 'lost ']);
    },
    120_000,
  );
});
