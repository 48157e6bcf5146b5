/** Renames in a comparison of versions, which tells them as a removed file and an added one. */
import type { Diff } from '../../../../contract/version.js';
import type { ChangedFile } from '../../shared/changed-file.js';

type DiffFile = Diff['files'][number];

/** Joins removed and added files of the same text. */
export function joinRenames(files: readonly DiffFile[]): ChangedFile[] {
  const removed = new Map<string, string[]>();
  for (const file of files)
    if (file.status === 'removed' && !file.truncated)
      removed.set(textOf(file), [...(removed.get(textOf(file)) ?? []), file.path]);
  const gone = new Set<string>();
  const joined = files.map((file): ChangedFile => {
    const from = file.status === 'added' && !file.truncated ? removed.get(textOf(file))?.shift() : undefined;
    if (from === undefined) return file;
    gone.add(from);
    return { ...file, status: 'renamed', from, patch: '' };
  });
  return joined.filter(({ path, status }) => !(status === 'removed' && gone.has(path)));
}

/** The lines of a file that is wholly added or wholly removed. */
function textOf({ patch }: DiffFile): string {
  const lines = patch.split('\n');
  const first = lines.findIndex((line) => line.startsWith('@@'));
  return lines
    .slice(first + 1)
    .map((line) => line.slice(1))
    .join('\n');
}
