/** What `/metrics` of api and worker share: who may read it, and the metrics of every process. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { registerEventLoopGauges } from './event-loop.js';
import type { Readiness } from './readiness.js';
import type { QueueWatch } from './task-queues.js';

/** Creates a registry with the process's default metrics: CPU time, memory, event loop, garbage collection. */
export function processRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registerEventLoopGauges(registry);
  return registry;
}

/** Whether the Authorization header has the token, compared in constant time; true if none is configured. */
export function mayReadMetrics(token: string | null, authorization: string | undefined): boolean {
  if (token === null) return true;
  const given = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Registers a gauge for the availability of each dependency, probed at each scrape. */
export function registerReadinessGauge(registry: Registry, readiness: Readiness): void {
  new Gauge({
    name: 'shelfwright_dependency_up',
    help: 'Whether a dependency answers this process: 1 or 0.',
    labelNames: ['dependency'] as const,
    registers: [registry],
    async collect() {
      for (const [dependency, state] of Object.entries(await readiness.check()))
        this.set({ dependency }, state === 'ok' ? 1 : 0);
    },
  });
}

/** Registers a gauge that says of each task queue whether any worker polls it; queues of which nothing is known are missing. */
export function registerQueueGauge(registry: Registry, queues: QueueWatch): void {
  new Gauge({
    name: 'shelfwright_task_queue_polled',
    help: 'Whether any worker polls a task queue, by Temporal: 1 or 0. Every api process says the same, so take max().',
    labelNames: ['queue'] as const,
    registers: [registry],
    async collect() {
      this.reset();
      for (const [queue, state] of Object.entries(await queues.check()))
        if (state !== 'unknown') this.set({ queue }, state === 'ok' ? 1 : 0);
    },
  });
}
