import { CancellationScope, patched, workflowInfo } from '@temporalio/workflow';
import { addTallies, unreadableBecause, type PageTally } from '../engine/page-tally.js';
import { showInFlight, showProgress } from './details.js';
import { documentFailure } from './failures.js';
import type { ShelfRunInput } from './messages.js';
import type { Documents } from './proxies.js';
import { pagesOf, rangesOf, sumOf, type ReadSoFar } from './read-so-far.js';

export interface ParsePlan {
  documents: Documents;
  /** For recognition, where even a single page takes seconds. */
  recognisers: Documents;
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

/** Patch ids: runs started before recognition existed, or before its languages were chosen, continue without. */
const RECOGNITION = 'recognise-pages';
const LANGUAGES = 'choose-languages';

/** A page with too little text to tell a language is followed by another one. */
const TRIED_PAGES = 3;

/**
 * Parses a document in ranges of pages, each of which is an activity and leaves an object, so that a retry repeats only
 * one range. Then recognises the scanned pages in smaller ranges, because each page takes seconds. The first range that
 * fails for good cancels the others. A document without any text fails here.
 *
 * @param before what is read already
 * @returns how far it has come when the history has grown too long; null when all is read
 */
export async function parsePages(input: ShelfRunInput, plan: ParsePlan, before: ReadSoFar): Promise<ReadSoFar | null> {
  const read = await parse(input, plan, before);
  if (read.parsedTo < read.pageCount) return read;
  const { parsed, toRecognise } = read;
  let whole = parsed;
  if (toRecognise.length > 0 && patched(RECOGNITION)) {
    const done = await recognise(input, plan, read);
    if (done.recognised < pagesOf(toRecognise).length) return done;
    whole = { ...addTallies(parsed, done.recognisedTally), pages: parsed.pages };
  }
  if (!plan.judgesHere) {
    await plan.documents.judgePages({ ...input, tally: whole });
    return null;
  }
  const unreadable = unreadableBecause(whole);
  if (unreadable) throw documentFailure(unreadable.code);
  return null;
}

async function parse(input: ShelfRunInput, plan: ParsePlan, before: ReadSoFar): Promise<ReadSoFar> {
  const { pageCount, pagesPerRange, parsedTo } = before;
  const tallies: PageTally[] = [before.parsed];
  const toRecognise: number[] = [];
  const numbers = Array.from({ length: pageCount - parsedTo }, (_, index) => parsedTo + index + 1);
  if (numbers.length === 0) return before;
  showProgress('parsing', `${parsedTo}/${pageCount} pages`);
  const done = await withConcurrency(plan, splitIntoRanges(numbers, pagesPerRange), async (pages, pagesDone) => {
    const [first, last] = [pages[0]!, pages.at(-1)!];
    const range = { ...input, first, last };
    const summary = `pages ${first}-${last}`;
    const parsed = await showInFlight(summary, () =>
      plan.documents.parsePages.executeWithOptions({ summary }, [range]),
    );
    tallies.push(parsed.tally);
    // undefined where a worker of an earlier release parsed the range
    toRecognise.push(...(parsed.toRecognise ?? []));
    showProgress('parsing', `${parsedTo + pagesDone()}/${pageCount} pages`);
    plan.spend(parsed.workMs);
  });
  // ranges end in any order, but a run that is started again must group the same pages into the same activities
  const pictured = [...pagesOf(before.toRecognise), ...toRecognise].toSorted((a, b) => a - b);
  return { ...before, parsedTo: parsedTo + done, parsed: sumOf(tallies), toRecognise: rangesOf(pictured) };
}

async function recognise(input: ShelfRunInput, plan: ParsePlan, before: ReadSoFar): Promise<ReadSoFar> {
  const tallies: PageTally[] = [before.recognisedTally];
  const all = pagesOf(before.toRecognise);
  const numbers = all.slice(before.recognised);
  const showDone = (count: number): void =>
    showProgress('recognising', `${before.recognised + count}/${all.length} scanned pages`);
  showDone(0);
  const chosen = patched(LANGUAGES) ? await chooseLanguages(input, plan, before) : {};
  const ranges = splitIntoRanges(numbers, before.pagesPerRecognition);
  const done = await withConcurrency(plan, ranges, async (pages, pagesDone) => {
    const summary = `${pages.length} scanned pages of ${pages[0]}-${pages.at(-1)}`;
    const range = { ...input, ...chosen, pages };
    const { workMs, tally } = await showInFlight(summary, () =>
      plan.recognisers.recognisePages.executeWithOptions({ summary }, [range]),
    );
    tallies.push(tally);
    showDone(pagesDone());
    plan.spendOnRecognition(workMs);
  });
  return { ...before, recognised: before.recognised + done, recognisedTally: sumOf(tallies) };
}

/** Chosen once for the run: an activity that is asked again answers the same. */
async function chooseLanguages(
  input: ShelfRunInput,
  { recognisers, spendOnRecognition }: ParsePlan,
  { pageCount, pagesPerRange, toRecognise }: ReadSoFar,
): Promise<{ languages: string }> {
  const parsed = { first: 1, last: Math.min(pagesPerRange, pageCount) };
  const pages = pagesOf(toRecognise).slice(0, TRIED_PAGES);
  const { languages, workMs } = await recognisers.chooseLanguages({ ...input, parsed, pages });
  spendOnRecognition(workMs);
  return { languages };
}

/**
 * Runs `work` on ranges of pages, `rangesInFlight` at once, and begins none once the history is long. Returns how many
 * pages are done: those of all ranges that were begun, which are the first ones.
 * @param work gets a range and a function to call once it is done, which returns how many pages are done
 */
async function withConcurrency(
  { rangesInFlight, eventsPerHistory }: ParsePlan,
  ranges: readonly number[][],
  work: (pages: number[], pagesDone: () => number) => Promise<void>,
): Promise<number> {
  let next = 0;
  let done = 0;
  const isFull = (): boolean => workflowInfo().historyLength > eventsPerHistory && next > 0;
  const workThrough = async (): Promise<void> => {
    while (next < ranges.length && !isFull()) {
      const pages = ranges[next++]!;
      await work(pages, () => (done += pages.length));
    }
  };
  await CancellationScope.cancellable(async () => {
    const scope = CancellationScope.current();
    const failures: unknown[] = [];
    const workers = Array.from({ length: rangesInFlight }, async () => {
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
    // a range may end in order after the cancel, and where the history is full none follows that would throw
    if (scope.consideredCancelled) await scope.cancelRequested;
  });
  return done;
}

function splitIntoRanges(pages: readonly number[], length: number): number[][] {
  return Array.from({ length: Math.ceil(pages.length / length) }, (_, index) =>
    pages.slice(index * length, (index + 1) * length),
  );
}
