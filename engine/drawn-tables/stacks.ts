/**
 * Stacks: bands one above the other that may be one table. SHADED_BAND tells the bands that may be a row of a table,
 * BAND_JOINS those that continue with the bands above.
 */
import { clusterValues, median } from '../geometry.js';
import type { Box, ParsedPage, TextRun } from '../model.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import { linesBelow } from '../tables/extend.js';
import { allMono, rowText, runsOf, textRows, type TextRow } from '../tables/segments.js';
import { SAME_FILL_EDGE, type FillBand } from './bands.js';

/** Text between two bands of a table has at most this many lines. */
const LINES_BETWEEN = 6;
/** Bands that show how far apart stripes are, and what a further one may be further below than usual, as a share. */
const LEAST_STRIPES = 3;
const AS_FAR = 1.1;
/** In font sizes: what the gaps of stripes differ by, as one of the rows between has a line more. */
const LINE_MORE = 1.4;
/** Least number of texts in a line between stripes that make it a row: a title has one, a note at its right end another. */
const LEAST_CELLS = 3;
/** Stacks that a band is compared with: tables side by side are few. */
const NEAR_STACKS = 8;

/** A filled area, or several side by side, and the text on it. */
export interface ShadedBand {
  page: ParsedPage;
  band: FillBand;
  text: readonly TextRun[];
}

export const SHADED_BAND: DecisionTable<ShadedBand, 'row' | 'refused'> = {
  name: 'shaded-band',
  rules: [
    {
      name: 'areas-side-by-side',
      why: 'Areas of one height that touch each other are cells.',
      test: ({ band }) => (band.edges.length > 0 ? 'row' : null),
    },
    {
      name: 'typewriter',
      why: 'Monospaced text on a shade is code.',
      test: ({ page, text }) => refusedIf(allMono(page, text)),
    },
  ],
  otherwise: 'row',
  subject: ({ page, band, text }) => ({
    page: page.number,
    box: band.box,
    text: text.map((run) => run.text).join(' '),
  }),
  numbers: ({ band }) => ({ columnEdges: band.edges.length, heightInPoints: band.box.y1 - band.box.y0 }),
};

/** Bands one above the other that may be one table. A single one must have edges inside: code, notes and headings have none. */
export function stacks(page: ParsedPage, all: readonly FillBand[], runs: readonly TextRun[]): FillBand[][] {
  const rows = textRows(runs);
  const out: FillBand[][] = [];
  for (const band of all) {
    const text = runsOf(rows.filter(({ box }) => within(band.box, box)));
    // an empty area alone is decoration
    if (band.edges.length === 0 && text.length === 0) continue;
    if (decide(SHADED_BAND, { page, band, text }) === 'refused') continue;
    const stack = out
      .slice(-NEAR_STACKS)
      .findLast(
        (other) =>
          isBelow(other, band) &&
          decide(BAND_JOINS, { page, stack: other, band, edges: columnEdgesOf(other), rows }) === 'joins',
      );
    if (stack) stack.push(band);
    else out.push([band]);
  }
  return out.filter((stack) => stack.length > 1 || stack[0]!.edges.length > 0);
}

/** Column edges that the bands have between their areas. */
export const columnEdgesOf = (stack: readonly FillBand[]): number[] =>
  clusterValues(
    stack.flatMap(({ edges }) => edges),
    SAME_FILL_EDGE,
  );

/** Same extent, or beside a cell that reaches down from the band above. */
function isBelow(stack: readonly FillBand[], { box }: FillBand): boolean {
  const first = stack[0]!.box;
  const last = stack.at(-1)!.box;
  const same = Math.abs(first.x0 - box.x0) <= SAME_FILL_EDGE && Math.abs(first.x1 - box.x1) <= SAME_FILL_EDGE;
  const beside =
    box.x0 >= first.x0 - SAME_FILL_EDGE && box.x1 <= first.x1 + SAME_FILL_EDGE && box.y0 < last.y1 - SAME_FILL_EDGE;
  return same || beside;
}

function within(area: Box, box: Box): boolean {
  const middle = (box.y0 + box.y1) / 2;
  return middle > area.y0 && middle < area.y1 && box.x1 > area.x0 && box.x0 < area.x1;
}

