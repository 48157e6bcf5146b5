/** Recognition of a document's scanned pages, in ranges of a few, while its other pages are parsed. */
import { patched } from '@temporalio/workflow';
import type { ReadRange } from '../activities/page-ranges.js';
import type { PageTally } from '../engine/page-tally.js';
import { showInFlight, showProgress } from './details.js';
import type { ShelfRunInput } from './messages.js';
import { FINISHING, type Documents } from './proxies.js';
import { splitIntoRanges, withConcurrency, type ParsePlan, type Work } from './ranges.js';
import { pagesOf, rangesOf, sumOf, type ReadSoFar } from './read-so-far.js';

/** Patch ids: earlier runs recognised pages once all were parsed, and before that in languages that were not chosen. */
const ALONGSIDE = 'recognise-alongside';
const LANGUAGES = 'choose-languages';

/** A page with too little text to tell a language is followed by another one. */
const TRIED_PAGES = 3;

/**
 * A document with a hundred pages for each of its first scanned ones, a cover say, has these recognised before other pages: queued
 * behind ranges of its own document, they would be the last work left, on one processor. Only the first ones, so that no
 * account gains more by it than by `FINISHING`.
 */
const OTHER_PAGES = 100;
/**
 * Patch id: earlier runs recognised a single one on the queue of its document's ranges, too, which held all processes by the time
 * that it was known.
 */
const AMONG_SMALL = 'first-scan-among-small';

interface Chosen {
  /** Workflows of release 0.5.0 do not send it. */
  languages?: string;
}

/**
 * The scanned pages of a document, in its order whatever order its ranges are parsed in: what is begun is always a
 * beginning of them, and a run that is started again groups the same pages into the same activities.
 */
function queueScans({ toRecognise, recognised, pagesPerRange, pagesPerRecognition }: ReadSoFar) {
  const known = pagesOf(toRecognise);
  const ofRanges: (readonly number[] | undefined)[] = [];
  const queue: number[][] = [];
  let ordered = 0;
  const rangeOf = (page: number): number => Math.floor((page - 1) / pagesPerRange);
  /** Pages of one range only, so that what is grouped does not depend on what else is known by then. */
  const enqueue = (pages: readonly number[]): void => {
    for (const page of pages) {
      const last = queue.at(-1);
      if (last && last.length < pagesPerRecognition && rangeOf(last[0]!) === rangeOf(page)) last.push(page);
      else queue.push([page]);
    }
  };
  enqueue(known.slice(recognised));
  return {
    /** All that are known to need recognition. */
    known,

    /** Adds the scanned pages of a range, counted from 0 in this execution. */
    add(index: number, pages: readonly number[]): void {
      ofRanges[index] = pages.toSorted((a, b) => a - b);
      for (let next = ofRanges[ordered]; next; next = ofRanges[++ordered]) {
        known.push(...next);
        enqueue(next);
      }
    },

    isEmpty: (): boolean => queue.length === 0,
    /** The next ones to recognise. */
    shift: (): number[] => queue.shift()!,
  };
}

export type Scans = ReturnType<typeof openScans>;

