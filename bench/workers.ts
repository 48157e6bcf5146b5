/** Converts one long document with the whole service, with one and with two worker processes: the gain of another worker. */
import { existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { startService, type Service } from '../test/support/service.js';
import { textPdf } from '../test/support/marked-pdf.js';
import { STRESS } from './documents.js';
import { median } from './measure.js';
import { table } from './table.js';

const PAGES = 1_000;
const WARM_UP_PAGES = 60;
const TIMEOUT_MS = 3_600_000;
/** Each worker has one engine process: two workers are two of them, as on two machines of one processor. */
const ENV = {
  ENGINE_PROCESSES: '1',
  LOG_LEVEL: 'info',
  LIMIT_CREATES_PER_HOUR: '1000000',
  LIMIT_WRITES_PER_MINUTE: '1000000',
};

/** Each round measures one worker, then two, so that other load on the machine affects both alike. */
export async function compareWorkers({ rounds, say }: { rounds: number; say: (line: string) => void }): Promise<void> {
  const pdf = existsSync(STRESS) ? readFileSync(STRESS) : await textPdf(PAGES);
  say(existsSync(STRESS) ? STRESS : `a generated document of ${PAGES} pages`);
  const service = await startService(ENV);
  const seconds: Record<1 | 2, number[]> = { 1: [], 2: [] };
  let pageCount = 0;
  try {
    await convert(service, await textPdf(WARM_UP_PAGES)); // unmeasured: files and code are read from the disk
    for (let round = 1; round <= rounds; round++) {
      for (const workers of [1, 2] as const) {
        if (workers === 2) await service.secondWorker.start();
        const done = await convert(service, pdf);
        await service.secondWorker.stop();
        seconds[workers].push(done.seconds);
        pageCount = done.pageCount;
        const load = loadavg()[0]?.toFixed(1);
        say(`round ${round}, ${workers} worker${workers > 1 ? 's' : ''}: ${done.seconds.toFixed(1)} s (load ${load})`);
      }
    }
  } finally {
    await service.stop();
  }
  const [one, two] = [median(seconds[1]), median(seconds[2])];
  const row = (workers: number, time: number): string[] => [
    String(workers),
    time.toFixed(1),
    (pageCount / time).toFixed(1),
    (one / time).toFixed(2),
  ];
  say(`\n${pageCount} pages from upload to ready, median of ${rounds}`);
  say(table(['workers', 's', 'pages a second', 'times as fast'], [row(1, one), row(2, two)]));
}

/** Uploads the document and waits until its shelf is ready; then deletes it. */
async function convert(service: Service, pdf: Buffer): Promise<{ seconds: number; pageCount: number }> {
  const startedMs = performance.now();
  const { publicId } = await service.createShelf(pdf);
  const shelf = await service.shelfIn(publicId, ['ready', 'failed'], TIMEOUT_MS);
  const seconds = (performance.now() - startedMs) / 1000;
  if (shelf.status === 'failed') throw new Error(`the shelf failed: ${shelf.errorMessage}`);
  await service.request(`/v1/shelves/${publicId}`, { method: 'DELETE' });
  return { seconds, pageCount: shelf.pageCount ?? 0 };
}
