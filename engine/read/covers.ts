/**
 * Text that an area painted later lies over: bars over names that were to be made unreadable, words under a white area.
 * What is not certain leaves the text as it is. Not looked at are areas of any other form than one upright
 * rectangle, and what is painted in groups, annotations and layers, or through soft masks, blend modes and other clips.
 * Overprinting is not considered: pdf.js does not report it. Nor are pictures areas: what lies under one is mostly what it shows, the text of a scan or the words of a logo.
 */
import { BoxIndex } from '../box-index.js';
import type { Box, ParsedRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { isPainting } from './backdrop.js';
import { NORMAL } from './blend-modes.js';
import type { RunCollector } from './glyphs.js';
import type { GraphicsState } from './graphics-state.js';
import { intersect, transformBox } from './matrix.js';
import type { Mark } from './marks.js';
import { addBackground, addBackgrounds, noBackgrounds, type Backgrounds } from './backgrounds.js';
import { FILLS, STROKES } from './operator-kinds.js';
import { finderOf, holds, MOST_AT_WORD } from './painted-boxes.js';
import { pathBox } from './paths.js';
import { isUpright, rectangleOf } from './rectangles.js';

/** In points: smaller areas are lines, dots and the squares of which some programs draw letters. */
const LEAST_SIDE = 4;
/** More are a drawing or a map, on which nothing is sure. */
const MAX_AREAS = 1_000;
const MAX_PAINTINGS = 5_000;
/** Pictures that are looked at; others count as drawings. With a limit of their own they take nothing from what areas hide. */
const MAX_PICTURES = 1_000;

interface Painting {
  /** As displayed. */
  box: Box;
  /** An area hides what is under it, and so does a picture, which may show the same words; a drawing may show them again. */
  kind: 'area' | 'picture' | 'drawing';
  /** Characters that were shown before it. */
  after: number;
  /** Its place among the paintings. */
  order: number;
}

/** Areas and pictures that may cover text, and what was painted since the first area, in order. */
export interface Paintings {
  list: Painting[];
  areas: number;
  /** Those in the list as pictures. */
  pictures: number;
  isFull: boolean;
  /** What text may stand on, of all that is painted. */
  backgrounds: Backgrounds;
}

export const noPaintings = (): Paintings => ({
  ...{ list: [], areas: 0, pictures: 0, isFull: false },
  backgrounds: noBackgrounds(),
});

/** What decides whether and over what something is painted. */
interface Canvas {
  state: GraphicsState;
  marks: readonly Mark[];
  collector: RunCollector;
  paintings: Paintings;
}

/** A path as pdf.js writes it (paths.ts), and its extent in user space. */
export interface PathData {
  data: ArrayLike<number>;
  minMax: ArrayLike<number> | null;
}

/** Adds a painted path. */
export function addPaintedPath(canvas: Canvas, painting: number, { data, minMax }: PathData): void {
  const { state, paintings, collector } = canvas;
  const [filled, stroked] = [FILLS.has(painting), STROKES.has(painting)];
  if (!isPainting(canvas) || (!filled && !stroked)) return;
  const rectangle = rectangleOf(data, state);
  const extent = rectangle ?? pathBox(minMax, state) ?? state.clip;
  const isPlain = filled && rectangle !== null && !state.fillPattern && hidesWhatIsUnder(canvas);
  const isFrame = !filled && rectangle !== null;
  const color = isPlain ? state.fillColor : null;
  const how = { isFilled: filled, isStroked: stroked, isFrame };
  addBackgrounds(paintings.backgrounds, { state, extent, color, after: collector.count, ...how });
  // a frame shows no words
  if (isFrame || !isRelevant(canvas)) return;
  const box = intersect(extent, state.clip);
  add(canvas, box, isPlain && isLarge(box) ? 'area' : 'drawing');
}

/**
 * Adds a picture, which fills the unit square of its space. It counts as opaque with a mask as well: most are so all over,
 * and what can be seen is found out by looking.
 *
 * @param isStencil it paints through holes
 */
export function addPaintedPicture(canvas: Canvas, isStencil: boolean): void {
  const { state, paintings, collector } = canvas;
  if (!isPainting(canvas)) return;
  const box = intersect(transformBox(state.ctm, [0, 0, 1, 1]), state.clip);
  addBackground(paintings.backgrounds, { box, color: null, after: collector.count });
  if (!isRelevant(canvas)) return;
  const isCover = !isStencil && isUpright(state) && isLarge(box) && hidesWhatIsUnder(canvas);
  add(canvas, box, isCover ? 'picture' : 'drawing');
}

/** Adds what may be anywhere within the clip. */
export function addScattered(canvas: Canvas): void {
  if (!isPainting(canvas)) return;
  addBackground(canvas.paintings.backgrounds, {
    box: { ...canvas.state.clip },
    color: null,
    after: canvas.collector.count,
  });
  if (isRelevant(canvas)) add(canvas, { ...canvas.state.clip }, 'drawing');
}

/** Before any text nothing can be covered. */
const isRelevant = ({ collector }: Canvas): boolean => collector.count > 0;

function add({ paintings, collector }: Canvas, box: Box, wanted: Painting['kind']): void {
  const kind = wanted === 'picture' && paintings.pictures === MAX_PICTURES ? 'drawing' : wanted;
  if (paintings.isFull || (kind === 'drawing' && paintings.areas === 0)) return;
  const { list } = paintings;
  if (kind === 'area') paintings.areas += 1;
  if (kind === 'picture') paintings.pictures += 1;
  else paintings.isFull = list.length - paintings.pictures >= MAX_PAINTINGS || paintings.areas > MAX_AREAS;
  if (!paintings.isFull) list.push({ box, kind, after: collector.count, order: list.length });
}

const isLarge = ({ x0, y0, x1, y1 }: Box): boolean => x1 - x0 >= LEAST_SIDE && y1 - y0 >= LEAST_SIDE;

/** Nothing shines through what is filled now, whatever is painted around it. A layer can be taken away. */
const hidesWhatIsUnder = ({ state, marks }: Canvas): boolean =>
  state.fillAlpha * state.groupAlpha === 1 &&
  state.blendMode === NORMAL &&
  !state.masked &&
  !state.doubtful &&
  !marks.some(({ inLayer }) => inLayer);

export interface CoveredRun {
  page: number;
  run: ParsedRun;
  /** An area lies over all of it, */
  underArea: boolean;
  /** on which something was drawn since. */
  drawnOn: boolean;
  /** A picture lies over all of it. */
  underPicture: boolean;
}

/** Whether a word that something lies over can be seen all the same. */
export const RUN_COVER: DecisionTable<CoveredRun, 'seen' | 'unseen' | 'open'> = {
  name: 'run-cover',
  rules: [
    {
      name: 'under-an-area',
      why: 'An area that nothing shines through was painted over all of the word, as over names that are blacked out.',
      test: ({ underArea, drawnOn }) => (underArea && !drawnOn ? 'unseen' : null),
    },
    {
      name: 'under-a-picture',
      why: 'A picture was painted over all of the word. Most such pictures show it, as scans do: what is seen there has to be looked at.',
      test: ({ underPicture }) => (underPicture ? 'open' : null),
    },
    {
      name: 'drawn-on-the-area',
      why: 'What was drawn there since may show the same words, as outlines or as a stencil.',
      test: ({ drawnOn }) => (drawnOn ? 'seen' : null),
    },
  ],
  otherwise: 'seen',
  subject: ({ page, run }) => ({ page, box: run.box, text: run.text }),
};

/** Marks the words, those of a scan's layer among them, that what was painted later hides or may hide. @param page its number */
export function markCovered(collector: RunCollector, { list, areas, pictures, isFull }: Paintings, page: number): void {
  if (areas + pictures === 0 || isFull) return;
  const { runs, shownBy } = collector;
  // apart: many pictures at a word leave none of the areas out
  const findAreas = finderOf(list.filter(({ kind }) => kind === 'area'));
  const findPictures = finderOf(list.filter(({ kind }) => kind === 'picture'));
  const isDrawnOn = drawingsOn(list, collector.drawn);
  for (const [i, run] of runs.entries()) {
    const isOver = ({ box, after }: Painting): boolean => after >= shownBy[i]! && holds(box, run.box);
    const areasOver = findAreas(run.box).filter(isOver);
    const isUnderPicture = findPictures(run.box).some(isOver);
    if (areasOver.length === 0 && !isUnderPicture) continue;
    const last = Math.max(-1, ...areasOver.map(({ order }) => order));
    const underArea = last >= 0;
    const drawnOn = underArea && isDrawnOn(run.box, last);
    // a layer that is not painted is none of what a picture hides
    const underPicture = !run.invisible && isUnderPicture;
    const seen = decide(RUN_COVER, { page, run, underArea, drawnOn, underPicture });
    if (seen === 'unseen') [run.invisible, run.covered] = [true, true];
    if (seen === 'open') run.pictured = true;
  }
}

/** Whether something was drawn on a word after a painting. */
function drawingsOn(list: readonly Painting[], letters: readonly Box[]): (box: Box, since: number) => boolean {
  const find = finderOf(list.filter(({ kind }) => kind !== 'area'));
  const drawn = new BoxIndex(letters);
  return (box, since) => {
    const drawings = find(box);
    return drawings.length === MOST_AT_WORD || drawn.touches(box) || drawings.some(({ order }) => order > since);
  };
}
