/** What a run carries over when it continues as new while it reads pages: its history would grow too long otherwise. */
import { addTallies, NO_PAGES, type PageTally } from '../engine/page-tally.js';

/** Ranges are begun in order, and all that were begun have ended: so what is done is always a beginning. */
export interface ReadSoFar {
  pageCount: number;
  /** Lengths of the ranges, which the configuration may have changed meanwhile. */
  pagesPerRange: number;
  pagesPerRecognition: number;
  /** All pages up to this one are parsed. */
  parsedTo: number;
  parsed: PageTally;
  /** Pages whose text has to be recognised: the first and the last of each range of them, in order. */
  toRecognise: [number, number][];
  /** How many of these are recognised. */
  recognised: number;
  recognisedTally: PageTally;
  /** Milliseconds that are left of the limits. */
  timeLeftMs: { document: number; recognition: number };
}

/** At the beginning. */
export function nothingRead(
  of: Pick<ReadSoFar, 'pageCount' | 'pagesPerRange' | 'pagesPerRecognition' | 'timeLeftMs'>,
): ReadSoFar {
  return { ...of, parsedTo: 0, parsed: NO_PAGES, toRecognise: [], recognised: 0, recognisedTally: NO_PAGES };
}

/** Ascending page numbers as ranges of consecutive ones: those of a scanned book are one range. */
export function rangesOf(pages: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const page of pages) {
    const last = ranges.at(-1);
    if (last && last[1] === page - 1) last[1] = page;
    else ranges.push([page, page]);
  }
  return ranges;
}

export function pagesOf(ranges: readonly [number, number][]): number[] {
  return ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index));
}

export const sumOf = (tallies: readonly PageTally[]): PageTally => tallies.reduce(addTallies, NO_PAGES);
