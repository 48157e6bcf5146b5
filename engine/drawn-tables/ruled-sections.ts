/** Sections: what stands between two horizontal strokes of the same extent. RULED_SECTION tells those that may be a table's. */
import { median, overlap } from '../geometry.js';
import { isLargerThanBody, SAME_END } from '../measures.js';
import type { ParsedPage, TextRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { columnEdges, commonLefts } from '../tables/columns.js';
import { fieldsAbove } from '../tables/fields-above.js';
import { isValue } from '../tables/kinds.js';
import { placeRow } from '../tables/placed-rows.js';
import { areColumnsOfText } from '../tables/prose.js';
import { allMono, rowText, runsOf, segmentText, textRows, type TextRow } from '../tables/segments.js';
import { LEAST_PITCH } from '../tables/staggered-lines.js';
import type { Stroke } from '../tables/strokes.js';
import { endsSentence } from '../text-rules.js';

/** In points: what is drawn or stands this close to an end of the table is its end. */
export const INSIDE = 1;
/** In points: the narrowest table. */
const LEAST_WIDTH = 60;
/** Lines of a section in which one gap is enough: more of them show columns. */
const FEW_LINES = 2;
/** In font sizes: distances that differ by less are equal. */
const SAME_STEP = 0.15;
/** Words of a sentence, at least: remarks and names are shorter. */
const WORDS_OF_A_SENTENCE = 6;
/** Sections above that are compared with the next. */
const SAMPLE = 8;

export interface Section {
  top: Stroke;
  bottom: Stroke;
  rows: TextRow[];
}

/** Strokes of one extent, from the top, where there are two or more. */
export function sameExtent(strokes: readonly Stroke[]): Stroke[][] {
  const groups: Stroke[][] = [];
  const byStart = strokes
    .filter((s) => s.to - s.from >= LEAST_WIDTH)
    .toSorted((a, b) => a.from - b.from || a.to - b.to);
  let open: Stroke[][] = [];
  for (const stroke of byStart) {
    open = open.filter((group) => stroke.from - group[0]!.from <= SAME_END);
    const group = open.find((other) => Math.abs(other[0]!.to - stroke.to) <= SAME_END);
    if (group) {
      group.push(stroke);
    } else {
      open.push([stroke]);
      groups.push(open.at(-1)!);
    }
  }
  return groups.filter((group) => group.length > 1).map((group) => group.toSorted((a, b) => a.at - b.at));
}

/** What stands between each stroke and the next. */
export function sections(group: readonly Stroke[], runs: readonly TextRun[]): Section[] {
  const { from, to } = group[0]!;
  const inside = runs
    .filter(({ box }) => box.x0 >= from - SAME_END && box.x1 <= to + SAME_END)
    .toSorted((a, b) => a.baseline - b.baseline);
  let at = 0;
  return group.slice(1).map((bottom, i) => {
    const top = group[i]!;
    const own: TextRun[] = [];
    for (; at < inside.length && inside[at]!.baseline < bottom.at + INSIDE; at += 1) {
      if (inside[at]!.baseline > top.at) own.push(inside[at]!);
    }
    return { top, bottom, rows: textRows(own) };
  });
}

/** Sections that may be one table. */
export function chains(page: ParsedPage, all: readonly Section[]): Section[][] {
  const out: Section[][] = [];
  let open: Section[] = [];
  const rows = all.flatMap((section) => section.rows);
  const around = { usualSize: median(rows.map(({ size }) => size)), isMono: allMono(page, runsOf(rows)) };
  for (const [i, section] of all.entries()) {
    if (decide(RULED_SECTION, { page, around, above: open, section, next: all[i + 1] }) === 'end') open = [];
    else if (open.push(section) === 1) out.push(open);
  }
  return out;
}

/** What stands between two strokes, below the sections of a table so far. */
export interface SectionBelow {
  page: ParsedPage;
  /** Of all rows between strokes of this extent: their usual size, and whether all are monospaced. */
  around: { usualSize: number; isMono: boolean };
  above: readonly Section[];
  section: Section;
  next: Section | undefined;
}

const heightOf = ({ top, bottom }: Section): number => bottom.at - top.at;

export const RULED_SECTION: DecisionTable<SectionBelow, 'part' | 'end'> = {
  name: 'ruled-section',
  rules: [
    {
      name: 'listing',
      why: 'Monospaced lines on a shade of their own, among lines of other type, are a listing: its box has the width of the rulings below headings.',
      test: (below) => (isListing(below) ? 'end' : null),
    },
    {
      name: 'numbered-heading',
      why: 'A line below a number and a name alone, in larger type than the other rows and with no rows of a table above or below, underlines a heading.',
      test: (below) => (below.above.length === 0 && isNumberedHeading(below) ? 'end' : null),
    },
    {
      name: 'title-of-another',
      why: 'Below a line alone in larger type than all rows above it, and names of columns, another table begins, of which it is the title.',
      test: ({ above, section }) => (isTitled(section, above) ? 'end' : null),
    },
    {
      name: 'underlined-heading',
      why: 'A line right below a single text in larger type than the rows above it underlines the heading of what follows.',
      test: ({ section }) => (endsInHeading(section) ? 'end' : null),
    },
    {
      name: 'sentence-over-columns',
      why: 'A sentence over the columns of the sections above, with no rows of values below it, is text below the table, down to whatever line is drawn next.',
      test: ({ above, section }) => (hasSentenceOverColumns(section, above) ? 'end' : null),
    },
    {
      name: 'fields-above-names',
      why: 'Labels with their values between two lines, above the names of columns, are about the document: the table begins below them.',
      test: (below) => (below.above.length === 0 && areFields(below) ? 'end' : null),
    },
    {
      name: 'cells-in-a-line',
      why: 'A section of a line or two, such as a header or a total, has a gap in one of them.',
      test: ({ section: { rows } }) =>
        rows.length <= FEW_LINES && rows.some(({ segments }) => segments.length > 1) ? 'part' : null,
    },
    {
      name: 'cells-centred-on-a-line',
      why: 'A row whose cells are set in their middle: between the two lines of one cell stand the single lines of the others.',
      test: ({ section: { rows } }) => (areCentredOnALine(rows) ? 'part' : null),
    },
    {
      name: 'room-in-the-row',
      why: 'A strip without text that is lower than the row above is between two lines drawn as one, or below the shading of a part of the row.',
      test: ({ above, section }) => {
        const before = above.at(-1);
        return before && section.rows.length === 0 && heightOf(section) < heightOf(before) ? 'part' : null;
      },
    },
    {
      name: 'columns-of-text',
      why: 'Columns of many long lines with sentences that go on from line to line, down to the last ruling, are the text of the page, which stands between a ruling and that of its foot.',
      test: ({ section: { rows }, next }) => (!next && areColumnsOfText(rows, columnEdges(rows)) ? 'end' : null),
    },
    {
      name: 'columns',
      why: 'The gaps of the lines stand above each other.',
      test: ({ section: { rows } }) => (rows.length > FEW_LINES && columnEdges(rows).length > 0 ? 'part' : null),
    },
    {
      name: 'columns-of-sections-above',
      why: 'The text stands in the columns of the sections above: it is one row whose cells have several lines.',
      test: (below) => (keepsToColumns(below) ? 'part' : null),
    },
  ],
  otherwise: 'end',
  subject: ({ page, section: { top, bottom, rows } }) => ({
    page: page.number,
    box: { x0: top.from, y0: top.at, x1: top.to, y1: bottom.at },
    text: rows[0] ? rowText(rows[0]) : '',
  }),
  numbers: ({ above, section }) => ({
    lines: section.rows.length,
    sectionsAbove: above.length,
    heightInPoints: heightOf(section),
  }),
};

/** All rows are fields, and the first row of the next section names columns. */
function areFields({ page, section: { rows }, next }: SectionBelow): boolean {
  const [names] = next?.rows ?? [];
  return names !== undefined && rows.length > 0 && fieldsAbove(page, [...rows, names]) === rows.length;
}

/** Three lines, the first and the last nearer to the middle one than lines of a text, and beside its cells. */
function areCentredOnALine([first, middle, last, more]: readonly TextRow[]): boolean {
  if (!first || !middle || !last || more || middle.segments.length < 2) return false;
  const steps = [middle.baseline - first.baseline, last.baseline - middle.baseline];
  const isNear = steps.every((step) => step < LEAST_PITCH * middle.size);
  const isBeside = [first, last].every((row) =>
    row.segments.every((part) =>
      middle.segments.every((cell) => overlap(part.box.x0, part.box.x1, cell.box.x0, cell.box.x1) <= 0),
    ),
  );
  return isNear && isBeside && Math.abs(steps[0]! - steps[1]!) < SAME_STEP * middle.size;
}

/** The first of several rows is one text, in type that neither the others nor the sections above have; names come next. */
function isTitled({ rows }: Section, above: readonly Section[]): boolean {
  const [first, ...rest] = rows;
  const others = [...rest, ...above.flatMap((section) => section.rows)];
  const [names] = rest;
  if (!first || !names || first.segments.length > 1 || others.length === rest.length) return false;
  const areNames = names.segments.length > 1 && !names.segments.some((segment) => isValue(segmentText(segment)));
  return areNames && others.every(({ size }) => isLargerThanBody(first.size, size));
}

/** All rows are monospaced, and lie on one filled area that is about as wide as the strokes; others around are not. */
function isListing({ page, around, section: { top, rows } }: SectionBelow): boolean {
  if (around.isMono || !allMono(page, runsOf(rows))) return false;
  const [first, last] = [rows[0]!, rows.at(-1)!];
  return page.fills.some(
    ({ x0, x1, y0, y1 }) =>
      Math.abs(x0 - top.from) <= SAME_END &&
      Math.abs(x1 - top.to) <= SAME_END &&
      y0 < first.baseline &&
      y1 > last.baseline,
  );
}

const NUMBER_OF_HEADING = /^(?:\d{1,2}(?:\.\d{1,2})*|[A-Z]|[IVX]{1,5})[.)]?$/u;

