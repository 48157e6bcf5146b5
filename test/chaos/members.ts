/** A process of the run that is started again whenever it ends, by the watch that `npm start` has as well. */
import { setTimeout as pause } from 'node:timers/promises';
import type { OnSpawn, RunningProcess } from '../../local/processes.js';
import { supervise, type Supervised } from '../../local/supervise.js';
import { identityOf, isAlive, type Identity } from '../../local/identity.js';
import type { Target } from './fault-plan.js';
import type { Roll } from './processes.js';

export interface Member {
  target: Target;
  name: string;
  supervised: Supervised;
  /** Its process while there is one, be it still at its start. */
  pid(): number | null;
  /** The same, once there is one; null when there is none for half a minute. */
  running(signal: AbortSignal): Promise<number | null>;
}

const RESTART_MS = 35_000;

export interface MemberOptions {
  target: Target;
  name: string;
  logPath: string;
  roll: Roll;
  say: (line: string) => void;
  start: (onSpawn: OnSpawn) => Promise<RunningProcess>;
}

export async function startMember({ target, name, logPath, roll, say, start }: MemberOptions): Promise<Member> {
  let current: Identity | null = null;
  const onSpawn: OnSpawn = (_, pid) => {
    current = identityOf(pid);
    roll.note(name, pid);
  };
  const supervised = await supervise({ start: () => start(onSpawn), logPath, say });
  const pid = (): number | null => (current !== null && isAlive(current) ? current.pid : null);
  return {
    target,
    name,
    supervised,
    pid,
    async running(signal) {
      for (let waitedMs = 0; pid() === null && waitedMs < RESTART_MS && !signal.aborted; waitedMs += 100) {
        await pause(100);
      }
      return pid();
    },
  };
}
