/**
 * Tables with a line below their header and no other: the line separates a row of several cells from lines that keep to the
 * same columns (extend.ts says how far down). RULED_HEADER_TABLE tells them from text below a running head.
 */
import { SAME_END } from '../measures.js';
import type { ParsedPage, TextRun } from '../model.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import { linesBelow } from '../tables/extend.js';
import { fieldsAbove } from '../tables/fields-above.js';
import { type FilledGrid, rowsOf } from '../tables/filled-grid.js';
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
import { isValue } from '../tables/kinds.js';
import { isTable } from '../tables/no-table.js';
import { isProse } from '../tables/prose.js';
import { allMono, isUpright, runsOf, textRows, type TextRow } from '../tables/segments.js';
import { textGrid } from '../tables/text-grid.js';
import type { Stroke, Strokes } from '../tables/strokes.js';

/** In points: the narrowest table. */
const LEAST_WIDTH = 60;
/** In font sizes: the header stands this close above the line. */
const NEAR = 1.2;
/** In font sizes: the greatest distance of the lines of one header. */
const HEADER_PITCH = 1.5;
/** Lines below the header at least, and rows with the header's. */
const LEAST_BODY = 2;
const LEAST_ROWS = 3;
/** A table of one row has one line of names, and at least this many columns. */
const HEADER_AND_ROW = 2;
const LEAST_NAMES = 3;
/** Lines on a page that are looked at; more of them are a drawing. */
const MOST_STROKES = 40;

/** Tables below whose header alone a line is drawn. `strokes` are those that no other table has used. */
export function ruledHeaderRegions(page: ParsedPage, runs: readonly TextRun[], strokes: Strokes): TableRegion[] {
  const lines = strokes.horizontal.filter(({ from, to }) => to - from >= LEAST_WIDTH);
  if (lines.length > MOST_STROKES) return [];
  const regions: TableRegion[] = [];
  let free = runs.filter(isUpright);
  for (const line of lines.toSorted((a, b) => a.at - b.at)) {
    const region = ruledHeaderRegion(page, line, free);
    if (!region) continue;
    regions.push(region);
    const used = new Set(region.runs);
    free = free.filter(({ id }) => !used.has(id));
  }
  return regions;
}

/** A header above a line, and the lines below that keep to its columns. */
export interface RuledHeaderProposal extends Proposal {
  body: readonly TextRow[];
}

export const RULED_HEADER_TABLE: DecisionTable<RuledHeaderProposal, TableVerdict> = {
  name: 'ruled-header-table',
  rules: [
    {
      name: 'one-row-of-values',
      why: 'One row, of a bill for one thing: below each name of three or more there is something, numbers below all but the first.',
      test: (proposal) => accepted(gridIs(proposal, isRowOfValues) && !allMono(proposal.page, proposal.runs)),
    },
    {
      name: 'no-body',
      why: 'What stands below the line does not keep to the columns of what stands above it.',
      test: ({ body }) => refusedIf(body.length < LEAST_BODY),
    },
    {
      name: 'typewriter',
      why: 'Monospaced text in columns is a listing.',
      test: ({ page, runs }) => refusedIf(allMono(page, runs)),
    },
    {
      name: 'unnamed-columns',
      why: 'A running head has its words at the ends, whatever stands below; a header names each column but the first.',
      test: (proposal) => refusedIf(gridIs(proposal, (filled) => !namesColumns(filled))),
    },
    {
      name: 'few-rows',
      why: 'The body is one row: what stands below the line are lines of wrapped text.',
      test: (proposal) => refusedIf(gridIs(proposal, (filled) => rowsOf(filled) < LEAST_ROWS)),
    },
    {
      name: 'prose',
      why: 'Columns of running text below a running head are text.',
      test: (proposal) => refusedIf(gridIs(proposal, isProse)),
    },
    {
      name: 'header-over-columns',
      why: 'A header with a line below it names the columns of the lines that follow.',
      test: (proposal) => accepted(proposal.grid.value !== null),
    },
  ],
  otherwise: 'refused',
  subject: proposalSubject,
  numbers: (proposal) => ({ ...gridNumbers(proposal), bodyLines: proposal.body.length }),
};

function ruledHeaderRegion(page: ParsedPage, { at, from, to }: Stroke, runs: readonly TextRun[]): TableRegion | null {
  const near = runs.filter(({ box }) => box.x0 < to && box.x1 > from);
  if (!near.some(({ baseline, size }) => baseline <= at && at - baseline <= NEAR * size)) return null;
  const rows = textRows(near);
  const first = rows.findIndex(({ baseline }) => baseline > at);
  if (first <= 0) return null;
  const lines = headerAbove(rows.slice(0, first), { at, from, to });
  const header = lines.slice(fieldsAbove(page, [...lines, ...rows.slice(first, first + 1)]));
  if (!header.some(({ segments }) => segments.length > 1)) return null;
  const below = rows.slice(first);
  const outside = below.findIndex((row) => !isInside(row, { from, to }));
  const inside = outside < 0 ? below : below.slice(0, outside);
  const body = linesBelow(header, inside, { page: page.number, from, to });
  const all = [...header, ...body];
  const proposal = {
    page,
    box: { x0: from, y0: header[0]!.box.y0, x1: to, y1: Math.max(...all.map((row) => row.box.y1)) },
    runs: runsOf(all),
    body,
    grid: new Lazy(() => textGrid(all, { page, from, to, separators: [at], headerEnd: at })),
  };
  const isAccepted =
    decide(RULED_HEADER_TABLE, proposal) === 'table' &&
    gridIs(proposal, (filled) => isTable({ page, filled, isLattice: false }));
  return isAccepted ? regionOf(proposal, { loose: true, headerEnd: at }) : null;
}

/** The lines next above the line, as near to each other as those of one header. */
function headerAbove(rows: readonly TextRow[], { at, from, to }: Stroke): TextRow[] {
  const header: TextRow[] = [];
  for (const row of rows.toReversed()) {
    const below = header[0];
    const near = below
      ? below.baseline - row.baseline <= HEADER_PITCH * row.size
      : at - row.baseline <= NEAR * row.size;
    if (!near || !isInside(row, { from, to }) || row.segments.length < 2) break;
    header.unshift(row);
  }
  return header;
}

function isInside({ box }: TextRow, { from, to }: { from: number; to: number }): boolean {
  return box.x0 >= from - SAME_END && box.x1 <= to + SAME_END;
}

/** A header that names each column, and one row with a text in each: numbers, but in the first. */
function isRowOfValues({ grid, texts }: FilledGrid): boolean {
  const columns = grid.xs.length - 1;
  if (grid.ys.length !== HEADER_AND_ROW + 1 || columns < LEAST_NAMES || grid.cells.length !== HEADER_AND_ROW * columns)
    return false;
  const isNumber = texts.map((runs) => isValue(runs.map(({ text }) => text).join(' ')));
  return texts.every(({ length }, i) => {
    const { row, column } = grid.cells[i]!;
    return length > 0 && isNumber[i] === (row > 0 && column > 0);
  });
}

/** Whether the first row has a text in each column but the first, which may have none. */
function namesColumns({ grid, texts }: FilledGrid): boolean {
  const named = grid.cells.filter((cell, i) => cell.row === 0 && texts[i]!.length > 0);
  const covered = named.reduce((sum, { colSpan }) => sum + colSpan, 0);
  return named.length > 1 && covered >= grid.xs.length - 2;
}
