/** Which documents are converted. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

export interface BenchDocument {
  name: string;
  path: string;
}

export interface DocumentSet {
  folder: string;
  documents: BenchDocument[];
  /** A page of the set has its truth as Markdown beside it: quality can be scored. */
  hasTruth: boolean;
}

const CORPUS = '../shared/corpus';
const OWN = 'local/sample';
export const STRESS = '../shared/stress/stress-1000.pdf';
const SCORER = '../shared/bench/score.py';

/** `folder`, or the corpus if it is next to the repository, else the sample of the repository. */
export const documentFolder = (folder: string | undefined): string =>
  resolve(folder ?? (existsSync(CORPUS) ? CORPUS : OWN));

/** PDFs of the folder, without those of folders in it. */
export function documentsIn(folder: string | undefined, only: readonly string[]): DocumentSet {
  const chosen = documentFolder(folder);
  const names = readdirSync(chosen).filter((file) => file.endsWith('.pdf'));
  const documents = names
    .sort()
    .map((file) => ({ name: basename(file, '.pdf'), path: join(chosen, file) }))
    // pages without text are another kind of work: see docs/benchmark.md
    .filter(({ name }) => !name.includes('scan'))
    .filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)));
  return { folder: chosen, documents, hasTruth: documents.some(({ path }) => existsSync(truthOf(path))) };
}

/** Paths below the folder, with the folders in it, in one order on all systems. */
export const pdfsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.pdf$/iu.test(path))
    .sort((a, b) => (a < b ? -1 : 1));

const truthOf = (path: string): string => path.replace(/\.pdf$/, '.md');

export const scorer = (): string | null => (existsSync(SCORER) ? SCORER : null);
