/** Which paths are one upright rectangle: of those it is known what they cover, and what they leave as a clip. */
import type { Box } from '../model.js';
import type { GraphicsState } from './graphics-state.js';
import { transformBox } from './matrix.js';

/** In units of a matrix: what turning by right angles leaves of a sine. */
const LEAST_TURN = 1e-6;
/** pdf.js' codes of a path's parts, and how many numbers a move or a line takes with its code. */
const MOVE = 0;
const LINE = 1;
const CLOSE = 4;
const LINE_LENGTH = 3;

type Point = [x: number, y: number];

/** Whether what is upright in user space is so on the page. */
export const isUpright = ({ ctm: [a, b, c, d] }: Pick<GraphicsState, 'ctm'>): boolean =>
  [Math.abs(b) + Math.abs(c), Math.abs(a) + Math.abs(d)].some((turn) => turn < LEAST_TURN);

/** The area of a path that is one upright rectangle, as displayed; null for any other. */
export function rectangleOf(data: ArrayLike<number>, state: Pick<GraphicsState, 'ctm'>): Box | null {
  const corners = isUpright(state) ? cornersOf(data) : null;
  if (!corners) return null;
  const sides = corners.map((corner, i) => sideOf(corner, corners[(i + 1) % 4]!));
  // level and upright in turn: that leaves out a bow, and a path that goes back on itself
  if (sides.some((side, i) => side === null || side === sides[(i + 1) % 4])) return null;
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return transformBox(state.ctm, [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
}

/** The four corners of a path that has four, and may go back to the first by a line of its own. */
function cornersOf(data: ArrayLike<number>): Point[] | null {
  const isClosed = data.length % LINE_LENGTH === 1 && data[data.length - 1] === CLOSE;
  const parts = (data.length - (isClosed ? 1 : 0)) / LINE_LENGTH;
  if (parts !== 4 && parts !== 5) return null;
  const points: Point[] = [];
  for (let i = 0; i < parts; i++) {
    const at = i * LINE_LENGTH;
    if (data[at] !== (i === 0 ? MOVE : LINE)) return null;
    points.push([data[at + 1]!, data[at + 2]!]);
  }
  const [first, again] = [points[0]!, points[4] ?? points[0]!];
  return first[0] === again[0] && first[1] === again[1] ? points.slice(0, 4) : null;
}

function sideOf([x0, y0]: Point, [x1, y1]: Point): 'upright' | 'level' | null {
  if (x0 === x1) return y0 === y1 ? null : 'upright';
  return y0 === y1 ? 'level' : null;
}