/** Whether the edges are all among the others. */
const areAmong = (edges: readonly number[], others: readonly number[]): boolean =>
  edges.every((x) => others.some((y) => Math.abs(x - y) <= SAME_FILL_EDGE));

/** A band below a stack of bands of the same extent. */
export interface BandBelow {
  page: ParsedPage;
  stack: readonly FillBand[];
  band: FillBand;
  /** Column edges within the stack, if its bands have any. */
  edges: readonly number[];
  /** The page's lines of text. */
  rows: readonly TextRow[];
}

export const BAND_JOINS: DecisionTable<BandBelow, 'joins' | 'apart'> = {
  name: 'band-joins',
  rules: [
    {
      name: 'other-columns',
      why: 'The edges within the band are not those of the bands above.',
      test: ({ band, edges }) => {
        const beside = edges.filter((x) => x > band.box.x0 + SAME_FILL_EDGE && x < band.box.x1 - SAME_FILL_EDGE);
        return areAmong(band.edges, edges) || areAmong(beside, band.edges) ? null : 'apart';
      },
    },
    {
      name: 'touches',
      why: 'The band begins where the last one ends.',
      test: ({ stack, band }) => (band.box.y0 - stack.at(-1)!.box.y1 <= SAME_FILL_EDGE ? 'joins' : null),
    },
    {
      name: 'far-below',
      why: 'This many lines are more than a row or two of a table whose every second row is shaded.',
      test: (below) => (linesBetween(below).length > LINES_BETWEEN ? 'apart' : null),
    },
    {
      name: 'rows-between',
      why: 'All lines between the bands keep to the columns of the band above: they are rows that are not shaded.',
      test: (below) => (keepToColumns(below) ? 'joins' : null),
    },
    {
      name: 'even-stripes',
      why: 'Below stripes whose distances differ by a line at most is another, no further below, with cells between them: they are of one table, however full its columns are.',
      test: (below) => (isStripe(below) ? 'joins' : null),
    },
  ],
  otherwise: 'apart',
  subject: ({ page, band, rows }) => {
    const row = rows.find(({ box }) => within(band.box, box));
    return { page: page.number, box: band.box, text: row ? rowText(row) : '' };
  },
  numbers: (below) => ({
    bandsAbove: below.stack.length,
    columnEdges: below.band.edges.length,
    columnEdgesAbove: below.edges.length,
    linesBetween: linesBetween(below).length,
  }),
};

/** The lines between the band and the last of the stack. */
function linesBetween({ stack, band, rows }: BandBelow): TextRow[] {
  const gap = { ...band.box, y0: stack.at(-1)!.box.y1, y1: band.box.y0 };
  return rows.filter(({ box }) => within(gap, box));
}

/** As far below as the bands above are from each other, with a line of cells between that ends with the bands. */
function isStripe(below: BandBelow): boolean {
  const { stack, band } = below;
  if (stack.length < LEAST_STRIPES) return false;
  const between = linesBetween(below);
  const gaps = [...stack.slice(1), band].map(({ box }, i) => box.y0 - stack[i]!.box.y1);
  const usual = median(gaps.slice(0, -1));
  const size = Math.max(...between.map((row) => row.size));
  return (
    gaps.at(-1)! <= AS_FAR * usual &&
    gaps.every((gap) => Math.abs(gap - usual) <= LINE_MORE * size) &&
    between.some(({ segments }) => segments.length >= LEAST_CELLS) &&
    between.every(({ box }) => box.x0 >= band.box.x0 && box.x1 <= band.box.x1)
  );
}

function keepToColumns(below: BandBelow): boolean {
  const { page, stack, band, rows } = below;
  const between = linesBetween(below);
  if (between.length === 0) return false;
  const edges = below.edges.length > band.edges.length ? below.edges : band.edges;
  const extent = { page: page.number, from: band.box.x0, to: band.box.x1, ...(edges.length > 0 ? { edges } : {}) };
  const above = rows.filter(({ box }) => within(stack.at(-1)!.box, box));
  return linesBelow(above, between, extent).length === between.length;
}
