/** Gauges of the whole service's workload, read from the database at scrapes, and cached so that frequent ones are cheap. */
import { Gauge } from 'prom-client';
import { measureWorkload, type Workload } from '../entities/queries/workload.js';
import type { Deps } from './deps.js';

/** Scrapes within this time get the cached numbers. */
const CACHED_MS = 15_000;
const OF_ALL = 'Of the whole service, by the database: every api process says the same, so take max(), not sum().';

/** Without the database all of them are missing. */
export function registerServiceGauges({
  metrics,
  dataSource,
  log,
}: Pick<Deps, 'metrics' | 'dataSource' | 'log'>): void {
  const registers = [metrics];
  const workload = cached(async () => {
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
        if (work) this.set(read(work));
        else this.remove();
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
  const deleted =
    'Seconds since the oldest deletion of a shelf whose row, which goes last, is still there; 0 without any.';
  gauge('deletion_open_seconds', deleted, (work) => work.deletionOpenSeconds);
  gauge('deliveries_pending', 'Deliveries that are neither done nor given up.', (work) => work.pendingDeliveries);
  const overdue = 'Seconds by which the delivery that has waited for longest is past its time; 0 without any.';
  gauge('delivery_overdue_seconds', overdue, (work) => work.overdueSeconds);
  gauge('webhook_endpoints_failing', 'Enabled endpoints whose last attempt failed.', (work) => work.failingEndpoints);
  gauge('stored_bytes', 'PDFs, files of versions and drafts, and archives of all shelves.', (work) => work.storedBytes);
  gauge('pages_this_month', 'Pages that runs have worked on this month (UTC).', (work) => work.pagesThisMonth);
  gauge('mails_pending', 'Mails that are still to be sent.', (work) => work.pendingMails);
}

/** Caches the result of `ask` for a while; concurrent calls share one result. */
function cached<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  let until = 0;
  return () => {
    if (answer !== null && performance.now() < until) return answer;
    until = Number.POSITIVE_INFINITY;
    answer = ask().finally(() => (until = performance.now() + CACHED_MS));
    return answer;
  };
}
