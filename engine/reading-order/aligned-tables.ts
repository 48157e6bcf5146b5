/**
 * Tables without any drawing: lines of a text column whose segments stand in columns of their own.
 *
 * A proposal begins at a line of several segments and continues as extend.ts says; the rules of ALIGNED_TABLE
 * (aligned-table-rules.ts) accept or refuse it. What is refused may hold a table further down, and is proposed again from its
 * next line on; what is recognised as something else (code, a list of contents, a list, a formula) is passed over as a whole,
 * and of columns of running text the upper half.
 */
import { unionBox } from '../geometry.js';
import type { ParsedPage, TextRun } from '../model.js';
import { decide } from '../rules.js';
import { columnEdges } from '../tables/columns.js';
import { linesBelow } from '../tables/extend.js';
import type { TableRegion } from '../tables/found-table.js';
import { Lazy, regionOf } from '../tables/proposal.js';
import { cutAtSharedLefts } from '../tables/shared-lefts.js';
import { isUpright, runsOf, segmentText, textRows, type TextRow } from '../tables/segments.js';
import { textGrid } from '../tables/text-grid.js';
import type { Line } from '../text/line.js';
import { ALIGNED_TABLE, type AlignedProposal, type AlignedVerdict, type Around } from './aligned-table-rules.js';

/** In font sizes: the gap between two segments, more than justified text ever has. */
const GAP = 1;
/** Lines that a proposal has at most. */
const MOST_LINES = 200;
/** Sizes of the lines of one table differ by this share of the first line's size at most. */
const SIZE_SHARE_OF_TABLE = 0.1;
/** Lines above and below a table that are looked at. */
const NEIGHBOURS = 6;
/** Places of a page where a table may begin that are looked at in full. */
const MOST_TRIES = 60;
const LEADER = /(?:\. ?){4,}|…{2,}|_{4,}/u;

type Where = Around['where'];

/**
 * Finds the tables among lines of a page, from the top.
 *
 * `where` is `page` for lines whose columns of text are not known yet: only tables of three columns or more with short texts
 * are taken then, which no columns of running text look like. `column` is for lines of one column of text.
 */
export type TableFinder = (lines: readonly Line[], where: Where) => TableRegion[];

/** Looks at parts of a page whose rows are kept: a page has two or three, one with parts in parts many. */
const MOST_KNOWN = 8;

/** Lines are looked at as a part of the page and again as a column: their rows are kept, and grids of the last call. */
export function alignedTableFinder(page: ParsedPage): TableFinder {
  const known: { runs: readonly TextRun[]; text: AlignedText }[] = [];
  let last = alignedText([]);
  return (lines, where) => {
    const runs = lines.flatMap((line) => (line.blocks ? [] : line.runs));
    const same = known.find((other) => areSame(other.runs, runs));
    // proposals of an earlier call are made anew: their decisions belong to this look as well
    if (same && same.text !== last) same.text = { ...same.text, proposed: new Map() };
    const text = same?.text ?? alignedText(cutAtSharedLefts(textRows(runs.filter(isUpright), GAP)));
    if (!same && known.push({ runs, text }) > MOST_KNOWN) known.shift();
    last = text;
    return alignedTables(page, text, {
      barriers: lines.filter((line) => line.blocks).map(({ box }) => box.y0),
      where,
    });
  };
}

const areSame = (some: readonly TextRun[], others: readonly TextRun[]): boolean =>
  some.length === others.length && some.every(({ id }, i) => id === others[i]!.id);

/** Rows of text, and what was proposed of them, by its first row and where no table goes over. */
interface AlignedText {
  rows: readonly TextRow[];
  /** Whether the row has a leader: a row is in the proposals of all rows above it. */
  leaders: readonly Lazy<boolean>[];
  proposed: Map<string, Omit<AlignedProposal, keyof Around> | null>;
}

const alignedText = (rows: readonly TextRow[]): AlignedText => ({
  rows,
  leaders: rows.map(({ segments }) => new Lazy(() => segments.some((segment) => LEADER.test(segmentText(segment))))),
  proposed: new Map(),
});

/** @param barriers y of what no table goes over. */
function alignedTables(
  page: ParsedPage,
  text: AlignedText,
  { barriers, where }: { barriers: readonly number[]; where: Where },
): TableRegion[] {
  const { rows } = text;
  const regions: TableRegion[] = [];
  let tries = 0;
  let refused = { at: 0, end: 0 };
  for (let at = 0; at < rows.length && tries < MOST_TRIES;) {
    const proposed = rows[at]!.segments.length > 1 ? proposalAt(page, text, { at, barriers }) : null;
    if (!proposed) {
      at += 1;
      continue;
    }
    tries += 1;
    const end = at + proposed.rows.length;
    const proposal = {
      ...proposed,
      above: rows.slice(Math.max(0, at - NEIGHBOURS), at),
      below: rows.slice(end, end + NEIGHBOURS),
      where,
      refusedAbove: refused.end === end ? at - refused.at : 0,
    };
    const verdict = decide(ALIGNED_TABLE, proposal);
    const region = verdict === 'table' ? regionOf(proposal, { loose: true }) : null;
    if (region) regions.push(region);
    else if (refused.end !== end) refused = { at, end };
    at = nextAfter(verdict, at, end);
  }
  return regions;
}

/** The row from which on the next table is looked for, after what was decided of the rows from `at` to `end`. */
function nextAfter(verdict: AlignedVerdict, at: number, end: number): number {
  if (verdict === 'refused') return at + 1;
  return verdict === 'columns-of-text' ? Math.ceil((at + end) / 2) : end;
}

/** What is proposed from row `at` on; null where no line continues with it. */
function proposalAt(
  page: ParsedPage,
  { rows, leaders, proposed }: AlignedText,
  { at, barriers }: { at: number; barriers: readonly number[] },
): Omit<AlignedProposal, keyof Around> | null {
  const barrier = Math.min(Infinity, ...barriers.filter((y) => y > rows[at]!.baseline));
  const key = `${at} ${barrier}`;
  const known = proposed.get(key);
  if (known !== undefined) return known;
  const taken = linesOf(page, rows, { at, barrier });
  const proposal = taken.length < 2 ? null : proposalOf(page, taken, leaders.slice(at, at + taken.length));
  proposed.set(key, proposal);
  return proposal;
}

/** Lines from `at` on that keep to common columns, none left out. */
function linesOf(
  page: ParsedPage,
  rows: readonly TextRow[],
  { at, barrier }: { at: number; barrier: number },
): TextRow[] {
  const first = rows[at]!;
  const below: TextRow[] = [];
  for (let i = at + 1; i < rows.length && below.length < MOST_LINES && rows[i]!.baseline < barrier; i += 1) {
    if (Math.abs(rows[i]!.size - first.size) > SIZE_SHARE_OF_TABLE * first.size) break;
    below.push(rows[i]!);
  }
  // what stands left of the first line is no part of it, however far right the lines reach
  const extent = { page: page.number, from: first.box.x0 - 1, to: Infinity };
  return [first, ...linesBelow([first], below, extent)];
}

function proposalOf(
  page: ParsedPage,
  rows: readonly TextRow[],
  leaders: readonly Lazy<boolean>[],
): Omit<AlignedProposal, keyof Around> {
  const box = unionBox(rows.map((row) => row.box));
  const edges = columnEdges(rows);
  const { x0: from, x1: to } = box;
  return {
    page,
    box,
    rows,
    leaders,
    edges,
    runs: runsOf(rows),
    grid: new Lazy(() => textGrid(rows, { page, from, to, separators: [], headerEnd: null })),
  };
}
