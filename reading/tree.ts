/** A tree with what is made of it once, when it is first needed, for all that is asked of it. */
import type { Files } from './files.js';
import { normalisedFile, type NormalisedFile } from './normalised-file.js';
import { readHeadings, type FileHeadings } from './headings.js';
import { pageReader, type PageReader } from './pages.js';

export interface ReadableTree {
  files: Files;
  pages: PageReader;
  headings(): ReadonlyMap<string, FileHeadings>;
  folded(path: string): NormalisedFile;
}

export function readableTree(files: Files): ReadableTree {
  let headings: ReadonlyMap<string, FileHeadings> | null = null;
  const folded = new Map<string, NormalisedFile>();
  return {
    files,
    pages: pageReader(files),
    headings: () => (headings ??= readHeadings(files)),
    folded(path) {
      const known = folded.get(path) ?? normalisedFile(files.get(path) ?? '');
      folded.set(path, known);
      return known;
    },
  };
}
