/** What the whole service has to do, measured in the database with a scrape; not with each, so that many cost no more. */
import { Gauge } from 'prom-client';
import { measureWorkload, type Workload } from '../entities/queries/workload.js';
import type { Deps } from './deps.js';

/** Scrapes that come sooner are told the same again. */
const KEPT_MS = 15_000;
const OF_ALL = 'Of the whole service, by the database: every api process says the same, so take max(), not sum().';

/** Without the database the numbers are NaN, and those by status are left out. */
export function registerServiceGauges({
  metrics,
  dataSource,
  log,
}: Pick<Deps, 'metrics' | 'dataSource' | 'log'>): void {
  const registers = [metrics];
  const workload = kept(async () => {
    try {
      return await measureWorkload(dataSource.manager);
    } catch (error) {
      log.warn({ err: error }, 'the work of the service could not be measured');
      return null;
    }
  });
  const gauge = (name: string, about: string, read: (work: Workload) => number): void => {
    new Gauge({
      name: `shelfwright_${name}`,
      help: `${about} ${OF_ALL}`,
      registers,
      async collect() {
        const work = await workload();
        this.set(work ? read(work) : Number.NaN);
      },
    });
  };
  new Gauge({
    name: 'shelfwright_shelves',
    help: `Shelves by status. ${OF_ALL}`,
    labelNames: ['status'] as const,
    registers,
    async collect() {
      this.reset();
      for (const [status, count] of Object.entries((await workload())?.shelves ?? {})) this.set({ status }, count);
    },
  });
  const since =
    'Seconds since the last change of the shelf in work that has been untouched for longest; 0 without any.';
  gauge('shelf_untouched_seconds', since, (work) => work.untouchedSeconds);
  gauge('deliveries_pending', 'Deliveries that are neither done nor given up.', (work) => work.pendingDeliveries);
  const overdue = 'Seconds by which the delivery that has waited for longest is past its time; 0 without any.';
  gauge('delivery_overdue_seconds', overdue, (work) => work.overdueSeconds);
  gauge('webhook_endpoints_failing', 'Enabled endpoints whose last attempt failed.', (work) => work.failingEndpoints);
  gauge('mails_pending', 'Mails that are still to be sent.', (work) => work.pendingMails);
}

/** Answers of `ask` are handed out for a while, and who asks while it is being asked waits for the same. */
function kept<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  let until = 0;
  return () => {
    if (answer !== null && performance.now() < until) return answer;
    until = Number.POSITIVE_INFINITY;
    answer = ask().finally(() => (until = performance.now() + KEPT_MS));
    return answer;
  };
}
