/**
 * Rows of tables whose cells are set about one middle, as browsers do unless they are told otherwise: the one line of a cell
 * stands between the two lines of another, on a baseline of its own. Such rows are read as if each cell began at the top, which
 * is how all other tables are set. A row in which every cell has several lines shows no such middle, and stays as it is.
 */
import { holdsCentre, overlap, unionBox } from '../geometry.js';
import { SAME_EDGE } from '../measures.js';
import type { Box, Page, TextRun } from '../model.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import { firstFrom } from '../text/from-baseline.js';
import { ONE_BASELINE, segmentsOf, stacksOf, type Segment, type Stack } from './cell-lines.js';

/** In font sizes: cells of a row stand clear of each other by more than this. */
const CLEAR = 0.5;
/** Cells of a row at least, and those of them that a near row has, too. */
const LEAST_CELLS = 3;
/** In font sizes: the next row is no further away. */
const NEAR = 8;
/** In steps of the lines of a cell: what stands above and below its row is further away than they are from each other. */
const APART = 1.2;

export interface MiddleAlignedRow {
  page: number;
  /** Cells of one line, on the row's middle, and of several, about it. */
  single: readonly Segment[];
  stacks: readonly Stack[];
  /** Left edges of such cells in rows that are decided. */
  edges: readonly number[];
  /** Its cells with which cells of a near row share an edge or the middle: of the row with most of them. */
  shared: number;
  /** Whether its cells of one line have its height for themselves. */
  areAlone: boolean;
  /** Whether a drawn line runs between a cell and the row's top. */
  isRuled: boolean;
}

export const MIDDLE_ALIGNED: DecisionTable<MiddleAlignedRow, 'row' | 'refused'> = {
  name: 'middle-aligned',
  rules: [
    {
      name: 'few-cells',
      why: 'A label beside two lines, or lines of two columns of text, are no row of a table.',
      test: ({ single, stacks }) => refusedIf(single.length === 0 || single.length + stacks.length < LEAST_CELLS),
    },
    {
      name: 'no-room-between',
      why: 'Cells stand clear of each other; a fraction stands close to what is before it.',
      test: ({ single, stacks }) => refusedIf(!areClear([...single.map((one) => [one]), ...stacks])),
    },
    {
      name: 'before-the-cases',
      why: 'What ends in "=" stands before the cases of a formula.',
      test: ({ single }) => refusedIf(single.some(({ runs }) => /[=<>≤≥≈]$/u.test(runs.at(-1)!.text))),
    },
    {
      name: 'ruled-between',
      why: 'A drawn line between a cell and the top of the row parts two rows.',
      test: ({ isRuled }) => refusedIf(isRuled),
    },
    {
      name: 'lines-beside',
      why: 'A cell of one line has the height of its row for itself: with lines close above or below, it is of a column of text.',
      test: ({ areAlone }) => refusedIf(!areAlone),
    },
    {
      name: 'columns-end',
      why: 'A table goes on: near its row is another whose cells begin, end or have their middle where its own do. Columns of text and figures have none.',
      test: ({ shared }) => refusedIf(shared < LEAST_CELLS),
    },
    {
      name: 'between-two-lines',
      why: 'On the baseline between two lines of another cell stands only what is set about the same middle.',
      test: ({ stacks }) => (stacks.some(isEven) ? 'row' : null),
    },
    {
      name: 'rows-of-a-group',
      why: 'Three lines or more that stand beside each other in two columns are rows, and what is beside the middle one is of that row.',
      test: ({ stacks }) =>
        refusedIf(stacks.some((stack, i) => stacks.slice(0, i).some((other) => areBeside(stack, other)))),
    },
    {
      name: 'as-other-rows',
      why: 'Beside the middle one of three lines it may be so as well, where other rows of the column are.',
      test: ({ stacks, edges }) =>
        stacks.some(([top]) => edges.some((x0) => Math.abs(x0 - top!.box.x0) < SAME_EDGE)) ? 'row' : null,
    },
  ],
  otherwise: 'refused',
  subject: ({ page, single, stacks }) => {
    const cells = [...single, ...stacks.flat()];
    return { page, box: unionBox(cells.map(({ box }) => box)), text: textOf(single) };
  },
  numbers: ({ single, stacks, shared }) => ({
    cells: single.length + stacks.length,
    sharedCells: shared,
    lines: Math.max(...stacks.map((stack) => stack.length)),
  }),
};

