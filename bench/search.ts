/** Search and lists over an account of many shelves, and what indexing adds to publishing. */
import { createHash } from 'node:crypto';
import { loadavg } from 'node:os';
import { searchActivities } from '../activities/search.js';
import type { TreeFile } from '../activities/tree-files.js';
import { storeTree, WRITES_OF_RUNS } from '../activities/tree-store.js';
import { createDataSource } from '../entities/data-source.js';
import { newPublicId } from '../entities/ids.js';
import { publishVersion } from '../entities/queries/publishing.js';
import { recordStep } from '../entities/queries/runs.js';
import { versionKeys } from '../infra/object-keys.js';
import { runActivity } from '../test/support/activities.js';
import { buildTestApp, type TestApp } from '../test/support/app.js';
import { listening } from '../test/support/mcp.js';
import { givenShelf, publicationOf } from '../test/support/rows.js';
import { median, quantile } from './measure.js';
import { fillShelves, wordOf } from './search-data.js';
import { table } from './table.js';

/** Ranks of words: the first stand in every passage, the last in a few. */
const [EVERYWHERE, OFTEN, SELDOM] = [0, 300, 20_000];

const FILL_TIMEOUT_MS = 30 * 60_000;
/** Of 40 words each, which is some 2,000 characters. */
const LINES_OF_PASSAGE = 8;

export interface SearchBenchmark {
  shelves: number;
  files: number;
  /** Of each file. A book of 50 files has some 200 in all. */
  passages: number;
  rounds: number;
  say: (line: string) => void;
}

/** Fills a database of its own, then asks each query once a round, in turn. */
export async function benchSearch({ shelves, files, passages, rounds, say }: SearchBenchmark): Promise<void> {
  const api = await buildTestApp();
  try {
    const [large, small] = [await api.user(), await api.user()];
    const begun = performance.now();
    // one session, in which an index may take as long as it takes
    const filling = createDataSource(api.database.url, { poolSize: 1, statementTimeoutMs: FILL_TIMEOUT_MS });
    await filling.initialize();
    try {
      await fillShelves(filling.manager, { accountId: large.account.id, shelves, files, passages, say });
    } finally {
      await filling.destroy();
    }
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    say(
      `${shelves} shelves of ${files} files with ${passages} passages each in ${seconds} s; ${await sizes(api)}; load ${load()}`,
    );
    const indexing = await timePublishing(api, small.account, { files, passages, rounds: Math.min(rounds, 10) });
    say(`\n${await timeRequests(api, { large: large.key, small: small.key }, rounds)}`);
    say(`\n${indexing}`);
    say(`load ${load()}`);
  } finally {
    await api.stop();
  }
}

const load = () => loadavg()[0]!.toFixed(1);

async function sizes({ database: { manager } }: TestApp): Promise<string> {
  const [size] = await manager.query<[{ all: string; index: string }]>(
    `SELECT pg_size_pretty(pg_total_relation_size('search_passages')) AS all,
            pg_size_pretty(pg_relation_size('search_passages_vector_idx')) AS index`,
  );
  return `passages take ${size.all}, ${size.index} of it the index`;
}

async function timeRequests({ app }: TestApp, keys: { large: string; small: string }, rounds: number): Promise<string> {
  const origin = await listening(app);
  const [common, often, seldom] = [wordOf(EVERYWHERE), wordOf(OFTEN), wordOf(SELDOM)];
  const requests: [string, string, string][] = [
    ['one shelf of the list', keys.large, '/v1/shelves?limit=1'],
    ['a rare word', keys.large, `/v1/search?q=${seldom}`],
    ['a frequent word', keys.large, `/v1/search?q=${often}`],
    ['a word that stands everywhere', keys.large, `/v1/search?q=${common}`],
    ['three words', keys.large, `/v1/search?q=${often}+${wordOf(OFTEN + 1)}+${common}`],
    ['a phrase of words that stand everywhere', keys.large, `/v1/search?q=%22${common}+${wordOf(1)}%22`],
    ['either of two', keys.large, `/v1/search?q=${often}+or+${seldom}`],
    ['within a tag', keys.large, `/v1/search?q=${common}&tag=t7`],
    ['page 20 of a frequent word', keys.large, `/v1/search?q=${often}&page=20`],
    ['an account of few shelves, everywhere', keys.small, `/v1/search?q=${common}`],
    ['list', keys.large, '/v1/shelves'],
    ['list by name', keys.large, '/v1/shelves?sort=name'],
    ['list by part of the name', keys.large, '/v1/shelves?q=99'],
    ['list of a tag', keys.large, '/v1/shelves?tag=t7&sort=-updatedAt'],
    ['list of failed', keys.large, '/v1/shelves?status=failed'],
  ];
  const times = new Map<string, number[]>(requests.map(([name]) => [name, []]));
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, key, path] of requests) {
      const begun = performance.now();
      const response = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${key}` } });
      const body = await response.text();
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${body}`);
      // the first round warms up
      if (round > 0) times.get(name)!.push(performance.now() - begun);
    }
  const base = median([...times.values()][0]!);
  const rows = [...times].map(([name, some]) => {
    const p95 = quantile(some, 0.95);
    return [name, median(some).toFixed(1), p95.toFixed(1), (median(some) / base).toFixed(1)];
  });
  return table(['request', 'p50, ms', 'p95, ms', 'p50 over the first'], rows);
}

function fileInMemory(path: string, text: string): TreeFile {
  const bytes = Buffer.from(text);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { path, sizeBytes: bytes.length, sha256, content: async () => bytes };
}

/** Stores and publishes trees, and indexes them after that, while the index is full of others. */
async function timePublishing(
  { database, storage }: TestApp,
  account: { id: string; publicId: string },
  { files, passages, rounds }: Pick<SearchBenchmark, 'files' | 'passages' | 'rounds'>,
): Promise<string> {
  const { manager, dataSource } = database;
  const { indexShelf } = searchActivities({ dataSource, storage });
  const line = (file: number, at: number) =>
    Array.from({ length: 40 }, (_, word) => wordOf((file * 31 + at * 17 + word * word) % 3_000)).join(' ');
  const tree = Array.from({ length: files }, (_, file) =>
    fileInMemory(
      `${String(file).padStart(3, '0')}.md`,
      `# Section ${file}\n\n${Array.from({ length: passages * LINES_OF_PASSAGE }, (_unused, at) => line(file, at)).join('\n\n')}\n`,
    ),
  );
  const [publishing, indexing]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const shelf = await givenShelf(manager, account.id);
    const { publicId, run } = shelf;
    for (const status of ['parsing', 'structuring', 'verifying'] as const)
      await recordStep(manager, { publicId, run, status });
    const begun = performance.now();
    const version = newPublicId('ver');
    const stored = await storeTree(storage, versionKeys(account.publicId, publicId, version), tree, {
      signal: new AbortController().signal,
      writes: WRITES_OF_RUNS,
    });
    await publishVersion(manager, publicationOf(shelf, { ...stored, publicId: version, pageCount: files }));
    const published = performance.now();
    await runActivity(indexShelf, { shelfPublicId: publicId });
    publishing.push(published - begun);
    indexing.push(performance.now() - published);
  }
  const bytes = tree.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const [before, after] = [median(publishing), median(indexing)];
  return `a tree of ${files} files, ${bytes} bytes: stored and published in ${before.toFixed(0)} ms; indexed in ${after.toFixed(0)} ms, after it is ready`;
}
