/**
 * Proposals: an area of a page in which one way of finding tables sees one, with the grid that it reads there.
 *
 * Each way takes or refuses its proposals in a decision table of its own; all of them are measured alike (`gridNumbers`), so
 * that grids of several ways for one area can be compared.
 */
import type { Box, ParsedPage, TextRun } from '../model.js';
import type { Subject } from '../rules.js';
import { columnsOf, filledShare, rowsOf, runsIn, type FilledGrid } from './filled-grid.js';
import { tableBlock, type TableRegion } from './found-table.js';
import { headerOf, type Header } from './header.js';
import { wordsPerLine } from './prose.js';

/** A value that is worked out when it is first needed. */
export class Lazy<T> {
  readonly #make: () => T;
  #made: { value: T } | null = null;

  constructor(make: () => T) {
    this.#make = make;
  }

  get value(): T {
    this.#made ??= { value: this.#make() };
    return this.#made.value;
  }

  /** The value if it was needed already: for the decision log, which must not cause decisions itself. */
  get known(): T | null {
    return this.#made?.value ?? null;
  }
}

export interface Proposal {
  page: ParsedPage;
  box: Box;
  /** The text that the table would take. */
  runs: readonly TextRun[];
  /** Null where the text has no columns. */
  grid: Lazy<FilledGrid | null>;
}

export type TableVerdict = 'table' | 'refused';

export const accepted = (condition: boolean): 'table' | null => (condition ? 'table' : null);

/** Whether the grid can be read and has the property. */
export const gridIs = ({ grid }: Pick<Proposal, 'grid'>, property: (filled: FilledGrid) => boolean): boolean =>
  grid.value !== null && property(grid.value);

/** Words that are enough to find a proposal's text on its page. */
const SUBJECT_RUNS = 12;

export const proposalSubject = ({ page, box, runs }: Proposal): Subject => ({
  page: page.number,
  box,
  text: runs
    .slice(0, SUBJECT_RUNS)
    .map(({ text }) => text)
    .join(' '),
});

/** The measures that the proposals of all ways share; none where a rule decided before the grid was read. */
export function gridNumbers({ grid }: Pick<Proposal, 'grid'>): Record<string, number> {
  const filled = grid.known;
  if (!filled) return {};
  return {
    columns: columnsOf(filled),
    rows: rowsOf(filled),
    filledShare: filledShare(filled),
    wordsPerLine: wordsPerLine(filled),
  };
}

interface RegionMode {
  loose: boolean;
  /** A single row, such as that of a form's boxes, is no part of a table on another page. */
  whole?: boolean;
  headerEnd?: number | null;
  header?: Header;
}

/** The region of a proposal that was accepted. */
export function regionOf(
  { page, box, grid }: Proposal,
  { loose, whole = false, headerEnd = null, header }: RegionMode,
): TableRegion | null {
  const filled = grid.value;
  if (!filled) return null;
  const block = tableBlock(page, filled, header ?? headerOf({ page, filled, headerEnd }));
  const found = { ...block, ...(loose ? { loose } : {}), ...(whole ? { partial: false } : {}) };
  return { box, blocks: [found], runs: runsIn(filled) };
}
