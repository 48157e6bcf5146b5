/**
 * Lines and shaded areas of a page. A stroked straight segment and a thin filled rectangle are rules; any other filled
 * shape is a fill, unless it is white. Of a shape with curves its straight sides count (a box with round corners).
 */
import type { Box, Rule } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { addLineDot } from './dotted-lines.js';
import { addBehind, paperOf, type Backdrop } from './backdrop.js';
import type { GraphicsState } from './graphics-state.js';
import { apply, intersect, roundBox, transformBox } from './matrix.js';
import { FILLS, STROKES } from './operator-kinds.js';
import { isFillSeen, isStrokeSeen } from './sight.js';

/** Filled shapes up to this thickness in points are lines. */
const RULE_THICKNESS = 3;
/** A rule is at least this long: shorter strokes belong to drawings and underlined glyphs. */
const RULE_LENGTH = 4;
/** Lengths of level lines, in points, that may be the underscores of TeX (drawn-underscores.ts), and how thick these are. */
const DASH = { least: 1.5, most: 9, thickness: 1 };
const MAX_DASHES = 5000;
/** Sizes of drawn bullets in points. */
const DOT_MIN = 1.2;
const DOT_MAX = 8;
/** Share of its height by which a dot may be wider or narrower. */
const DOT_DIFFERENCE = 0.4;
/** Points by which a stroke that is a rule may be off level or upright, and from which a segment is part of a drawing. */
const SLOPE = 0.5;
const DRAWN_SLOPE = 1;
/** A filled rule is at least this many times as long as thick. */
const RULE_RATIO = 2;
/** More are a drawing or a map, and the rest of it adds nothing to the text. */
const MAX_SHAPES = 20_000;

/** White dots that are kept, since each is looked for in what lies behind it: a page has a bullet for each line at most. */
const MAX_WHITE_DOTS = 500;
/** Numbers in the path of a dot: the sixteen curves of which browsers make a disc have 116. */
const MOST_OF_DOT = 150;

/** pdf.js' own encoding of a path: an operator code, then its coordinates. */
const MOVE = 0;
const LINE = 1;
const CURVE = 2;
const QUADRATIC = 3;
const CLOSE = 4;

export interface Shapes {
  /** The number of their page. */
  page: number;
  rules: Rule[];
  fills: Box[];
  /** Small shapes, about as high as wide. */
  dots: Box[];
  /** The same in white, which are seen on what is painted in other colours. */
  whiteDots: Box[];
  /** Short thin level lines, some of which are rules as well. */
  dashes: Box[];
  /** Shapes too short to be rules, which may be those of a dotted line. */
  lineDots: Box[];
  /** Lines that are sloped or curved. */
  drawings: Box[];
  /** All of it that can be seen, whatever its form. */
  backdrop: Backdrop;
}

type Segment = [x0: number, y0: number, x1: number, y1: number];

interface SubPath {
  box: Box;
  /** Its straight parts. */
  segments: Segment[];
}

/** Adds what one painted path contributes to `shapes`. */
export function addPath(shapes: Shapes, painting: number, data: ArrayLike<number>, state: GraphicsState): void {
  const layout = {
    filled: FILLS.has(painting) && state.fillColor !== '#ffffff',
    stroked: STROKES.has(painting) && state.strokeColor !== '#ffffff',
    state,
  };
  const seen = {
    filled: FILLS.has(painting) && isFillSeen(state),
    stroked: STROKES.has(painting) && isStrokeSeen(state),
    state,
  };
  if (FILLS.has(painting) && !layout.filled) addWhiteDot(shapes, data, state);
  if (![layout, seen].some(({ filled, stroked }) => filled || stroked)) return;
  const paths = subPaths(data, state);
  for (const path of paths) addPathBehind(shapes.backdrop, path, seen);
  addShapes(shapes, paths, layout);
}

/** The dots of a page, once all of it is painted: white ones where they do not lie on the bare paper. */
export function dotsOf({ dots, whiteDots, backdrop }: Shapes): Box[] {
  if (whiteDots.length === 0) return dots;
  const isOnPaper = paperOf(backdrop);
  return [...dots, ...whiteDots.filter((dot) => !isOnPaper(dot))];
}

/** Of white shapes layout works with dots alone: the bullets of a dark page. */
function addWhiteDot({ whiteDots }: Shapes, data: ArrayLike<number>, state: GraphicsState): void {
  if (whiteDots.length >= MAX_WHITE_DOTS || data.length > MOST_OF_DOT) return;
  const [only, ...more] = subPaths(data, state);
  if (only && more.length === 0 && isDot(only.box)) whiteDots.push(roundBox(only.box));
}

