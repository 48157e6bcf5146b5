import { CancellationScope, patched } from '@temporalio/workflow';
import type { PageTally } from '../engine/readable.js';
import { tell } from './details.js';
import type { ShelfRunInput } from './messages.js';
import type { Documents } from './proxies.js';

export interface ParsePlan {
  documents: Documents;
  /** Recognition, of which even one page takes seconds. */
  recognisers: Documents;
  pageCount: number;
  pagesPerRange: number;
  /** Pages recognised as one activity. */
  pagesPerRecognition: number;
  /** Ranges of this document that are under way at once, over all workers. */
  rangesInFlight: number;
  /** Called with the milliseconds that each finished range took; throws when the document has had its time. */
  spend: (workMs: number) => void;
  /** The same for recognition, which has a time of its own. */
  spendOnRecognition: (workMs: number) => void;
}

/** Runs before this did not recognise: their histories go on without. */
const RECOGNITION = 'recognise-pages';

/**
 * Parses a document by ranges of pages, each an activity of its own whose result is an object, so that a retry repeats
 * one range; then recognises the pages that are pictures, by smaller ranges since each takes seconds. The first range
 * that fails for good ends the others. A document without anything to read fails here.
 */
export async function parsePages(input: ShelfRunInput, plan: ParsePlan): Promise<void> {
  const { documents, pageCount, pagesPerRange, rangesInFlight } = plan;
  const tallies: PageTally[] = [];
  const toRecognise: number[] = [];
  const numbers = Array.from({ length: pageCount }, (_, index) => index + 1);
  tell('parsing', `0/${pageCount} pages`);
  await inLanes(rangesInFlight, chunks(numbers, pagesPerRange), async (pages, pagesDone) => {
    const [first, last] = [pages[0]!, pages.at(-1)!];
    const range = { ...input, first, last };
    const parsed = await documents.parsePages.executeWithOptions({ summary: `pages ${first}-${last}` }, [range]);
    tallies.push(parsed.tally);
    // what an activity of an earlier release answers has none
    toRecognise.push(...(parsed.toRecognise ?? []));
    tell('parsing', `${pagesDone()}/${pageCount} pages`);
    plan.spend(parsed.workMs);
  });
  const tally = sum(tallies);
  const recognised = toRecognise.length > 0 && patched(RECOGNITION) ? await recognise(input, plan, toRecognise) : null;
  await documents.judgePages({
    ...input,
    tally: recognised ? { ...sum([tally, recognised]), pages: tally.pages } : tally,
  });
}

async function recognise(input: ShelfRunInput, plan: ParsePlan, toRecognise: readonly number[]): Promise<PageTally> {
  const tallies: PageTally[] = [];
  // ranges end in any order; the same pages have to come in the same activity when the run is started afresh
  const numbers = toRecognise.toSorted((a, b) => a - b);
  tell('recognising', `0/${numbers.length} scanned pages`);
  await inLanes(plan.rangesInFlight, chunks(numbers, plan.pagesPerRecognition), async (pages, pagesDone) => {
    const summary = `${pages.length} scanned pages of ${pages[0]}-${pages.at(-1)}`;
    const { workMs, tally } = await plan.recognisers.recognisePages.executeWithOptions({ summary }, [
      { ...input, pages },
    ]);
    tallies.push(tally);
    tell('recognising', `${pagesDone()}/${numbers.length} scanned pages`);
    plan.spendOnRecognition(workMs);
  });
  return sum(tallies);
}

/**
 * Works on ranges of pages, `count` at once.
 * @param work gets a range and a function to be called once it is done, which answers how many pages are
 */
async function inLanes(
  count: number,
  ranges: readonly number[][],
  work: (pages: number[], pagesDone: () => number) => Promise<void>,
): Promise<void> {
  let next = 0;
  let done = 0;
  const lane = async (): Promise<void> => {
    while (next < ranges.length) {
      const pages = ranges[next++]!;
      await work(pages, () => (done += pages.length));
    }
  };
  await CancellationScope.cancellable(async () => {
    const scope = CancellationScope.current();
    const failures: unknown[] = [];
    const lanes = Array.from({ length: count }, async () => {
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
}

function chunks(pages: readonly number[], length: number): number[][] {
  return Array.from({ length: Math.ceil(pages.length / length) }, (_, index) =>
    pages.slice(index * length, (index + 1) * length),
  );
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
