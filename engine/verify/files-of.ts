import { METADATA_PATH, README_PATH } from '../files/draft.js';
import type { ShelfFile } from '../shelf.js';

/** A shelf's content files: its Markdown without the README. */
export function contentFiles({ files }: { files: readonly ShelfFile[] }): ShelfFile[] {
  return files.filter(({ path }) => path.endsWith('.md') && path !== README_PATH);
}

/** Text of a file of the shelf; null when there is none. */
export function fileText({ files }: { files: readonly ShelfFile[] }, path: string): string | null {
  return files.find((file) => file.path === path)?.content ?? null;
}

export { METADATA_PATH, README_PATH };
