import { patched } from '@temporalio/workflow';
import { addTallies, unreadableBecause, type PageTally } from '../engine/page-tally.js';
import { showInFlight, showProgress } from './details.js';
import { documentFailure } from './failures.js';
import type { ShelfRunInput } from './messages.js';
import { nextTask } from './next-task.js';
import { splitIntoRanges, withConcurrency, type ParsePlan, type Work } from './ranges.js';
import { pagesOf, sumOf, type ReadSoFar } from './read-so-far.js';
import { openScans, recogniseAfterwards, type Scans } from './recognise-pages.js';

/** Patch id: runs started before recognition existed continue without. */
const RECOGNITION = 'recognise-pages';
/**
 * Patch id: earlier runs scheduled all ranges at once, and Temporal gives tasks that are scheduled together in any order.
 * Scanned pages are most often at the front, a cover say: read first, they are recognised beside the others.
 */
const FIRST_RANGE_AHEAD = 'first-range-ahead';

/**
 * Parses a document in ranges of pages, each of which is an activity and leaves an object, so that a retry repeats only
 * one range. The scanned pages are recognised meanwhile, in smaller ranges, because each page takes seconds. The first range
 * that fails for good cancels the others. A document without any text fails here.
 *
 * @param before what is read already
 * @returns how far it has come when the history has grown too long; null when all is read
 */
export async function parsePages(input: ShelfRunInput, plan: ParsePlan, before: ReadSoFar): Promise<ReadSoFar | null> {
  const scans = openScans(input, plan, before);
  let read = await parse(input, { plan, scans }, before);
  if (read.parsedTo < read.pageCount) return read;
  let whole = read.parsed;
  if (read.toRecognise.length > 0 && (scans.areAlongside() || patched(RECOGNITION))) {
    if (!scans.areAlongside()) read = await recogniseAfterwards(input, plan, read);
    if (read.recognised < pagesOf(read.toRecognise).length) return read;
    whole = { ...addTallies(read.parsed, read.recognisedTally), pages: read.parsed.pages };
  }
  if (!plan.judgesHere) {
    await plan.documents.judgePages({ ...input, tally: whole });
    return null;
  }
  const unreadable = unreadableBecause(whole);
  if (unreadable) throw documentFailure(unreadable.code);
  return null;
}

async function parse(
  input: ShelfRunInput,
  { plan, scans }: { plan: ParsePlan; scans: Scans },
  before: ReadSoFar,
): Promise<ReadSoFar> {
  const { pageCount, pagesPerRange, parsedTo } = before;
  const tallies: PageTally[] = [before.parsed];
  const numbers = Array.from({ length: pageCount - parsedTo }, (_, index) => parsedTo + index + 1);
  const ranges = splitIntoRanges(numbers, pagesPerRange);
  let begun = 0;
  let done = 0;
  if (ranges.length > 0) showProgress('parsing', `${parsedTo}/${pageCount} pages`);
  let others: Promise<void> | null = null;
  const parseRange = async (index: number): Promise<void> => {
    const isBesideFirst = index > 0 && parsedTo + done === 0;
    if (isBesideFirst && patched(FIRST_RANGE_AHEAD)) await (others ??= nextTask());
    const pages = ranges[index]!;
    const [first, last] = [pages[0]!, pages.at(-1)!];
    const range = { ...input, first, last, tellsLanguages: true };
    const summary = `pages ${first}-${last}`;
    const parsed = await showInFlight(summary, () =>
      plan.documents.parsePages.executeWithOptions({ summary }, [range]),
    );
    tallies.push(parsed.tally);
    done += pages.length;
    showProgress('parsing', `${parsedTo + done}/${pageCount} pages`);
    plan.spend(parsed.workMs);
    // undefined where a worker of an earlier release parsed the range
    scans.add(index, { ...parsed, toRecognise: parsed.toRecognise ?? [] });
  };
  const takeRange = (): Work | null => {
    if (begun === ranges.length) return null;
    const index = begun++;
    return () => parseRange(index);
  };
  await withConcurrency(plan, () => scans.take(() => done === numbers.length) ?? takeRange());
  return { ...before, parsedTo: parsedTo + done, parsed: sumOf(tallies), ...scans.read() };
}
