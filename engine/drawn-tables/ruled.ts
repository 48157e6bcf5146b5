/**
 * Ruled tables: lattices with text in them. RULED_TABLE tells tables, forms and what is neither (a frame around text, the
 * raster of a chart, a drawing), which is left to the other stages.
 */
import type { Box, ParsedPage, TextRun } from '../model.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import { holdsCentre } from '../geometry.js';
import { SAME_HEIGHT } from '../measures.js';
import {
  columnsOf,
  dropEmpty,
  columnsWithoutText,
  fillGrid,
  filledShare,
  rowsOf,
  type ColumnExtent,
  type FilledGrid,
} from '../tables/filled-grid.js';
import type { TableRegion } from '../tables/found-table.js';
import { gridBox } from '../tables/grid.js';
import { isTable } from '../tables/no-table.js';
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
import { bands } from './bands.js';
import { formEvidence, formFields, isForm, type FormEvidence } from './forms.js';
import { openFusedCells } from './fused-grid.js';
import { withGroupLine } from './group-line.js';
import { withHeadBand } from './head-band.js';
import { withHeadEdge } from './head-edge.js';
import { joinOpenPlaces } from './open-places.js';
import { withStub, type StubbedGrid } from './stub-beside.js';
import { levelledText } from './turned-cells.js';
import { findLattices } from '../tables/lattice.js';
import { splitOpenRows } from './open-rows.js';
import { cutFalseSpans } from './spans.js';
import { splitStackedRows } from './stacked-rows.js';
import { cutAtText } from './text-across.js';
import { isUpright } from '../tables/segments.js';
import type { Strokes } from '../tables/strokes.js';
import { romanValue } from '../text/numerals.js';

/** Share of the cells, in rows and columns with any text, that have text. */
const LEAST_FILLED = 0.3;
/** Share of a table's rows that are no rows of it if they go on outside. */
const LEAST_CUT = 0.5;
/** In font sizes: no space between the words of a phrase is wider, the space of a label before its box is. */
const MOST_SPACE = 0.4;
/** What phrases are made of: a number in front of a row is none, nor is a mark or a unit behind it. */
const WORD = /\p{L}{2}/u;
/** In points: text may be centred this far outside of the outer rulings. */
const OUTSIDE = 1;

/** Share of the page's height that its foot stands below. */
const FOOT_SHARE = 0.9;
/** In font sizes: the least distance of a boxed foot from all else; a row of a table that the page cuts stands nearer. */
const FOOT_APART = 3;
/** A page's number. */
const FOOT_NUMBER = /^\d{1,3}$/;

export interface RuledProposal extends Proposal {
  form: FormEvidence;
  /** Lines of text that go on past its outer walls. */
  cutLines: Lazy<number>;
}

const hasColumns = (filled: FilledGrid): boolean => columnsOf(filled) > 1;

export const RULED_TABLE: DecisionTable<RuledProposal, TableVerdict | 'form'> = {
  name: 'ruled-table',
  rules: [
    {
      name: 'numbered-fields',
      why: 'Cells that begin with rising numbers and a label are the boxes of a form.',
      test: ({ form }) => (isForm(form) ? 'form' : null),
    },
    {
      name: 'mostly-empty',
      why: 'A lattice with text in few of its cells is a raster, such as that of a chart.',
      test: (proposal) =>
        refusedIf(gridIs(proposal, (filled) => hasColumns(filled) && filledShare(filled) < LEAST_FILLED)),
    },
    {
      name: 'boxes-in-a-line',
      why: 'Where phrases go on past the outer walls in most rows, boxes stand in lines of text: boxes to fill in, frames of links.',
      test: (proposal) =>
        refusedIf(gridIs(proposal, (filled) => proposal.cutLines.value >= LEAST_CUT * rowsOf(filled))),
    },
    {
      name: 'foot-of-the-page',
      why: 'A boxed row of words and a number, alone at the foot and apart from all else, is the foot of the page.',
      test: (proposal) => refusedIf(gridIs(proposal, (filled) => rowsOf(filled) === 1 && isFoot(proposal, filled))),
    },
    {
      name: 'cells-with-text',
      why: 'Text in two columns or more of a lattice is a table, a single row a part of one that continues over the page.',
      test: (proposal) => accepted(gridIs(proposal, hasColumns)),
    },
  ],
  otherwise: 'refused',
  subject: proposalSubject,
  numbers: (proposal) => ({
    ...gridNumbers(proposal),
    numberedShare: proposal.form.numberedShare,
    risingShare: proposal.form.risingShare,
  }),
};

export interface RuledAreas {
  /** Tables and forms; no run is in two of them. */
  regions: TableRegion[];
  /** Lattices that look like tables and are something else. */
  others: Box[];
  /** Areas of running text within lattices. */
  texts: Box[];
}

/**
 * What is drawn with rulings in both directions.
 *
 * @param runs text of all directions.
 */