/** Adds what layout works with. */
function addShapes(shapes: Shapes, paths: SubPath[], { filled, stroked, state }: PaintedPath): void {
  if (shapes.rules.length + shapes.fills.length + shapes.dots.length + shapes.drawings.length > MAX_SHAPES) return;
  const [only] = paths;
  if (paths.length === 1 && only && isDot(only.box)) {
    if (filled || stroked) shapes.dots.push(roundBox(only.box));
    return;
  }
  for (const path of paths) {
    if (stroked) addStroke(shapes, path, state);
    if (stroked && isDrawn(path)) addDrawing(shapes, path.box, state.clip);
    if (filled) addFill(shapes, path, state.clip);
  }
}

interface PaintedPath {
  filled: boolean;
  stroked: boolean;
  state: GraphicsState;
}

/** A line that is sloped or curved has a large box, which it fills only where it is thick. */
function addPathBehind(backdrop: Backdrop, path: SubPath, { filled, stroked, state }: PaintedPath): void {
  if (filled) addBehind(backdrop, path.box, state.clip);
  if (!stroked) return;
  const thickness = state.lineWidth * Math.hypot(state.ctm[0], state.ctm[1]);
  if (thickness >= RULE_THICKNESS && isDrawn(path)) addBehind(backdrop, path.box, state.clip);
  for (const [x0, y0, x1, y1] of path.segments) {
    if (Math.min(Math.abs(x1 - x0), Math.abs(y1 - y0)) > SLOPE) continue;
    const box = { x0: Math.min(x0, x1), y0: Math.min(y0, y1), x1: Math.max(x0, x1), y1: Math.max(y0, y1) };
    addBehind(backdrop, grown(box, thickness / 2), state.clip);
  }
}

const grown = ({ x0, y0, x1, y1 }: Box, by: number): Box => ({ x0: x0 - by, y0: y0 - by, x1: x1 + by, y1: y1 + by });

/** Larger than a dot in both directions, and not made of level and upright lines alone. */
function isDrawn({ box, segments }: SubPath): boolean {
  if (box.x1 - box.x0 <= DOT_MAX || box.y1 - box.y0 <= DOT_MAX) return false;
  return (
    segments.length === 0 ||
    segments.some(([x0, y0, x1, y1]) => Math.min(Math.abs(x1 - x0), Math.abs(y1 - y0)) > DRAWN_SLOPE)
  );
}

function addDrawing(shapes: Shapes, box: Box, clip: Box): void {
  const seen = intersect(box, clip);
  if (seen.x1 > seen.x0 && seen.y1 > seen.y0) shapes.drawings.push(roundBox(seen));
}

function isDot({ x0, y0, x1, y1 }: Box): boolean {
  const [width, height] = [x1 - x0, y1 - y0];
  return (
    Math.min(width, height) >= DOT_MIN &&
    Math.max(width, height) <= DOT_MAX &&
    Math.abs(width - height) < DOT_DIFFERENCE * height
  );
}

function addStroke(shapes: Shapes, path: SubPath, state: GraphicsState): void {
  const half = Math.min(RULE_THICKNESS, state.lineWidth * Math.hypot(state.ctm[0], state.ctm[1])) / 2;
  for (const [x0, y0, x1, y1] of path.segments) {
    const width = Math.abs(x1 - x0);
    const height = Math.abs(y1 - y0);
    if (height < SLOPE)
      addDash(shapes, { x0: Math.min(x0, x1), y0: y0 - half, x1: Math.max(x0, x1), y1: y0 + half }, state.clip);
    if (Math.min(width, height) > SLOPE) continue;
    const orientation = width >= height ? 'horizontal' : 'vertical';
    const box = { x0: Math.min(x0, x1), y0: Math.min(y0, y1), x1: Math.max(x0, x1), y1: Math.max(y0, y1) };
    if (orientation === 'horizontal') {
      box.y0 -= half;
      box.y1 += half;
    } else {
      box.x0 -= half;
      box.x1 += half;
    }
    if (Math.max(width, height) < RULE_LENGTH) addLineDot(shapes.lineDots, intersect(box, state.clip));
    else addRule(shapes, { box, orientation }, state.clip);
  }
}

const isLong = (length: number, thickness: number): boolean => length >= Math.max(RULE_LENGTH, RULE_RATIO * thickness);

interface FilledShape {
  page: number;
  box: Box;
}

