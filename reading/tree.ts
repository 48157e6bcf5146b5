/** A tree with its indexes, each built when it is first needed and shared by all jobs. */
import type { Files } from './files.js';
import { normalisedFile, type NormalisedFile } from './normalised-file.js';
import { readHeadings, type FileHeadings } from './headings.js';
import { pageReader, type PageReader } from './pages.js';

export interface ReadableTree {
  files: Files;
  pages: PageReader;
  headings(): ReadonlyMap<string, FileHeadings>;
  normalised(path: string): NormalisedFile;
}

export function readableTree(files: Files): ReadableTree {
  let headings: ReadonlyMap<string, FileHeadings> | null = null;
  const normalised = new Map<string, NormalisedFile>();
  return {
    files,
    pages: pageReader(files),
    headings: () => (headings ??= readHeadings(files)),
    normalised(path) {
      const known = normalised.get(path) ?? normalisedFile(files.get(path) ?? '');
      normalised.set(path, known);
      return known;
    },
  };
}
