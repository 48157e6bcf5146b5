/**
 * Tables without any drawing: lines of a text column whose segments stand in columns of their own.
 *
 * A proposal begins at a line of several segments and continues as extend.ts says; ALIGNED_TABLE accepts or refuses it. What is
 * refused may hold a table further down, and is proposed again from its next line on; what is recognised as something else
 * (code, a list of contents, a list, a formula) is passed over as a whole.
 */
import { unionBox } from '../geometry.js';
import type { ParsedPage, TextRun } from '../model.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import { columnEdges } from '../tables/columns.js';
import { linesBelow } from '../tables/extend.js';
import { firstRow, hasShortCells, isContents, hasNumberColumn, isFormula, isMarked } from '../tables/cell-texts.js';
import { rowsOf, type FilledGrid } from '../tables/filled-grid.js';
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
import { isProse } from '../tables/prose.js';
import {
  allBold,
  allMono,
  isUpright,
  rowText,
  runsOf,
  segmentText,
  textRows,
  type TextRow,
} from '../tables/segments.js';
import { textGrid } from '../tables/text-grid.js';
import { captionLabel } from '../text/captions.js';
import type { Line } from '../text/line.js';
import { hasColumnLines } from './column-lines.js';
import { isMatrix } from './matrix-brackets.js';

/** In font sizes: the gap between two segments, more than justified text ever has. */
const GAP = 1;
/** Rows that a table has at least; one less where a header and one row may have been cut by the page's end. */
const LEAST_ROWS = 3;
/** Lines that a proposal has at most. */
const MOST_LINES = 200;
/** Sizes of the lines of one table differ by this share of the first line's size at most. */
const SAME_SIZE = 0.1;
/** Lines above and below a table that are looked at. */
const NEIGHBOURS = 6;
/** Words from which a segment is running text. */
const TEXT_WORDS = 4;
/** Lines of running text on both sides of an edge that make it a gutter. */
const GUTTER_LINES = 2;
/** Places of a page where a table may begin that are looked at in full. */
const MOST_TRIES = 60;
const LEADER = /(?:\. ?){4,}|…{2,}|_{4,}/u;

type Where = 'page' | 'column';

/**
 * Finds the tables among lines of a page, from the top.
 *
 * `where` is `page` for lines whose columns of text are not known yet: only tables of three columns or more with short texts
 * are taken then, which no columns of running text look like. `column` is for lines of one column of text.
 */
export type TableFinder = (lines: readonly Line[], where: Where) => TableRegion[];

/** Where the text is one column, the same lines are looked at twice: rows and grids of the last call are kept. */
export function alignedTableFinder(page: ParsedPage): TableFinder {
  let last: { runs: readonly TextRun[]; text: AlignedText } = { runs: [], text: alignedText([]) };
  return (lines, where) => {
    const runs = lines.flatMap((line) => (line.blocks ? [] : line.runs));
    const isKnown = last.runs.length === runs.length && runs.every((run, i) => run === last.runs[i]);
    if (!isKnown) last = { runs, text: alignedText(textRows(runs.filter(isUpright), GAP)) };
    return alignedTables(page, last.text, {
      barriers: lines.filter((line) => line.blocks).map(({ box }) => box.y0),
      where,
    });
  };
}

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
    };
    const verdict = decide(ALIGNED_TABLE, proposal);
    const region = verdict === 'table' ? regionOf(proposal, { loose: true }) : null;
    if (region) regions.push(region);
    at = verdict === 'refused' ? at + 1 : end;
  }
  return regions;
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
    if (Math.abs(rows[i]!.size - first.size) > SAME_SIZE * first.size) break;
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
    grid: new Lazy(() => textGrid(rows, { page, from, to, edges, separators: [], headerEnd: null })),
  };
}

/** What stands around a table. */
interface Around {
  /** The lines next to it, from the top. */
  above: readonly TextRow[];
  below: readonly TextRow[];
  where: Where;
}

export interface AlignedProposal extends Proposal, Around {
  rows: readonly TextRow[];
  /** For each row whether it has a leader. */
  leaders: readonly Lazy<boolean>[];
  /** Inner column edges. */
  edges: readonly number[];
}

type AlignedVerdict = TableVerdict | 'something-else';

const somethingElse = (condition: boolean): AlignedVerdict | null => (condition ? 'something-else' : null);

