/**
 * Compares the engine with its peers and with another build of itself: seconds per page without start-up, by the clock and of
 * the processor, memory, and quality where ground truth is known. Every round runs every tool on a document in sequence, so
 * that other load on the machine affects all alike.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scorer, type BenchDocument, type DocumentSet } from './documents.js';
import { measure, median, type Measured } from './measure.js';
import { pageCountOf } from './page-count.js';
import { table } from './table.js';
import { OURS, type Tool } from './tools.js';

const MIB = 1024 * 1024;
/** For one document, and for one start. */
const TIMEOUT_MS = 600_000;

export interface Comparison {
  set: DocumentSet;
  tools: Tool[];
  rounds: number;
  /** Gets a folder of Markdown for each tool. */
  out: string;
  python: string;
  say: (line: string) => void;
}

/** What is timed: seconds by the clock, and those of the processor, which other load changes less. */
const TIMES = ['seconds', 'processorSeconds'] as const;
type Time = (typeof TIMES)[number];
type Timed = Pick<Measured, Time>;

interface Runs {
  tool: Tool;
  starts: Timed[];
  /** By document. */
  runs: Map<string, Timed[]>;
  peakBytes: number;
  failed: Set<string>;
}

export async function compareEngines({ set, tools, rounds, out, python, say }: Comparison): Promise<void> {
  const pages = new Map<string, number>();
  for (const { name, path } of set.documents) pages.set(name, await pageCountOf(path));
  const total = [...pages.values()].reduce((sum, count) => sum + count, 0);
  say(`${set.documents.length} documents, ${total} pages of ${set.folder}; ${rounds} rounds, the median counts`);
  const runs = tools.map((tool): Runs => ({ tool, starts: [], runs: new Map(), peakBytes: 0, failed: new Set() }));
  for (const { tool } of runs) {
    rmSync(join(out, tool.name), { recursive: true, force: true });
    mkdirSync(join(out, tool.name), { recursive: true });
  }
  for (let round = 1; round <= rounds; round++) {
    for (const run of runs) run.starts.push(await measure(run.tool.start, TIMEOUT_MS));
    for (const document of set.documents) for (const run of runs) await runOn(run, document, out, say);
    say(`round ${round} of ${rounds} is done`);
  }
  say(`\n${speedTable(runs, pages)}`);
  for (const run of runs) if (set.hasTruth) score(run, { set, pages, out, python, say });
}

async function runOn(run: Runs, { name, path }: BenchDocument, out: string, say: Comparison['say']): Promise<void> {
  const { tool } = run;
  const outPath = join(out, tool.name, `${name}.md`);
  const done: Measured = await measure(tool.convert(path, outPath), TIMEOUT_MS);
  const failure = done.ok ? failureOf(() => tool.finish?.(outPath)) : done.stderr.trim().slice(-200);
  if (failure !== null && !run.failed.has(name)) say(`${tool.name} fails on ${name}: ${failure}`);
  if (failure !== null) run.failed.add(name);
  run.runs.set(name, [...(run.runs.get(name) ?? []), done]);
  run.peakBytes = Math.max(run.peakBytes, done.peakBytes ?? 0);
}

function failureOf(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Seconds for `name`, less the tool's start-up time. */
function netSeconds(run: Runs, name: string, time: Time): number {
  const of = (timed: readonly Timed[]): number => median(timed.map((one) => one[time]));
  return Math.max(0, of(run.runs.get(name) ?? []) - of(run.starts));
}

function speedTable(runs: readonly Runs[], pages: ReadonlyMap<string, number>): string {
  const ours = runs.find(({ tool }) => tool.name === OURS);
  const header = [
    'tool',
    'start, s',
    's a page, less start',
    'ratio to ours',
    'processor s a page',
    'ratio to ours',
    'faster on',
    'peak RSS, MiB',
    'failed',
  ];
  const rows = runs.map((run) => [
    run.tool.name,
    median(run.starts.map(({ seconds }) => seconds)).toFixed(2),
    ...TIMES.flatMap((time) => [
      perPage(run, pages, time).toFixed(4),
      ours ? (perPage(run, pages, time) / perPage(ours, pages, time)).toFixed(2) : '-',
    ]),
    ours && run !== ours ? `${fasterOn(run, ours, pages)} of ${pages.size}` : '-',
    run.peakBytes > 0 ? (run.peakBytes / MIB).toFixed(0) : '-',
    String(run.failed.size),
  ]);
  return table(header, rows);
}

function perPage(run: Runs, pages: ReadonlyMap<string, number>, time: Time): number {
  const done = [...pages].filter(([name]) => !run.failed.has(name));
  const seconds = done.reduce((sum, [name]) => sum + netSeconds(run, name, time), 0);
  return seconds / done.reduce((sum, [, count]) => sum + count, 0);
}

/** On how many documents a tool takes less of the processor than ours. */
function fasterOn(run: Runs, ours: Runs, pages: ReadonlyMap<string, number>): number {
  const isFaster = (name: string): boolean =>
    !run.failed.has(name) && netSeconds(run, name, 'processorSeconds') < netSeconds(ours, name, 'processorSeconds');
  return [...pages.keys()].filter(isFaster).length;
}

function score(run: Runs, { set, pages, out, python, say }: Omit<Comparison, 'tools' | 'rounds'> & Pages): void {
  const program = scorer();
  if (!program) return;
  const timing = Object.fromEntries(
    [...pages].map(([name, count]) => [name, { pages: count, seconds: netSeconds(run, name, 'seconds') }]),
  );
  const timingFile = join(out, `${run.tool.name}.timing.json`);
  writeFileSync(timingFile, JSON.stringify(timing));
  const args = ['--truth', set.folder, '--pred', join(out, run.tool.name), '--timing', timingFile];
  const done = spawnSync(python, [program, ...args, '--only', [...pages.keys()].join(',')], { encoding: 'utf8' });
  say(`\nquality of ${run.tool.name}:\n${done.status === 0 ? done.stdout.trim() : done.stderr.trim().slice(-300)}`);
}

interface Pages {
  pages: ReadonlyMap<string, number>;
}
