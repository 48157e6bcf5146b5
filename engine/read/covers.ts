/**
 * Text that an area painted later lies on: bars over names that were to be made unreadable, the rest of an older title page
 * below the new one. Pictures count for nothing here: the layer of a scan lies below its picture, and signatures and stamps
 * are pictures that one can see through.
 */
import type { Box, ParsedRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import type { GraphicsState } from './graphics-state.js';
import { intersect, transformBox } from './matrix.js';
import { OPS } from './pdfjs-module.js';

const FILLS: ReadonlySet<number> = new Set([
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);
/** In points: lower areas are lines. */
const LEAST_HEIGHT = 4;
/** In points: letters reach less far than the boxes of their words, which have the height of all letters. */
const REACH = 1;
/** More are a drawing. */
const MOST_COVERS = 2_000;
/** pdf.js' operator codes and operands of a rectangle's path: to a corner, three lines, closed. */
const RECTANGLE_LENGTH = 13;

/** An area that one cannot see through. */
export interface Cover {
  box: Box;
  /** Words that were begun before it. */
  after: number;
}

/** What an entry of an extended graphics state says of how far one can see through what is filled. */
export function opacityOf(key: string, value: unknown): Partial<GraphicsState> {
  if (key === 'ca') return { fillAlpha: typeof value === 'number' ? value : 0 };
  if (key === 'BM') return { blended: value !== 'source-over' };
  return key === 'SMask' ? { masked: value !== false && value !== null } : {};
}

/** Adds the area of a painted path, where it is an upright rectangle that one cannot see through. */
export function addCover(
  covers: Cover[],
  { painting, path, after }: { painting: number; path: ArrayLike<number>; after: number },
  state: GraphicsState,
): void {
  if (!FILLS.has(painting) || after === 0 || covers.length >= MOST_COVERS) return;
  if (state.fillAlpha < 1 || state.blended || state.masked || state.shapedClip) return;
  const box = rectangleOf(path, state);
  if (!box) return;
  const seen = intersect(box, state.clip);
  if (seen.y1 - seen.y0 >= LEAST_HEIGHT && seen.x1 > seen.x0) covers.push({ box: seen, after });
}

/** The area of a path that is one upright rectangle, as displayed; null for any other. */
export function rectangleOf(path: ArrayLike<number>, { ctm }: GraphicsState): Box | null {
  if (path.length !== RECTANGLE_LENGTH) return null;
  const corners = [1, 4, 7, 10].map((i) => [path[i]!, path[i + 1]!] as const);
  const [xs, ys] = [new Set(corners.map(([x]) => x)), new Set(corners.map(([, y]) => y))];
  const [a, b, c, d] = ctm;
  if (xs.size !== 2 || ys.size !== 2 || !((b === 0 && c === 0) || (a === 0 && d === 0))) return null;
  return transformBox(ctm, [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
}

export interface CoveredRun {
  page: number;
  run: ParsedRun;
  covered: boolean;
}

export const RUN_COVER: DecisionTable<CoveredRun, 'seen' | 'unseen'> = {
  name: 'run-cover',
  rules: [
    {
      name: 'below-an-area',
      why: 'An area that one cannot see through was painted over all of the word.',
      test: ({ covered }) => (covered ? 'unseen' : null),
    },
  ],
  otherwise: 'seen',
  subject: ({ page, run }) => ({ page, box: run.box, text: run.text }),
};

/**
 * Marks the runs that are covered.
 *
 * @param painted which of the words that were begun each run is, or the last one that was painted in its place
 */
export function markCovered(
  runs: readonly ParsedRun[],
  { covers, painted, page }: { covers: readonly Cover[]; painted: readonly number[]; page: number },
): void {
  if (covers.length === 0) return;
  for (const [i, run] of runs.entries()) {
    const order = painted[i]!;
    const covered = covers.some(({ box, after }) => after >= order && holds(box, run.box));
    if (covered && decide(RUN_COVER, { page, run, covered }) === 'unseen') run.invisible = true;
  }
}

const holds = (area: Box, { x0, y0, x1, y1 }: Box): boolean =>
  area.x0 <= x0 + REACH && area.y0 <= y0 + REACH && area.x1 >= x1 - REACH && area.y1 >= y1 - REACH;
