/**
 * Names of groups of columns right above a lattice: many tables draw their walls from the names of the columns on, and the
 * years, regions or kinds that each group of columns belongs to stand above the first line.
 *
 * GROUP_LINE takes a line above a lattice for its first row, with a cell over each group of columns, or leaves it.
 */
import type { Page, TextRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { fillGrid } from '../tables/filled-grid.js';
import { gridBox, type Grid, type GridCell } from '../tables/grid.js';
import { isValue } from '../tables/kinds.js';
import {
  isUpright,
  rowSubject,
  rowText,
  runsOf,
  segmentText,
  textRows,
  type Segment,
  type TextRow,
} from '../tables/segments.js';
import { isYear } from '../text-rules.js';
import type { StubbedGrid } from './stub-beside.js';

/** In font sizes of the line: it stands so near above the lattice. */
const MOST_ROOM = 1;
/** In points: the line may reach over the first row by so much. */
const OVER_EDGE = 2;
/** In font sizes: a name stands in the middle between two walls, give or take this. */
const CENTRED = 0.5;
/** Columns of a group, and those in front of all groups, where all groups have as many columns. */
const LEAST_COLUMNS = 2;
const MOST_LABELS = 2;
/** Names at least: a title is centred over all columns as well. */
const LEAST_NAMES = 2;

/** Columns of a lattice, from the first to the last. */
interface Group {
  from: number;
  to: number;
}

/** A line of several texts right above a lattice. */
export interface LineAbove {
  page: Pick<Page, 'number'>;
  line: TextRow;
  /** The columns that each text of the line is centred over, or stands over where all have as many, side by side up to the last column; null where there are none such. */
  groups: readonly Group[] | null;
  /** The first row has a name in each column of the groups, and values stand below them. */
  namesColumns: boolean;
}

export const GROUP_LINE: DecisionTable<LineAbove, 'row' | 'text'> = {
  name: 'group-line',
  rules: [
    {
      name: 'values',
      why: 'Numbers and dates above a lattice, years left aside, belong to something else.',
      test: ({ line }) =>
        line.segments.map(segmentText).some((text) => text.endsWith(':') || (isValue(text) && !isYear(text)))
          ? 'text'
          : null,
    },
    {
      name: 'no-names-below',
      why: 'A group has columns with names of their own: only above a row of names, with values below it, are groups named.',
      test: ({ namesColumns }) => (namesColumns ? null : 'text'),
    },
    {
      name: 'over-groups',
      why: 'Each text of the line has columns of its own, and together they have all but those of the labels.',
      test: ({ groups }) => (groups?.some(({ from, to }) => to > from) ? 'row' : null),
    },
  ],
  otherwise: 'text',
  subject: ({ page, line }) => rowSubject(page.number, line),
  numbers: ({ line, groups }) => ({ names: line.segments.length, grouped: groups?.length ?? 0 }),
};

/** The lattice with the names of its groups above it for a row, where there are such. `free` is the text of no other table. */
export function withGroupLine(page: Pick<Page, 'number'>, found: StubbedGrid, free: readonly TextRun[]): StubbedGrid {
  const line = lineAbove(found, free);
  if (line === null) return found;
  const groups = groupsOf(found.grid, line);
  const namesColumns = groups !== null && areNamed(found, groups);
  if (decide(GROUP_LINE, { page, line, groups, namesColumns }) === 'text' || groups === null) return found;
  return { grid: withRow(found.grid, groups, line.box.y0), inside: [...runsOf([line]), ...found.inside] };
}

/** The line right above the lattice, and no wider than it, of several texts. */
function lineAbove({ grid, inside }: StubbedGrid, free: readonly TextRun[]): TextRow | null {
  const { x0, x1, y0 } = gridBox(grid);
  const own = new Set(inside);
  const isNear = ({ box, size }: TextRun): boolean => box.y1 <= y0 + OVER_EDGE && y0 - box.y1 <= MOST_ROOM * size;
  const line = textRows(free.filter((run) => isUpright(run) && isNear(run) && !own.has(run))).at(-1);
  if (!line || line.segments.length < LEAST_NAMES || line.segments.length >= grid.xs.length - 1) return null;
  return line.box.x0 > x0 - OVER_EDGE && line.box.x1 < x1 + OVER_EDGE && /\p{L}|\d/u.test(rowText(line)) ? line : null;
}

const groupsOf = ({ xs }: Grid, line: TextRow): Group[] | null => centredGroups(xs, line) ?? evenGroups(xs, line);

/**
 * The columns that each text is centred over: the last one reaches to the last wall, and as far to the left of its middle as to
 * the right; the one before it ends where it begins, and so on.
 */
function centredGroups(xs: readonly number[], { segments, size }: TextRow): Group[] | null {
  const groups: Group[] = [];
  let end = xs.length - 1;
  for (const { box } of segments.toReversed()) {
    const left = box.x0 + box.x1 - xs[end]!;
    const wall = xs.findIndex((x) => Math.abs(x - left) <= 2 * CENTRED * size);
    if (wall < 0 || wall >= end || box.x0 < xs[wall]! - OVER_EDGE) return null;
    groups.push({ from: wall, to: end - 1 });
    end = wall;
  }
  return groups.toReversed();
}

/** The columns where each text stands over as many of them, but for the first ones, which have the labels of the rows. */
function evenGroups(xs: readonly number[], { segments }: TextRow): Group[] | null {
  const columns = xs.length - 1;
  for (let labels = 0; labels <= MOST_LABELS; labels += 1) {
    const width = (columns - labels) / segments.length;
    const groups = segments.map((_, i): Group => ({ from: labels + i * width, to: labels + (i + 1) * width - 1 }));
    const isOver = ({ box }: Segment, { from, to }: Group): boolean =>
      box.x0 > xs[from]! - OVER_EDGE && box.x1 < xs[to + 1]! + OVER_EDGE;
    const isEven = Number.isInteger(width) && width >= LEAST_COLUMNS;
    if (isEven && segments.every((segment, i) => isOver(segment, groups[i]!))) return groups;
  }
  return null;
}

/** Whether the first row has a text that is no value in each column of the groups, and a value stands in one of them below. */
function areNamed({ grid, inside }: StubbedGrid, groups: readonly Group[]): boolean {
  const { texts } = fillGrid(grid, inside);
  const [{ from }] = groups as [Group];
  const grouped = grid.cells.flatMap((cell, i) => {
    const text = texts[i]!.map((run) => run.text).join(' ');
    return cell.column >= from ? [{ ...cell, text, isOfValue: isValue(text) }] : [];
  });
  const top = grouped.filter(({ row }) => row === 0);
  return (
    top.every(({ colSpan, text, isOfValue }) => colSpan === 1 && text !== '' && (!isOfValue || isYear(text))) &&
    grouped.some(({ row, isOfValue }) => row > 0 && isOfValue)
  );
}

/** The grid with a row from `top` on, with a cell over each of the groups and single cells beside them. */
function withRow({ xs, ys, cells }: Grid, groups: readonly Group[], top: number): Grid {
  const stub = Array.from({ length: groups[0]!.from }, (_, column) => ({ column, colSpan: 1 }));
  const named = groups.map(({ from, to }) => ({ column: from, colSpan: to - from + 1 }));
  const head = [...stub, ...named].map((place): GridCell => ({ row: 0, rowSpan: 1, ...place }));
  return { xs, ys: [top, ...ys], cells: [...head, ...cells.map((cell) => ({ ...cell, row: cell.row + 1 }))] };
}