const textOf = (segments: readonly Segment[]): string =>
  segments.flatMap(({ runs }) => runs.map(({ text }) => text)).join(' ');

const areBeside = (a: Stack, b: Stack): boolean => a.length === b.length && a[0]!.baseline === b[0]!.baseline;
const isEven = (stack: Stack): boolean => stack.length % 2 === 0;
const centreOf = (stack: Stack): number => (stack[0]!.baseline + stack.at(-1)!.baseline) / 2;

function areClear(cells: readonly (readonly Segment[])[]): boolean {
  const boxes = cells.map((cell) => unionBox(cell.map(({ box }) => box))).sort((a, b) => a.x0 - b.x0);
  const size = Math.max(...cells.flat().map((segment) => segment.size));
  return boxes.every((box, i) => i === 0 || box.x0 - boxes[i - 1]!.x1 > CLEAR * size);
}

/** The page with rows that are set about their middle moved to their top. */
export function withRowsAtTop(page: Page): Page {
  const segments = segmentsOf(page.runs);
  const stacks = stacksOf(segments).filter((stack) => isApart(stack, stack, segments));
  if (!stacks.some(isEven)) return page;
  const moves = new Map<TextRun, number>();
  const edges: number[] = [];
  const rows = rowsOf(segments, stacks);
  const around = surroundingsOf(page, rows, segments);
  for (const isLater of [false, true]) {
    for (const row of rows) {
      if (row.stacks.some(isEven) === isLater || (isLater && edges.length === 0)) continue;
      if (decide(MIDDLE_ALIGNED, { page: page.number, edges, ...row, ...evidenceOf(row, around) }) !== 'row') continue;
      const top = topOf(row);
      for (const one of row.single) move(moves, one, top - one.baseline);
      for (const stack of row.stacks) for (const one of stack) move(moves, one, top - stack[0]!.baseline);
      if (!isLater) edges.push(...row.stacks.map(([first]) => first!.box.x0));
    }
  }
  return moves.size === 0 ? page : moved(page, moves);
}

type Row = Pick<MiddleAlignedRow, 'single' | 'stacks'>;

const topOf = ({ stacks }: Row): number => Math.min(...stacks.map(([first]) => first!.baseline));

/** What rows are judged by. */
interface Surroundings {
  segments: readonly Segment[];
  /** Rows with cells enough for a table. */
  tables: readonly TableRow[];
  /** Level lines that are drawn. */
  levels: readonly Box[];
}

const surroundingsOf = ({ rules }: Page, rows: readonly Row[], segments: readonly Segment[]): Surroundings => ({
  segments,
  tables: [...rows.map(cellsOf), ...levelRows(segments)]
    .filter(({ length }) => length >= LEAST_CELLS)
    .map((cells) => ({ cells, box: unionBox(cells) })),
  levels: rules.filter(({ orientation }) => orientation === 'horizontal').map(({ box }) => box),
});

/** Of a row with too few cells, which is refused at once, nothing is looked at. */
function evidenceOf(row: Row, { segments, tables, levels }: Surroundings) {
  const { single, stacks } = row;
  if (single.length === 0 || single.length + stacks.length < LEAST_CELLS)
    return { shared: 0, areAlone: false, isRuled: false };
  const highest = stacks.toSorted((a, b) => b.length - a.length)[0]!;
  const [top, cells] = [topOf(row), [...single, ...stacks.map(([first]) => first!)]];
  return {
    shared: sharedCells(row, tables),
    areAlone: single.every((one) => isApart([one], highest, segments)),
    isRuled: levels.some((line) => cells.some((one) => isUnder(one, line, top))),
  };
}

const cellsOf = ({ single, stacks }: Row): Box[] => [
  ...single.map(({ box }) => box),
  ...stacks.map((stack) => unionBox(stack.map(({ box }) => box))),
];

/** The segments on each baseline. */
function levelRows(segments: readonly Segment[]): Box[][] {
  const rows: Box[][] = [];
  let baseline = -Infinity;
  for (const segment of segments) {
    if (segment.baseline === baseline) rows.at(-1)!.push(segment.box);
    else rows.push([segment.box]);
    baseline = segment.baseline;
  }
  return rows;
}

