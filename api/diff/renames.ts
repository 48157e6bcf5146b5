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

/** Files of the same content, by their hashes; empty ones are nobody's. */
export function sameFiles(
  removed: readonly { path: string; sha256: string }[],
  added: readonly { path: string; sha256: string }[],
): Map<string, string> {
  const before = Map.groupBy(removed, ({ sha256 }) => sha256);
  const same = added.flatMap(({ path, sha256 }) =>
    sha256 === EMPTY_SHA256
      ? []
      : (before.get(sha256) ?? []).map((file) => ({ from: file.path, to: path, similarity: 1 })),
  );
  return pairs(same);
}

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
