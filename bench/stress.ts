/** Converts a long document to see whether time is linear in pages, and how much memory the processes take. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measure, median, type Measured } from './measure.js';
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
  const starts: Measured[] = [];
  const runs = new Map<number, Measured[]>(steps.map((pages) => [pages, []]));
  say(`\n${path}: ${pageCount} pages`);
  for (let round = 1; round <= rounds; round++) {
    starts.push(await measure(engine.start, TIMEOUT_MS));
    for (const pages of steps) {
      const args = [...engine.convert(path, join(out, 'stress.md')), '--pages', String(pages)];
      const done = await measure(args, TIMEOUT_MS);
      if (!done.ok) throw new Error(`${pages} pages of ${path} failed: ${done.stderr}`);
      runs.get(pages)?.push(done);
    }
  }
  const rows = steps.map((pages) => stepRow(pages, runs.get(pages) ?? [], starts));
  const header = ['pages, one process', 's less start', 's a page', 'processor s a page', 'peak RSS, MiB'];
  say(table(header, rows));
  const isolated = await measure([process.execPath, CONVERT, path, '--out', join(out, 'stress')], TIMEOUT_MS);
  if (!isolated.ok) throw new Error(`converting ${path} failed: ${isolated.stderr}`);
  const { seconds, processorSeconds, peakBytes } = isolated;
  say(`as the service does it, in child processes over the cores: ${seconds.toFixed(1)} s, `);
  say(`${processorSeconds.toFixed(1)} s of processor time, at most ${mib(peakBytes ?? 0)} MiB resident in any of them`);
}

function stepRow(pages: number, runs: readonly Measured[], starts: readonly Measured[]): string[] {
  const net = (time: 'seconds' | 'processorSeconds'): number =>
    median(runs.map((run) => run[time])) - median(starts.map((start) => start[time]));
  const peakBytes = Math.max(0, ...runs.map((run) => run.peakBytes ?? 0));
  const [seconds, processor] = [net('seconds'), net('processorSeconds')];
  return [
    String(pages),
    seconds.toFixed(2),
    (seconds / pages).toFixed(4),
    (processor / pages).toFixed(4),
    mib(peakBytes),
  ];
}

const mib = (bytes: number): string => (bytes > 0 ? (bytes / MIB).toFixed(0) : '-');
