import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  createEngineStarter,
  killGroup,
  type EngineStarter,
  type StartedEngine,
} from '../../../worker/engine-starter.js';
import { findConfinement, openPremises, unconfined, type Confinement } from '../../../worker/sandbox/confinement.js';
import { UNSTARTABLE } from '../../support/engine.js';
import { engineProcesses } from '../../support/engine-processes.js';
import { until } from '../../support/until.js';

let starter: EngineStarter;
let root: string;
let taken: StartedEngine[];

beforeEach(() => {
  taken = [];
  root = mkdtempSync(join(tmpdir(), 'engine-spare-'));
  starter = startedIn(findConfinement());
});

const startedIn = (confinement: Confinement): EngineStarter =>
  createEngineStarter({
    limits: { memoryBytes: 1024 ** 3, cpuSeconds: 60 },
    premises: openPremises(root, confinement, []),
    ahead: true,
  });

afterEach(async () => {
  await starter.close();
  for (const { child } of taken) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const gone = once(child, 'exit');
    killGroup(child);
    await gone;
  }
  expect(engineProcesses()).toEqual([]);
  rmSync(root, { recursive: true });
});

function take(): number {
  const started = starter.take();
  taken.push(started);
  return started.child.pid!;
}

/** The process that waits for a job, once it has been started. */
async function ahead(): Promise<number> {
  const pids = taken.map(({ child }) => child.pid);
  const waiting = (): number[] => engineProcesses().filter((pid) => !pids.includes(pid));
  await until(() => waiting().length > 0, 'a process is started ahead');
  expect(waiting()).toHaveLength(1);
  return waiting()[0]!;
}

test('the process that was started ahead takes the next job, and no process takes two', async () => {
  const pids = [take()];
  for (let i = 0; i < 3; i++) {
    const next = await ahead();
    pids.push(take());
    expect(pids.at(-1)).toBe(next);
  }
  expect(new Set(pids).size).toBe(4);
});

test('a process that died while it waited is replaced', async () => {
  take();
  const waiting = await ahead();
  process.kill(-waiting, 'SIGKILL');
  await until(() => !engineProcesses().includes(waiting), 'the process is gone');
  await setTimeout(50); // Node hears of it a moment later
  const next = take();
  expect(next).not.toBe(waiting);
  expect(engineProcesses()).toContain(next);
});

test('closing ends the process that waits and leaves those at work', async () => {
  const working = take();
  await ahead();
  await starter.close();
  expect(engineProcesses()).toEqual([working]);
});

test.each([
  ['as this system confines them', findConfinement()],
  ['without namespaces', unconfined('for the test')],
])('processes start from the snapshot that the build has made: %s', (_, confinement) => {
  expect(startedIn(confinement).startsFrom).toBe('snapshot');
});

test('whether they can is tried within what confines them', () => {
  expect(startedIn(UNSTARTABLE).startsFrom).toBe('bundle: a process does not start from it: exit 1');
  const left = readdirSync(root).flatMap((name) => readdirSync(join(root, name)));
  expect(left.filter((name) => !name.endsWith('.bpf'))).toEqual([]);
});
