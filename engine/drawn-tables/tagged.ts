/**
 * Tables as a tagged document names them: rows, cells and spans from the tags, whatever is drawn or aligned.
 *
 * TAGGED_TABLE accepts them where places agree with the tags; others are left to geometry. Where the same columns are drawn,
 * their edges are kept.
 */
import { holdsCentre, unionBox } from '../geometry.js';
import type { Box, ParsedPage, TextRun } from '../model.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import { edgesAsDrawn, type FoundTable, type TableRegion } from '../tables/found-table.js';
import { headerOf } from '../tables/header.js';
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
import type { PageTags } from '../tag-model.js';
import { gridOf, isBelowOthers, isInOrder, place, type Placing, type TaggedCell } from './tagged-grid.js';
import { totalLength } from '../text-rules.js';

/** Letters of the longest cell that a table has. */
const MAX_LETTERS = 1_500;

/** What was found by what is drawn. */
export interface DrawnTables {
  regions: TableRegion[];
  /** Areas of running text within lattices. */
  texts: Box[];
}

/** @param drawn regions that a tagged table takes text from are replaced by it. */
export function withTaggedTables(page: ParsedPage, runs: readonly TextRun[], drawn: DrawnTables): TableRegion[] {
  const tagged = page.tags ? taggedTables(page, page.tags, { runs, drawn }) : [];
  if (tagged.length === 0) return [...drawn.regions];
  const edged = tagged.map((table) =>
    withEdges(
      table,
      drawn.regions.filter((region) => shares(region.runs, table.runs)),
    ),
  );
  const rest = drawn.regions.filter((region) => !tagged.some((table) => shares(table.runs, region.runs)));
  return [...rest, ...edged];
}

function shares(some: readonly number[], others: readonly number[]): boolean {
  const ids = new Set(some);
  return others.some((id) => ids.has(id));
}

/** A table as the tags describe it. */
export interface TaggedProposal extends Proposal {
  /** Its rows and columns, as the tags place its cells. */
  placing: Placing;
  /** The tags have a table or a heading within the table. */
  holdsBlocks: boolean;
  /** What is drawn where the table is. */
  drawn: DrawnTables;
}

export const TAGGED_TABLE: DecisionTable<TaggedProposal, TableVerdict> = {
  name: 'tagged-table',
  rules: [
    {
      name: 'holds-blocks',
      why: 'Tables within tables, or with headings in them, lay out the page.',
      test: ({ holdsBlocks }) => refusedIf(holdsBlocks),
    },
    {
      name: 'too-wide',
      why: 'Tags that make this many columns have gone wrong.',
      test: ({ placing }) => refusedIf(placing.fault === 'too-wide'),
    },
    {
      name: 'uneven-rows',
      why: 'The rows of a table are of one width, spans counted: these tags are wrong.',
      test: ({ placing }) => refusedIf(placing.fault === 'uneven'),
    },
    {
      name: 'long-cell',
      why: 'A table with very long texts lays out the page.',
      test: ({ placing }) => refusedIf(placing.columns > 1 && longestCell(placing) > MAX_LETTERS),
    },
    {
      name: 'out-of-order',
      why: 'The rows are not printed from top to bottom or their cells not from left to right: places contradict the tags.',
      test: (proposal) => refusedIf(gridIs(proposal, (filled) => !isInOrder(filled, proposal.placing))),
    },
    {
      name: 'other-columns',
      why: 'A cell is printed below cells of another column, not of its own: Word puts what goes on of a merged cell before the others of its row.',
      test: ({ placing }) => refusedIf(placing.columns > 1 && isBelowOthers(placing)),
    },
    {
      name: 'drawn-form',
      why: 'What is drawn there is a form, whose fields say more than its cells.',
      test: ({ drawn, runs, placing }) =>
        refusedIf(placing.columns > 1 && drawn.regions.some((region) => isForm(region) && takesFrom(region, runs))),
    },
    {
      name: 'text-across',
      why: 'Areas of running text are drawn between its rows: the frame of a form, which is laid out as a table.',
      test: ({ drawn, runs, placing }) =>
        refusedIf(placing.columns > 1 && runs.some(({ box }) => drawn.texts.some((text) => holdsCentre(text, box)))),
    },
    {
      name: 'filled-in',
      why: 'Text without tags stands in the cells as they are drawn: what a form was filled in with, which the tags do not know.',
      test: ({ page, drawn, runs, placing }) =>
        refusedIf(placing.columns > 1 && drawn.regions.some((region) => isFilledIn(region, runs, page))),
    },
    {
      name: 'places-agree',
      why: 'The tags name rows and cells, and these are printed where the tags say.',
      test: (proposal) => accepted(proposal.grid.value !== null),
    },
  ],
  otherwise: 'refused',
  subject: proposalSubject,
  numbers: (proposal) => ({
    ...gridNumbers(proposal),
    taggedRows: proposal.placing.rows,
    taggedColumns: proposal.placing.columns,
    longestCellInLetters: longestCell(proposal.placing),
  }),
};

