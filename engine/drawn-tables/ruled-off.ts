/**
 * Partly ruled tables: rulings above, below and inside the table, none between its columns (as in books and papers).
 *
 * Horizontal rulings of the same extent that follow each other, with text in columns between them (ruled-sections.ts), are
 * one area; RULED_OFF_TABLE accepts or refuses it. Its first inner ruling ends the header; shorter rulings inside (under a heading
 * over several columns) part rows.
 */
import { SAME_END } from '../measures.js';
import type { ParsedPage, TextRun } from '../model.js';
import { filledShare } from '../tables/filled-grid.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import { linesAbove, linesBelow } from '../tables/extend.js';
import { fieldsAbove } from '../tables/fields-above.js';
import type { TableRegion } from '../tables/found-table.js';
import {
  accepted,
  gridIs,
  gridNumbers,
  Lazy,
  proposalSubject,
  regionOf,
  type Proposal,
  type TableVerdict,
} from '../tables/proposal.js';
import { isTable } from '../tables/no-table.js';
import { isTextBesideLines, isProse } from '../tables/prose.js';
import {
  allMono,
  isUpright,
  rowText,
  runsOf,
  segmentText,
  textRows,
  type Segment,
  type TextRow,
} from '../tables/segments.js';
import { captionOf } from '../text/captions.js';
import { isPlainNumber } from '../text-rules.js';
import { isMoney, isValue } from '../tables/kinds.js';
import { cutAtSeams } from '../tables/tight-seams.js';
import { textGrid, type TextGridHints } from '../tables/text-grid.js';
import { endOfNames, withLabels } from './labels-beside.js';
import { totalsBelow } from './totals.js';
import { chains, INSIDE, sameExtent, sections, type Section } from './ruled-sections.js';
import type { Stroke, Strokes } from '../tables/strokes.js';

/** Lines of one section that may be a header alone. */
const HEADER_LINES = 4;
/** Names of columns in one line from which a row of amounts below them is none of the header. */
const LEAST_NAMES = 3;
/** Share of a table's height that its lines of text take at least. */
const LEAST_DENSITY = 0.2;
/** Share of a table's cells that have text at least. */
const LEAST_FILLED = 0.35;
/** Share of the lines in columns that are monospaced, in a manual whose columns are listings. */
const MOSTLY_TYPEWRITER = 0.75;
/** Lines with a number beside their end that are the raster of a chart. */
const LEAST_MARKS = 3;
/** In points: a mark of an axis stands this close to the end of its line, and its middle this close to the line. */
const BESIDE = 30;
const AT_LINE = 4;

interface Surroundings {
  strokes: Strokes;
  runs: readonly TextRun[];
}

/** Tables between horizontal strokes. `strokes` are those that no other table has used. */
export function ruledOffRegions(page: ParsedPage, runs: readonly TextRun[], strokes: Strokes): TableRegion[] {
  // strokes of another extent may lie inside a table that was found: its text is not taken twice
  let free = runs.filter(isUpright);
  const used = new Set<number>();
  const regions: TableRegion[] = [];
  for (const group of sameExtent(strokes.horizontal)) {
    for (const chain of chains(page, sections(group, free)).map((sectionsOfIt) => withSeams(page, sectionsOfIt))) {
      // the lines below the table before may have been taken for its body
      const taken = runsOf(chain.flatMap(({ rows }) => rows)).some(({ id }) => used.has(id));
      const region = taken
        ? null
        : ruledOffRegion(page, chain, { strokes, runs: free.filter(({ id }) => !used.has(id)) });
      if (!region) continue;
      regions.push(region);
      for (const id of region.runs) used.add(id);
    }
    free = free.filter(({ id }) => !used.has(id));
  }
  return regions;
}

/** The sections of a table with their texts cut where the rows of all of them together show a seam. */
function withSeams(page: ParsedPage, chain: Section[]): Section[] {
  const all = chain.flatMap((section) => section.rows);
  // spaces of monospaced type are as wide as its letters
  if (allMono(page, runsOf(all))) return chain;
  const rows = cutAtSeams(all);
  let at = 0;
  return chain.map((section) => ({ ...section, rows: rows.slice(at, (at += section.rows.length)) }));
}

/** Lines between strokes of one extent, and those above and below that continue with them. */
export interface RuledOffProposal extends Proposal {
  rows: readonly TextRow[];
  /** Strokes of this extent on the page with a number to the left of their end. */
  marks: number;
}

