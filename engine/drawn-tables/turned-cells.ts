/**
 * Turned cells: narrow columns have their heads, and groups of rows their names, in text that runs up or down the page.
 *
 * TURNED_CELL says which cells of a lattice take the turned text that stands in them. It is given as one level text in the
 * middle of its cell, so that the table reads it as any other.
 */
import { unionBox } from '../geometry.js';
import type { Page, ParsedPage, TextRun } from '../model.js';
import { turnRuns } from '../normalise/upright.js';
import { decide, type DecisionTable } from '../rules.js';
import { fillGrid } from '../tables/filled-grid.js';
import { cellBox, type Grid } from '../tables/grid.js';
import { beginsLowerCase } from '../text-rules.js';
import { buildLines } from '../text/line.js';

/** In font sizes: a gap that is a space. */
const SPACE = 0.15;

/** Text in one cell of a lattice. */
export interface TurnedCell {
  page: Pick<Page, 'number'>;
  turned: readonly TextRun[];
  /** Level text in the same cell. */
  level: readonly TextRun[];
}

export const TURNED_CELL: DecisionTable<TurnedCell, 'cell' | 'aside'> = {
  name: 'turned-cell',
  rules: [
    {
      name: 'slanted',
      why: 'Text that is slanted, or runs in several directions, is a stamp over the table.',
      test: ({ turned }) =>
        turned.some(({ rotation }) => rotation !== turned[0]!.rotation || rotation % 90 !== 0) ? 'aside' : null,
    },
    {
      name: 'beside-level-text',
      why: 'A cell has text of one direction: beside level text the other is printed over it.',
      test: ({ level }) => (level.length > 0 ? 'aside' : null),
    },
    {
      name: 'alone-in-cell',
      why: 'Text that alone stands in a cell is the text of the cell, however it is turned.',
      test: ({ turned }) => (turned.length > 0 ? 'cell' : null),
    },
  ],
  otherwise: 'aside',
  subject: ({ page, turned }) => ({
    page: page.number,
    box: unionBox(turned.map(({ box }) => box)),
    text: turned.map(({ text }) => text).join(' '),
  }),
  numbers: ({ turned, level }) => ({ turnedRuns: turned.length, levelRuns: level.length }),
};

/**
 * The turned text that cells of the grid take, as level text in them.
 *
 * @param turned the text of other directions, all of it within the grid.
 */
export function levelledText(
  page: ParsedPage,
  grid: Grid,
  { level, turned }: { level: readonly TextRun[]; turned: readonly TextRun[] },
): TextRun[] {
  if (turned.length === 0) return [];
  const levelIn = fillGrid(grid, level).texts;
  if (!hasColumns(grid, levelIn)) return [];
  return fillGrid(grid, turned).texts.flatMap((runs, i) => {
    if (runs.length === 0 || decide(TURNED_CELL, { page, turned: runs, level: levelIn[i]! }) === 'aside') return [];
    const { y0, y1 } = cellBox(grid, grid.cells[i]!);
    return asLevel(page, runs, (y0 + y1) / 2);
  });
}

/** Whether level text alone stands in several rows and columns: turned text makes no table of a drawing. */
function hasColumns(grid: Grid, texts: readonly (readonly TextRun[])[]): boolean {
  const filled = grid.cells.filter((_, i) => texts[i]!.length > 0);
  return [filled.map(({ row }) => row), filled.map(({ column }) => column)].every((at) => new Set(at).size > 1);
}

/** The text as words of one level line across its cell's columns, at the height `middle`. */
function asLevel(page: ParsedPage, turned: readonly TextRun[], middle: number): TextRun[] {
  const runs = inReadingOrder(page, turned);
  const { x0, x1 } = unionBox(turned.map(({ box }) => box));
  const width = (x1 - x0) / runs.length;
  return runs.map((run, i) => ({
    ...run,
    rotation: 0,
    box: { x0: x0 + i * width, y0: middle - run.size / 2, x1: x0 + (i + 1) * width, y1: middle + run.size / 2 },
    baseline: middle + run.size / 4,
  }));
}

/** The runs line by line, with `space` where a space is seen between them. */
function inReadingOrder(page: ParsedPage, turned: readonly TextRun[]): TextRun[] {
  const { rotation } = turned[0]!;
  const words = { number: page.number, fonts: page.fonts, rules: [] };
  const out: TextRun[] = [];
  for (const line of buildLines(words, turnRuns(turned, page, rotation))) {
    line.runs.forEach((run, i) => {
      const before = out.at(-1);
      const isBroken = i === 0 && before && /\p{L}-$/u.test(before.text) && beginsLowerCase(run.text);
      if (isBroken) out[out.length - 1] = { ...before, text: before.text.slice(0, -1) };
      const isApart = i === 0 || run.space || run.box.x0 - line.runs[i - 1]!.box.x1 > SPACE * run.size;
      const { space: _, ...word } = run;
      out.push(before && isApart && !isBroken ? { ...word, space: true } : word);
    });
  }
  return out;
}
