/**
 * The reading order of a page: one to three columns, with parts over the full width between them.
 *
 * Lines that cross a gutter (gutter.ts) part the page into bands (bands.ts); a band with text on both sides is read column
 * by column, each column again in the same way.
 *
 * A narrow column of side notes is read after the text beside it. Never reorders the lines within one column.
 */
import type { Box } from '../model.js';
import { unionBox } from '../geometry.js';
import { decide } from '../rules.js';
import type { Line } from '../text/line.js';
import { withAuthorsFirst } from './author-columns.js';
import { COLUMN_ORDER } from './column-order.js';
import { bandsOf, sidesOf } from './bands.js';
import { isCaseCaption } from './case-captions.js';
import { findGutter } from './gutter.js';
import { withMarginTitles } from './margin-titles.js';
import { isSmaller, type ColumnPair } from './rows.js';
import { areSigners, sameWidth } from './signers.js';

/** Lines that are read from top to bottom. */
export interface Column {
  lines: Line[];
  /** The area of the column, not only of these lines. */
  box: Box;
  /** Left edge of the text that its lines are a part of, where they alone do not show it. */
  left?: number;
  /** Right edge of it. */
  right?: number;
  /** A title from the margin, see margin-titles.ts. */
  title?: true;
  /** One of a few texts beside each other within a column, see texts-beside.ts. */
  beside?: true;
  /** Notes in smaller type beside the text, which is read first. */
  notes?: true;
  /** The box that it is of, unique in the document, see side-boxes.ts. */
  boxed?: string;
}

/** Columns within columns. */
const MAX_DEPTH = 4;

/** @param settle is asked for each part of the page before it is split: it may set tables in the place of their lines. */
export function findColumns(
  all: readonly Line[],
  settle: (lines: readonly Line[]) => readonly Line[],
  depth = 0,
): Column[] {
  if (all.length === 0) return [];
  const lines = settle(all);
  const box = unionBox(lines.map((line) => line.box));
  const titled = withMarginTitles(lines);
  if (titled) return titled;
  const gutter = depth < MAX_DEPTH ? findGutter(lines, box) : null;
  if (!gutter) return [{ lines: [...lines].sort(topDown), box }];
  const columns: Column[] = [];
  const bands = depth === 0 ? withAuthorsFirst(bandsOf(lines, gutter)) : bandsOf(lines, gutter);
  // above and below a caption the page is one column still, whose lines say where its text ends
  const edges = bands.some((band) => band.kind === 'columns' && isCaseCaption(band)) ? edgesOf(box) : {};
  for (const { kind, lines: some, left, right } of bands) {
    const parts = kind === 'ragged' ? raggedParts(some, settle, depth) : [];
    if (kind === 'columns') {
      const isFirst = decide(COLUMN_ORDER, { left, right }) === 'left-first';
      const [first, second] = [isFirst ? left : right, isFirst ? right : left].map((side) =>
        findColumns(side, settle, depth + 1),
      );
      const areNotes = !isFirst && isSmaller(left, right);
      const found = [...first!, ...second!.map((column) => (areNotes ? { ...column, notes: true as const } : column))];
      columns.push(...besideEachOther(found, { left, right }, box));
    } else if (parts.length > 0) {
      columns.push(...parts);
    } else {
      columns.push({
        lines: [...some].sort(topDown),
        box: { ...unionBox(some.map((line) => line.box)), x0: box.x0, x1: box.x1 },
        ...edges,
      });
    }
  }
  return columns;
}

/** Columns of texts that are no running text: the parties of a case and its number, or signers, whose lines end where they like. */
function besideEachOther(columns: readonly Column[], pair: ColumnPair, { x1 }: Box): Column[] {
  if (isCaseCaption(pair)) return columns.map((column) => ({ ...column, beside: true }));
  if (!areSigners(pair)) return [...columns];
  const starts = [pair.left, pair.right].map((side) => unionBox(side.map(({ box }) => box)).x0);
  const ends = [starts[1]! - pair.right[0]!.size, Math.max(x1, sameWidth(starts))];
  return columns.map((column) => {
    const end = ends[column.box.x0 < starts[1]! ? 0 : 1]!;
    return { ...column, beside: true, right: Math.max(end, column.box.x1) };
  });
}

const edgesOf = ({ x0, x1 }: Box): Pick<Column, 'left' | 'right'> => ({ left: x0, right: x1 });

/** Parts of a band where text stands beside lines that run over the page's gutter. */
function raggedParts(
  lines: readonly Line[],
  settle: (lines: readonly Line[]) => readonly Line[],
  depth: number,
): Column[] {
  const parts = findColumns(lines, settle, depth + 1);
  if (parts.length !== 1 || parts[0]!.lines.some(({ blocks }) => blocks)) return parts;
  const sides = sidesOf(lines);
  return sides ? sides.map((side) => ({ lines: side.sort(topDown), box: unionBox(side.map(({ box }) => box)) })) : [];
}

function topDown(a: Line, b: Line): number {
  return a.baseline - b.baseline || a.box.x0 - b.box.x0;
}
