/**
 * Walks a page's operator list once and gathers all that layout needs: words, rules, shaded areas, images.
 * The list holds every glyph with its Unicode value and width, so that pdf.js' separate text extraction is not needed.
 * Never paints. Unbalanced saves and restores, unknown operators and operands of the wrong kind are passed over.
 */
import type { Box } from '../model.js';
import { addPictures, emptyBackdrop, isPainting } from './backdrop.js';
import { addPaintedPath, addPaintedPicture, addScattered, markCovered, noPaintings, type Paintings } from './covers.js';
import {
  finite as number,
  initialState,
  startOfText,
  stateChanges,
  type GraphicsState,
  type TextPosition,
} from './graphics-state.js';
import { drawnStyle, type DrawnStyle } from './frame.js';
import { markIndistinct } from './backgrounds.js';
import { IDENTITY, intersect, multiply, roundBox, toMatrix, transformBox, type Matrix } from './matrix.js';
import { beginMark, type Mark } from './marks.js';
import { STATE_OPERATORS } from './operator-kinds.js';
import { OPS } from './pdfjs-module.js';
import { SCATTERED } from './scattered.js';
import { addPath, pathBox, type Shapes } from './paths.js';
import { isUpright, rectangleOf } from './rectangles.js';
import { createCollector, type Glyph, type RunCollector, type RunFont } from './glyphs.js';
import { addGlyphs, endWord } from './runs.js';
import { isTransparent } from './sight.js';

/** No page that people read has as many characters. */
const MAX_CHARACTERS = 2_000_000;
/** Nor as many words. */
const MAX_RUNS = 100_000;
const MAX_STATES = 1_000;

export interface OperatorList {
  fnArray: ArrayLike<number>;
  argsArray: ArrayLike<unknown>;
}

export interface PageContent extends Shapes {
  collector: RunCollector;
  images: Box[];
  tooMuchText: boolean;
}

export interface WalkOptions {
  /** Default user space to the page as displayed. */
  view: Matrix;
  page: Box;
  pageNumber: number;
  fontOf(id: string, drawn: DrawnStyle): RunFont;
  /** Whether an optional-content group (layer) is shown. */
  isShown(group: unknown): boolean;
}

interface Walk extends PageContent {
  options: WalkOptions;
  state: GraphicsState;
  states: GraphicsState[];
  paintings: Paintings;
  text: TextPosition;
  marks: Mark[];
  /** Forms around what is painted: ids of marked content within them are not the page's. */
  forms: number;
  clipNext: boolean;
  /** Since the last transformation nothing was painted: only the state was changed. */
  placed: boolean;
}

