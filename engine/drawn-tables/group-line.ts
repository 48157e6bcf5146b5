/**
 * Names of groups of columns right above a lattice: many tables draw their walls from the names of the columns on, and the
 * years, regions or kinds that each group of columns belongs to stand above the first line.
 *
 * GROUP_LINE takes a line above a lattice for its first row, with a cell over each group of columns, or leaves it.
 */
import { overlap } from '../geometry.js';
import type { Page, TextRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { WRAP_PITCH } from '../tables/cell-wrap.js';
import { fillGrid } from '../tables/filled-grid.js';
import { gridBox, type Grid } from '../tables/grid.js';
import type { Columns } from '../tables/header-groups.js';
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
import { textOf } from '../tables/text-spans.js';
import { captionLabel } from '../text/captions.js';
import { isYearOrSpan } from '../text-rules.js';
import { isRightAbove, OVER_EDGE, singlePlaces, withRowAbove, type RowPlaces } from './row-above.js';
import type { StubbedGrid } from './stub-beside.js';

/** In font sizes: names of groups stand at one place in each group, give or take this, as columns are not all of one width. */
const ALIGNED = 0.5;
/** Columns of a group: a name over a single one names the column. */
const LEAST_COLUMNS = 2;
/** Columns of labels in front of the groups: reports of trade have a code and its meaning. */
const MOST_LABELS = 2;
/** Names, and groups of several columns: a title is centred over all columns as well, and a title and its unit share them. */
const LEAST_NAMES = 2;
/** Share of the texts below the names that are values: a table of words may hold a few numbers. */
const MOSTLY_VALUES = 0.5;

/** A line of several texts right above a lattice. */
export interface LineAbove {
  page: Pick<Page, 'number'>;
  line: TextRow;
  /** The columns that each text of the line is centred over, or stands over where all have as many, side by side up to the last column; null where there are none such. */
  groups: readonly Columns[] | null;
  /** A text over one of the groups stands in the line above, as near as the lines of one text are. */
  continues: boolean;
  /** The first row has a name in each column of the groups, and mostly values stand below them. */
  namesColumns: boolean;
}

export const GROUP_LINE: DecisionTable<LineAbove, 'row' | 'text'> = {
  name: 'group-line',
  rules: [
    {
      name: 'caption',
      why: 'The number of a table or a figure begins its caption; what stands beside it is a remark, such as a unit.',
      test: ({ line }) => (captionIn(line) ? 'text' : null),
    },
    {
      name: 'values',
      why: 'Numbers and dates above a lattice, years left aside, belong to something else.',
      test: ({ line }) => (textsOf(line).some((text) => isValue(text) && !isYearOrSpan(text)) ? 'text' : null),
    },
    {
      name: 'fields',
      why: 'A label that ends in a colon, with or without its value, is a field.',
      test: ({ line }) => (textsOf(line).some((text) => text.includes(':')) ? 'text' : null),
    },
    {
      name: 'over-no-groups',
      why: 'Names of groups stand over columns of their own, words at one place in each group; together they have all columns but those of the labels.',
      test: ({ groups }) => (groups === null ? 'text' : null),
    },
    {
      name: 'several-lines',
      why: 'Where a name has a line above, the last line alone would tear it.',
      test: ({ continues }) => (continues ? 'text' : null),
    },
    {
      name: 'no-names-below',
      why: 'A group has columns with names of their own: only above a row of names, with values below it, are groups named.',
      test: ({ namesColumns }) => (namesColumns ? null : 'text'),
    },
    {
      name: 'over-groups',
      why: 'Each text of the line has columns of its own, and two or more have several: one alone may be a title beside a remark.',
      test: ({ groups }) => ((groups ?? []).filter(({ from, to }) => to > from).length >= LEAST_NAMES ? 'row' : null),
    },
  ],
  otherwise: 'text',
  subject: ({ page, line }) => rowSubject(page.number, line),
  numbers: ({ line, groups }) => ({ names: line.segments.length, grouped: groups?.length ?? 0 }),
};

const textsOf = ({ segments }: TextRow): string[] => segments.map(segmentText);

/** "Box 1" and "Map 2" may be names of groups. */
const captionIn = (line: TextRow): boolean =>
  textsOf(line).some((text) => !['other', undefined].includes(captionLabel(text)?.of));

/** The lattice with the names of its groups above it for a row, where there are such. `free` is the text of no other table. */
export function withGroupLine(page: Pick<Page, 'number'>, found: StubbedGrid, free: readonly TextRun[]): StubbedGrid {
  const line = lineAbove(found, free);
  if (line === null) return found;
  const groups = groupsOf(found.grid, line);
  const evidence = {
    page,
    line,
    groups,
    continues: groups !== null && continues(found.grid, { line, groups }, free),
    namesColumns: areNamed(found, groups?.[0]?.from ?? 1),
  };
  if (decide(GROUP_LINE, evidence) === 'text' || groups === null) return found;
  return {
    grid: withRowAbove(found.grid, line.box.y0, placesOf(groups)),
    inside: [...runsOf([line]), ...found.inside],
  };
}

/** The line right above the lattice, and no wider than it, of several texts. */
function lineAbove({ grid, inside }: StubbedGrid, free: readonly TextRun[]): TextRow | null {
  const { y0 } = gridBox(grid);
  const own = new Set(inside);
  const isNear = ({ box, size }: TextRun): boolean => box.y1 <= y0 + OVER_EDGE && y0 - box.y1 <= WRAP_PITCH * size;
  const line = textRows(free.filter((run) => isUpright(run) && isNear(run) && !own.has(run))).at(-1);
  if (!line || line.segments.length < LEAST_NAMES || line.segments.length >= grid.xs.length - 1) return null;
  return isRightAbove(grid, line) && /\p{L}|\d/u.test(rowText(line)) ? line : null;
}

const groupsOf = ({ xs }: Grid, line: TextRow): Columns[] | null => evenGroups(xs, line) ?? centredGroups(xs, line);

/**
 * The columns that each text is centred over: the last one reaches to the last wall, and as far to the left of its middle as to
 * the right; the one before it ends where it begins, and so on, up to the column of the labels.
 */
function centredGroups(xs: readonly number[], { segments, size }: TextRow): Columns[] | null {
  const groups: Columns[] = [];
  let end = xs.length - 1;
  for (const { box } of segments.toReversed()) {
    const left = box.x0 + box.x1 - xs[end]!;
    const wall = xs.findIndex((x) => Math.abs(x - left) <= 2 * ALIGNED * size);
    if (wall < 1 || wall >= end || box.x0 < xs[wall]! - OVER_EDGE) return null;
    groups.push({ from: wall, to: end - 1 });
    end = wall;
  }
  return groups.toReversed();
}

/**
 * The columns where each text stands over as many of them, but for the first ones, which have the labels. Words stand at one
 * place in each group, else they are a title and a remark; years are neither, and are often set by hand.
 */
function evenGroups(xs: readonly number[], line: TextRow): Columns[] | null {
  const { segments } = line;
  const areYears = textsOf(line).every(isYearOrSpan);
  const columns = xs.length - 1;
  for (let labels = 1; labels <= MOST_LABELS; labels += 1) {
    const width = (columns - labels) / segments.length;
    const groups = segments.map((_, i): Columns => ({ from: labels + i * width, to: labels + (i + 1) * width - 1 }));
    const isEven = Number.isInteger(width) && width >= LEAST_COLUMNS;
    const areOver = isEven && segments.every((segment, i) => isOver(xs, segment, groups[i]!));
    if (areOver && (areYears || areAligned(xs, segments, groups))) return groups;
  }
  return null;
}

const isOver = (xs: readonly number[], { box }: Segment, { from, to }: Columns): boolean =>
  box.x0 > xs[from]! - OVER_EDGE && box.x1 < xs[to + 1]! + OVER_EDGE;

/** Whether the texts begin, end or have their middles at one place in their groups. */
function areAligned(xs: readonly number[], segments: readonly Segment[], groups: readonly Columns[]): boolean {
  const size = Math.min(...segments.flatMap(({ runs }) => runs.map((run) => run.size)));
  const offsets = segments.map(({ box }, i) => {
    const [left, right] = [box.x0 - xs[groups[i]!.from]!, box.x1 - xs[groups[i]!.to + 1]!];
    return { left, right, middle: (left + right) / 2 };
  });
  return (['left', 'right', 'middle'] as const).some((side) => {
    const each = offsets.map((offset) => offset[side]);
    return Math.max(...each) - Math.min(...each) <= 2 * ALIGNED * size;
  });
}

/** Whether a text in the line above stands over one group alone, above its name, as near as the lines of one text. */
function continues(
  { xs }: Grid,
  { line, groups }: { line: TextRow; groups: readonly Columns[] },
  free: readonly TextRun[],
): boolean {
  const reach = line.baseline - WRAP_PITCH * line.size;
  const near = free.filter((run) => isUpright(run) && run.baseline >= reach && run.box.y0 < line.box.y0);
  const own = new Set(runsOf([line]));
  return textRows(near.filter((run) => !own.has(run))).some(({ segments }) =>
    segments.some((above) =>
      line.segments.some(
        (name, i) => isOver(xs, above, groups[i]!) && overlap(above.box.x0, above.box.x1, name.box.x0, name.box.x1) > 0,
      ),
    ),
  );
}

/** Whether the first row has a name in each single column from `from` on, and most of what stands below is values. */
function areNamed({ grid, inside }: StubbedGrid, from: number): boolean {
  const { texts } = fillGrid(grid, inside);
  const grouped = grid.cells.flatMap((cell, i) => {
    const text = textOf({ runs: texts[i]! });
    return cell.column >= from ? [{ ...cell, text, isOfValue: isValue(text) }] : [];
  });
  const top = grouped.filter(({ row }) => row === 0);
  const below = grouped.filter(({ row, text }) => row > 0 && text !== '');
  return (
    top.length === grid.xs.length - 1 - from &&
    top.every(({ colSpan, text, isOfValue }) => colSpan === 1 && text !== '' && (!isOfValue || isYearOrSpan(text))) &&
    below.length > 0 &&
    below.filter(({ isOfValue }) => isOfValue).length >= MOSTLY_VALUES * below.length
  );
}

/** A cell over each of the groups, and single cells beside them. */
const placesOf = (groups: readonly Columns[]): RowPlaces => [
  ...singlePlaces(groups[0]!.from),
  ...groups.map(({ from, to }) => ({ column: from, colSpan: to - from + 1 })),
];
