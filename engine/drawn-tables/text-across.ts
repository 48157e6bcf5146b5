/**
 * Text across a lattice. Many forms are one frame around the page, divided by level lines into rows of boxes and into areas
 * that hold the form's running text: its headings, lists and paragraphs. Each row of boxes is divided as its labels need it,
 * while the rows of a table have their walls in common; remarks and short lists between these are cells.
 *
 * ACROSS_LATTICE tells these areas from rows of one cell. The lattice is cut at them, and their text is left to the page.
 */
import { median } from '../geometry.js';
import type { Box, ParsedPage, TextRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { columnsOf, dropEmpty, rowsOf, type FilledGrid } from '../tables/filled-grid.js';
import { cellBox, gridBox, type Grid, type GridCell } from '../tables/grid.js';
import { allBold, rowText, runsOf, textRows, type TextRow } from '../tables/segments.js';
import { isBullet } from '../text/bullets.js';
import { ENUMERATOR } from '../text/numerals.js';

/** Share of the page's width that a form's frame has at least: the table of a column, or one within the text, is narrower. */
const FRAME_WIDTH = 0.6;
/** Letters of a form's area at least: steps, remarks and lists of options in the cells of tables are shorter. */
const LEAST_LETTERS = 250;
/** Lines from which an area holds a list: one number may be a note's or a caption's. */
const LEAST_ITEMS = 2;
/** Lines of an area with a heading at least: a cell of two is a name and its remark. */
const LEAST_LINES = 3;
/** Lines of an area with parts that stand apart, and such parts, at least. */
const LEAST_APART = 3;
/** In steps of the usual line: from here on the next line stands apart. */
const APART = 1.5;
/** Share of the cell's width that a line's middle may lie beside the cell's to be centred. */
const CENTRED = 0.05;
/** Words a line, on average, of running text. */
const WORDS_A_LINE = 4.5;
/** Rows of boxes divided at the same places that a table has: forms have two, as where two persons sign. */
const LEAST_ALIKE = 3;
/** Boxes of a row that are numbered, from which an area with a number is one of these boxes. */
const LEAST_NUMBERED = 2;

const NOTE = /^(?:\(\w{1,2}\)|\*+|†|‡|notes?\b)/iu;

/** A row of a lattice that is one cell over all its columns. */
export interface AcrossLattice {
  page: ParsedPage;
  box: Box;
  lines: readonly TextRow[];
  isLast: boolean;
  /** Boxes of the lattice, of those that share a row, that begin with a number. */
  numbered: number;
  /** It stands between rows of boxes with their walls at the same places, as those of a table, all or several, have them. */
  amongRows: boolean;
}

export const ACROSS_LATTICE: DecisionTable<AcrossLattice, 'text' | 'row'> = {
  name: 'across-lattice',
  rules: [
    {
      name: 'narrow',
      why: 'A form is framed over the width of the page: what is narrower is a table within the text.',
      test: ({ page, box }) => (box.x1 - box.x0 < FRAME_WIDTH * page.width ? 'row' : null),
    },
    {
      name: 'notes',
      why: 'Notes in the last row, each behind its mark, belong to the table above.',
      test: ({ lines, isLast }) => (isLast && lines[0] && NOTE.test(rowText(lines[0])) ? 'row' : null),
    },
    {
      name: 'numbered-box',
      why: 'Among boxes with numbers an area that begins with one is a box of them, whatever it holds.',
      test: ({ lines, numbered }) => (numbered >= LEAST_NUMBERED && lines[0] && isNumbered(lines[0]) ? 'row' : null),
    },
    {
      name: 'short',
      why: 'A few words, steps or options are what a cell holds; the text of a form is longer.',
      test: ({ lines }) => (lettersOf(lines) < LEAST_LETTERS ? 'row' : null),
    },
    {
      name: 'among-rows',
      why: 'Rows of boxes that are divided at the same places are those of a table, and what stands between two of them is a row of it.',
      test: ({ amongRows }) => (amongRows ? 'row' : null),
    },
    {
      name: 'items',
      why: 'Several lines begin with bullets, check boxes or numbers: a list.',
      test: ({ lines }) => (lines.filter(isItem).length >= LEAST_ITEMS ? 'text' : null),
    },
    {
      name: 'heading-over-text',
      why: 'Lines of text below a bold line alone in the middle are a section with its heading.',
      test: (across) => (hasHeading(across) ? 'text' : null),
    },
    {
      name: 'paragraphs',
      why: 'Running text in several parts that stand apart is more than a cell holds.',
      test: ({ lines }) => (hasParagraphs(lines) ? 'text' : null),
    },
  ],
  otherwise: 'row',
  subject: ({ page, box, lines }) => ({ page: page.number, box, text: lines.map(rowText).join(' ') }),
  numbers: ({ page, box, lines, numbered, amongRows }) => ({
    widthShare: (box.x1 - box.x0) / page.width,
    lines: lines.length,
    items: lines.filter(isItem).length,
    numbered,
    letters: lettersOf(lines),
    amongRows: Number(amongRows),
  }),
};

/** Blanks to fill in, leaders and numbers are no text. */
const lettersOf = (lines: readonly TextRow[]): number =>
  runsOf(lines).reduce((sum, { text }) => sum + (text.match(/\p{L}/gu)?.length ?? 0), 0);

const isNumbered = (line: TextRow): boolean => ENUMERATOR.test(firstWord(line));

const isItem = (line: TextRow): boolean => isBullet(firstWord(line)) || isNumbered(line);

const firstWord = ({ segments }: TextRow): string => segments[0]!.runs[0]!.text;

function hasHeading({ page, box, lines: [first, ...rest] }: AcrossLattice): boolean {
  if (!first || rest.length < LEAST_LINES - 1 || first.segments.length > 1) return false;
  const isCentred = Math.abs(first.box.x0 + first.box.x1 - box.x0 - box.x1) / 2 <= CENTRED * (box.x1 - box.x0);
  const text = runsOf(rest);
  return (
    isCentred &&
    allBold(page, runsOf([first])) &&
    text.length >= WORDS_A_LINE * rest.length &&
    !rest.slice(0, LEAST_LINES - 1).some((line) => allBold(page, runsOf([line])))
  );
}

function hasParagraphs(lines: readonly TextRow[]): boolean {
  const steps = lines.slice(1).map(({ baseline }, i) => baseline - lines[i]!.baseline);
  const usual = median(steps);
  const apart = steps.filter((step) => step > APART * usual).length;
  return apart + 1 >= LEAST_APART && runsOf(lines).length >= WORDS_A_LINE * lines.length;
}

/** The parts of a lattice, from the top. */
export interface CutLattice {
  tables: FilledGrid[];
  /** Areas of text. */
  texts: Box[];
}

/**
 * Cuts the lattice at its areas of text. The line across the frame right above one, such as its heading on a bar, is text with
 * it, and so are a numbered item right below one and what is left with a single column.
 */
export function cutAtText(page: ParsedPage, filled: FilledGrid): CutLattice {
  const across = rowsAcross(page, filled);
  const isText = across.map((row) => row !== null && decide(ACROSS_LATTICE, row) === 'text');
  if (!isText.includes(true)) return { tables: [filled], texts: [] };
  for (let at = 1; at < isText.length; at += 1)
    isText[at] ||= isText[at - 1]! && isNextItem(across[at - 1]!, across[at]!);
  for (let at = isText.length - 2; at >= 0; at -= 1) isText[at] ||= isText[at + 1]! && isLineAlone(across[at]!);
  const out: CutLattice = { tables: [], texts: [] };
  for (let from = 0; from < isText.length;) {
    let to = from + 1;
    while (to < isText.length && isText[to] === isText[from]) to += 1;
    const part = rowsBetween(filled, from, to);
    const table = dropEmpty(part);
    if (isText[from] || columnsOf(table) < 2) out.texts.push(gridBox(part.grid));
    else out.tables.push(table);
    from = to;
  }
  return out;
}

/** Whether the row begins with the number that follows the last one of the area above. */
function isNextItem(above: AcrossLattice | null, row: AcrossLattice | null): boolean {
  const last = above?.lines.map(itemNumber).findLast((number) => number > 0);
  return last !== undefined && row !== null && itemNumber(row.lines[0]!) === last + 1;
}

/** The number in digits that the line begins with, NaN where there is none. */
const itemNumber = (line: TextRow): number => Number(ENUMERATOR.exec(firstWord(line))?.[2]);

const isLineAlone = (row: AcrossLattice | null): boolean =>
  row?.lines.length === 1 && row.lines[0]!.segments.length === 1;

/** For each row of the lattice the cell that reaches over all its columns, null where there is none or it has no text. */
function rowsAcross(page: ParsedPage, filled: FilledGrid): (AcrossLattice | null)[] {
  const { grid, texts } = filled;
  const isBox = ({ colSpan }: GridCell): boolean => colSpan < columnsOf(filled);
  const numbered = grid.cells.filter(
    (cell, i) => isBox(cell) && textRows(texts[i]!).slice(0, 1).some(isNumbered),
  ).length;
  const walls = wallsOf(filled);
  const areCommon = haveCommonWalls(walls);
  const rows = new Array<AcrossLattice | null>(rowsOf(filled)).fill(null);
  grid.cells.forEach((cell, i) => {
    if (isBox(cell) || cell.rowSpan > 1 || !isLevelText(texts[i]!)) return;
    rows[cell.row] = {
      page,
      box: cellBox(grid, cell),
      lines: textRows(texts[i]!),
      isLast: cell.row === rows.length - 1,
      numbered,
      amongRows: areCommon && isBetweenAlike(walls, cell.row),
    };
  });
  return rows;
}

/** For each row the columns that its boxes begin in; empty where it is one cell over all columns. */
function wallsOf({ grid }: FilledGrid): string[] {
  const columns = grid.xs.length - 1;
  const rows = grid.ys.slice(1).map((): number[] => []);
  for (const cell of grid.cells) {
    if (cell.colSpan === columns) continue;
    for (let row = cell.row; row < cell.row + cell.rowSpan; row += 1) rows[row]!.push(cell.column);
  }
  return rows.map((starts) => starts.toSorted((a, b) => a - b).join(' '));
}

/** Whether the rows of boxes, two at least, are all divided at the same places, or as many as those of a table are. */
function haveCommonWalls(walls: readonly string[]): boolean {
  const divided = walls.filter((starts) => starts !== '');
  const alike = Math.max(0, ...Array.from(Map.groupBy(divided, (starts) => starts).values(), ({ length }) => length));
  return alike >= LEAST_ALIKE || (divided.length > 1 && alike === divided.length);
}

/** Whether the next rows of boxes above and below are divided at the same places. */
function isBetweenAlike(walls: readonly string[], row: number): boolean {
  const above = walls.findLast((starts, i) => i < row && starts !== '');
  const below = walls.find((starts, i) => i > row && starts !== '');
  return above !== undefined && above === below;
}

const isLevelText = (runs: readonly TextRun[]): boolean =>
  runs.length > 0 && runs.every(({ rotation }) => rotation === 0);

/** The rows of a grid from one to before another, between which no cell reaches. */
function rowsBetween({ grid, texts }: FilledGrid, from: number, to: number): FilledGrid {
  const own = grid.cells.map(({ row }) => row >= from && row < to);
  const part: Grid = {
    xs: grid.xs,
    ys: grid.ys.slice(from, to + 1),
    cells: grid.cells.filter((_, i) => own[i]).map((cell) => ({ ...cell, row: cell.row - from })),
  };
  return { grid: part, texts: texts.filter((_, i) => own[i]) };
}