export function ruledRegions(page: ParsedPage, runs: readonly TextRun[], strokes: Strokes): RuledAreas {
  const regions: TableRegion[] = [];
  const others: Box[] = [];
  const texts: Box[] = [];
  let free = runs.filter(isUpright);
  const turned = runs.filter(({ rotation }) => rotation !== 0);
  const shades = bands(page.fills);
  for (const grid of findLattices(strokes)) {
    const box = gridBox(grid);
    const inside = free.filter((run) => holdsCentre(box, run.box, OUTSIDE));
    if (inside.length === 0) continue;
    const within = turned.filter((run) => holdsCentre(box, run.box, OUTSIDE));
    const text = [...inside, ...levelledText(page, grid, { level: inside, turned: within })];
    const joined = joinOpenPlaces(page, grid, inside);
    const drawn = { grid: withHeadEdge(page, joined, { bands: shades, inside }), inside: text };
    const headed = withGroupLine(page, withHeadBand(page, drawn, { bands: shades, free }), free);
    const whole = withStub(page, headed, free);
    const found = ruledParts(page, whole, free);
    if (found === null) continue;
    regions.push(...found.regions);
    others.push(...found.others);
    texts.push(...found.texts);
    const used = new Set(whole.inside);
    free = free.filter((run) => !used.has(run) || found.texts.some((text) => holdsCentre(text, run.box)));
  }
  return { regions, others, texts };
}

/** @param free level text that no table has, that of the grid among it. */
function ruledParts(page: ParsedPage, { grid, inside }: StubbedGrid, free: readonly TextRun[]): RuledAreas | null {
  const box = gridBox(grid);
  const drawn = cutFalseSpans(page, fillGrid(grid, inside));
  const filled = dropEmpty(drawn);
  const proposal = {
    page,
    box,
    runs: inside,
    grid: new Lazy(() => filled),
    form: formEvidence(page, filled),
    cutLines: new Lazy(() => cutLines(inside, free)),
  };
  switch (decide(RULED_TABLE, proposal)) {
    case 'form':
      return {
        regions: [{ box, runs: inside.map(({ id }) => id), blocks: formFields(page, proposal.form) }],
        others: [],
        texts: [],
      };
    case 'table':
      return tablesOf(proposal, { filled, empty: columnsWithoutText(drawn) });
    case 'refused':
      return null;
  }
}

interface DroppedColumns {
  /** The grid without them. */
  filled: FilledGrid;
  empty: ColumnExtent[];
}

function tablesOf(proposal: RuledProposal, { filled, empty }: DroppedColumns): RuledAreas {
  const { page } = proposal;
  const { tables, texts } = cutAtText(page, filled);
  const out: RuledAreas = { regions: [], others: [], texts };
  for (const part of tables) {
    const own = texts.length === 0 ? proposal : { ...proposal, box: gridBox(part.grid), runs: part.texts.flat() };
    const table = splitStackedRows(page, splitOpenRows(page, openFusedCells(page, part)));
    if (!isTable({ page, filled: table, isLattice: true })) {
      out.others.push(own.box);
      continue;
    }
    const region = regionOf({ ...own, grid: new Lazy(() => table) }, { loose: false, whole: texts.length > 0 });
    if (!region) continue;
    const blocks =
      empty.length === 0 ? region.blocks : region.blocks.map((block) => ({ ...block, emptyColumns: empty }));
    out.regions.push({ ...region, blocks, runs: own.runs.map(({ id }) => id) });
  }
  return out;
}

/** Whether a row of words ends in a number at the foot of the page, where nothing else is near. */
function isFoot({ page, box, runs }: RuledProposal, { texts }: FilledGrid): boolean {
  const last = (texts.at(-1) ?? []).map(({ text }) => text).join('');
  const isNumbered = FOOT_NUMBER.test(last) && runs.some(({ text }) => WORD.test(text));
  if (!isNumbered || box.y0 < FOOT_SHARE * page.height) return false;
  const top = box.y0 - FOOT_APART * Math.max(...runs.map(({ size }) => size));
  return page.runs.every((run) => holdsCentre(box, run.box, OUTSIDE) || run.box.y1 < top);
}

const isWord = ({ text }: TextRun): boolean => WORD.test(text) && romanValue(text.replaceAll(/[.()]/gu, '')) === null;

/** How many lines have a run in the table and a word outside with no more than a space between them. */
function cutLines(inside: readonly TextRun[], free: readonly TextRun[]): number {
  const own = new Set(inside);
  const outside = free.filter((run) => !own.has(run));
  const cut = inside.filter(
    ({ box, baseline, size, rotation }) =>
      rotation === 0 &&
      outside.some((other) => {
        if (Math.abs(baseline - other.baseline) >= SAME_HEIGHT * size) return false;
        const gap = Math.max(box.x0, other.box.x0) - Math.min(box.x1, other.box.x1);
        return Math.abs(gap) < MOST_SPACE * size && isWord(other);
      }),
  );
  return new Set(cut.map(({ baseline }) => Math.round(baseline))).size;
}
