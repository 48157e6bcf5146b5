/**
 * Which columns a name in a header groups, where the row below names them: those that a line below the name reaches over,
 * else those that it is centred over where all names of its row share the columns evenly so, else those that it alone is
 * centred over or begins above.
 */
import { overlap, unionBox } from '../geometry.js';
import type { Box, ParsedPage } from '../model.js';
import type { Cell } from './text-spans.js';

/** In points: a line reaches over a text that ends this far outside of it. */
const PAST_END = 2;
/** In font sizes: a name is centred over columns, or begins where they do, give or take this. */
const CENTRED = 1;
const AT_LEFT = 0.35;
/** Names in a row that may share its columns evenly: one alone may be centred over any number of them. */
const LEAST_NAMES = 2;
/** Columns to each side that are looked at, and lines of a page: more of them are a drawing. They bound the work. */
const MOST_BESIDE = 16;
const MOST_RULES = 3000;

/** A cell of a header and the row of the header below it. */
export interface NameAbove {
  page: ParsedPage;
  cells: readonly Cell[];
  below: readonly Cell[];
  column: number;
}

/** First and last column. */
export interface Columns {
  from: number;
  to: number;
}

/** The columns that the name of a cell groups, those of the cell itself at least. */
export function groupedColumns(name: NameAbove): Columns {
  const { cells, below, column } = name;
  const own = { from: column, to: column + cells[column]!.colSpan - 1 };
  const isOpen = (c: number): boolean => {
    const cell = cells[c];
    return cell !== undefined && !cell.covered && cell.runs.length === 0 && boxOf(below, c) !== null;
  };
  let { from, to } = own;
  // the first column has the names of the rows
  while (from > 1 && own.from - from < MOST_BESIDE && isOpen(from - 1)) from -= 1;
  while (to - own.to < MOST_BESIDE && isOpen(to + 1)) to += 1;
  if (to - from === own.to - own.from) return own;
  const candidates = { own, open: { from, to } };
  return ruledColumns(name, candidates) ?? evenColumns(name, candidates) ?? alignedColumns(name, candidates);
}

/** The place of the text in or over a column; null where there is none. */
function boxOf(cells: readonly Cell[], column: number): Box | null {
  let at = column;
  while (at > 0 && cells[at]!.covered) at -= 1;
  const { runs } = cells[at]!;
  return runs.length === 0 ? null : unionBox(runs.map(({ box }) => box));
}

interface Candidates {
  own: Columns;
  /** The columns that it may group at most. */
  open: Columns;
}

/** The columns that a line below the name, and below no other, reaches over. */
function ruledColumns({ page, cells, below, column }: NameAbove, { own, open }: Candidates): Columns | null {
  if (page.rules.length > MOST_RULES) return null;
  const { runs } = cells[column]!;
  const text = unionBox(runs.map(({ box }) => box));
  const top = Math.max(...runs.map(({ baseline }) => baseline));
  const bottom = Math.min(
    ...below.slice(open.from, open.to + 1).flatMap((cell) => cell.runs.map(({ baseline }) => baseline)),
  );
  const lines = page.rules
    .filter(({ orientation, box }) => orientation === 'horizontal' && box.y0 > top && box.y1 < bottom)
    .map(({ box }) => box);
  const line = joinedLine(lines, text);
  if (!line || isUnderOthers(line, cells, column)) return null;
  const isUnder = (c: number): boolean => {
    const box = boxOf(below, c);
    return box !== null && (box.x0 + box.x1) / 2 > line.x0 - PAST_END && (box.x0 + box.x1) / 2 < line.x1 + PAST_END;
  };
  let { from, to } = own;
  while (from > open.from && isUnder(from - 1)) from -= 1;
  while (to < open.to && isUnder(to + 1)) to += 1;
  return { from, to };
}

const isUnderOthers = (line: Box, cells: readonly Cell[], column: number): boolean =>
  cells.some(({ runs }, c) => c !== column && runs.some(({ box }) => overlap(line.x0, line.x1, box.x0, box.x1) > 0));

/** The line below the text, of parts that touch. */
function joinedLine(lines: readonly Box[], text: Box): Box | null {
  let line: Box | null = null;
  for (const part of lines.toSorted((a, b) => a.x0 - b.x0)) {
    if (line && part.x0 <= line.x1 + PAST_END) line = unionBox([line, part]);
    else if (line && overlap(line.x0, line.x1, text.x0, text.x1) > 0) return line;
    else line = part;
  }
  return line && overlap(line.x0, line.x1, text.x0, text.x1) > 0 ? line : null;
}

/**
 * The columns of the name where the names of its row, in order, are each centred over as many columns: a name as wide as a
 * column in the middle of its group begins where that column does as well.
 */
function evenColumns({ cells, below, column }: NameAbove, { own, open }: Candidates): Columns | null {
  const names = cells.flatMap((cell, c) => (c > 0 && !cell.covered && cell.runs.length > 0 ? [c] : []));
  const last = below.length - 1;
  const width = last / names.length;
  if (names.length < LEAST_NAMES || width < 2 || !Number.isInteger(width)) return null;
  const groups = names.map((_, i): Columns => ({ from: 1 + i * width, to: (i + 1) * width }));
  const isEven = groups.every((columns, i) => {
    const cell = cells[names[i]!]!;
    const [left, right] = [boxOf(below, columns.from), boxOf(below, columns.to)];
    return left && right && offCentre(cell, left, right) <= CENTRED * cell.runs[0]!.size;
  });
  const group = groups[names.indexOf(column)];
  const isPossible = group && group.from >= open.from && group.to <= open.to;
  return isEven && isPossible && group.from <= own.from && group.to >= own.to ? group : null;
}

/** Distance between the middle of a cell's text and that of the columns with these texts at their ends. */
function offCentre({ runs }: Cell, left: Box, right: Box): number {
  const text = unionBox(runs.map(({ box }) => box));
  return Math.abs(left.x0 + right.x1 - (text.x0 + text.x1)) / 2;
}

/** The most columns that the name is centred over; where it is over none, all to the right of where it begins. */
function alignedColumns({ cells, below, column }: NameAbove, { own, open }: Candidates): Columns {
  const { runs } = cells[column]!;
  const text = unionBox(runs.map(({ box }) => box));
  const { size } = runs[0]!;
  const toTheRight = { from: own.from, to: open.to };
  const first = boxOf(below, own.from);
  if (first && Math.abs(first.x0 - text.x0) <= AT_LEFT * size) return toTheRight;
  const centred: Columns[] = [];
  for (let from = open.from; from <= own.from; from += 1) {
    for (let to = own.to; to <= open.to; to += 1) {
      const [left, right] = [boxOf(below, from), boxOf(below, to)];
      const off = left && right ? offCentre(cells[column]!, left, right) : Infinity;
      if (to > from && off <= CENTRED * size) centred.push({ from, to });
    }
  }
  return centred.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0] ?? toTheRight;
}
