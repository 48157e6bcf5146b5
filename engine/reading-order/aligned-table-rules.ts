/**
 * What of the lines of a text column that stand in columns of their own is a table (aligned-tables.ts): the rules of
 * ALIGNED_TABLE, for a proposal and what stands around it. Each group from its first rule to its last:
 *   - `no-columns` … `parties`: code, leaders, fields and addresses, which are seen before a grid is made
 *   - `short-terms`: columns as wide as their texts, which no columns of a page are
 *   - `two-columns-of-a-page` … `contents`: columns of text, lists, formulas and contents
 *   - `lines-between-columns` … `terms-in-their-own-type`: what is drawn, and type
 *   - `unnamed-text` … `across-gutter`: what nothing calls a table
 *   - `caption` … `figures`: what makes the rest a table
 */
import { refusedIf, type DecisionTable } from '../rules.js';
import {
  firstRow,
  hasShortCells,
  isContents,
  hasNumberColumn,
  isFormula,
  isMarked,
  mayBeText,
} from '../tables/cell-texts.js';
import { fieldsAbove } from '../tables/fields-above.js';
import { rowsOf, type FilledGrid } from '../tables/filled-grid.js';
import {
  accepted,
  gridIs,
  gridNumbers,
  type Lazy,
  proposalSubject,
  type Proposal,
  type TableVerdict,
} from '../tables/proposal.js';
import { isProse } from '../tables/prose.js';
import { allBold, allMono, rowText, runsOf, segmentText, type TextRow } from '../tables/segments.js';
import { captionLabel } from '../text/captions.js';
import { hasColumnLines } from './column-lines.js';
import { isMatrix } from './matrix-brackets.js';
import { areShortTerms } from './short-terms.js';
import { areTerms } from './term-columns.js';
import { namesParty } from './texts-beside-rules.js';

/** Rows that a table has at least; one less where a header and one row may have been cut by the page's end. */
const LEAST_ROWS = 3;
/** Words from which a segment is running text. */
const TEXT_WORDS = 4;
/** Lines of running text on both sides of an edge that make it a gutter. */
const GUTTER_LINES = 2;

/** Spaces within the cells of a line by which those between them can be judged. */
const LEAST_SPACES = 4;
/** In multiples of the widest of them: the spaces of a justified line are one, but for rounding. */
const SAME_SPACE = 1.1;

/** What stands around a table. */
export interface Around {
  /** The lines next to it, from the top. */
  above: readonly TextRow[];
  below: readonly TextRow[];
  where: 'page' | 'column';
  /** Lines right above it in a proposal that was refused and ended where it does. */
  refusedAbove: number;
}

export interface AlignedProposal extends Proposal, Around {
  rows: readonly TextRow[];
  /** For each row whether it has a leader. */
  leaders: readonly Lazy<boolean>[];
  /** Inner column edges. */
  edges: readonly number[];
}

/** What is `something-else` is passed over as a whole, of `columns-of-text` the upper half. */
export type AlignedVerdict = TableVerdict | 'something-else' | 'columns-of-text';

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
      name: 'title-above-typewriter',
      why: 'A title that spans no column but the first heads the listing below it, which is no table.',
      test: ({ page, rows: [first, ...rest], edges }) =>
        refusedIf(first!.box.x1 < edges[0]! && allMono(page, runsOf(rest))),
    },
    {
      name: 'leaders',
      why: 'Dots that lead to a number are those of a list of contents, and lines to write on those of a form.',
      test: ({ leaders }) => somethingElse(leaders.some(({ value }) => value)),
    },
    {
      name: 'fields-above-names',
      why: 'Labels with their values above the names of columns are about the document: the table begins with the names.',
      test: ({ page, rows }) => refusedIf(fieldsAbove(page, rows) > 0),
    },
    {
      name: 'parties',
      why: '"Vendor" and "Ship to" beside each other head addresses, which are no columns.',
      test: ({ rows: [first] }) => refusedIf(first!.segments.every((segment) => namesParty(segmentText(segment)))),
    },
    {
      name: 'short-terms',
      why: 'Texts of a few words end at different places, the longest right before the column of what they mean: columns of text fill their width, but for a few lines at their end.',
      test: ({ page, rows, edges, refusedAbove }) =>
        accepted(edges.length === 1 && refusedAbove <= rows.length && areShortTerms(page, rows, edges[0]!)),
    },
    {
      name: 'two-columns-of-a-page',
      why: 'Before columns of text are known, two of anything but a list or contents may be theirs. An index would have a grid made at each of its lines otherwise.',
      test: (proposal) => refusedIf(proposal.where === 'page' && isTwoColumnsOfText(proposal)),
    },
    {
      name: 'prose',
      why: 'Long lines in every column are columns of running text.',
      test: (proposal) => (gridIs(proposal, isProse) ? 'columns-of-text' : null),
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
      name: 'spaces-of-lines',
      why: 'Below the first row no gap is wider than the other spaces of its line: running text, whose words stand above each other by chance.',
      test: ({ rows }) => refusedIf(rows.slice(1).every(hasSpacesAlone)),
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
      name: 'terms-in-their-own-type',
      why: 'Each row has one term, all of them in bold or most in typewriter type, and its meaning in another: keys, options and what they do.',
      test: ({ page, rows, edges, where }) =>
        accepted(where === 'column' && edges.length === 1 && areTerms(page, rows, edges[0]!)),
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

/** Two columns that are neither a table nor what is told from one by its grid below, as far as the lines alone show. */
function isTwoColumnsOfText(proposal: AlignedProposal): boolean {
  const [edge, ...more] = proposal.edges;
  if (edge === undefined || more.length > 0 || hasColumnLines(proposal)) return false;
  const lines = proposal.rows.slice(1).map(({ segments }) => ({
    left: segments.filter(({ box }) => box.x0 < edge).map(segmentText),
    right: segments.filter(({ box }) => box.x0 >= edge).map(segmentText),
  }));
  return mayBeText(lines) && !isMatrix(proposal);
}

/** Whether the gaps between the segments of a row are spaces as those within them. */
function hasSpacesAlone({ segments, size }: TextRow): boolean {
  const spaces = segments.flatMap(({ runs }) =>
    runs.slice(1).flatMap(({ box }, i) => (box.x0 > runs[i]!.box.x1 ? [box.x0 - runs[i]!.box.x1] : [])),
  );
  if (segments.length === 1 || spaces.length < LEAST_SPACES) return false;
  const widest = Math.min(size, SAME_SPACE * Math.max(...spaces));
  return segments.slice(1).every(({ box }, i) => box.x0 - segments[i]!.box.x1 <= widest);
}

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
