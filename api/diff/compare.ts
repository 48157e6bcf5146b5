/** Compares two versions: their manifests say which files differ, and only those are read. */
import type { FileChange } from '../../contract/vocabulary.js';
import type { Diff } from '../../contract/version.js';
import type { ChangedFile, ShelfKey } from '../../entities/queries/versions.js';
import type { Version } from '../../entities/version.js';
import type { Content } from '../content.js';
import type { Change, Patch } from './patch.js';
import type { Patcher } from './patcher.js';

/** For more files than this the version's archive is read once, instead of each object. */
const MANY_FILES = 20;
/** Total length of the patches in a reply; further ones are left empty. */
const MAX_DIFF_LENGTH = 64 * 1024 * 1024;
/**
 * Budget for searching edits in all files of a diff. A search costs the square of its number of edits: ten searches that
 * are given up, or some 400 files of 300 edits. When it is used up, files are shown as replaced.
 */
const MAX_SEARCH = 40_000_000;

/** A version to compare; null is the empty tree. */
export type Side = Version | null;

interface Comparison {
  shelf: ShelfKey;
  from: Side;
  to: Side;
  /** By path. */
  changed: ChangedFile[];
}

/** Reads the changed files one after another and makes their patches. */
export async function compare(content: Content, patcher: Patcher, comparison: Comparison): Promise<Diff['files']> {
  const { shelf, from, to, changed } = comparison;
  const readFrom = await reader(content, shelf, { version: from, count: changed.filter((one) => one.from).length });
  const readTo = await reader(content, shelf, { version: to, count: changed.filter((one) => one.to).length });
  const patch = boundedPatches(patcher);
  const files: Diff['files'] = [];
  for (const file of changed) {
    const { path } = file;
    const [before, after] = await Promise.all([file.from ? readFrom(path) : null, file.to ? readTo(path) : null]);
    files.push({ path, status: statusOf(file), ...(await patch({ path, from: before, to: after })) });
  }
  return files;
}

/** Returns a function that makes patches of one reply, one after another, within bounds of all of them together. */
export function boundedPatches(patcher: Patcher): (change: Omit<Change, 'whole'>) => Promise<ShownPatch> {
  let search = 0;
  let length = 0;
  return async (change) => {
    const { edits, patch, truncated } = await patcher.patch({ ...change, whole: search >= MAX_SEARCH });
    search += edits ** 2;
    length += patch.length;
    return length <= MAX_DIFF_LENGTH ? { patch, truncated } : CUT_TO_NOTHING;
  };
}

type ShownPatch = Pick<Patch, 'patch' | 'truncated'>;

const CUT_TO_NOTHING: ShownPatch = { patch: '', truncated: true };

/** Returns a function that reads texts of a version, from its archive if there are many to read. */
async function reader(content: Content, shelf: ShelfKey, { version, count }: { version: Side; count: number }) {
  if (!version || count === 0) return () => Promise.reject(new Error('there is nothing to read'));
  if (count <= MANY_FILES) return (path: string) => content.text(shelf, version, path);
  const tree = await content.tree(shelf, version);
  return (path: string) => {
    const text = tree.get(path);
    if (text === undefined) throw new Error(`${path} is not in the archive of ${version.publicId}`);
    return Promise.resolve(text);
  };
}

/** Counts the files by kind of change. */
export function summarise(from: Side, changed: ChangedFile[]): Diff['summary'] {
  const counts = { added: 0, modified: 0, removed: 0 };
  for (const file of changed) counts[statusOf(file)] += 1;
  const unchanged = (from?.fileCount ?? 0) - counts.modified - counts.removed;
  return { ...counts, unchanged, totalFiles: changed.length + unchanged };
}

function statusOf({ from, to }: ChangedFile): FileChange {
  if (from === null) return 'added';
  return to === null ? 'removed' : 'modified';
}
