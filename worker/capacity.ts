/** How many runs a worker process keeps in memory between their tasks, from the memory that it may use. */
import { totalmem } from 'node:os';
import type { WorkerQueue } from '../infra/environment.js';

const MIB = 1024 * 1024;
/** Of a run in work; measured by test/load/workflow-cache.test.ts. */
export const BYTES_PER_RUN = 0.5 * MIB;

/** How much of the process's memory is for runs, and how many there may be in all. */
const ALLOWANCES = {
  /** An idle worker should not hold more than half a gigabyte. */
  besideEngine: { share: 0.05, fewest: 300, most: 600 },
  alone: { share: 0.25, fewest: 300, most: 2_000 },
};

/** Each attempt at a delivery in flight is of a run, so there are more of those at once than of shelves. */
const PARTS: Partial<Record<WorkerQueue, number>> = { shelves: 1, deliveries: 2 };

/** Bytes that this process may use: of the machine, or of its container. */
export function memoryLimit(): number {
  const constrained = process.constrainedMemory(); // 0, or more than there is, where nothing constrains it
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/** Runs that the worker of `queue` keeps, in a process that serves `queues`. */
export function cachedWorkflows(queue: WorkerQueue, queues: readonly WorkerQueue[], memoryBytes: number): number {
  const { share, fewest, most } = queues.includes('documents') ? ALLOWANCES.besideEngine : ALLOWANCES.alone;
  const runs = Math.min(Math.max((memoryBytes * share) / BYTES_PER_RUN, fewest), most);
  const parts = queues.reduce((sum, one) => sum + (PARTS[one] ?? 0), 0);
  return Math.floor((runs * (PARTS[queue] ?? 0)) / Math.max(1, parts));
}
