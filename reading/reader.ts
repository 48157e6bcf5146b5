/** A process that reads whole trees, so that the one that answers requests never waits for it. Keeps the trees read last. */
import type { Delivery, JobName, Jobs, Reply, Request } from './jobs.js';
import { cite } from './cite.js';
import { outline } from './outline.js';
import { patternFault, search } from './search.js';
import { readableTree, type ReadableTree } from './tree.js';

/** Characters of text; what is made of it takes some three times as much. The last tree is kept whatever its size. */
const MAX_KEPT_CHARS = 48 * 1024 * 1024;

const NO_TREE = readableTree(new Map());
const kept = new Map<string, { tree: ReadableTree; chars: number }>();

/** Files that have come of a tree that is not asked for yet. */
const delivered = new Map<string, [string, string][]>();

function deliver({ sha256, files }: Delivery): void {
  delivered.set(sha256, [...(delivered.get(sha256) ?? []), ...files]);
}

/** The tree with this hash, now the last used; null when it is not here. */
function treeOf(sha256: string): ReadableTree | null {
  const files = delivered.get(sha256);
  delivered.delete(sha256);
  const found = kept.get(sha256);
  if (!found && !files) return null;
  const entry = found ?? {
    tree: readableTree(new Map(files)),
    chars: (files ?? []).reduce((sum, [, text]) => sum + text.length, 0),
  };
  kept.delete(sha256);
  kept.set(sha256, entry);
  let chars = [...kept.values()].reduce((sum, one) => sum + one.chars, 0);
  for (const [oldest, one] of kept) {
    if (chars <= MAX_KEPT_CHARS || oldest === sha256) break;
    kept.delete(oldest);
    chars -= one.chars;
  }
  return entry.tree;
}

/** How each job is done; what needs a tree is given it. */
const WORK: { [N in JobName]: (input: Jobs[N]['input'], tree: ReadableTree) => Jobs[N]['output'] } = {
  check: ({ regex }) => patternFault(regex),
  search({ timeoutMs, ...wanted }, tree) {
    const endMs = performance.now() + timeoutMs;
    return search(tree, wanted, () => performance.now() > endMs);
  },
  outline: ({ depth }, tree) => outline(tree, depth),
  cite: (wanted, tree) => cite(tree, wanted),
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

process.on('message', (message: Request | Delivery) => {
  if ('files' in message) deliver(message);
  else process.send?.(answer(message));
});
// who asked is gone
process.on('disconnect', () => process.exit());
