/** How often the server hears of an activity: workers throttle heartbeats by it, and activities rely on it. */
import { TASK_QUEUES } from '../workflows/messages.js';

/**
 * Each heartbeat that goes to the server costs a write there. A cancellation comes back with it, so a deleted or replaced
 * document may be worked on for ten seconds more; activities that end sooner send none.
 */
const THROTTLE_MS = 10_000;
/** Where a client waits for a cancellation, or the time-out of heartbeats is shorter (workflows/proxies.ts). */
const SHORTER_MS: Readonly<Record<string, number>> = {
  [TASK_QUEUES.approvals]: 2_000,
  [TASK_QUEUES.pages]: 2_000,
  [TASK_QUEUES.deliveries]: 4_000,
};

/**
 * Between two heartbeats of an activity of this queue, as the server gets them. The first of an attempt is sent at once; what
 * one says sooner after another is lost if the worker dies.
 */
export const heartbeatThrottleMs = (taskQueue: string): number => SHORTER_MS[taskQueue] ?? THROTTLE_MS;

/** From when a heartbeat is sent until the server is sure to have it. */
export const HEARTBEAT_LATENCY_MS = 1_000;
