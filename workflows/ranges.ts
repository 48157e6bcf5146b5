/** How the ranges of a document's pages are worked through. */
import { CancellationScope, workflowInfo } from '@temporalio/workflow';
import type { Documents } from './proxies.js';

export interface ParsePlan {
  documents: Documents;
  /** For recognition, where even a single page takes seconds. */
  recognisers: Documents;
  /** For the first scanned page of a long document: in the slots of small documents. */
  singleRecogniser: Documents;
  /** Ranges of this document in flight at once, over all workers. */
  rangesInFlight: number;
  /** Called with the milliseconds that each finished range took; throws when the document's time is used up. */
  spend: (workMs: number) => void;
  /** The same for recognition, which has its own time limit. */
  spendOnRecognition: (workMs: number) => void;
  /** Runs of releases up to 0.5.0 had an activity judge the pages. */
  judgesHere: boolean;
  /** With a longer history no further range is begun. */
  eventsPerHistory: number;
}

/** An activity, and what follows from its answer. */
export type Work = () => Promise<void>;

/**
 * Does what `take` gives, `rangesInFlight` at once, and takes nothing more once the history is long. All that was begun has
 * ended when it returns.
 * @param take the next work; null where there is none, or none before some of what is in flight has ended
 */
export async function withConcurrency(
  { rangesInFlight, eventsPerHistory }: Pick<ParsePlan, 'rangesInFlight' | 'eventsPerHistory'>,
  take: () => Work | null,
): Promise<void> {
  let begun = 0;
  let active = 0;
  const workers: Promise<void>[] = [];
  const isFull = (): boolean => workflowInfo().historyLength > eventsPerHistory && begun > 0;
  const takeNext = (): Work | null => {
    const work = isFull() ? null : take();
    if (work) begun += 1;
    return work;
  };
  await CancellationScope.cancellable(async () => {
    const scope = CancellationScope.current();
    const failures: unknown[] = [];
    const workThrough = async (first: Work): Promise<void> => {
      try {
        for (let work: Work | null = first; work; work = takeNext()) {
          await work();
          startWorkers();
        }
      } catch (error) {
        failures.push(error);
        scope.cancel();
      }
      active -= 1;
    };
    const startWorkers = (): void => {
      while (active < rangesInFlight) {
        const work = takeNext();
        if (!work) return;
        active += 1;
        workers.push(workThrough(work));
      }
    };
    startWorkers();
    // wait until every range has stopped: the run must not close while a worker still writes for it
    for (const worker of workers) await worker; // includes those that are added meanwhile
    if (failures.length > 0) throw failures[0];
    // a range may end in order after the cancel, and where the history is full none follows that would throw
    if (scope.consideredCancelled) await scope.cancelRequested;
  });
}

export function splitIntoRanges(pages: readonly number[], length: number): number[][] {
  return Array.from({ length: Math.ceil(pages.length / length) }, (_, index) =>
    pages.slice(index * length, (index + 1) * length),
  );
}
