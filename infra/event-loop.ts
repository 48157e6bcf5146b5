/** How late the event loop is, between two scrapes. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

const NS_PER_SECOND = 1e9;

type Delays = ReturnType<typeof monitorEventLoopDelay>;

interface Delay {
  name: string;
  help: string;
  readNs: (delays: Delays) => number;
}
const DELAYS: readonly Delay[] = [
  { name: 'min', help: 'The minimum recorded event loop delay.', readNs: ({ min }) => min },
  { name: 'max', help: 'The maximum recorded event loop delay.', readNs: ({ max }) => max },
  { name: 'mean', help: 'The mean of the recorded event loop delays.', readNs: ({ mean }) => mean },
  { name: 'stddev', help: 'The standard deviation of the recorded event loop delays.', readNs: ({ stddev }) => stddev },
  ...[50, 90, 99].map((rank) => ({
    name: `p${rank}`,
    help: `The ${rank}th percentile of the recorded event loop delays.`,
    readNs: (delays: Delays) => delays.percentile(rank),
  })),
];

/**
 * Replaces prom-client's gauges of these names. Where nothing was recorded since the last scrape, as between two that
 * follow at once, those say "Nan", and 292 years for the minimum; these are missing then.
 */
export function registerEventLoopGauges(registry: Registry): void {
  const delays = monitorEventLoopDelay();
  delays.enable();
  const last = DELAYS.at(-1);
  for (const delay of DELAYS) {
    const name = `nodejs_eventloop_lag_${delay.name}_seconds`;
    registry.removeSingleMetric(name);
    new Gauge({
      name,
      help: delay.help,
      registers: [registry],
      collect() {
        if (delays.count === 0) this.remove();
        else this.set(delay.readNs(delays) / NS_PER_SECOND);
        // all are collected in their order
        if (delay === last) delays.reset();
      },
    });
  }
}
