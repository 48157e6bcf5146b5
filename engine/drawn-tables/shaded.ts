/**
 * Shaded tables: rows or cells marked by filled areas instead of rulings (a dark head, every second row grey).
 *
 * Filled areas side by side make up a band (bands.ts); bands of the same extent with no more than a row or two between them
 * are one area (stacks.ts), which SHADED_TABLE accepts or refuses. Edges that the areas of a band have between them are
 * column edges; where bands have none the text shows them. Text between bands belongs to the table, and text below the last
 * band as far as it keeps to the columns (extend.ts).
 */
import type { Box, ParsedPage, TextRun } from '../model.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import { linesAbove, linesBelow, type Extent } from '../tables/extend.js';
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
import { isProse, isTextBrokenIntoRows } from '../tables/prose.js';
import { HEADER_PITCH } from '../tables/row-kinds.js';
import { allMono, isUpright, runsOf, textRows, type TextRow } from '../tables/segments.js';
import { textGrid } from '../tables/text-grid.js';
import { cutAtSeams } from '../tables/tight-seams.js';
import { bands, type FillBand } from './bands.js';
import { columnEdgesOf, stacks } from './stacks.js';

/** In points: a text may reach past the table's ends by this much. */
const PAST_END = 2;
/** Lines above the first band that may hold names of columns. */
const HEADER_LINES = 3;
/** In distances of the first two rows: the last of those lines is no further above them. */
const AS_ROWS = 1.1;

/** Tables marked by shading among `runs`. */
export function shadedRegions(page: ParsedPage, runs: readonly TextRun[]): TableRegion[] {
  const all = bands(page.fills);
  if (all.length === 0) return [];
  const upright = runs.filter(isUpright);
  const regions: TableRegion[] = [];
  const used = new Set<number>();
  for (const stack of stacks(page, all, upright)) {
    const region = shadedRegion(
      page,
      stack,
      upright.filter(({ id }) => !used.has(id)),
    );
    if (!region) continue;
    regions.push(region);
    for (const id of region.runs) used.add(id);
  }
  return regions;
}

/** The area of a stack of bands, with the lines above and below that continue with it. */
export interface ShadedProposal extends Proposal {
  stack: readonly FillBand[];
  /** The lines within the bands. */
  shaded: readonly TextRow[];
  rows: readonly TextRow[];
}

export const SHADED_TABLE: DecisionTable<ShadedProposal, TableVerdict> = {
  name: 'shaded-table',
  rules: [
    {
      name: 'text-reaches-out',
      why: 'The text does not end with the shade: it is not laid out by it.',
      test: ({ shaded, box }) => refusedIf(shaded.some((row) => reachesOut(row, box))),
    },
    {
      name: 'one-line',
      why: 'A single shaded line is a title.',
      test: ({ shaded, rows }) => refusedIf(shaded.length > 0 && rows.length < 2),
    },
    {
      name: 'typewriter',
      why: 'Shaded monospaced text is code.',
      test: ({ page, runs }) => refusedIf(allMono(page, runs)),
    },
    {
      name: 'prose',
      why: 'Columns of running text on a shade are text.',
      test: (proposal) => refusedIf(gridIs(proposal, isProse)),
    },
    {
      name: 'text-below-bar',
      why: 'Sentences that go on from line to line in every column below a single bar are texts under their headings.',
      test: (proposal) => refusedIf(proposal.stack.length === 1 && gridIs(proposal, isTextBrokenIntoRows)),
    },
    {
      name: 'rows-in-bands',
      why: 'Shaded rows or cells with text in columns.',
      test: (proposal) => accepted(proposal.shaded.length > 0 && proposal.grid.value !== null),
    },
  ],
  otherwise: 'refused',
  subject: proposalSubject,
  numbers: (proposal) => ({
    ...gridNumbers(proposal),
    bands: proposal.stack.length,
    lines: proposal.rows.length,
  }),
};

const middleOf = ({ box }: TextRun): number => (box.y0 + box.y1) / 2;

function reachesOut({ box }: TextRow, { x0, x1 }: Pick<Box, 'x0' | 'x1'>): boolean {
  return box.x0 < x0 - PAST_END || box.x1 > x1 + PAST_END;
}

