/**
 * Compares reads of the api with bare Fastify routes that return the same bytes. Every round runs each read on both in
 * sequence, so that other load on the machine affects both alike; then each read at a fixed rate.
 */
import { cpus } from 'node:os';
import { startApiService, type Read } from './api-service.js';
import { atFullSpeed, atRate, type FullSpeed } from './load.js';
import { median } from './measure.js';
import { table } from './table.js';

const CONNECTIONS = 50;
/** The requests of agents that read one file after another; whole trees are rarer. */
const RATES = { shelf: 200, listing: 200, file: 200, tree: 5 } as const;
const WARM_UP_SECONDS = 2;

export interface ApiBenchmark {
  rounds: number;
  /** Duration of each measurement. */
  seconds: number;
  /** Names of the reads to measure; empty means all. */
  only: readonly string[];
  say: (line: string) => void;
}

interface Runs {
  api: FullSpeed[];
  bare: FullSpeed[];
}

export async function compareApi({ rounds, seconds, only, say }: ApiBenchmark): Promise<void> {
  const service = await startApiService();
  try {
    const reads = service.reads.filter(({ name }) => only.length === 0 || only.includes(name));
    say(`${cpus().length} x ${cpus()[0]?.model ?? 'processor'}, node ${process.version}`);
    say(`${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s, the median counts`);
    say(`\n${await fullSpeed(reads, { rounds, seconds, say })}`);
    say(`\n${await fixedRates(reads, seconds * 2)}`);
  } finally {
    await service.stop();
  }
}

async function fullSpeed(reads: Read[], { rounds, seconds, say }: Omit<ApiBenchmark, 'only'>): Promise<string> {
  const runs = new Map<Read, Runs>(reads.map((read) => [read, { api: [], bare: [] }]));
  for (const { url, bareUrl, headers } of reads)
    for (const one of [url, bareUrl])
      await atFullSpeed({ url: one, headers }, { connections: CONNECTIONS, seconds: WARM_UP_SECONDS });
  for (let round = 1; round <= rounds; round++) {
    for (const [{ url, bareUrl, headers }, { api, bare }] of runs) {
      api.push(await atFullSpeed({ url, headers }, { connections: CONNECTIONS, seconds }));
      bare.push(await atFullSpeed({ url: bareUrl, headers }, { connections: CONNECTIONS, seconds }));
    }
    say(`round ${round} of ${rounds} is done`);
  }
  const rows = [...runs].map(([{ name, sizeBytes }, { api, bare }]) => {
    const [ours, theirs] = [api, bare].map((list) => median(list.map(({ perSecond }) => perSecond))) as [
      number,
      number,
    ];
    const [p99, bareP99] = [api, bare].map((list) => median(list.map(({ p99Ms }) => p99Ms))) as [number, number];
    const figures = [
      ours.toFixed(0),
      theirs.toFixed(0),
      (ours / theirs).toFixed(2),
      p99.toFixed(0),
      bareP99.toFixed(0),
    ];
    return [name, String(sizeBytes), ...figures];
  });
  return table(['read', 'bytes', 'api, 1/s', 'bare, 1/s', 'ratio', 'api p99, ms', 'bare p99, ms'], rows);
}

async function fixedRates(reads: Read[], seconds: number): Promise<string> {
  const rows: string[][] = [];
  for (const { name, url, bareUrl, headers } of reads) {
    const perSecond = RATES[name];
    const api = await atRate({ url, headers }, { perSecond, seconds });
    const bare = await atRate({ url: bareUrl, headers }, { perSecond, seconds });
    const figures = [api.p50Ms, api.p99Ms, api.maxMs, bare.p50Ms, bare.p99Ms].map((ms) => ms.toFixed(1));
    rows.push([name, String(perSecond), ...figures]);
  }
  return table(['read', 'asked, 1/s', 'p50, ms', 'p99, ms', 'most, ms', 'bare p50, ms', 'bare p99, ms'], rows);
}
