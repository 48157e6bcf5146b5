/** Converts a long document to see whether time is linear in pages, and how much memory the processes take. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measure, median } from './measure.js';
import { pageCountOf } from './page-count.js';
import { table } from './table.js';
import { engineTool } from './tools.js';

const MIB = 1024 * 1024;
const TIMEOUT_MS = 3_600_000;
/** The pages converted in one process, of a document with enough of them. */
const STEPS = [100, 250, 500];
const CONVERT = fileURLToPath(new URL('../worker/convert.js', import.meta.url));

export interface StressRequest {
  path: string;
  rounds: number;
  out: string;
  say: (line: string) => void;
}

export async function stress({ path, rounds, out, say }: StressRequest): Promise<void> {
  const pageCount = await pageCountOf(path);
  const steps = [...STEPS.filter((pages) => pages < pageCount), pageCount];
  const engine = engineTool();
  const starts: number[] = [];
  const seconds = new Map<number, number[]>(steps.map((pages) => [pages, []]));
  const peaks = new Map<number, number>();
  say(`\n${path}: ${pageCount} pages`);
  for (let round = 1; round <= rounds; round++) {
    starts.push((await measure(engine.start, TIMEOUT_MS)).seconds);
    for (const pages of steps) {
      const args = [...engine.convert(path, join(out, 'stress.md')), '--pages', String(pages)];
      const done = await measure(args, TIMEOUT_MS);
      if (!done.ok) throw new Error(`${pages} pages of ${path} failed: ${done.stderr}`);
      seconds.get(pages)?.push(done.seconds);
      peaks.set(pages, Math.max(peaks.get(pages) ?? 0, done.peakBytes ?? 0));
    }
  }
  const rows = steps.map((pages) => {
    const net = median(seconds.get(pages) ?? []) - median(starts);
    return [String(pages), net.toFixed(2), (net / pages).toFixed(4), mib(peaks.get(pages) ?? 0)];
  });
  say(table(['pages, one process', 's less start', 's a page', 'peak RSS, MiB'], rows));
  const isolated = await measure([process.execPath, CONVERT, path, '--out', join(out, 'stress')], TIMEOUT_MS);
  if (!isolated.ok) throw new Error(`converting ${path} failed: ${isolated.stderr}`);
  say(`as the service does it, in child processes over the cores: ${isolated.seconds.toFixed(1)} s, `);
  say(`at most ${mib(isolated.peakBytes ?? 0)} MiB resident in any of them`);
}

const mib = (bytes: number): string => (bytes > 0 ? (bytes / MIB).toFixed(0) : '-');