/** Recognises scanned pages as the ranges that they are in are parsed. */
export function openScans(input: ShelfRunInput, plan: ParsePlan, before: ReadSoFar) {
  const scans = queueScans(before);
  const { known } = scans;
  const tallies: PageTally[] = [before.recognisedTally];
  let done = before.recognised;
  let hasBegun = done > 0;
  let isPatched: boolean | null = null;
  let languages: Promise<Chosen> | null = null;
  const areAlongside = (): boolean => (isPatched ??= patched(ALONGSIDE));
  const recognise = async (pages: number[], { recognisers, options }: Recognition): Promise<void> => {
    languages ??= chooseLanguages(input, { ...plan, recognisers }, { ...before, known, options });
    const range = { ...input, ...(await languages), pages };
    const { tally, workMs } = await recogniseRange(range, { recognisers, options });
    tallies.push(tally);
    done += pages.length;
    plan.spendOnRecognition(workMs);
  };
  const recognitionOf = (pages: readonly number[]): Recognition => {
    const { recognisers, singleRecogniser } = plan;
    if (hasBegun || pages.length * OTHER_PAGES > before.pageCount) return { recognisers, options: {} };
    // among small documents it has no priority: those of other accounts would wait for all of them
    if (pages.length === 1 && patched(AMONG_SMALL)) return { recognisers: singleRecogniser, options: {} };
    return { recognisers, options: { priority: FINISHING } };
  };
  return {
    /** @param read what the range, counted from 0 in this execution, has come to */
    add(index: number, { toRecognise, languages: told }: Pick<ReadRange, 'toRecognise' | 'languages'>): void {
      // only of the first, whichever is parsed first; an execution that continues another asks, and gets the same answer
      if (index === 0 && before.parsedTo === 0 && told !== undefined) languages = Promise.resolve({ languages: told });
      scans.add(index, toRecognise);
    },

    /**
     * The next ones to recognise; null where there are none yet, and in runs of earlier builds.
     * @param isParsed whether the run does nothing else
     */
    take(isParsed: () => boolean): Work | null {
      if (scans.isEmpty() || !areAlongside()) return null;
      const pages = scans.shift();
      const recognition = recognitionOf(pages);
      const show = (): void => {
        if (isParsed()) showProgress('recognising', `${done}/${known.length} scanned pages`);
      };
      hasBegun = true;
      show();
      return () => recognise(pages, recognition).then(show);
    },

    /** Whether they are recognised beside pages that are parsed; asked where there are any. */
    areAlongside,

    read(): Pick<ReadSoFar, 'toRecognise' | 'recognised' | 'recognisedTally'> {
      return { toRecognise: rangesOf(known), recognised: done, recognisedTally: sumOf(tallies) };
    },
  };
}

/** Recognises what is left once all pages are parsed. */
export async function recogniseAfterwards(
  input: ShelfRunInput,
  plan: ParsePlan,
  before: ReadSoFar,
): Promise<ReadSoFar> {
  const tallies: PageTally[] = [before.recognisedTally];
  const all = pagesOf(before.toRecognise);
  const ranges = splitIntoRanges(all.slice(before.recognised), before.pagesPerRecognition);
  let done = before.recognised;
  const showDone = (): void => showProgress('recognising', `${done}/${all.length} scanned pages`);
  showDone();
  const chosen = patched(LANGUAGES) ? await chooseLanguages(input, plan, { ...before, known: all }) : {};
  await withConcurrency(plan, () => {
    const pages = ranges.shift();
    if (!pages) return null;
    return async () => {
      const { tally, workMs } = await recogniseRange({ ...input, ...chosen, pages }, { ...plan, options: {} });
      tallies.push(tally);
      done += pages.length;
      showDone(); // before the time is used up: histories of earlier builds have its command
      plan.spendOnRecognition(workMs);
    };
  });
  return { ...before, recognised: done, recognisedTally: sumOf(tallies) };
}

type Options = Parameters<Documents['recognisePages']['executeWithOptions']>[0];

/** By whom pages are recognised, and how. */
interface Recognition {
  recognisers: Documents;
  options: Options;
}

function recogniseRange(
  range: ShelfRunInput & Chosen & { pages: number[] },
  { recognisers, options }: Recognition,
): Promise<ReadRange> {
  const { pages } = range;
  const summary = `${pages.length} scanned pages of ${pages[0]}-${pages.at(-1)}`;
  return showInFlight(summary, () => recognisers.recognisePages.executeWithOptions({ ...options, summary }, [range]));
}

/** Chosen once for the run: an activity that is asked again answers the same. */
async function chooseLanguages(
  input: ShelfRunInput,
  { recognisers, spendOnRecognition }: ParsePlan,
  { pageCount, pagesPerRange, known, options = {} }: ReadSoFar & { known: number[]; options?: Options },
): Promise<Chosen> {
  const parsed = { first: 1, last: Math.min(pagesPerRange, pageCount) };
  const pages = known.slice(0, TRIED_PAGES);
  const question = { ...input, parsed, pages };
  const { languages, workMs } = await recognisers.chooseLanguages.executeWithOptions(options, [question]);
  spendOnRecognition(workMs);
  return { languages };
}
