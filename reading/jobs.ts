/** What a reading thread is asked and what it answers: plain values, as they are copied between threads. */
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

export interface Request<N extends JobName = JobName> {
  id: number;
  name: N;
  input: Jobs[N]['input'];
  /** The tree that it is about; its hash is of its archive. */
  tree?: { sha256: string; files?: [string, string][] };
}

/** `missing`: the thread does not have the tree, and asks for the same again with its files. */
export type Reply =
  | { id: number; output: Jobs[JobName]['output'] }
  | { id: number; missing: true }
  | { id: number; error: Error };
