/**
 * What looks like a table and is none: charts, whose marks stand in rows and columns, and lists. NO_TABLE has the last word on
 * the grids of all ways in which tables are drawn.
 */
import { holdsCentre, median } from '../geometry.js';
import type { Page, ParsedPage, TextRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { isBullet } from '../text/bullets.js';
import { isPlainNumber, isYear } from '../text-rules.js';
import { columnsOf, gridSubject, rowsOf, type FilledGrid } from './filled-grid.js';
import { cellBox, gridBox } from './grid.js';

/** Numbers from which equal steps are the marks of an axis. */
const LEAST_MARKS = 4;
/** Axes with marks of their own that a drawing has at most: panels that stand above each other have the same ones. */
const MOST_AXES = 2;
/** Share of the steps that are equal: two charts may stand one above the other. */
const MOSTLY_EQUAL = 0.8;
/** Steps that differ by less than this share are equal. */
const SAME_STEP = 0.01;
/** Distances that differ by less than this share of the usual one are equal. */
const SAME_DISTANCE = 0.15;
/** Share of the rows with marks that have nothing else, and of the rows of a drawing that have one label. */
const MOSTLY_ALONE = 0.5;
/** Share of the cells with text that have a drawing in them, of charts in rows and columns: level lines are none. */
const OFTEN_DRAWN = 0.3;
const LEAST_DRAWN = 4;
/** Share of a list's lines that begin with a bullet: the others are wrapped. */
const MOSTLY_BULLETS = 0.8;
/** Rows with a page number behind leaders: at least this many, and this share of all, are printed contents. */
const LEAST_ENTRIES = 3;
const MOSTLY_ENTRIES = 0.5;
/** Four points are enough: "so many or more" would try each of a long row of them anew. */
const ENTRY = /\.\s?\.\s?\.\s?\.\s*(\d{1,4}|passim)((?:,\s\d{1,4}){0,30})$/u;

export interface TableCandidate {
  page: Pick<Page, 'number'> & Pick<ParsedPage, 'drawings'>;
  filled: FilledGrid;
  /** Cells are drawn on all sides. */
  isLattice: boolean;
}

export const NO_TABLE: DecisionTable<TableCandidate, 'table' | 'something-else'> = {
  name: 'no-table',
  rules: [
    {
      name: 'axis-beside',
      why: 'Numbers that fall in equal steps, with little beside them, are the marks of an upright axis.',
      test: ({ filled, isLattice }) => (!isLattice && hasAxisBeside(filled) ? 'something-else' : null),
    },
    {
      name: 'axis-below',
      why: 'A line of numbers in equal steps and at equal distances is the axis below a chart.',
      test: ({ filled }) => (hasAxisBelow(filled) ? 'something-else' : null),
    },
    {
      name: 'drawing-in-cells',
      why: 'Charts in rows and columns have curves in many of their cells.',
      test: (candidate) => (hasDrawings(candidate) ? 'something-else' : null),
    },
    {
      name: 'texts-alone',
      why: 'Most rows of a table have several texts: those of a drawing, each at a height of its own, are its labels.',
      test: ({ filled, isLattice }) => (!isLattice && hasTextsAlone(filled) ? 'something-else' : null),
    },
    {
      name: 'bullets',
      why: 'Bullets in the first of two columns are those of a list.',
      test: ({ filled, isLattice }) => (!isLattice && hasBullets(filled) ? 'something-else' : null),
    },
    {
      name: 'printed-contents',
      why: 'Leaders before numbers that never fall are those of contents, which may stand between two rulings of a page; before several pages ("2, 3", "passim") those of a table of authorities.',
      test: ({ filled, isLattice }) => (!isLattice && hasEntries(filled) ? 'something-else' : null),
    },
  ],
  otherwise: 'table',
  subject: ({ page, filled }) => gridSubject(page, filled),
  numbers: (candidate) => ({
    columns: columnsOf(candidate.filled),
    rows: rowsOf(candidate.filled),
    drawnCells: drawnCells(candidate).drawn,
  }),
};

/** Whether the grid is one of a table, and not of something that looks like one. */
export const isTable = (candidate: TableCandidate): boolean => decide(NO_TABLE, candidate) === 'table';

const valueOf = ({ text }: TextRun): number => Number(text.replace(/[–−]/u, '-').replace(/[%,]/gu, ''));

/** Whether most steps from one number to the next are the same, and none of a counter's. */
function hasEqualSteps(numbers: readonly number[]): boolean {
  if (numbers.length < LEAST_MARKS) return false;
  const steps = numbers.slice(1).map((number, i) => number - numbers[i]!);
  const usual = median(steps);
  if (usual === 0 || Math.abs(usual) === 1) return false;
  return (
    steps.filter((step) => Math.abs(step - usual) <= SAME_STEP * Math.abs(usual)).length >= MOSTLY_EQUAL * steps.length
  );
}

/** Each column of numbers falls in equal steps, and half of its rows have nothing but such numbers. */
function hasAxisBeside({ grid, texts }: FilledGrid): boolean {
  const isNumeric = texts.map((runs) => runs.length > 0 && runs.every(({ text }) => isPlainNumber(text)));
  const columns = grid.xs.slice(1).map((_, column) => {
    const own = grid.cells.flatMap((cell, i) => (cell.column === column && isNumeric[i] ? [texts[i]!] : []));
    return own.flatMap((runs) => runs.toSorted((a, b) => a.baseline - b.baseline).map(valueOf));
  });
  const numeric = columns.filter((numbers) => numbers.length >= LEAST_MARKS);
  const isAxis = (numbers: readonly number[]): boolean =>
    hasEqualSteps(numbers) && median(numbers.slice(1).map((number, i) => number - numbers[i]!)) < 0;
  if (numeric.length === 0 || !numeric.every(isAxis)) return false;
  const marked = new Set(grid.cells.flatMap(({ row }, i) => (isNumeric[i] ? [row] : [])));
  const others = new Set(grid.cells.flatMap(({ row }, i) => (texts[i]!.length > 0 && !isNumeric[i] ? [row] : [])));
  return [...marked].filter((row) => !others.has(row)).length >= MOSTLY_ALONE * marked.size;
}

/**
 * A row below the first has nothing but numbers but for its first text, in equal steps and at equal distances. Many such rows
 * with different numbers are those of a table.
 */
function hasAxisBelow({ grid, texts }: FilledGrid): boolean {
  const rows = grid.ys.slice(1).map((): TextRun[] => []);
  grid.cells.forEach((cell, i) => {
    for (const run of texts[i]!) rows[cell.row]!.push(run);
  });
  const axes = new Set(rows.slice(1).filter(isAxis).map(nameOfAxis));
  return axes.size > 0 && axes.size <= MOST_AXES;
}

/** The marks with the row's own text, if it has one: the panels of a chart have the same, the rows of a table have names. */
const nameOfAxis = (row: readonly TextRun[]): string =>
  [...marksOf(row).map(valueOf), ...row.flatMap(({ text }) => (isPlainNumber(text) ? [] : [text]))].join(' ');

/** Its numbers, from the left. */
const marksOf = (row: readonly TextRun[]): TextRun[] =>
  row.filter(({ text }) => isPlainNumber(text)).toSorted((a, b) => a.box.x0 - b.box.x0);

function isAxis(row: readonly TextRun[]): boolean {
  const runs = marksOf(row);
  if (runs.length < LEAST_MARKS || runs.length < row.length - 1) return false;
  // years follow each other in equal steps in tables too
  return hasEqualSteps(runs.map(valueOf)) && areAtEqualDistances(runs) && !runs.every(({ text }) => isYear(text));
}

function areAtEqualDistances(runs: readonly TextRun[]): boolean {
  const middles = runs.map(({ box }) => (box.x0 + box.x1) / 2);
  const distances = middles.slice(1).map((x, i) => x - middles[i]!);
  const usual = median(distances);
  return distances.every((distance) => Math.abs(distance - usual) <= SAME_DISTANCE * usual);
}

function hasDrawings(candidate: TableCandidate): boolean {
  const { cells, drawn } = drawnCells(candidate);
  return drawn >= LEAST_DRAWN && drawn >= OFTEN_DRAWN * cells;
}

/** Cells with text, and those among them in which a curve or a sloped line is drawn. */
function drawnCells({ page, filled: { grid, texts } }: TableCandidate): { cells: number; drawn: number } {
  const boxes = grid.cells.flatMap((cell, i) => (texts[i]!.length > 0 ? [cellBox(grid, cell)] : []));
  const inside = (page.drawings ?? []).filter((drawing) => holdsCentre(gridBox(grid), drawing));
  const drawn = inside.length === 0 ? [] : boxes.filter((box) => inside.some((drawing) => holdsCentre(box, drawing)));
  return { cells: boxes.length, drawn: drawn.length };
}

/** Whether half of the rows below the first have a text in one column alone. */
function hasTextsAlone({ grid, texts }: FilledGrid): boolean {
  const filled = grid.ys.slice(1).map(() => 0);
  grid.cells.forEach(({ row }, i) => {
    if (texts[i]!.length > 0) filled[row]! += 1;
  });
  const body = filled.slice(1);
  return body.filter((cells) => cells < 2).length >= MOSTLY_ALONE * body.length && body.length > 0;
}

/** Whether what stands in the first of two columns are bullets. */
function hasBullets(filled: FilledGrid): boolean {
  if (columnsOf(filled) !== 2) return false;
  const first = filled.grid.cells.flatMap(({ column }, i) => {
    const runs = filled.texts[i]!;
    return column === 0 && runs.length > 0 ? [runs.map(({ text }) => text).join(' ')] : [];
  });
  return first.length > 0 && first.filter((text) => isBullet(text)).length >= MOSTLY_BULLETS * first.length;
}

/** Whether half of the rows, three at least, end in leaders and a number no lower than the one before. */
function hasEntries({ grid, texts }: FilledGrid): boolean {
  const rows = grid.ys.slice(1).map((): TextRun[] => []);
  grid.cells.forEach((cell, i) => rows[cell.row]!.push(...texts[i]!));
  const entries = rows.flatMap((row) => {
    const inOrder = row.toSorted((a, b) => a.box.x0 - b.box.x0).map(({ text }) => text);
    const [, page, others] = ENTRY.exec(inOrder.join(' ')) ?? [];
    return page === undefined ? [] : [{ page: Number(page), isList: page === 'passim' || others !== '' }];
  });
  const rise = entries.every(({ page }, i) => i === 0 || page >= entries[i - 1]!.page);
  const areEntries = rise || entries.some(({ isList }) => isList);
  return areEntries && entries.length >= LEAST_ENTRIES && entries.length >= MOSTLY_ENTRIES * rows.length;
}
