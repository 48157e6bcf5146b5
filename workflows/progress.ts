/** What a shelf's run answers operators. */
import type { AttemptFailed } from './messages.js';

/** Query of a shelf's run, for operators: what it does, answered as `RunProgress`. */
export const PROGRESS = 'progress';

export interface RunProgress {
  /** e.g. `parsing`, since when (ISO), and how far: `96/640 pages`, or empty. */
  doing: string;
  since: string;
  progress: string;
  /** Ranges of pages that activities work on, as their summaries name them. */
  inFlight: string[];
  /** What is left of the document's time limits, in milliseconds of work; null while nothing counts against it. */
  timeLeftMs: { document: number | null; recognition: number | null };
  /** Why the run gets no further, as its workers last reported; null while it does. */
  waitsFor: AttemptFailed | null;
}