export const ALIGNED_TABLE: DecisionTable<AlignedProposal, AlignedVerdict> = {
  name: 'aligned-table',
  rules: [
    {
      name: 'no-columns',
      why: 'The gaps of the lines do not stand above each other.',
      test: ({ edges }) => refusedIf(edges.length === 0),
    },
    {
      name: 'typewriter',
      why: 'Monospaced text in columns is code or a listing.',
      test: ({ page, runs }) => somethingElse(allMono(page, runs)),
    },
    {
      name: 'leaders',
      why: 'Dots that lead to a number are those of a list of contents, and lines to write on those of a form.',
      test: ({ leaders }) => somethingElse(leaders.some(({ value }) => value)),
    },
    {
      name: 'prose',
      why: 'Long lines in every column are columns of running text.',
      test: (proposal) => refusedIf(gridIs(proposal, isProse)),
    },
    {
      name: 'markers',
      why: 'Two columns, the first of markers, are a list or numbered clauses.',
      test: (proposal) => somethingElse(gridIs(proposal, isMarked)),
    },
    {
      name: 'formula',
      why: 'A column of nothing but symbols is that of equations set below each other.',
      test: (proposal) => somethingElse(gridIs(proposal, isFormula)),
    },
    {
      name: 'matrix',
      why: 'Brackets that are drawn from pieces stand around the rows of a matrix.',
      test: (proposal) => somethingElse(isMatrix(proposal)),
    },
    {
      name: 'few-rows',
      why: 'Two lines may stand in columns by chance.',
      test: (proposal) => refusedIf(gridIs(proposal, (filled) => rowsOf(filled) < leastRows(proposal))),
    },
    {
      name: 'contents',
      why: 'Titles with page numbers that never fall are a list of contents, unless a caption or header calls it a table.',
      test: (proposal) => somethingElse(!isNamed(proposal) && gridIs(proposal, isContents)),
    },
    {
      name: 'lines-between-columns',
      why: 'Lines are drawn down between all of its columns and at its sides.',
      test: (proposal) => accepted(hasColumnLines(proposal)),
    },
    {
      name: 'unnamed-text',
      why: 'Without a caption, a bold header or numbers in three columns, lines in columns may be anything.',
      test: (proposal) => refusedIf(!isNamed(proposal) && !gridIs(proposal, hasNumberColumn)),
    },
    {
      name: 'long-cells',
      why: 'Before columns of text are known, texts of several words may be theirs.',
      test: (proposal) =>
        refusedIf(proposal.where === 'page' && gridIs(proposal, (filled) => !hasShortCells(filled, isNamed(proposal)))),
    },
    {
      name: 'across-gutter',
      why: 'Running text above or below continues beside one of the edges: two tables stand side by side.',
      test: (proposal) => refusedIf(proposal.where === 'page' && isAcrossGutter(proposal)),
    },
    {
      name: 'caption',
      why: 'The line above or below calls it a table.',
      test: (proposal) => accepted(gridIs(proposal, () => isCaptioned(proposal))),
    },
    {
      name: 'bold-header',
      why: 'The first row is bold and the others are not.',
      test: (proposal) => accepted(gridIs(proposal, (filled) => isHeaded(proposal, filled))),
    },
    {
      name: 'figures',
      why: 'Three columns or more, nearly all cells filled, and one column of numbers.',
      test: (proposal) => accepted(gridIs(proposal, hasNumberColumn)),
    },
  ],
  otherwise: 'refused',
  subject: proposalSubject,
  numbers: (proposal) => ({
    ...gridNumbers(proposal),
    lines: proposal.rows.length,
    columnEdges: proposal.edges.length,
    isPage: Number(proposal.where === 'page'),
    isCaptioned: Number(isCaptioned(proposal)),
  }),
};

const isCaptioned = ({ above, below }: Around): boolean =>
  [above.at(-1), below[0]].some((row) => row !== undefined && captionLabel(rowText(row))?.of === 'table');

const isHeaded = ({ page, runs }: AlignedProposal, filled: FilledGrid): boolean =>
  allBold(page, firstRow(filled)) && !allBold(page, runs);

const isNamed = (proposal: AlignedProposal): boolean =>
  isCaptioned(proposal) || gridIs(proposal, (filled) => isHeaded(proposal, filled));

/** Below a header one row is enough: the page's end may have cut the table. */
const leastRows = (proposal: AlignedProposal): number =>
  proposal.edges.length > 1 && gridIs(proposal, (filled) => isHeaded(proposal, filled)) ? LEAST_ROWS - 1 : LEAST_ROWS;

function isAcrossGutter({ edges, above, below }: AlignedProposal): boolean {
  const around = [...above, ...below];
  return edges.some((x) => {
    const separated = around.filter(({ segments }) => {
      const left = segments.findLast(({ box }) => box.x1 < x);
      const right = segments.find(({ box }) => box.x0 > x);
      return left && right && left.runs.length >= TEXT_WORDS && right.runs.length >= TEXT_WORDS;
    });
    return separated.length >= GUTTER_LINES;
  });
}
