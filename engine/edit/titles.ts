/** Titles of directories, which only the table of contents knows: read back from it, and followed through renames. */
import { entryOfContents } from '../files/contents.js';
import { titleFromName } from './entries.js';
import { directoriesBelow, type Directory } from './tree.js';

/** Titles by the paths of now; a directory that is new is called by its name. */
export function directoryTitles(root: Directory, readme: string): Map<string, string> {
  const before = titlesIn(readme);
  return new Map(
    directoriesBelow(root).map(({ path, node }) => [
      path,
      (node.before !== null && before.get(node.before)) || titleFromName(node.name),
    ]),
  );
}

function titlesIn(readme: string): Map<string, string> {
  const titles = new Map<string, string>();
  /** Titles of the directories above, outermost first; the path of the next file says which directories they are. */
  let above: string[] = [];
  for (const line of readme.split('\n')) {
    const entry = entryOfContents(line);
    if (!entry) continue;
    const { depth, title, path } = entry;
    if (path === null) {
      above = [...above.slice(0, depth), title];
      continue;
    }
    const segments = path.split('/');
    for (const [at, each] of above.slice(0, depth).entries()) titles.set(segments.slice(0, at + 1).join('/'), each);
    // a file below a directory that is named by its first file alone
    if (segments.length > depth + 1) titles.set(segments.slice(0, depth + 1).join('/'), title);
  }
  return titles;
}
