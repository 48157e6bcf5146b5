/** The messages between the api and a reader: plain values, since they are copied between processes. */
import type { Operation } from '../contract/vocabulary.js';
import type { CiteInput, CiteOutcome } from './cite.js';
import type { PreviewOutcome, Refused } from './edits.js';
import type { OutlineOutcome, OutlinePart } from './outline.js';
import type { PageOutcome, PageSummary } from './page-content.js';
import type { SearchInput, SearchOutcome } from './search.js';
import type { TableOutcome, TablesInput, TablesOutcome } from './tables/tables.js';

/** Input and output of each job, by its name. */
export interface Jobs {
  /** Checks a pattern: what is wrong with it, null when it is valid. */
  check: { input: { regex: string }; output: string | null };
  search: { input: SearchInput & { timeoutMs: number }; output: SearchOutcome };
  outline: { input: OutlinePart; output: OutlineOutcome & { total: number } };
  cite: { input: CiteInput; output: CiteOutcome };
  tables: { input: TablesInput; output: TablesOutcome };
  page: { input: { number: number }; output: PageOutcome };
  /** Counted from 1, both included. */
  pages: { input: { first: number; last: number }; output: PageSummary[] };
  /** Null if there is none with this number. */
  table: { input: { number: number }; output: TableOutcome | null };
  /** Checks whether operations can be applied to files with these paths; null when they can. */
  checkOperations: { input: { paths: string[]; operations: Operation[] }; output: Refused | null };
  /** What operations make of the tree. */
  previewOperations: { input: { operations: Operation[] }; output: PreviewOutcome };
}
export type JobName = keyof Jobs;

/** Some files of a tree, sent before a request about it, in the order of the listing. */
export interface FileBatch {
  sha256: string;
  files: [string, string][];
}

export interface Request<N extends JobName = JobName> {
  name: N;
  input: Jobs[N]['input'];
  /** SHA-256 of the archive of the tree that the job reads. */
  sha256?: string;
}

/** `missing`: the reader does not have the tree and needs its files before the request is sent again. */
export type Reply = { output: Jobs[JobName]['output'] } | { missing: true } | { error: Error };