const isForm = ({ blocks }: TableRegion): boolean => blocks.some(({ kind }) => kind !== 'table');

const takesFrom = (region: TableRegion, runs: readonly TextRun[]): boolean =>
  shares(
    region.runs,
    runs.map(({ id }) => id),
  );

/** The drawn table has all text of the tagged one, and some level text that has no tag and is no artifact. */
function isFilledIn(region: TableRegion, tagged: readonly TextRun[], page: ParsedPage): boolean {
  const ids = new Set(region.runs);
  if (!tagged.every(({ id }) => ids.has(id))) return false;
  return page.runs.some(
    ({ id, mcid, artifact, rotation }) =>
      id !== undefined && ids.has(id) && mcid === undefined && !artifact && rotation === 0,
  );
}

const longestCell = ({ texts }: Placing): number => Math.max(0, ...texts.map((some) => totalLength(some)));

/** The table with the edges of the drawn one that it replaces. */
function withEdges(region: TableRegion, drawn: readonly TableRegion[]): TableRegion {
  const table = region.blocks[0] as FoundTable;
  const [only] = drawn;
  const other = only?.blocks[0] as FoundTable | undefined;
  if (!only || !other || drawn.length > 1 || only.blocks.length > 1) return region;
  // tags name columns without text too, which say nothing of where they begin
  const xs = [other.xs, edgesAsDrawn(other)].find(({ length }) => length === table.xs.length);
  if (!xs) return region;
  const { loose: _, ...block } = table;
  return { ...region, blocks: [{ ...block, xs, ...(other.loose ? { loose: true } : {}) } as FoundTable] };
}

interface OnPage {
  runs: readonly TextRun[];
  drawn: DrawnTables;
}

function taggedTables(page: ParsedPage, tags: PageTags, { runs, drawn }: OnPage): TableRegion[] {
  if (!tags.elements.some(({ role }) => role === 'Table')) return [];
  const children = Map.groupBy(tags.elements.keys(), (index) => tags.elements[index]!.parent ?? -1);
  const texts = Map.groupBy(runs, ({ mcid }) => (mcid === undefined ? -1 : (tags.content[mcid] ?? -1)));
  const within = (index: number): number[] => [index, ...(children.get(index) ?? []).flatMap(within)];
  return [...tags.elements.keys()].flatMap((index): TableRegion[] => {
    if (tags.elements[index]!.role !== 'Table') return [];
    const inner = within(index).slice(1);
    const rows = inner.filter((at) => tags.elements[at]!.role === 'TR');
    const cells = rows.map((row) =>
      (children.get(row) ?? [])
        .filter((at) => /^T[HD]$/.test(tags.elements[at]!.role))
        .map((at): TaggedCell => {
          const { role, colSpan = 1, rowSpan = 1 } = tags.elements[at]!;
          return { head: role === 'TH', colSpan, rowSpan, runs: within(at).flatMap((one) => texts.get(one) ?? []) };
        }),
    );
    const holdsBlocks = inner.some((at) => /^(?:Table|H[1-6]?)$/.test(tags.elements[at]!.role));
    const region = taggedRegion(page, cells, { holdsBlocks, drawn });
    return region ? [region] : [];
  });
}

function taggedRegion(
  page: ParsedPage,
  rows: readonly TaggedCell[][],
  around: Pick<TaggedProposal, 'holdsBlocks' | 'drawn'>,
): TableRegion | null {
  const runs = rows.flatMap((row) => row.flatMap((cell) => cell.runs));
  if (runs.length === 0) return null;
  const placing = place(rows);
  const box = unionBox(runs.map((run) => run.box));
  const grid = new Lazy(() => (placing.columns > 1 ? gridOf(placing, box) : null));
  const proposal = { page, box, runs, grid, placing, ...around };
  if (decide(TAGGED_TABLE, proposal) === 'refused' || !grid.value) return null;
  const header = headerOf({ page, filled: grid.value, taggedRows: headRows(rows) });
  const region = regionOf(proposal, { loose: true, header });
  return region && { ...region, runs: runs.map(({ id }) => id) };
}

/** Rows at the top whose cells with text are all heads. */
function headRows(rows: readonly TaggedCell[][]): number {
  const shown = rows.filter((row) => row.some(({ runs }) => runs.length > 0));
  const first = shown.findIndex((row) => row.some(({ head, runs }) => !head && runs.length > 0));
  return first < 0 ? 0 : first;
}
