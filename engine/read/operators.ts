/**
 * Walks a page's operator list once and gathers all that layout needs: words, rules, shaded areas, images.
 * The list holds every glyph with its Unicode value and width, so that pdf.js' separate text extraction is not needed.
 * Never paints. Unbalanced saves and restores, unknown operators and operands of the wrong kind are passed over.
 */
import type { Box } from '../model.js';
import { addPictures, isPainting } from './backdrop.js';
import { addPaintedPath, addPaintedPicture, addScattered, markCovered, type PathData } from './covers.js';
import { finite as number, stateChanges } from './graphics-state.js';
import { markIndistinct } from './backgrounds.js';
import { IDENTITY, intersect, multiply, roundBox, toMatrix, transformBox } from './matrix.js';
import { beginMark } from './marks.js';
import { STATE_OPERATORS } from './operator-kinds.js';
import { OPS } from './pdfjs-module.js';
import { SCATTERED } from './scattered.js';
import { addPath, pathBox } from './paths.js';
import { isUpright, rectangleOf } from './rectangles.js';
import { TEXT_OPERATORS } from './text-operators.js';
import { beginWalk, setState, type PageContent, type Walk, type WalkOptions } from './walk.js';
import { endWord } from './words.js';

/** No page that people read has as many characters. */
const MAX_CHARACTERS = 2_000_000;
/** Nor as many words. */
const MAX_RUNS = 100_000;
const MAX_STATES = 1_000;

export interface OperatorList {
  fnArray: ArrayLike<number>;
  argsArray: ArrayLike<unknown>;
}

export function walkOperators(list: OperatorList, options: WalkOptions): PageContent {
  const walk = beginWalk(options);
  for (let i = 0; i < list.fnArray.length; i++) {
    const operator = list.fnArray[i] ?? 0;
    // a picture larger than pdf.js is let to decode leaves nothing but its place behind
    if (operator === OPS.restore && walk.placed) addPicture(walk);
    walk.placed = operator === OPS.transform || (walk.placed && STATE_OPERATORS.has(operator));
    step(walk, operator, (list.argsArray[i] ?? []) as unknown[]);
    if (walk.collector.count > MAX_CHARACTERS || walk.collector.runs.length > MAX_RUNS) {
      walk.tooMuchText = true;
      break;
    }
  }
  // the last picture of a page need not be followed by a restore
  if (walk.placed) addPicture(walk);
  endWord(walk.collector);
  markCovered(walk.collector, walk.paintings, options.pageNumber);
  markIndistinct(walk.collector, walk.paintings.backgrounds, options.pageNumber);
  return walk;
}

function step(walk: Walk, operator: number, args: unknown[]): void {
  const run = STEPS.get(operator);
  if (run) run(walk, args);
  else markStep(walk, operator, args);
}

function save(walk: Walk): void {
  if (walk.states.length < MAX_STATES) walk.states.push({ ...walk.state });
}

function restore(walk: Walk): void {
  walk.state = walk.states.pop() ?? walk.state;
}

function transform(walk: Walk, value: unknown): void {
  const matrix = toMatrix(value);
  if (matrix) setState(walk, { ctm: multiply(walk.state.ctm, matrix) });
}

/** @param isExact the clip is all of the box */
function clip(walk: Walk, box: Box | null, isExact = isUpright(walk.state)): void {
  const { state } = walk;
  // of a clip without a path, viewers make nothing or all
  if (box === null) return setState(walk, { doubtful: true });
  setState(walk, { clip: intersect(state.clip, box), doubtful: state.doubtful || !isExact });
}

function beginForm(walk: Walk, [matrix, box]: unknown[]): void {
  walk.forms += 1;
  save(walk);
  transform(walk, matrix);
  clip(walk, pathBox(box as ArrayLike<number> | null, walk.state));
}

/** A group is painted as a whole with the opacity around it. pdf.js gives it the box that clips its form. */
function beginGroup(walk: Walk, [group]: unknown[]): void {
  save(walk);
  const { groupAlpha, fillAlpha, ctm } = walk.state;
  setState(walk, { groupAlpha: groupAlpha * fillAlpha, fillAlpha: 1, strokeAlpha: 1, doubtful: true });
  const { matrix, bbox } = (group ?? {}) as { matrix?: unknown; bbox?: ArrayLike<number> | null };
  const own = multiply(ctm, toMatrix(matrix) ?? IDENTITY);
  // exact or not: a group is in doubt as it is
  clip(walk, pathBox(bbox ?? null, { ...walk.state, ctm: own }), false);
}

function endForm(walk: Walk): void {
  walk.forms -= 1;
  restore(walk);
}

function setGraphicsState(walk: Walk, [entries]: unknown[]): void {
  setState(walk, stateChanges((entries as [string, unknown][] | undefined) ?? []));
}

function clipToNextPath(walk: Walk): void {
  walk.clipNext = true;
}

