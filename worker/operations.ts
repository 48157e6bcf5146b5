/** What operators see of a worker process: its metrics and the server that exposes them. */
import type { Worker } from '@temporalio/worker';
import type { Config } from '../infra/config.js';
import { registerReadinessGauge, processRegistry } from '../infra/metrics.js';
import { createReadiness, type Probes } from '../infra/readiness.js';
import { registerPollingGauge, createWorkerMetrics } from './metrics.js';
import { serveMetrics, unusedPort, type MetricsServer } from './metrics-server.js';

export type Operations = Awaited<ReturnType<typeof createWorkerOperations>>;

/** Collects metrics in any case; they are served only if METRICS_PORT is set. */
export async function createWorkerOperations({ metrics: { port, token }, host }: Pick<Config, 'metrics' | 'host'>) {
  const registry = processRegistry();
  const sdkPort = port === null ? null : await unusedPort();
  const served = new Map<string, Worker | null>();
  const polling = (): Record<string, boolean> =>
    Object.fromEntries(Array.from(served, ([queue, worker]) => [queue, worker?.getState() === 'RUNNING']));
  registerPollingGauge(registry, polling);
  return {
    ...createWorkerMetrics(registry),
    /** For `Runtime.install`: the SDK exports its metrics on a port of loopback, where our own scrape fetches them. */
    telemetry: sdkPort === null ? {} : { metrics: sdkExporter(sdkPort) },
    /** From now on `/readyz` requires that these queues are polled. */
    expectPolling(queues: readonly string[]): void {
      for (const queue of queues) served.set(queue, null);
    },
    setWorkers(workers: readonly Worker[]): void {
      for (const worker of workers) served.set(worker.options.taskQueue, worker);
    },
    /** Starts the server; null where no port is configured. Throws when the port is in use. */
    async listen(probes: Probes): Promise<MetricsServer | null> {
      const readiness = createReadiness(probes);
      registerReadinessGauge(registry, readiness);
      if (port === null || sdkPort === null) return null;
      return serveMetrics({ host, port, token, registry, sdkPort, readiness, polling });
    },
  };
}

function sdkExporter(port: number) {
  return {
    prometheus: {
      bindAddress: `127.0.0.1:${port}`,
      countersTotalSuffix: true,
      unitSuffix: true,
      useSecondsForDurations: true,
    },
  };
}
