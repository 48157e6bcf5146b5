/** Which files of a comparison show their lines at once: drawing lines takes time, and a browser does it in one go. */
import type { ChangedFile } from './changed-file.js';

/** More lines than this in all are shown only when asked for: drawing them takes seconds. */
const MAX_LINES_AT_ONCE = 2000;
/** So many files are listed at a time: a comparison may have thousands. */
export const FILES_AT_ONCE = 100;

/** Of a patch. */
export function linesOf({ patch }: Pick<ChangedFile, 'patch'>): number {
  let lines = 1;
  for (let at = patch.indexOf('\n'); at >= 0; at = patch.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** Paths of the files that are open at first: in order, as long as there is room for their lines; none that follows from others. */
export function openAtFirst(files: readonly Pick<ChangedFile, 'path' | 'patch' | 'derived'>[]): ReadonlySet<string> {
  const open = new Set<string>();
  let room = MAX_LINES_AT_ONCE;
  for (const file of files.slice(0, FILES_AT_ONCE)) {
    const lines = linesOf(file);
    if (file.derived === true || lines > room) continue;
    room -= lines;
    open.add(file.path);
  }
  return open;
}