interface TableRow {
  cells: readonly Box[];
  box: Box;
}

function sharedCells(row: Row, tables: readonly TableRow[]): number {
  const cells = cellsOf(row);
  const box = unionBox(cells);
  const reach = NEAR * row.stacks[0]![0]!.size;
  const near = tables.filter(
    (other) =>
      (other.box.y0 >= box.y1 && other.box.y0 < box.y1 + reach) ||
      (other.box.y1 <= box.y0 && other.box.y1 > box.y0 - reach),
  );
  const isShared = (cell: Box, others: readonly Box[]): boolean =>
    others.some(
      ({ x0, x1 }) =>
        Math.abs(x0 - cell.x0) < SAME_EDGE ||
        Math.abs(x1 - cell.x1) < SAME_EDGE ||
        Math.abs(x0 + x1 - cell.x0 - cell.x1) < 2 * SAME_EDGE,
    );
  return Math.max(0, ...near.map((other) => cells.filter((cell) => isShared(cell, other.cells)).length));
}

/** Whether a line runs between a segment and the height that it would move to. */
const isUnder = ({ box, baseline }: Segment, line: Box, top: number): boolean =>
  line.y0 > top && line.y1 < baseline && overlap(box.x0, box.x1, line.x0, line.x1) > 0;

/** Whether `cell`, a stack or one line on its middle, has the height of the stack and somewhat more for itself. */
function isApart(cell: readonly Segment[], stack: Stack, segments: readonly Segment[]): boolean {
  const { x0, x1 } = unionBox(cell.map(({ box }) => box));
  const [first, second, last] = [stack[0]!, stack[1]!, stack.at(-1)!];
  const room = APART * (second.baseline - first.baseline);
  const end = last.baseline + room;
  for (let i = firstFrom(segments, first.baseline - room); i < segments.length && segments[i]!.baseline < end; i += 1) {
    const other = segments[i]!;
    if (overlap(x0, x1, other.box.x0, other.box.x1) > SAME_EDGE && !cell.includes(other)) return false;
  }
  return true;
}

function move(moves: Map<TextRun, number>, { runs }: Segment, by: number): void {
  if (by !== 0) for (const run of runs) moves.set(run, by);
}

const down = (box: Box, by: number): Box => ({ ...box, y0: box.y0 + by, y1: box.y1 + by });

/** With the links of what is moved. */
function moved(page: Page, moves: ReadonlyMap<TextRun, number>): Page {
  const runs = [...moves.keys()].sort((a, b) => a.baseline - b.baseline);
  const linkMove = (link: Box): number => {
    for (let i = firstFrom(runs, link.y0); i < runs.length && runs[i]!.box.y0 < link.y1; i += 1)
      if (holdsCentre(link, runs[i]!.box)) return moves.get(runs[i]!)!;
    return 0;
  };
  return {
    ...page,
    runs: page.runs.map((run) => {
      const by = moves.get(run);
      return by === undefined ? run : { ...run, baseline: run.baseline + by, box: down(run.box, by) };
    }),
    links: page.links.map((link) => ({ ...link, box: down(link.box, linkMove(link.box)) })),
  };
}

/** The stacks about one middle, with what stands on it. */
function rowsOf(segments: readonly Segment[], stacks: readonly Stack[]): Row[] {
  const rows: Stack[][] = [];
  for (const stack of stacks.toSorted((a, b) => centreOf(a) - centreOf(b))) {
    const row = rows.at(-1);
    if (row && centreOf(stack) - centreOf(row[0]!) < ONE_BASELINE * stack[0]!.size) row.push(stack);
    else rows.push([stack]);
  }
  let from = 0;
  return rows.map((row) => {
    const [centre, inStacks] = [centreOf(row[0]!), new Set(row.flat())];
    const slack = ONE_BASELINE * row[0]![0]!.size;
    while (from < segments.length && segments[from]!.baseline < centre - slack) from += 1;
    const single: Segment[] = [];
    for (let i = from; i < segments.length && segments[i]!.baseline <= centre + slack; i += 1)
      if (!inStacks.has(segments[i]!)) single.push(segments[i]!);
    return { single, stacks: row };
  });
}
