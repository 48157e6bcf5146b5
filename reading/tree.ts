/** A tree with what is made of it once, when it is first needed, for all that is asked of it. */
import type { Files } from './files.js';
import { foldedFile, type FoldedFile } from './folded-file.js';
import { readHeadings, type FileHeadings } from './headings.js';
import { pageReader, type PageReader } from './pages.js';

export interface ReadableTree {
  files: Files;
  pages: PageReader;
  headings(): ReadonlyMap<string, FileHeadings>;
  folded(path: string): FoldedFile;
}

export function readableTree(files: Files): ReadableTree {
  let headings: ReadonlyMap<string, FileHeadings> | null = null;
  const folded = new Map<string, FoldedFile>();
  return {
    files,
    pages: pageReader(files),
    headings: () => (headings ??= readHeadings(files)),
    folded(path) {
      const known = folded.get(path) ?? foldedFile(files.get(path) ?? '');
      folded.set(path, known);
      return known;
    },
  };
}
