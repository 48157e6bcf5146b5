/** Which content file holds, or should hold, what is printed at a place of a page. */
import type { Box, ParsedPage } from '../model.js';
import type { UnverifiedTree, SourceMapEntry } from '../shelf.js';
import { sourceMapOf } from './files-of.js';

/** Finds the file of a place: of the block printed there, else of the one nearest above it, else of the first of its page. */
export function createLocator(
  pages: readonly ParsedPage[],
  unverified: UnverifiedTree,
): (page: number, box: Box) => string | undefined {
  const byPage = Map.groupBy(sourceMapOf(unverified), (entry) => entry?.page);
  const sizes = new Map(pages.map(({ number, width, height }) => [number, { width, height }]));
  return (page, { x0, y0, x1, y1 }) => {
    const size = sizes.get(page);
    const here = byPage.get(page) ?? [];
    if (!size) return here[0]?.path;
    const [x, y] = [(x0 + x1) / 2 / size.width, (y0 + y1) / 2 / size.height];
    const around = here.find(({ box }) => box[0] <= x && x <= box[2] && box[1] <= y && y <= box[3]);
    const above = (entry: SourceMapEntry): number => y - entry.box[3];
    const [nearest] = here.filter((entry) => above(entry) >= 0).toSorted((a, b) => above(a) - above(b));
    return (around ?? nearest ?? here[0])?.path;
  };
}
