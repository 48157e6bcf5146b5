/** Compares two versions: their manifests say which files differ, and only those are read. */
import type { FileChange } from '../../contract/vocabulary.js';
import type { Diff } from '../../contract/version.js';
import type { ChangedFile, ShelfKey } from '../../entities/queries/versions.js';
import type { Version } from '../../entities/version.js';
import type { Content } from '../content.js';
import type { Change, Patch } from './patch.js';
import type { Patcher } from './patcher.js';
import { sameFiles, type LooseFile } from './renames.js';

/** For more files than this the version's archive is read once, instead of each object. */
const MANY_FILES = 20;
/** Total length of the patches in a reply; further ones are left empty. */
const MAX_DIFF_LENGTH = 64 * 1024 * 1024;
/**
 * Budget for searching edits in all files of a diff. A search costs the square of its number of edits: ten searches that
 * are given up, or some 400 files of 300 edits. When it is used up, files are shown as replaced.
 */
const MAX_SEARCH = 40_000_000;

/** Total length of the texts, on each side, among which renames are looked for; further files are not compared. */
const MAX_RENAMES_LENGTH = 16 * 1024 * 1024;

/** A version to compare; null is the empty tree. */
export type Side = Version | null;

interface Comparison {
  shelf: ShelfKey;
  from: Side;
  to: Side;
  /** By path. */
  changed: ChangedFile[];
  /** Whether a file that was renamed is one file, or one that was removed and one that was added. */
  joinsRenames: boolean;
}

/** A file as the comparison reports it. */
interface ReportedFile extends ChangedFile {
  /** Its path in the first version, of a renamed file. */
  renamedFrom?: string;
}

type Read = (path: string) => Promise<string>;

/** Reads the changed files one after another and makes their patches. */
export async function compare(
  content: Content,
  patcher: Patcher,
  comparison: Comparison,
): Promise<Pick<Diff, 'files' | 'summary'>> {
  const { shelf, from, to, changed, joinsRenames } = comparison;
  const readFrom = await reader(content, shelf, { version: from, count: changed.filter((one) => one.from).length });
  const readTo = await reader(content, shelf, { version: to, count: changed.filter((one) => one.to).length });
  const reported: readonly ReportedFile[] = joinsRenames
    ? await withRenames(patcher, changed, { readFrom, readTo })
    : changed;
  const patch = boundedPatches(patcher);
  const files: Diff['files'] = [];
  for (const file of reported) {
    const { path, renamedFrom } = file;
    const isSame = file.from === file.to;
    const [before, after] = isSame
      ? ['', '']
      : await Promise.all([file.from ? readFrom(renamedFrom ?? path) : null, file.to ? readTo(path) : null]);
    const renamed = renamedFrom === undefined ? {} : { renamedFrom };
    const shown = await patch({ path, ...renamed, from: before, to: after });
    files.push({ path, status: statusOf(file), ...(renamedFrom !== undefined && { from: renamedFrom }), ...shown });
  }
  return { files, summary: summarise(from, files, joinsRenames) };
}

/** The changed files with each renamed one in one piece, by path. */
async function withRenames(
  patcher: Patcher,
  changed: ChangedFile[],
  { readFrom, readTo }: { readFrom: Read; readTo: Read },
): Promise<ReportedFile[]> {
  const removed = changed.flatMap(({ path, from, to }) =>
    from !== null && to === null ? [{ path, sha256: from }] : [],
  );
  const added = changed.flatMap(({ path, from, to }) => (from === null && to !== null ? [{ path, sha256: to }] : []));
  const found = sameFiles(removed, added);
  const used = new Set(found.values());
  const left = {
    removed: removed.filter(({ path }) => !used.has(path)),
    added: added.filter(({ path }) => !found.has(path)),
  };
  if (left.removed.length > 0 && left.added.length > 0) {
    const [before, after] = [await textsOf(left.removed, readFrom), await textsOf(left.added, readTo)];
    for (const [path, from] of await patcher.similar({ removed: before, added: after })) found.set(path, from);
  }
  const gone = new Set(found.values());
  const before = new Map(removed.map(({ path, sha256 }) => [path, sha256]));
  return changed.flatMap((file): ReportedFile[] => {
    const renamedFrom = found.get(file.path);
    if (renamedFrom !== undefined) return [{ ...file, from: before.get(renamedFrom) ?? null, renamedFrom }];
    return gone.has(file.path) && file.to === null ? [] : [file];
  });
}

/** Files with their texts, as many as are compared. */
async function textsOf(files: readonly { path: string }[], read: Read): Promise<LooseFile[]> {
  const texts: LooseFile[] = [];
  let length = 0;
  for (const { path } of files) {
    const text = await read(path);
    length += text.length;
    if (length > MAX_RENAMES_LENGTH) break;
    texts.push({ path, text });
  }
  return texts;
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
function summarise(from: Side, files: Diff['files'], joinsRenames: boolean): Diff['summary'] {
  const counts = { added: 0, modified: 0, renamed: 0, removed: 0 };
  for (const { status } of files) counts[status] += 1;
  const { renamed, ...others } = counts;
  const unchanged = (from?.fileCount ?? 0) - counts.modified - renamed - counts.removed;
  return { ...others, ...(joinsRenames && { renamed }), unchanged, totalFiles: files.length + unchanged };
}

function statusOf({ from, to, renamedFrom }: ReportedFile): FileChange {
  if (renamedFrom !== undefined) return 'renamed';
  if (from === null) return 'added';
  return to === null ? 'removed' : 'modified';
}
