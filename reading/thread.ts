/** A thread that reads whole trees, so that the one that answers requests never waits for it. Keeps the trees read last. */
import { parentPort } from 'node:worker_threads';
import type { JobName, Jobs, Reply, Request } from './jobs.js';
import { patternFault, search, searchableTree, type SearchableTree } from './search.js';

/** Characters of text; what is made of it takes some three times as much. The last tree is kept whatever its size. */
const MAX_KEPT_CHARS = 48 * 1024 * 1024;

const kept = new Map<string, { tree: SearchableTree; chars: number }>();

/** The tree with this hash, now the last used; null when it is not here and has not been sent. */
function treeOf({ sha256, files }: NonNullable<Request['tree']>): SearchableTree | null {
  const found = kept.get(sha256);
  if (!found && !files) return null;
  const entry = found ?? {
    tree: searchableTree(new Map(files)),
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

function work({ name, input }: Request, tree: SearchableTree | null): Jobs[JobName]['output'] {
  if (name === 'check') return patternFault((input as Jobs['check']['input']).regex);
  if (!tree) throw new Error(`${name} needs a tree`);
  const { timeoutMs, ...wanted } = input as Jobs['search']['input'];
  const endMs = performance.now() + timeoutMs;
  return search(tree, wanted, () => performance.now() > endMs);
}

function answer(request: Request): Reply {
  const { id, tree } = request;
  try {
    const found = tree ? treeOf(tree) : null;
    return tree && !found ? { id, missing: true } : { id, output: work(request, found) };
  } catch (error) {
    return { id, error: error as Error };
  }
}

parentPort?.on('message', (request: Request) => parentPort?.postMessage(answer(request)));
