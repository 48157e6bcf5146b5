/**
 * Tables and boxed forms of a page. Signals in order: rules in both directions (ruled.ts).
 *
 * Never drops or doubles a word: each run that is given is in one region's cells or in none.
 */
import type { ParsedPage, TextRun } from '../model.js';
import type { TableRegion } from './found-table.js';
import { ruledRegions } from './ruled.js';
import { strokesOf } from './strokes.js';

/**
 * @param page upright, with all its rules and fills.
 * @param runs the page's text without running heads and the like.
 * @returns regions from the top, with the runs that they used up.
 */
export function findTables(page: ParsedPage, runs: readonly TextRun[]): TableRegion[] {
  const strokes = strokesOf(page.rules);
  const regions = ruledRegions(page, runs, strokes);
  return regions.toSorted((a, b) => a.box.y0 - b.box.y0);
}