export const RULED_OFF_TABLE: DecisionTable<RuledOffProposal, TableVerdict> = {
  name: 'ruled-off-table',
  rules: [
    {
      name: 'one-line',
      why: 'A single line between two rulings, with no rows below it, is a running head or a signature line.',
      test: ({ rows }) => refusedIf(rows.length < 2),
    },
    {
      name: 'raster-of-a-chart',
      why: 'Lines with a number beside the end of each are the raster of a chart, and the text between them its legend.',
      test: ({ marks }) => refusedIf(marks >= LEAST_MARKS),
    },
    {
      name: 'sparse',
      why: 'Labels in a framed drawing have much more room between them than the rows of a table.',
      test: (proposal) => refusedIf(density(proposal) < LEAST_DENSITY),
    },
    {
      name: 'captioned-figure',
      why: 'The caption of a figure between the rulings says what else stands there: a listing, a drawing, or two of them.',
      test: ({ rows }) => refusedIf(rows.some((row) => captionOf(rowText(row)) === 'figure')),
    },
    {
      name: 'fields-above-names',
      why: 'Labels with their values, with a line below them, head no table: that begins with the names of its columns.',
      test: ({ page, rows }) => refusedIf(fieldsAbove(page, rows) > 0),
    },
    {
      name: 'typewriter',
      why: 'Monospaced text between two rulings is a listing.',
      test: ({ page, runs }) => refusedIf(allMono(page, runs)),
    },
    {
      name: 'columns-of-typewriter',
      why: 'Where all that stands in columns is monospaced, with single lines of other type between, rulings part the entries of a manual.',
      test: ({ page, rows }) => refusedIf(hasTypewriterColumns(page, rows)),
    },
    {
      name: 'prose',
      why: 'Columns of running text between two rulings are text.',
      test: (proposal) => refusedIf(gridIs(proposal, isProse)),
    },
    {
      name: 'text-beside-lines',
      why: 'Running text below its heading, beside short lines, is text: an abstract beside its keywords.',
      test: (proposal) => refusedIf(gridIs(proposal, isTextBesideLines)),
    },
    {
      name: 'scattered',
      why: 'Labels of a drawing stand in columns of their own, one a row, so that few cells have text.',
      test: (proposal) => refusedIf(gridIs(proposal, (filled) => filledShare(filled) < LEAST_FILLED)),
    },
    {
      name: 'rows-between-lines',
      why: 'Lines above and below, and text in columns between them.',
      test: (proposal) => accepted(proposal.grid.value !== null),
    },
  ],
  otherwise: 'refused',
  subject: proposalSubject,
  numbers: (proposal) => ({
    ...gridNumbers(proposal),
    lines: proposal.rows.length,
    density: density(proposal),
    marks: proposal.marks,
  }),
};

/** Whether the lines of several texts are monospaced, the first of them among them, and some line of one text is not. */
function hasTypewriterColumns(page: ParsedPage, rows: readonly TextRow[]): boolean {
  const isTypewriter = ({ segments }: TextRow): boolean => segments.every(({ runs }) => allMono(page, runs));
  const columns = rows.filter(({ segments }) => segments.length > 1);
  const [first] = columns;
  return (
    first !== undefined &&
    isTypewriter(first) &&
    columns.filter(isTypewriter).length >= MOSTLY_TYPEWRITER * columns.length &&
    !rows.every((row) => row.segments.length > 1 || isTypewriter(row))
  );
}

/** Strokes of the same extent that have a number at the left. */
function marksBeside({ from, to }: Stroke, { strokes, runs }: Surroundings): number {
  const near = runs.filter(
    ({ box, text }) => box.x1 <= from + INSIDE && box.x1 >= from - BESIDE && isPlainNumber(text),
  );
  const middles = near.map(({ box }) => (box.y0 + box.y1) / 2);
  return strokes.horizontal.filter(
    (stroke) =>
      Math.abs(stroke.from - from) <= SAME_END &&
      Math.abs(stroke.to - to) <= SAME_END &&
      middles.some((y) => Math.abs(y - stroke.at) <= AT_LINE),
  ).length;
}

/** Share of the area's height that its lines of text take. */
function density({ rows, box }: RuledOffProposal): number {
  return rows.reduce((sum, row) => sum + row.size, 0) / (box.y1 - box.y0);
}