/** A filled shape by its width and height in points. */
export const FILLED_SHAPE: DecisionTable<FilledShape, 'horizontal' | 'vertical' | 'area' | 'nothing'> = {
  name: 'filled-shape',
  rules: [
    {
      name: 'flat',
      why: 'Many programs paint lines as thin rectangles.',
      test: ({ box: { x0, y0, x1, y1 } }) =>
        y1 - y0 <= RULE_THICKNESS && isLong(x1 - x0, y1 - y0) ? 'horizontal' : null,
    },
    {
      name: 'narrow',
      why: 'The same, of upright lines.',
      test: ({ box: { x0, y0, x1, y1 } }) =>
        x1 - x0 <= RULE_THICKNESS && isLong(y1 - y0, x1 - x0) ? 'vertical' : null,
    },
    {
      name: 'wide-and-high',
      why: 'The shading behind code, a table head or a box.',
      test: ({ box: { x0, y0, x1, y1 } }) => (x1 - x0 > RULE_THICKNESS && y1 - y0 > RULE_THICKNESS ? 'area' : null),
    },
  ],
  otherwise: 'nothing',
  subject: ({ page, box }) => ({ page, box, text: '' }),
  numbers: ({ box: { x0, y0, x1, y1 } }) => ({ widthInPoints: x1 - x0, heightInPoints: y1 - y0 }),
};

function addFill(shapes: Shapes, { box }: SubPath, clip: Box): void {
  addDash(shapes, box, clip);
  const shape = decide(FILLED_SHAPE, { page: shapes.page, box });
  if (shape === 'horizontal' || shape === 'vertical') addRule(shapes, { box, orientation: shape }, clip);
  if (shape === 'nothing') addLineDot(shapes.lineDots, intersect(box, clip));
  if (shape !== 'area') return;
  const seen = intersect(box, clip);
  if (seen.x1 > seen.x0 && seen.y1 > seen.y0) shapes.fills.push(roundBox(seen));
}

function addDash({ dashes }: Shapes, box: Box, clip: Box): void {
  const [length, thickness] = [box.x1 - box.x0, box.y1 - box.y0];
  if (thickness > DASH.thickness || length < DASH.least || length > DASH.most || dashes.length >= MAX_DASHES) return;
  const seen = intersect(box, clip);
  if (seen.x1 - seen.x0 === length) dashes.push(box);
}

function addRule(shapes: Shapes, { box, orientation }: Rule, clip: Box): void {
  const seen = intersect(box, clip);
  if (seen.x1 < seen.x0 || seen.y1 < seen.y0) return;
  shapes.rules.push({ box: roundBox(seen), orientation });
}

/** The straight parts of a path, as displayed. */
function subPaths(data: ArrayLike<number>, state: GraphicsState): SubPath[] {
  const paths: SubPath[] = [];
  let current: SubPath | null = null;
  let [startX, startY, x, y] = [0, 0, 0, 0];
  const grow = (path: SubPath, px: number, py: number): void => {
    path.box = {
      x0: Math.min(path.box.x0, px),
      y0: Math.min(path.box.y0, py),
      x1: Math.max(path.box.x1, px),
      y1: Math.max(path.box.y1, py),
    };
  };
  const point = (i: number): [number, number] => apply(state.ctm, data[i] ?? 0, data[i + 1] ?? 0);
  const lineTo = (nx: number, ny: number): void => {
    if (!current) return;
    current.segments.push([x, y, nx, ny]);
    grow(current, nx, ny);
    [x, y] = [nx, ny];
  };
  for (let i = 0; i < data.length && paths.length < MAX_SHAPES;) {
    const operation = data[i++];
    if (operation === MOVE) {
      [startX, startY] = [x, y] = point(i);
      current = { box: { x0: x, y0: y, x1: x, y1: y }, segments: [] };
      paths.push(current);
      i += 2;
    } else if (operation === LINE) {
      lineTo(...point(i));
      i += 2;
    } else if (operation === CURVE || operation === QUADRATIC) {
      const length = operation === CURVE ? 6 : 4;
      if (current) for (let k = 0; k < length; k += 2) grow(current, ...point(i + k));
      [x, y] = point(i + length - 2);
      i += length;
    } else if (operation === CLOSE) {
      if (x !== startX || y !== startY) lineTo(startX, startY);
    } else {
      break;
    }
  }
  return paths;
}

/** Bounding box of a path, as displayed: what a clip to it leaves visible at most. */
export function pathBox(minMax: ArrayLike<number> | null, state: GraphicsState): Box | null {
  if (!minMax || minMax.length < 4) return null;
  return transformBox(state.ctm, [minMax[0] ?? 0, minMax[1] ?? 0, minMax[2] ?? 0, minMax[3] ?? 0]);
}
