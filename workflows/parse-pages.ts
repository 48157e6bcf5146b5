import { CancellationScope, patched } from '@temporalio/workflow';
import { addTallies, NO_PAGES, unreadableBecause, type PageTally } from '../engine/page-tally.js';
import { showInFlight, showProgress } from './details.js';
import { documentFailure } from './failures.js';
import type { ShelfRunInput } from './messages.js';
import type { Documents } from './proxies.js';

export interface ParsePlan {
  documents: Documents;
  /** For recognition, where even a single page takes seconds. */
  recognisers: Documents;
  pageCount: number;
  pagesPerRange: number;
  /** Pages recognised in one activity. */
  pagesPerRecognition: number;
  /** Ranges of this document in flight at once, over all workers. */
  rangesInFlight: number;
  /** Called with the milliseconds that each finished range took; throws when the document's time is used up. */
  spend: (workMs: number) => void;
  /** The same for recognition, which has its own time limit. */
  spendOnRecognition: (workMs: number) => void;
  /** Runs of releases up to 0.5.0 had an activity judge the pages. */
  judgesHere: boolean;
}

/** Patch ids: runs started before recognition existed, or before its languages were chosen, continue without. */
const RECOGNITION = 'recognise-pages';
const LANGUAGES = 'choose-languages';

/** A page with too little text to tell a language is followed by another one. */
const TRIED_PAGES = 3;

/**
 * Parses a document in ranges of pages, each of which is an activity and leaves an object, so that a retry repeats only
 * one range. Then recognises the scanned pages in smaller ranges, because each page takes seconds. The first range that
 * fails for good cancels the others. A document without any text fails here.
 */
export async function parsePages(input: ShelfRunInput, plan: ParsePlan): Promise<void> {
  const { documents, pageCount, pagesPerRange, rangesInFlight } = plan;
  const tallies: PageTally[] = [];
  const toRecognise: number[] = [];
  const numbers = Array.from({ length: pageCount }, (_, index) => index + 1);
  showProgress('parsing', `0/${pageCount} pages`);
  await withConcurrency(rangesInFlight, splitIntoRanges(numbers, pagesPerRange), async (pages, pagesDone) => {
    const [first, last] = [pages[0]!, pages.at(-1)!];
    const range = { ...input, first, last };
    const summary = `pages ${first}-${last}`;
    const parsed = await showInFlight(summary, () => documents.parsePages.executeWithOptions({ summary }, [range]));
    tallies.push(parsed.tally);
    // undefined where a worker of an earlier release parsed the range
    toRecognise.push(...(parsed.toRecognise ?? []));
    showProgress('parsing', `${pagesDone()}/${pageCount} pages`);
    plan.spend(parsed.workMs);
  });
  const tally = sum(tallies);
  const recognised = toRecognise.length > 0 && patched(RECOGNITION) ? await recognise(input, plan, toRecognise) : null;
  const whole = recognised ? { ...addTallies(tally, recognised), pages: tally.pages } : tally;
  if (!plan.judgesHere) return documents.judgePages({ ...input, tally: whole });
  const unreadable = unreadableBecause(whole);
  if (unreadable) throw documentFailure(unreadable.code);
}

async function recognise(input: ShelfRunInput, plan: ParsePlan, toRecognise: readonly number[]): Promise<PageTally> {
  const tallies: PageTally[] = [];
  // ranges end in any order, but a run that is started again must group the same pages into the same activities
  const numbers = toRecognise.toSorted((a, b) => a - b);
  showProgress('recognising', `0/${numbers.length} scanned pages`);
  const chosen = patched(LANGUAGES) ? await chooseLanguages(input, plan, numbers) : {};
  await withConcurrency(
    plan.rangesInFlight,
    splitIntoRanges(numbers, plan.pagesPerRecognition),
    async (pages, pagesDone) => {
      const summary = `${pages.length} scanned pages of ${pages[0]}-${pages.at(-1)}`;
      const range = { ...input, ...chosen, pages };
      const { workMs, tally } = await showInFlight(summary, () =>
        plan.recognisers.recognisePages.executeWithOptions({ summary }, [range]),
      );
      tallies.push(tally);
      showProgress('recognising', `${pagesDone()}/${numbers.length} scanned pages`);
      plan.spendOnRecognition(workMs);
    },
  );
  return sum(tallies);
}

async function chooseLanguages(
  input: ShelfRunInput,
  { recognisers, pageCount, pagesPerRange, spendOnRecognition }: ParsePlan,
  numbers: readonly number[],
): Promise<{ languages: string }> {
  const parsed = { first: 1, last: Math.min(pagesPerRange, pageCount) };
  const pages = numbers.slice(0, TRIED_PAGES);
  const { languages, workMs } = await recognisers.chooseLanguages({ ...input, parsed, pages });
  spendOnRecognition(workMs);
  return { languages };
}

/**
 * Runs `work` on ranges of pages, `concurrency` at once.
 * @param work gets a range and a function to call once it is done, which returns how many pages are done
 */
async function withConcurrency(
  concurrency: number,
  ranges: readonly number[][],
  work: (pages: number[], pagesDone: () => number) => Promise<void>,
): Promise<void> {
  let next = 0;
  let done = 0;
  const workThrough = async (): Promise<void> => {
    while (next < ranges.length) {
      const pages = ranges[next++]!;
      await work(pages, () => (done += pages.length));
    }
  };
  await CancellationScope.cancellable(async () => {
    const scope = CancellationScope.current();
    const failures: unknown[] = [];
    const workers = Array.from({ length: concurrency }, async () => {
      try {
        await workThrough();
      } catch (error) {
        failures.push(error);
        scope.cancel();
      }
    });
    // wait until every range has stopped: the run must not close while a worker still writes for it
    await Promise.all(workers);
    if (failures.length > 0) throw failures[0];
  });
}

function splitIntoRanges(pages: readonly number[], length: number): number[][] {
  return Array.from({ length: Math.ceil(pages.length / length) }, (_, index) =>
    pages.slice(index * length, (index + 1) * length),
  );
}

const sum = (tallies: readonly PageTally[]): PageTally => tallies.reduce(addTallies, NO_PAGES);