function isNumberedHeading({ section: { rows }, next, around }: SectionBelow): boolean {
  const [row] = rows;
  if (!row || rows.length > 1 || row.segments.length !== 2 || !isLargerThanBody(row.size, around.usualSize))
    return false;
  const [number, name] = row.segments;
  if (!NUMBER_OF_HEADING.test(segmentText(number!)) || !/\p{L}{2}/u.test(segmentText(name!))) return false;
  // the name of a group stands in the columns of its rows
  return !next?.rows.some(
    ({ segments }) => segments.length > 2 && Math.abs(segments[1]!.box.x0 - name!.box.x0) <= SAME_END,
  );
}

/** The last of several rows is one text, in larger type than all the others. */
function endsInHeading({ rows }: Section): boolean {
  const last = rows.at(-1);
  const others = rows.slice(0, -1);
  return (
    last?.segments.length === 1 && others.length > 0 && others.every(({ size }) => isLargerThanBody(last.size, size))
  );
}

/** One of several rows is a text of its own that ends a sentence and lies over two edges of columns or more; no values follow. */
function hasSentenceOverColumns({ rows }: Section, above: readonly Section[]): boolean {
  if (above.length === 0 || rows.length <= FEW_LINES) return false;
  const isSentence = (row: TextRow): boolean =>
    row.segments.length === 1 && rowText(row).split(' ').length >= WORDS_OF_A_SENTENCE && endsSentence(rowText(row));
  const sentences = rows.filter(isSentence);
  if (sentences.length === 0) return false;
  const edges = columnEdges(above.slice(-SAMPLE).flatMap((section) => section.rows));
  const last = sentences.findLast(({ box }) => edges.filter((x) => x > box.x0 && x < box.x1).length > 1);
  // below the name of a group, or a remark, the rows go on
  const isRow = ({ segments }: TextRow): boolean => segments.slice(1).some((segment) => isValue(segmentText(segment)));
  return last !== undefined && !rows.slice(rows.indexOf(last) + 1).some(isRow);
}

function keepsToColumns({ page, above, section: { rows } }: SectionBelow): boolean {
  if (rows.length === 0 || above.length === 0) return false;
  const all = [...above.slice(-SAMPLE).flatMap((section) => section.rows), ...rows];
  const edges = columnEdges(all);
  if (edges.length === 0) return false;
  const xs = [-Infinity, ...edges, Infinity];
  const columns = { page: page.number, xs, lefts: commonLefts(all, xs) };
  const placed = rows.flatMap((row) => placeRow(row, columns).placed);
  return placed.every(({ column, last }) => column === last) && new Set(placed.map(({ column }) => column)).size > 1;
}
