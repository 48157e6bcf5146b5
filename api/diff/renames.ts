/**
 * Renames between two versions, found as git finds them (gitdiffcore, "Detecting renames"): among the files that only one
 * of them has, those with the same content, then those that share at least half of it. The same files always give the
 * same pairs, because the work is bounded by counts, not by time.
 */

/** A file that only one of the versions has. */
export interface LooseFile {
  path: string;
  text: string;
}

/** Share of the larger file's characters that stand in lines of both: git's default. */
const MIN_SIMILARITY = 0.5;
/** Lines that are looked up in all comparisons together: some 200 ms. Pairs behind that are not compared. */
const MAX_LOOKUPS = 4_000_000;

/** Pairs that are alike, which are then sorted; behind that none is looked for. */
const MAX_CANDIDATES = 100_000;

interface Lines {
  path: string;
  /** Characters of all lines, without their ends. */
  size: number;
  /** How often each line occurs. */
  counts: Map<string, number>;
}

interface Candidate {
  from: string;
  to: string;
  similarity: number;
}

/** The path before of each added file that was renamed and maybe edited, by its path. Each removed file counts once. */
export function similarFiles(removed: readonly LooseFile[], added: readonly LooseFile[]): Map<string, string> {
  const before = removed.map(linesOf);
  const after = added.map(linesOf);
  const candidates: Candidate[] = [];
  let lookups = 0;
  for (const to of after) {
    for (const from of before) {
      if (Math.min(from.size, to.size) < MIN_SIMILARITY * Math.max(from.size, to.size) || to.size === 0) continue;
      lookups += Math.min(from.counts.size, to.counts.size);
      if (lookups > MAX_LOOKUPS) return pairs(candidates);
      const similarity = sharedSize(from, to) / Math.max(from.size, to.size);
      if (similarity >= MIN_SIMILARITY) candidates.push({ from: from.path, to: to.path, similarity });
      if (candidates.length >= MAX_CANDIDATES) return pairs(candidates);
    }
  }
  return pairs(candidates);
}

function linesOf({ path, text }: LooseFile): Lines {
  const counts = new Map<string, number>();
  let size = 0;
  for (const line of text.split('\n')) {
    size += line.length;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return { path, size, counts };
}

function sharedSize(a: Lines, b: Lines): number {
  const [fewer, more] = a.counts.size <= b.counts.size ? [a, b] : [b, a];
  let shared = 0;
  for (const [line, count] of fewer.counts) shared += line.length * Math.min(count, more.counts.get(line) ?? 0);
  return shared;
}

/** The most similar ones first; of equals one that keeps its name. */
function pairs(candidates: readonly Candidate[]): Map<string, string> {
  const isSameName = ({ from, to }: Candidate): number => Number(nameOf(from) === nameOf(to));
  const ordered = candidates.toSorted((a, b) => b.similarity - a.similarity || isSameName(b) - isSameName(a));
  const found = new Map<string, string>();
  const used = new Set<string>();
  for (const { from, to } of ordered) {
    if (found.has(to) || used.has(from)) continue;
    found.set(to, from);
    used.add(from);
  }
  return found;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

interface HashedFile {
  path: string;
  sha256: string;
}

/** Files of the same content, by their hashes; empty ones are nobody's. Those that keep their name go first. */
export function sameFiles(removed: readonly HashedFile[], added: readonly HashedFile[]): Map<string, string> {
  const found = new Map<string, string>();
  const used = new Set<string>();
  // two passes and no list of all pairs: a thousand files of one text would make a million
  for (const keyOf of [
    ({ path, sha256 }: HashedFile) => `${sha256} ${nameOf(path)}`,
    ({ sha256 }: HashedFile) => sha256,
  ]) {
    const left = Map.groupBy(
      removed.filter(({ path }) => !used.has(path)),
      keyOf,
    );
    for (const file of added) {
      if (file.sha256 === EMPTY_SHA256 || found.has(file.path)) continue;
      const from = left.get(keyOf(file))?.shift();
      if (!from) continue;
      found.set(file.path, from.path);
      used.add(from.path);
    }
  }
  return found;
}

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