export function walkOperators(list: OperatorList, options: WalkOptions): PageContent {
  const walk: Walk = {
    options,
    page: options.pageNumber,
    collector: createCollector(),
    rules: [],
    fills: [],
    dots: [],
    drawings: [],
    images: [],
    tooMuchText: false,
    backdrop: emptyBackdrop(),
    state: initialState(options.view, options.page),
    states: [],
    paintings: noPaintings(),
    text: startOfText(),
    marks: [],
    forms: 0,
    clipNext: false,
    placed: false,
  };
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

/** Replaces the state rather than changing it: runs under way keep the one they began with. */
function set(walk: Walk, change: Partial<GraphicsState>): void {
  walk.state = { ...walk.state, ...change };
}

function transform(walk: Walk, value: unknown): void {
  const matrix = toMatrix(value);
  if (matrix) set(walk, { ctm: multiply(walk.state.ctm, matrix) });
}

/** @param isExact the clip is all of the box */
function clip(walk: Walk, box: Box | null, isExact = isUpright(walk.state)): void {
  const { state } = walk;
  // of a clip without a path, viewers make nothing or all
  if (box === null) return set(walk, { doubtful: true });
  set(walk, { clip: intersect(state.clip, box), doubtful: state.doubtful || !isExact });
}

function beginForm(walk: Walk, [matrix, box]: unknown[]): void {
  walk.forms += 1;
  save(walk);
  transform(walk, matrix);
  clip(walk, pathBox(box as ArrayLike<number> | null, walk.state));
}

/** A group is painted as a whole with the opacity around it. */
function beginGroup(walk: Walk): void {
  save(walk);
  const { groupAlpha, fillAlpha } = walk.state;
  set(walk, { groupAlpha: groupAlpha * fillAlpha, fillAlpha: 1, strokeAlpha: 1, doubtful: true });
}

function endForm(walk: Walk): void {
  walk.forms -= 1;
  restore(walk);
}

function setGraphicsState(walk: Walk, [entries]: unknown[]): void {
  set(walk, stateChanges((entries as [string, unknown][] | undefined) ?? []));
}

function clipToNextPath(walk: Walk): void {
  walk.clipNext = true;
}

/** An annotation's appearance is placed by its rectangle and transform before its own matrix. */
function beginAnnotation(walk: Walk, [, rect, move, matrix]: unknown[]): void {
  save(walk);
  set(walk, { ctm: walk.options.view, clip: walk.options.page, doubtful: true });
  set(walk, { fillAlpha: 1, strokeAlpha: 1, groupAlpha: 1 });
  if (Array.isArray(rect) && rect.length === 4) clip(walk, pathBox(rect as number[], walk.state));
  transform(walk, move);
  transform(walk, matrix);
}

function constructPath(walk: Walk, [painting, data, minMax]: unknown[]): void {
  const coordinates = (data as (ArrayLike<number> | null)[] | undefined)?.[0];
  const extent = minMax as ArrayLike<number> | null;
  if (coordinates && isPainting(walk)) {
    addPath(walk, number(painting), coordinates, walk.state);
    addPaintedPath(walk, number(painting), { data: coordinates, minMax: extent });
  }
  if (walk.clipNext) {
    clip(walk, pathBox(extent, walk.state), !!coordinates && rectangleOf(coordinates, walk.state) !== null);
  }
  walk.clipNext = false;
}

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

function beginText(walk: Walk): void {
  walk.text = startOfText();
}

function setTextMatrix(walk: Walk, args: unknown[]): void {
  const matrix = toMatrix(args[0]) ?? toMatrix(args);
  if (matrix) walk.text = { matrix, lineMatrix: matrix };
}

function moveText(walk: Walk, x: number, y: number): void {
  const matrix = multiply(walk.text.lineMatrix, [1, 0, 0, 1, x, y]);
  walk.text = { matrix, lineMatrix: matrix };
}

function showText(walk: Walk, [glyphs]: unknown[]): void {
  const { state, text, marks } = walk;
  if (!Array.isArray(glyphs) || state.fontId === null) return;
  const font = walk.options.fontOf(state.fontId, drawnStyle(state, text.matrix));
  const mark = marks.at(-1);
  const context = {
    state,
    font,
    // mode 3 paints nothing, mode 7 only clips
    hidden: state.renderMode === 3 || state.renderMode === 7 || mark?.hidden === true || isTransparent(state),
    mcid: mark?.mcid ?? null,
    artifact: mark?.artifact === true,
  };
  const advance = addGlyphs(walk.collector, glyphs as (Glyph | number)[], context, text.matrix);
  const moved: Matrix = font.vertical ? [1, 0, 0, 1, 0, advance] : [1, 0, 0, 1, advance, 0];
  walk.text = { matrix: multiply(text.matrix, moved), lineMatrix: text.lineMatrix };
  // from mode 4 on glyphs are a clip too
  if (state.renderMode >= 4) set(walk, { doubtful: true });
}

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
  [OPS.setLineWidth, (walk: Walk, [width]: unknown[]) => set(walk, { lineWidth: number(width) })],
  [
    OPS.setFillRGBColor,
    (walk: Walk, [color]: unknown[]) => set(walk, { fillColor: String(color), fillPattern: false }),
  ],
  [
    OPS.setStrokeRGBColor,
    (walk: Walk, [color]: unknown[]) => set(walk, { strokeColor: String(color), strokePattern: false }),
  ],
  [OPS.setFillColorN, (walk: Walk) => set(walk, { fillPattern: true })],
  [OPS.setFillTransparent, (walk: Walk) => set(walk, { fillPattern: true })],
  [OPS.setStrokeColorN, (walk: Walk) => set(walk, { strokePattern: true })],
  [OPS.setGState, setGraphicsState],
  [OPS.clip, clipToNextPath],
  [OPS.eoClip, clipToNextPath],
  [OPS.constructPath, constructPath],
  [OPS.paintImageXObject, addPicture],
  [OPS.paintInlineImageXObject, addPicture],
  [OPS.paintImageMaskXObject, (walk: Walk) => addImage(walk, true)],
  [OPS.beginText, beginText],
  [OPS.setCharSpacing, (walk: Walk, [spacing]: unknown[]) => set(walk, { charSpacing: number(spacing) })],
  [OPS.setWordSpacing, (walk: Walk, [spacing]: unknown[]) => set(walk, { wordSpacing: number(spacing) })],
  [OPS.setHScale, (walk: Walk, [percent]: unknown[]) => set(walk, { hScale: number(percent) / 100 })],
  [OPS.setLeading, (walk: Walk, [leading]: unknown[]) => set(walk, { leading: number(leading) })],
  [OPS.setFont, (walk: Walk, [id, size]: unknown[]) => set(walk, { fontId: String(id), fontSize: number(size) })],
  [OPS.setTextRenderingMode, (walk: Walk, [mode]: unknown[]) => set(walk, { renderMode: number(mode) })],
  [OPS.setTextRise, (walk: Walk, [rise]: unknown[]) => set(walk, { rise: number(rise) })],
  [OPS.setTextMatrix, setTextMatrix],
  [OPS.moveText, (walk: Walk, [x, y]: unknown[]) => moveText(walk, number(x), number(y))],
  [OPS.nextLine, (walk: Walk) => moveText(walk, 0, -walk.state.leading)],
  [OPS.setLeadingMoveText, setLeadingAndMove],
  [OPS.showText, showText],
]);

function setLeadingAndMove(walk: Walk, [x, y]: unknown[]): void {
  set(walk, { leading: -number(y) });
  moveText(walk, number(x), number(y));
}
