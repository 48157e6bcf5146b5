/**
 * Makes a unified patch of one file, for `patch -p1` and `git apply`. The same texts always give the same patch, because
 * the work is bounded by counts, not by time.
 */
import { formatPatch, structuredPatch, type StructuredPatch } from 'diff';

const MAX_PATCH_BYTES = 64 * 1024;
const CONTEXT_LINES = 3;
/** Searching the shortest edit script takes time and memory by the square of this; beyond it a replacement is shown. */
const MAX_EDITS = 2000;
/** Larger texts are not split into lines. */
const MAX_TEXT_LENGTH = 16 * 1024 * 1024;
const MAX_LINES = 200_000;

export interface Change {
  path: string;
  /** Its path before, if the file was renamed. */
  renamedFrom?: string;
  /** Null where the file is added or removed. */
  from: string | null;
  to: string | null;
  /** Shows the whole file as replaced, without searching for common lines. */
  whole: boolean;
}

export interface Patch {
  patch: string;
  /** Whether the patch was cut off, at the end of a line. */
  truncated: boolean;
  /** Removed and added lines that the search found before it ended or was given up. */
  edits: number;
}

export function makePatch({ path, renamedFrom = path, from, to, whole }: Change): Patch {
  const names = [from === null ? '/dev/null' : `a/${renamedFrom}`, to === null ? '/dev/null' : `b/${path}`] as const;
  const [before, after] = [from ?? '', to ?? ''];
  const searched = from !== null && to !== null && !whole && isSearchable(before) && isSearchable(after);
  const found = searched
    ? structuredPatch(...names, before, after, undefined, undefined, {
        context: CONTEXT_LINES,
        maxEditLength: MAX_EDITS,
      })
    : undefined;
  const edits = found ? countEdits(found) : searched ? MAX_EDITS : 0;
  const isRename = renamedFrom !== path;
  return { ...cut(print({ ...(found ?? replacement(names, before, after)), isRename })), edits };
}

function isSearchable(text: string): boolean {
  return text.length <= MAX_TEXT_LENGTH && countLines(text) <= MAX_LINES;
}

function countEdits({ hunks }: StructuredPatch): number {
  return hunks.reduce((sum, { lines }) => sum + lines.filter((line) => /^[+-]/.test(line)).length, 0);
}

/** Replaces all lines of one text with all of another, up to what a patch can hold. */
function replacement([oldFileName, newFileName]: readonly [string, string], from: string, to: string): StructuredPatch {
  const [oldLines, newLines] = [countLines(from), countLines(to)];
  const hunk = {
    oldStart: 1,
    oldLines,
    newStart: 1,
    newLines,
    lines: [...signedLines(from, '-'), ...signedLines(to, '+')],
  };
  const headers = { oldFileName, newFileName, oldHeader: undefined, newHeader: undefined };
  return { ...headers, hunks: hunk.lines.length > 0 ? [hunk] : [] };
}

function countLines(text: string): number {
  let lines = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) lines += 1;
  return text === '' || text.endsWith('\n') ? lines : lines + 1;
}

function* signedLines(text: string, sign: '-' | '+'): Generator<string> {
  for (let start = 0; start < text.length && start <= MAX_PATCH_BYTES;) {
    const end = text.indexOf('\n', start);
    yield sign + text.slice(start, end < 0 ? undefined : end);
    if (end < 0) return yield '\\ No newline at end of file';
    start = end + 1;
  }
}

/** Formats with git's header, without which an empty file would not appear in the patch. */
function print(patch: StructuredPatch): string {
  const { oldFileName, newFileName } = patch;
  const text = formatPatch({
    ...patch,
    isGit: true,
    isCreate: oldFileName === '/dev/null',
    isDelete: newFileName === '/dev/null',
  });
  const header = text.split('\n@@ ', 1)[0] as string;
  // tools accept a name with spaces only if a tab ends it
  return header.replace(/^(---|\+\+\+) [ab]\/.* .*$/gm, '$&\t') + text.slice(header.length);
}

function cut(patch: string): Omit<Patch, 'edits'> {
  const bytes = Buffer.from(patch);
  if (bytes.length <= MAX_PATCH_BYTES) return { patch, truncated: false };
  return { patch: bytes.toString('utf8', 0, bytes.lastIndexOf('\n', MAX_PATCH_BYTES - 1) + 1), truncated: true };
}
