import { isContent, METADATA_PATH, README_PATH } from '../files/order.js';
import type { ShelfFile, SourceMapEntry } from '../shelf.js';
import { isSourceMap } from '../files/source-map.js';

/** A shelf's content files: its Markdown without the README. */
export function contentFiles({ files }: { files: readonly ShelfFile[] }): ShelfFile[] {
  return files.filter(({ path }) => isContent(path));
}

/** Text of a file of the shelf; null when there is none. */
export function fileText({ files }: { files: readonly ShelfFile[] }, path: string): string | null {
  return files.find((file) => file.path === path)?.content ?? null;
}

/** The entries of the source map, in one list. A map that is no JSON has none. Several checks ask for it; nobody changes it. */
export function sourceMapOf({ files }: { files: readonly ShelfFile[] }): SourceMapEntry[] {
  return files.filter(({ path }) => isSourceMap(path)).flatMap(entriesOf);
}

const known = new WeakMap<ShelfFile, { content: string; entries: SourceMapEntry[] }>();

function entriesOf(file: ShelfFile): SourceMapEntry[] {
  const before = known.get(file);
  if (before?.content === file.content) return before.entries;
  const entries = jsonOf<SourceMapEntry[]>(file.content) ?? [];
  known.set(file, { content: file.content, entries });
  return entries;
}

/** What a JSON file holds; null when it is none. */
export function jsonOf<T>(content: string): T | null {
  try {
    return JSON.parse(content) as T;
  } catch {
    return null; // a damaged file: the check that needs it reports what is missing
  }
}

export { METADATA_PATH, README_PATH };
