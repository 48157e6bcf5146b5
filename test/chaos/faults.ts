/** Carries out the planned faults. */
import { setTimeout as pause } from 'node:timers/promises';
import { identityOf, isAlive } from '../../local/identity.js';
import { fitted, TARGETS, type Fault, type Target } from './fault-plan.js';
import type { Member } from './members.js';
import { commandOf, descendantsOf, signalAll, type Roll } from './processes.js';

/** In which a process that is asked to end has to: its own bound is 25 s, by timers that are late on a loaded machine. */
const ORDERLY_MS = 60_000;
/** How long a working engine process is waited for; then one that waits for work will do. */
const BUSY_MS = 8_000;

export interface FaultDone extends Fault {
  member: string;
  pid: number;
  /** By the clock, in milliseconds since 1970. */
  beganMs: number;
  /** Shelves that were not at rest when it happened. */
  underWay: number;
  /** It did not end although it was asked to. */
  hung?: boolean;
}

export interface FaultSurroundings {
  members: readonly Member[];
  roll: Roll;
  /** The longest ordinary stop. */
  longestMs: number;
  signal: AbortSignal;
  underWay: () => number;
  done: (fault: FaultDone) => void;
}

/** Resolves when the last one is over; sooner when aborted, with everything going on again. */
export async function carryOut(faults: readonly Fault[], surroundings: FaultSurroundings): Promise<void> {
  const { signal } = surroundings;
  const begun = performance.now();
  const under: Promise<void>[] = [];
  for (const fault of faults) {
    await sleep(fault.atMs - (performance.now() - begun), signal);
    if (signal.aborted) break;
    under.push(strike(fault, surroundings));
  }
  await Promise.all(under);
}

async function strike(fault: Fault, surroundings: FaultSurroundings): Promise<void> {
  const { roll, longestMs, signal, underWay, done } = surroundings;
  const victim = await victimOf(fault, surroundings);
  if (!victim) return;
  const { member, target, pids } = victim;
  const [pid = 0] = pids;
  roll.note(member.name, member.pid() ?? pid);
  const at = { member: member.name, pid, beganMs: Date.now(), underWay: underWay() };
  const fallen: FaultDone = { ...fitted(fault, target, longestMs), ...at };
  const { kind, stopMs } = fallen;
  done(fallen);
  if (kind === 'kill') {
    signalAll(pids, 'SIGKILL');
    return;
  }
  if (kind === 'end') {
    fallen.hung = !(await endsInOrder(pid, signal));
    return;
  }
  const stopped = pids.map((one) => identityOf(one));
  signalAll(pids, 'SIGSTOP');
  await sleep(stopMs, signal);
  const same = pids.filter((one, index) => identityOf(one)?.started === stopped[index]?.started);
  signalAll(same, 'SIGCONT');
}

/** Whether it was there to be asked, and then ended in time. */
async function endsInOrder(pid: number, signal: AbortSignal): Promise<boolean> {
  const asked = identityOf(pid);
  if (!asked) return false;
  signalAll([pid], 'SIGTERM');
  const endMs = performance.now() + ORDERLY_MS;
  while (isAlive(asked) && performance.now() < endMs && !signal.aborted) await sleep(200, signal);
  return !isAlive(asked);
}

/** What is hit: the planned target, or the next one that has a process; null only when none has. */
async function victimOf(fault: Fault, { members, signal }: FaultSurroundings) {
  const first = TARGETS.indexOf(fault.target);
  const order = [...TARGETS.slice(first), ...TARGETS.slice(0, first)];
  for (const target of order) {
    const kind = target === 'engine' ? 'worker' : target;
    const candidates = members.filter((member) => member.target === kind);
    const member = candidates[Math.floor(fault.which * candidates.length)];
    const pid = await member?.running(signal);
    if (!member || !pid) continue;
    const pids = await processesOf(target, pid, signal);
    if (pids.length > 0) return { member, target, pids };
  }
  return null;
}

/** The processes that one fault hits together: of Postgres all of them, of an engine process its whole group. */
async function processesOf(target: Target, pid: number, signal: AbortSignal): Promise<number[]> {
  if (target === 'postgres') return [pid, ...descendantsOf(pid)];
  if (target !== 'engine') return [pid];
  let engines: number[] = [];
  for (let waitedMs = 0; waitedMs < BUSY_MS && !signal.aborted; waitedMs += 200) {
    engines = descendantsOf(pid).filter((one) => commandOf(one).includes('engine-child.js'));
    // the newest is started ahead and waits for work
    if (engines.length > 1) break;
    await sleep(200, signal);
  }
  return engines.sort((a, b) => a - b).slice(0, 1);
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await pause(ms, undefined, { signal }).catch(() => undefined); // aborted: at once
}
