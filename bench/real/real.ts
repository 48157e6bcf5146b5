/** Quality on real documents with truth: facts, tables, outlines; ours beside our peers, a third of the documents blind. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measure } from '../measure.js';
import { overDocuments } from '../over-documents.js';
import { table } from '../table.js';
import { OURS, type Tool } from '../tools.js';
import type { MarkdownTask } from './runner.js';
import { documentsOf, PARTS, truthOf, type Part, type RealDocument } from './truth.js';

const SCORERS = '../shared/bench';
const SCORERS_NEED = 'import rapidfuzz';
const TOOL_TIMEOUT_MS = 600_000;

interface RealSet {
  name: string;
  scorer: string;
  truthOption: string;
  /** What is printed, by its head. */
  figures: Record<string, (scores: Scores) => number>;
  /** Of each document what is printed for it. */
  each: (scores: Scores) => Record<string, number>;
  /** Prints what is wrong with the documents that may be read. */
  details: string[];
}

/** A scorer's answer for one tool. */
type Scores = Record<string, unknown>;

const of = (scores: Scores, ...path: string[]): number =>
  Number(path.reduce<unknown>((value, key) => (value as Scores | undefined)?.[key], scores) ?? Number.NaN);

const SETS: readonly RealSet[] = [
  {
    name: 'facts',
    scorer: 'facts.py',
    truthOption: '--facts',
    figures: { 'by document': (scores) => of(scores, 'mean_by_document'), 'all facts': (scores) => of(scores, 'all') },
    each: (scores) => scores['by_document'] as Record<string, number>,
    details: ['--failed'],
  },
  {
    name: 'tables',
    scorer: 'tables.py',
    truthOption: '--truth',
    figures: {
      F1: (scores) => of(scores, 'sets', 'all', 'f1'),
      tool: (scores) => of(scores, 'sets', 'all', 'tool_f1'),
    },
    each: (scores) => mapped(scores['documents'] as Record<string, Scores>, (document) => of(document, 'f1')),
    details: ['--worst', '30'],
  },
  {
    name: 'outlines',
    scorer: 'outlines.py',
    truthOption: '--truth',
    figures: {
      found: (scores) => of(scores, 'mean', 'found'),
      'parent right': (scores) => of(scores, 'mean', 'parent'),
    },
    each: (scores) => mapped(scores['documents'] as Record<string, Scores>, (document) => of(document, 'found')),
    details: ['--missed'],
  },
];

const mapped = <A, B>(record: Record<string, A>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));

export interface RealRequest {
  corpus: string;
  /** Gets a folder of Markdown for each tool and set; a peer's is kept and not made again. */
  out: string;
  cache: string;
  python: string;
  peers: readonly Tool[];
  /** Names of sets; empty for all. */
  only: readonly string[];
  /** Says what is wrong with the documents that are not blind. */
  details: boolean;
  say: (line: string) => void;
  progress: (line: string) => void;
}

export async function scoreReal(request: RealRequest): Promise<void> {
  const { corpus, out, peers, only, say } = request;
  const sets = SETS.filter(({ name }) => only.length === 0 || only.includes(name));
  const missing = sets.find(
    ({ name, scorer }) => !existsSync(join(corpus, name)) || !existsSync(join(SCORERS, scorer)),
  );
  if (missing) throw new Error(`${join(corpus, missing.name)} and ${join(SCORERS, missing.scorer)} have to be there`);
  const probe = spawnSync(request.python, ['-c', SCORERS_NEED]);
  if (probe.error) throw probe.error;
  if (probe.status !== 0) throw new Error(`the scorers need rapidfuzz: pip install rapidfuzz for ${request.python}`);
  const documents = (await Promise.all(sets.map(({ name }) => documentsOf(corpus, name)))).flat();
  await convertOurs(documents, request);
  for (const tool of peers) await convertByPeer(tool, documents, request);
  const scratch = await mkdtemp(join(tmpdir(), 'shelfwright-real-'));
  try {
    for (const set of sets)
      for (const part of PARTS) {
        const count = documents.filter((document) => document.set === set.name && document.part === part).length;
        say(`\n${set.name}, ${part}: ${count} documents`);
        const truth = await truthOf({ corpus, set: set.name, part }, scratch);
        await score({ set, part, truth, tools: [OURS, ...peers.map(({ name }) => name)], out }, request);
      }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

const folderOf = (out: string, { tool, set }: { tool: string; set: string }): string => join(out, set, tool);

async function convertOurs(documents: readonly RealDocument[], request: RealRequest): Promise<void> {
  const { out, cache, progress } = request;
  for (const set of new Set(documents.map((document) => document.set))) {
    const folder = folderOf(out, { tool: OURS, set });
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
  }
  await overDocuments({
    documents,
    cache,
    program: new URL('./runner.js', import.meta.url),
    taskOf: ({ name, set }, read): MarkdownTask => ({
      ...read,
      fileName: `${name}.pdf`,
      outPath: join(folderOf(out, { tool: OURS, set }), `${name}.md`),
    }),
    onFailed: async ({ name }, error) => progress(`${name}: ${error}`),
    progress,
  });
}

async function convertByPeer(
  tool: Tool,
  documents: readonly RealDocument[],
  { out, progress }: RealRequest,
): Promise<void> {
  for (const { set, name, file } of documents) {
    const folder = folderOf(out, { tool: tool.name, set });
    const path = join(folder, `${name}.md`);
    if (existsSync(path)) continue;
    await mkdir(folder, { recursive: true });
    const done = await measure(tool.convert(file, path), TOOL_TIMEOUT_MS);
    if (!done.ok) progress(`${tool.name} fails on ${name}: ${done.stderr.trim().slice(-200)}`);
  }
}

interface Scoring {
  set: RealSet;
  part: Part;
  truth: string;
  tools: readonly string[];
  out: string;
}

async function score({ set, part, truth, tools, out }: Scoring, { python, details, say }: RealRequest): Promise<void> {
  const json = join(truth, 'scores.json');
  const run = (names: readonly string[], more: readonly string[]): string => {
    const folders = names.flatMap((tool) => ['--pred', folderOf(out, { tool, set: set.name })]);
    const args = [join(SCORERS, set.scorer), set.truthOption, truth, ...folders, ...more];
    const done = spawnSync(python, args, { encoding: 'utf8', maxBuffer: Infinity });
    if (done.status !== 0) throw new Error(done.stderr.trim().slice(-500));
    return done.stdout;
  };
  run(tools, ['--json', json]);
  const scores = JSON.parse(await readFile(json, 'utf8')) as Record<string, Scores>;
  const of = (tool: string): Scores => scores[tool] ?? {};
  const names = part === 'seen' && details ? Object.keys(set.each(of(OURS))).sort() : [];
  const rows = [
    ...Object.entries(set.figures).map(([head, figure]) => [head, ...tools.map((tool) => figure(of(tool)).toFixed(3))]),
    ...names.map((name) => [`  ${name}`, ...tools.map((tool) => (set.each(of(tool))[name] ?? 0).toFixed(3))]),
  ];
  say(table(['', ...tools], rows));
  if (part === 'seen' && details) say(`\n${run([OURS], set.details)}`);
}
