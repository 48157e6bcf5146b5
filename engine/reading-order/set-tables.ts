/** Puts tables in the place of their text among the lines of a page. */
import type { ParsedPage } from '../model.js';
import type { TableRegion } from '../tables/found-table.js';
import { makeLine, makeStandIn, type Line } from '../text/line.js';

/** The lines with the text of tables taken out and the tables set in its place. */
export function setTables(page: ParsedPage, lines: readonly Line[], regions: readonly TableRegion[]): readonly Line[] {
  if (regions.length === 0) return lines;
  const taken = new Set(regions.flatMap((region) => region.runs));
  const rest = lines.flatMap((line) => withoutRuns(page, line, taken));
  const runs = new Map(lines.flatMap((line) => line.runs).map((run) => [run.id, run]));
  const stands = regions.map((region): Line => {
    const stand = makeStandIn(page.number, { id: region.runs[0]!, box: region.box, blocks: region.blocks });
    const inside = region.runs.flatMap((id) => runs.get(id) ?? []);
    if (inside.length === 0) return stand;
    const { size, bold, text } = makeLine(page, inside);
    return { ...stand, typeInside: { size, bold, letters: text.length } };
  });
  return [...rest, ...stands].sort((a, b) => a.baseline - b.baseline || a.box.x0 - b.box.x0);
}

function withoutRuns(page: ParsedPage, line: Line, taken: ReadonlySet<number>): Line[] {
  if (line.blocks) return [line];
  const left = line.runs.filter(({ id }) => !taken.has(id));
  if (left.length === line.runs.length) return [line];
  return left.length === 0 ? [] : [makeLine(page, left)];
}
