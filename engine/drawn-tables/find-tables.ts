/**
 * Tables and boxed forms of a page. Ways of finding them, in order of precedence: tags (tagged.ts), rulings in both
 * directions (ruled.ts), rulings above and below (ruled-off.ts), shading (shaded.ts), a ruling below the header (ruled-header.ts).
 * Each way proposes areas, and a decision table of its own accepts or refuses them.
 *
 * Never drops or doubles a word: each run that is given is in one region's cells or in none.
 */
import type { ParsedPage, TextRun } from '../model.js';
import { bands, withBandEdges } from './bands.js';
import { withoutCheckBoxes } from './check-boxes.js';
import { withoutFramedWords } from './framed-words.js';
import type { TableRegion } from '../tables/found-table.js';
import { holdsCentre, overlap } from '../geometry.js';
import { ruledHeaderRegions } from './ruled-header.js';
import { ruledRegions } from './ruled.js';
import { ruledOffRegions } from './ruled-off.js';
import { shadedRegions } from './shaded.js';
import { strokesOf, type Strokes } from '../tables/strokes.js';
import { withTaggedTables, type DrawnTables } from './tagged.js';

/**
 * @param page upright, with all its rulings and fills.
 * @param runs the page's text, that of other directions too, which stands in cells of lattices only. What stands in a drawn table is no running head, page number or line number, whatever it looks
 *   like: the tables may be found before these are distinguished.
 * @returns regions from the top, with the runs that they used up.
 */
export function findTables(page: ParsedPage, runs: readonly TextRun[]): TableRegion[] {
  const upright = runs.filter(({ rotation }) => rotation === 0);
  return withTaggedTables(page, upright, drawnTables(page, runs)).toSorted((a, b) => a.box.y0 - b.box.y0);
}

function drawnTables(page: ParsedPage, runs: readonly TextRun[]): DrawnTables {
  const upright = runs.filter(({ rotation }) => rotation === 0);
  const strokes = strokesOf(withoutFramedWords(page, withoutCheckBoxes(page, upright), upright));
  const { regions, others, texts } = ruledRegions(page, runs, strokes);
  const free = outside(strokes, regions);
  const edged = { ...free, horizontal: withBandEdges(free.horizontal, bands(page.fills)) };
  // what is no table when it is looked at as a whole is none in parts either, and a form's text is cut by the lines of its frame
  const taken = [...others, ...texts];
  const left = upright.filter((run) => !taken.some((box) => holdsCentre(box, run.box)));
  regions.push(...ruledOffRegions(page, withoutUsed(left, regions), edged));
  regions.push(...shadedRegions(page, withoutUsed(left, regions)));
  regions.push(...ruledHeaderRegions(page, withoutUsed(left, regions), outside(strokes, regions)));
  return { regions, texts };
}

function withoutUsed(runs: readonly TextRun[], regions: readonly TableRegion[]): TextRun[] {
  const used = new Set(regions.flatMap((region) => region.runs));
  return used.size === 0 ? [...runs] : runs.filter(({ id }) => !used.has(id));
}

/** In points: a stroke this close to a region's upper or lower edge is its side. */
const AT_EDGE = 3;

/** Horizontal strokes that no region has as a side or inside. */
function outside(strokes: Strokes, regions: readonly TableRegion[]): Strokes {
  const free = strokes.horizontal.filter(
    ({ at, from, to }) =>
      !regions.some(
        ({ box }) => at > box.y0 - AT_EDGE && at < box.y1 + AT_EDGE && overlap(from, to, box.x0, box.x1) > 0,
      ),
  );
  return { horizontal: free, vertical: [] };
}
