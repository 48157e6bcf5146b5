/** What a reader is asked and what it answers: plain values, as they are copied between processes. */
import type { CiteInput, CiteOutcome } from './cite.js';
import type { OutlineOutcome } from './outline.js';
import type { SearchInput, SearchOutcome } from './search.js';

/** The work, by its name: what it takes, what it gives. */
export interface Jobs {
  /** What a pattern is at fault for; null when it is sound. */
  check: { input: { regex: string }; output: string | null };
  search: { input: SearchInput & { timeoutMs: number }; output: SearchOutcome };
  outline: { input: { depth: number }; output: OutlineOutcome };
  cite: { input: CiteInput; output: CiteOutcome };
}
export type JobName = keyof Jobs;

/** Some files of a tree, before a request for it; the order of the files is that of the listing. */
export interface Delivery {
  sha256: string;
  files: [string, string][];
}

export interface Request<N extends JobName = JobName> {
  name: N;
  input: Jobs[N]['input'];
  /** Hash of the archive of the tree that it is about. */
  sha256?: string;
}

/** `missing`: the reader does not have the tree, and wants its files before it is asked again. */
export type Reply = { output: Jobs[JobName]['output'] } | { missing: true } | { error: Error };
