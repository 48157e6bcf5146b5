/** A reader process: works on whole trees, so that the event loop of the api never blocks. Caches the latest trees (LRU). */
import type { FileBatch, JobName, Jobs, Reply, Request } from './jobs.js';
import { cite } from './cite.js';
import { previewOperations, refusedOperation } from './edits.js';
import { outlinePart } from './outline.js';
import { pageContent, pageSummaries } from './page-content.js';
import { patternFault, search } from './search.js';
import { listTables, readTable } from './tables/tables.js';
import { readableTree, type ReadableTree } from './tree.js';

/** Characters of text in the cache; the indexes take some three times as much. The last tree stays whatever its size. */
const MAX_CACHED_CHARS = 48 * 1024 * 1024;

const NO_TREE = readableTree(new Map());
const cache = new Map<string, { tree: ReadableTree; chars: number }>();

/** Files received of trees that no request has used yet. */
const received = new Map<string, [string, string][]>();

function receive({ sha256, files }: FileBatch): void {
  received.set(sha256, [...(received.get(sha256) ?? []), ...files]);
}

/** The tree with this hash, which becomes the most recently used; null when it is not here. */
function treeOf(sha256: string): ReadableTree | null {
  const files = received.get(sha256);
  received.delete(sha256);
  const found = cache.get(sha256);
  if (!found && !files) return null;
  const entry = found ?? {
    tree: readableTree(new Map(files)),
    chars: (files ?? []).reduce((sum, [, text]) => sum + text.length, 0),
  };
  cache.delete(sha256);
  cache.set(sha256, entry);
  let chars = [...cache.values()].reduce((sum, cached) => sum + cached.chars, 0);
  for (const [oldest, cached] of cache) {
    if (chars <= MAX_CACHED_CHARS || oldest === sha256) break;
    cache.delete(oldest);
    chars -= cached.chars;
  }
  return entry.tree;
}

/** The implementation of each job. */
const WORK: { [N in JobName]: (input: Jobs[N]['input'], tree: ReadableTree) => Jobs[N]['output'] } = {
  check: ({ regex }) => patternFault(regex),
  search({ timeoutMs, ...wanted }, tree) {
    const endMs = performance.now() + timeoutMs;
    return search(tree, wanted, () => performance.now() > endMs);
  },
  outline: (wanted, tree) => outlinePart(tree, wanted),
  cite: (wanted, tree) => cite(tree, wanted),
  tables: (wanted, tree) => listTables(tree, wanted),
  page: ({ number }, tree) => pageContent(tree, number),
  pages: (wanted, tree) => pageSummaries(tree, wanted),
  table: (wanted, tree) => readTable(tree, wanted),
  checkOperations: ({ paths, operations }) => refusedOperation(paths, operations),
  previewOperations: ({ operations }, { files }) => previewOperations(files, operations),
};

function answer({ name, input, sha256 }: Request): Reply {
  try {
    const found = sha256 === undefined ? NO_TREE : treeOf(sha256);
    if (!found) return { missing: true };
    const work = WORK[name] as (input: unknown, of: ReadableTree) => Jobs[JobName]['output'];
    return { output: work(input, found) };
  } catch (error) {
    return { error: error as Error };
  }
}

process.on('message', (message: Request | FileBatch) => {
  if ('files' in message) receive(message);
  else process.send?.(answer(message));
});
// the api process is gone
process.on('disconnect', () => process.exit());
