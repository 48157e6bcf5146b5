/**
 * The rest of a table at a page's top: rows that continue with the columns of a table at the foot of the page before, below the
 * same header or none, where nothing is drawn that would show them. The first of them may be the rest of a row that the page's
 * end cut. CONTINUED_TABLE accepts or refuses them; join-tables.ts makes the parts one.
 */
import { median } from '../geometry.js';
import type { Block } from '../block-model.js';
import { isLargerThanBody, SAME_END } from '../measures.js';
import type { ParsedPage } from '../model.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import { besideText, linesBelow } from '../tables/extend.js';
import type { FoundTable, TableRegion } from '../tables/found-table.js';
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
import { isProse } from '../tables/prose.js';
import { isUpright, runsOf, segmentText, textRows, type TextRow } from '../tables/segments.js';
import { textGrid } from '../tables/text-grid.js';
import type { Line } from '../text/line.js';

/** In multiples of the page's usual font size: the largest type of notes at its foot. */
const NOTE_SIZE = 0.9;
/** Lines that the rest of a row has at most. */
const REST_LINES = 4;

/** The table that a page ends with, notes below it aside, and that may continue. `lines` are the page's in reading order. */
export function openTable(lines: readonly Line[]): FoundTable | null {
  const size = median(lines.flatMap((line) => (line.blocks ? [] : [line.size])));
  const last: Block | undefined = lines.findLast((line) => line.blocks || line.size > NOTE_SIZE * size)?.blocks?.at(-1);
  return last?.kind === 'table' && 'xs' in last && (last as FoundTable).loose ? (last as FoundTable) : null;
}

/** Lines at the top of a page, in the columns of a table that the page before ended with. */
export interface ContinuedProposal extends Proposal {
  open: FoundTable;
  /** Lines above the first that has several cells. */
  rest: readonly TextRow[];
  /** From that line on, the lines that keep to the columns. */
  body: readonly TextRow[];
  /** Column edges, moved to the texts of this page. */
  xs: readonly number[];
}

export const CONTINUED_TABLE: DecisionTable<ContinuedProposal, TableVerdict> = {
  name: 'continued-table',
  rules: [
    {
      name: 'row-begins-late',
      why: 'This many lines are more than the rest of a row that the end of the page cut: the table has ended.',
      test: ({ rest }) => refusedIf(rest.length > REST_LINES),
    },
    {
      name: 'no-rows',
      why: 'The lines do not keep to the columns of the table.',
      test: ({ body }) => refusedIf(body.length === 0),
    },
    {
      name: 'text-above-rows',
      why: 'The rest of a cell keeps to its column; a line across several is text between two tables.',
      test: ({ rest, xs }) => refusedIf(!rest.every((row) => isInOne(row, xs))),
    },
    {
      name: 'title-above-rows',
      why: 'A line in larger type than the rows is the title of another table.',
      test: ({ rest, body }) => refusedIf(rest.some(({ size }) => isLargerThanBody(size, median(sizesOf(body))))),
    },
    {
      name: 'other-columns',
      why: 'The rows have not as many columns as the table.',
      test: (proposal) => refusedIf(gridIs(proposal, ({ grid }) => grid.xs.length !== proposal.open.xs.length)),
    },
    {
      name: 'prose',
      why: 'Long lines in every column are columns of running text.',
      test: (proposal) => refusedIf(gridIs(proposal, isProse)),
    },
    {
      name: 'same-columns',
      why: 'Rows at the top of a page in the columns of the table that the page before ended with.',
      test: (proposal) => accepted(proposal.grid.value !== null),
    },
  ],
  otherwise: 'refused',
  subject: proposalSubject,
  numbers: (proposal) => ({
    ...gridNumbers(proposal),
    columnsBefore: proposal.open.xs.length - 1,
    linesBeforeRows: proposal.rest.length,
    bodyLines: proposal.body.length,
  }),
};

const sizesOf = (rows: readonly TextRow[]): number[] => rows.map(({ size }) => size);

/** The rows at the top of `lines` (a page's, from the top) that keep to the columns of `open`; null when there are none. */
export function continuedTable(page: ParsedPage, lines: readonly Line[], open: FoundTable): TableRegion | null {
  const [left, right] = [open.xs[0]!, open.xs.at(-1)!];
  const from = left - SAME_END;
  const found = rowsAtTop(lines, from);
  const header = isHeader(found[0], open) ? found.slice(0, 1) : [];
  const below = found.slice(header.length);
  const first = below.findIndex(({ segments }) => segments.length > 1);
  if (first < 0) return null;
  const edges = edgesBesideText(open.xs, found);
  const extent = { page: page.number, from, to: Math.max(right, page.width), edges };
  const rest = below.slice(0, first);
  const body = linesBelow([], below.slice(first), extent);
  const rows = [...header, ...rest, ...body];
  const to = Math.max(right, ...rows.map(({ box }) => box.x1));
  const headerEnd = header[0] ? header[0].baseline + 1 : null;
  const proposal = {
    page,
    box: { x0: left, y0: found[0]!.box.y0, x1: to, y1: Math.max(found[0]!.box.y1, ...rows.map((row) => row.box.y1)) },
    runs: runsOf(rows),
    open,
    rest,
    body,
    xs: [from, ...edges, right],
    grid: new Lazy(() => textGrid(rows, { page, from: left, to, edges, separators: [], headerEnd })),
  };
  if (decide(CONTINUED_TABLE, proposal) === 'refused') return null;
  const region = regionOf(proposal, { loose: true, header: { rows: header.length, headed: header.length > 0 } });
  return region && { ...region, blocks: region.blocks.map((block) => ({ ...block, xs: [...open.xs] })) };
}

/** The lines of text down to the first that begins left of `from` or is no text. */
function rowsAtTop(lines: readonly Line[], from: number): TextRow[] {
  const end = lines.findIndex((line) => line.blocks || line.box.x0 < from);
  return textRows(lines.slice(0, end < 0 ? undefined : end).flatMap(({ runs }) => runs.filter(isUpright)));
}

/** The inner edges of `xs`, each next to the text of its column. */
function edgesBesideText(xs: readonly number[], rows: readonly TextRow[]): number[] {
  const inner = xs.slice(1, -1);
  const cells = rows.filter(({ segments }) => segments.length > 1);
  return inner.map((x, i) => besideText(x, inner[i + 1] ?? xs.at(-1)!, cells));
}

/** Whether the row says what the table's header does. */
function isHeader(row: TextRow | undefined, open: FoundTable): boolean {
  const text = (some: readonly string[]): string => some.join('').replace(/\s/gu, '');
  const named = open.headerRows === 1 ? open.rows[0]!.flatMap(({ spans }) => spans.map((span) => span.text)) : [];
  return row !== undefined && named.length > 0 && text(named) === text(row.segments.map(segmentText));
}

/** Whether all of the row stands in one column. */
function isInOne({ box }: TextRow, xs: readonly number[]): boolean {
  return xs.slice(1).some((x, i) => box.x0 >= xs[i]! - SAME_END && box.x1 <= x + SAME_END);
}