function ruledOffRegion(page: ParsedPage, chain: readonly Section[], surroundings: Surroundings): TableRegion | null {
  const { rows, ...area } = areaOf(page, chain, surroundings);
  const grid = new Lazy(() => textGrid(rows, area));
  const { from: x0, to: x1, top: y0, end: y1, headerEnd } = area;
  const marks = marksBeside(chain[0]!.top, surroundings);
  const proposal = { page, box: { x0, y0, x1, y1 }, rows, runs: runsOf(rows), grid, marks };
  const isAccepted =
    decide(RULED_OFF_TABLE, proposal) === 'table' &&
    gridIs(proposal, (filled) => isTable({ page, filled, isLattice: false }));
  return isAccepted ? regionOf(proposal, { loose: true, headerEnd }) : null;
}

interface Area extends TextGridHints {
  rows: TextRow[];
  /** y of the upper and lower end. */
  top: number;
  end: number;
}

/** The area that the sections are, with the lines above and below that continue with them. */
function areaOf(page: ParsedPage, chain: readonly Section[], { strokes, runs }: Surroundings): Area {
  const first = chain[0]!;
  const { to } = first.top;
  const bottom = chain.at(-1)!.bottom.at;
  const { from, rows: known, isLabelled } = withLabels(page, chain, runs);
  // a section of a line or two is a header whose body may continue without a line below it: the page's end cut it
  const isHeader =
    known.length <= HEADER_LINES && (chain.length === 1 || !known.some(({ segments }) => segments.some(isNumber)));
  const beneath = below(page, known, { from, to, at: bottom, runs });
  const open = isHeader || isLabelled ? beneath : totalsBelow(page, known, beneath);
  const lines = above(page, [...known, ...open], { from, to, at: first.top.at, runs });
  const header = lines.slice(fieldsAbove(page, [...lines, ...known.slice(0, 1)]));
  const top = header[0]?.box.y0 ?? first.top.at;
  const end = open.at(-1)?.box.y1 ?? bottom;
  const separators = strokes.horizontal
    .filter((s) => s.at > top + INSIDE && s.at < end - INSIDE && s.from >= from - SAME_END && s.to <= to + SAME_END)
    .map((s) => s.at);
  return { page, rows: [...header, ...known, ...open], from, to, top, end, separators, headerEnd: headerEnd() };

  /** y below which the body begins, if a line or sums show it. */
  function headerEnd(): number | null {
    if (isLabelled) return endOfNames([...header, ...known, ...open], first.top.from);
    if (header.length > 0) return endOfHeader(header) ?? first.top.at;
    if (isHeader && open.length > 0) return bottom;
    return chain.length > 1 ? first.bottom.at : null;
  }
}

/** y of the upper end of the first row with an amount of money among lines above a ruling that begin with names; null where none has. */
function endOfHeader([names, ...rows]: readonly TextRow[]): number | null {
  if (!names || names.segments.length < LEAST_NAMES || names.segments.some(isNumber)) return null;
  const isRow = ({ segments }: TextRow): boolean =>
    segments.length >= names.segments.length && segments.some((segment) => isMoney(segmentText(segment)));
  return rows.find(isRow)?.box.y0 ?? null;
}

const isNumber = (segment: Segment): boolean => isValue(segmentText(segment));

interface Edge {
  from: number;
  to: number;
  /** y */
  at: number;
  runs: readonly TextRun[];
}

/** A header that has a line below it but none above. */
function above(page: ParsedPage, known: readonly TextRow[], { from, to, at, runs }: Edge): TextRow[] {
  const inside = runs.filter(({ box, baseline }) => baseline <= at && box.x0 < to && box.x1 > from);
  const lines = textRows(inside);
  const outside = lines.findLastIndex(({ box }) => box.x0 < from - SAME_END || box.x1 > to + SAME_END);
  return linesAbove(known, lines.slice(outside + 1), { page: page.number, from, to });
}

/** A body that has a line above it but none below. */
function below(page: ParsedPage, known: readonly TextRow[], { from, to, at, runs }: Edge): TextRow[] {
  const inside = runs.filter(({ box, baseline }) => baseline > at + INSIDE && box.x0 < to && box.x1 > from);
  const lines = textRows(inside);
  const outside = lines.findIndex(({ box }) => box.x0 < from - SAME_END || box.x1 > to + SAME_END);
  return linesBelow(known, outside < 0 ? lines : lines.slice(0, outside), { page: page.number, from, to });
}