/** An annotation's appearance is placed by its rectangle and transform before its own matrix. */
function beginAnnotation(walk: Walk, [, rect, move, matrix]: unknown[]): void {
  save(walk);
  setState(walk, { ctm: walk.options.view, clip: walk.options.page, doubtful: true });
  setState(walk, { fillAlpha: 1, strokeAlpha: 1, groupAlpha: 1 });
  if (Array.isArray(rect) && rect.length === 4) clip(walk, pathBox(rect as number[], walk.state));
  transform(walk, move);
  transform(walk, matrix);
}

function constructPath(walk: Walk, [painting, data, minMax]: unknown[]): void {
  const coordinates = (data as (ArrayLike<number> | null)[] | undefined)?.[0];
  const extent = minMax as ArrayLike<number> | null;
  if (coordinates) paintPath(walk, number(painting), { data: coordinates, minMax: extent });
  if (walk.clipNext) {
    clip(walk, pathBox(extent, walk.state), !!coordinates && rectangleOf(coordinates, walk.state) !== null);
  }
  walk.clipNext = false;
}

function paintPath(walk: Walk, painting: number, path: PathData): void {
  if (!isPainting(walk)) return;
  addPath(walk, painting, path.data, walk.state);
  addPaintedPath(walk, painting, path);
}

/** The square that an image fills in its own space, as pdf.js writes paths: moved to, three lines, closed. */
const UNIT_SQUARE: PathData = { data: [0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 4], minMax: [0, 0, 1, 1] };

/** A mask of one pixel is a filled rectangle: dvips has PostScript draw every line of TeX in this way. */
const paintSolidMask = (walk: Walk): void => paintPath(walk, OPS.fill, UNIT_SQUARE);

/** Points: smaller images are parts of a shading or a pattern. */
const LEAST_IMAGE = 2;

/** An image fills the unit square of its own space. @param isStencil it paints through holes */
function addImage(walk: Walk, isStencil: boolean): void {
  addPaintedPicture(walk, isStencil);
  addPictures(walk, [IDENTITY]);
  const box = intersect(transformBox(walk.state.ctm, [0, 0, 1, 1]), walk.state.clip);
  if (box.x1 - box.x0 > LEAST_IMAGE && box.y1 - box.y0 > LEAST_IMAGE) walk.images.push(roundBox(box));
}

const addPicture = (walk: Walk): void => addImage(walk, false);

const scatteredStep =
  (paint: (walk: Walk, args: unknown[]) => void) =>
  (walk: Walk, args: unknown[]): void => {
    addScattered(walk);
    paint(walk, args);
  };

function markStep(walk: Walk, operator: number, args: unknown[]): void {
  if (operator === OPS.endMarkedContent) walk.marks.pop();
  const mark = beginMark(operator, args, {
    outer: walk.marks.at(-1),
    inForm: walk.forms > 0,
    isShown: (group) => walk.options.isShown(group),
  });
  if (mark) walk.marks.push(mark);
}

/** What each operator does; marks.ts handles those of marked content, and no other operator matters here. */
const STEPS: ReadonlyMap<number, (walk: Walk, args: unknown[]) => void> = new Map([
  ...TEXT_OPERATORS,
  ...Array.from(SCATTERED, ([operator, paint]) => [operator, scatteredStep(paint)] as const),
  [OPS.save, save],
  [OPS.beginGroup, beginGroup],
  [OPS.restore, restore],
  [OPS.endGroup, restore],
  [OPS.endAnnotation, restore],
  [OPS.transform, transform],
  [OPS.paintFormXObjectBegin, beginForm],
  [OPS.paintFormXObjectEnd, endForm],
  [OPS.beginAnnotation, beginAnnotation],
  [OPS.setLineWidth, (walk: Walk, [width]: unknown[]) => setState(walk, { lineWidth: number(width) })],
  [
    OPS.setFillRGBColor,
    (walk: Walk, [color]: unknown[]) => setState(walk, { fillColor: String(color), fillPattern: false }),
  ],
  [
    OPS.setStrokeRGBColor,
    (walk: Walk, [color]: unknown[]) => setState(walk, { strokeColor: String(color), strokePattern: false }),
  ],
  [OPS.setFillColorN, (walk: Walk) => setState(walk, { fillPattern: true })],
  [OPS.setFillTransparent, (walk: Walk) => setState(walk, { fillPattern: true })],
  [OPS.setStrokeColorN, (walk: Walk) => setState(walk, { strokePattern: true })],
  [OPS.setGState, setGraphicsState],
  [OPS.clip, clipToNextPath],
  [OPS.eoClip, clipToNextPath],
  [OPS.constructPath, constructPath],
  [OPS.paintSolidColorImageMask, paintSolidMask],
  [OPS.paintImageXObject, addPicture],
  [OPS.paintInlineImageXObject, addPicture],
  [OPS.paintImageMaskXObject, (walk: Walk) => addImage(walk, true)],
]);