function shadedRegion(page: ParsedPage, stack: readonly FillBand[], runs: readonly TextRun[]): TableRegion | null {
  const { x0: from, x1: to, y0: top } = stack[0]!.box;
  const end = Math.max(...stack.map(({ box }) => box.y1));
  const across = runs.filter(({ box }) => box.x0 < to && box.x1 > from);
  const shaded = textRows(across.filter((run) => middleOf(run) > top && middleOf(run) < end));
  const drawn = columnEdgesOf(stack);
  const extent = { page: page.number, from, to, ...(drawn.length > 0 ? { edges: drawn } : {}) };
  const rows = shaded.some((row) => reachesOut(row, { x0: from, x1: to }))
    ? shaded
    : withRowsAround(shaded, { across, top, end, extent });
  const separators = stack.flatMap(({ box }) => [box.y0, box.y1]);
  const proposal = {
    page,
    box: {
      x0: from,
      y0: Math.min(top, rows[0]?.box.y0 ?? top),
      x1: to,
      y1: Math.max(end, rows.at(-1)?.box.y1 ?? end),
    },
    stack,
    shaded,
    rows,
    runs: runsOf(rows),
    grid: new Lazy(() => textGrid(rows, { ...extent, page, separators, headerEnd: null })),
  };
  const isAccepted =
    decide(SHADED_TABLE, proposal) === 'table' &&
    gridIs(proposal, (filled) => isTable({ page, filled, isLattice: false }));
  return isAccepted ? regionOf(proposal, { loose: drawn.length === 0 }) : null;
}

interface Around {
  /** The text as wide as the table. */
  across: readonly TextRun[];
  /** y of the upper and lower end of the bands. */
  top: number;
  end: number;
  extent: Extent;
}

/** The shaded lines, and the lines above and below that continue with them. */
function withRowsAround(shaded: readonly TextRow[], { across, top, end, extent }: Around): TextRow[] {
  if (shaded.length === 0) return [];
  const below = inside(textRows(across.filter((run) => middleOf(run) >= end)), extent);
  const above = insideAbove(textRows(across.filter((run) => middleOf(run) <= top)), extent);
  const near = linesNear(above, shaded);
  const { head, rows } = partedAtSeams(near, shaded);
  const known = [...rows, ...linesBelow(rows, below, extent)];
  return [...linesAbove(known, [...above.slice(0, above.length - near.length), ...head], extent), ...known];
}

/** Lines, each as near to the one below as lines of a header or as rows are: no others hold names of columns. */
function linesNear(above: readonly TextRow[], [first, second]: readonly TextRow[]): TextRow[] {
  const found: TextRow[] = [];
  const rowStep = first && second ? second.baseline - first.baseline : 0;
  for (const row of above.slice(-HEADER_LINES).toReversed()) {
    const below = found[0] ?? first!;
    const most = Math.max(HEADER_PITCH * row.size, found.length === 0 ? AS_ROWS * rowStep : 0);
    if (below.baseline - row.baseline > most) break;
    found.unshift(row);
  }
  return found;
}

/** Those lines and the shaded ones, with texts parted at seams; a line of one text names no columns and stays whole. */
function partedAtSeams(near: readonly TextRow[], shaded: readonly TextRow[]): { head: TextRow[]; rows: TextRow[] } {
  const names = near.filter(({ segments }) => segments.length > 1);
  const cut = cutAtSeams([...names, ...shaded]);
  const parted = new Map(names.map((row, i) => [row, cut[i]!]));
  return { head: near.map((row) => parted.get(row) ?? row), rows: cut.slice(names.length) };
}

/** Lines down to the first that reaches out of the table. */
function inside(rows: readonly TextRow[], { from: x0, to: x1 }: Extent): TextRow[] {
  const end = rows.findIndex((row) => reachesOut(row, { x0, x1 }));
  return end < 0 ? [...rows] : rows.slice(0, end);
}

/** Lines up to the last that reaches out of the table. */
function insideAbove(rows: readonly TextRow[], { from: x0, to: x1 }: Extent): TextRow[] {
  return rows.slice(1 + rows.findLastIndex((row) => reachesOut(row, { x0, x1 })));
}
