import { CancellationScope, setCurrentDetails } from '@temporalio/workflow';
import type { PageTally } from '../engine/readable.js';
import type { ShelfRunInput } from './messages.js';
import type { Documents } from './proxies.js';

export interface ParsePlan {
  documents: Documents;
  pageCount: number;
  pagesPerRange: number;
  /** Ranges of this document that are under way at once, over all workers. */
  rangesInFlight: number;
  /** Called with the milliseconds that each finished range took; throws when the document has had its time. */
  spend: (workMs: number) => void;
}

/**
 * Parses a document by ranges of pages, each an activity of its own whose result is an object, so that a retry repeats
 * one range. The first range that fails for good ends the others. A document without anything to read fails here.
 */
export async function parsePages(input: ShelfRunInput, plan: ParsePlan): Promise<void> {
  const { documents, pageCount, pagesPerRange } = plan;
  let nextPage = 1;
  let pagesDone = 0;
  const tallies: PageTally[] = [];
  const lane = async (): Promise<void> => {
    while (nextPage <= pageCount) {
      const first = nextPage;
      const last = Math.min(first + pagesPerRange - 1, pageCount);
      nextPage = last + 1;
      const { workMs, tally } = await documents.parsePages({ ...input, first, last });
      tallies.push(tally);
      pagesDone += last - first + 1;
      setCurrentDetails(`parsing ${pagesDone}/${pageCount} pages`);
      plan.spend(workMs);
    }
  };
  await CancellationScope.cancellable(async () => {
    const scope = CancellationScope.current();
    const failures: unknown[] = [];
    const lanes = Array.from({ length: plan.rangesInFlight }, async () => {
      try {
        await lane();
      } catch (error) {
        failures.push(error);
        scope.cancel();
      }
    });
    // Ends only when every range has stopped: the run must not close while a worker still writes for it.
    await Promise.all(lanes);
    if (failures.length > 0) throw failures[0];
  });
  await documents.judgePages({ ...input, tally: sum(tallies) });
}

function sum(tallies: readonly PageTally[]): PageTally {
  const total = (of: keyof PageTally): number => tallies.reduce((all, tally) => all + tally[of], 0);
  return {
    pages: total('pages'),
    withText: total('withText'),
    timedOut: total('timedOut'),
    tooLarge: total('tooLarge'),
    damaged: total('damaged'),
  };
}
