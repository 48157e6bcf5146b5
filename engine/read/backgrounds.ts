/**
 * Text that cannot be told from the area it stands on: in its colour, as black on a black bar that was painted first, or by
 * a blend mode that leaves nothing of it. Judged only where the colour of the background is certain: one upright rectangle in a
 * plain colour that holds the word, was painted before its first letter, and has nothing painted on it since. Not judged is
 * text in groups, annotations and clips of other forms, through soft masks, in patterns, and of glyphs that are drawings.
 */
import { BoxIndex } from '../box-index.js';
import type { Box, ParsedRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { NORMAL, WITHOUT_WHITE } from './blend-modes.js';
import type { PaintedBy, RunCollector } from './glyphs.js';
import type { GraphicsState } from './graphics-state.js';
import { intersect } from './matrix.js';
import { coversMuch, finderOf, holds, MOST_AT_WORD, wordsAt } from './painted-boxes.js';
import { isLostOn, isSamePaint, isWhiteInk, PAINT } from './sight.js';

/** More are a drawing or a map, on which nothing is sure. */
const MAX_BACKGROUNDS = 20_000;
const PAPER = '#ffffff';
/** In points: a thinner line around words is nothing that they stand on. */
const THICK = 3;
/** In points: a narrower area, such as a rule that is drawn as one, holds no word that can be read. */
const NARROWEST = 2;
/** Comparisons of a paint with the colour of an area; on a page with more of both all words are looked at where they stand. */
const MOST_COMPARED = 100_000;

interface Background {
  box: Box;
  /** #rrggbb of an area that hides what is under it; null for anything else: it is not certain what is seen there. */
  color: string | null;
  /** It is a thin line, or several. */
  isLine?: boolean;
  /** Characters that were shown before it. */
  after: number;
  order: number;
}

export interface Backgrounds {
  list: Background[];
  isFull: boolean;
}

export const noBackgrounds = (): Backgrounds => ({ list: [], isFull: false });

/** Adds what is painted. */
export function addBackground(backgrounds: Backgrounds, painted: Omit<Background, 'order'>): void {
  if (backgrounds.list.length >= MAX_BACKGROUNDS) backgrounds.isFull = true;
  else backgrounds.list.push({ ...painted, order: backgrounds.list.length });
}

interface PaintedPath {
  state: GraphicsState;
  /** Of the path itself. */
  extent: Box;
  /** As of `Background`. */
  color: string | null;
  after: number;
  isFilled: boolean;
  isStroked: boolean;
  /** It is the line around an upright rectangle. */
  isFrame: boolean;
}

/** Adds a painted path: what its line may cover is not certain, and within it is the area. */
export function addBackgrounds(
  backgrounds: Backgrounds,
  { state, extent, color, after, isFilled, isStroked, isFrame }: PaintedPath,
): void {
  const half = isStroked ? (state.lineWidth * Math.hypot(state.ctm[0], state.ctm[1])) / 2 : 0;
  const isThin = half < THICK / 2;
  if (isFrame && isThin) return;
  if (half > 0 || color === null)
    addBackground(backgrounds, {
      box: intersect(grown(extent, half), state.clip),
      color: null,
      isLine: isThin && !isFilled,
      after,
    });
  if (color !== null) addBackground(backgrounds, { box: intersect(grown(extent, -half), state.clip), color, after });
}

const grown = ({ x0, y0, x1, y1 }: Box, by: number): Box => ({ x0: x0 - by, y0: y0 - by, x1: x1 + by, y1: y1 + by });

export interface RunOnBackground {
  page: number;
  run: ParsedRun;
  blendMode: string;
  /** Nothing of its colour can be told from white. */
  isWhite: boolean;
  /** What it cannot be told from, as it is painted: an area, or the bare paper; null where it can. */
  lostOn: 'area' | 'paper' | null;
  /**
   * Something was painted there since that may show it, or other words were in its place before. Of words that can be told
   * from what they stand on, false.
   */
  isDisturbed: boolean;
  /** Something was painted there once all its letters were shown. */
  isPaintedOver: boolean;
}

/** Whether a word can be told from what it stands on. */
export const RUN_BACKGROUND: DecisionTable<RunOnBackground, 'seen' | 'unseen' | 'open'> = {
  name: 'run-background',
  rules: [
    {
      name: 'white-left-out',
      why: 'Multiply and its like leave nothing of white, whatever is behind it.',
      test: ({ blendMode, isWhite }) => (isWhite && WITHOUT_WHITE.has(blendMode) ? 'unseen' : null),
    },
    {
      name: 'on-other-paint',
      why: 'What was painted around it since, or words that were in its place before, may be what it is seen on.',
      test: ({ lostOn, isDisturbed }) => (lostOn && isDisturbed ? 'open' : null),
    },
    {
      name: 'colour-of-the-area',
      why: 'Type in the colour of the area it stands on, such as black on a bar that was painted before it.',
      test: ({ lostOn, blendMode }) => (lostOn === 'area' && blendMode === NORMAL ? 'unseen' : null),
    },
    {
      name: 'white-before-it-is-painted-over',
      why: 'White type on the bare paper is not seen by what is painted later: it covers the letters or leaves them white on white.',
      test: ({ lostOn, isWhite, isPaintedOver, blendMode }) =>
        lostOn === 'paper' && isWhite && isPaintedOver && blendMode === NORMAL ? 'unseen' : null,
    },
    {
      name: 'lost-by-blending',
      why: 'A blend mode leaves nothing of it, as Screen does of black; in which colours that is done, and whether with the paper, depends on the viewer.',
      test: ({ lostOn, blendMode }) => (lostOn && blendMode !== NORMAL ? 'open' : null),
    },
  ],
  otherwise: 'seen',
  subject: ({ page, run }) => ({ page, box: run.box, text: run.text }),
};

/** Marks the words that cannot be told from what they stand on, and those of which that has to be looked at. */
export function markIndistinct(collector: RunCollector, { list, isFull }: Backgrounds, page: number): void {
  if (isFull) return;
  const suspects = suspectsOf(collector, list);
  if (suspects.length === 0) return;
  const find = finderOf(list);
  const isAmongWords = wordsAt(
    collector.runs.flatMap(({ box, invisible }, order) => (invisible ? [] : [{ box, order }])),
  );
  const drawn = new BoxIndex(collector.drawn);
  for (const { run, painted, order, to } of suspects) {
    const { state, from } = painted;
    const around = find(run.box);
    const background = backgroundOf(around, run.box, from);
    const lostOn = background && isLostOn(background.color ?? PAPER, state) ? background.kind : null;
    const isDisturbed =
      lostOn !== null &&
      (around.some((painting) => mayShow(painting, run, { from, to, isOnPaper: lostOn === 'paper' })) ||
        drawn.touches(run.box) ||
        isAmongWords(run.box, order));
    const isPaintedOver = around.some(({ after }) => after >= to);
    const facts = { blendMode: state.blendMode, isWhite: isWhiteInk(state), lostOn, isDisturbed, isPaintedOver };
    const seen = decide(RUN_BACKGROUND, { page, run, ...facts });
    if (seen === 'unseen') [run.invisible, run.covered] = [true, true];
    if (seen === 'open') run.pictured = true;
  }
}

/**
 * Whether a word may be seen by what is painted there since its first letter, from which many characters on. Once all its
 * letters are shown, a plain area only covers them; and on the bare paper neither thin lines nor what hardly touches the word
 * show white letters.
 */
function mayShow(
  { after, color, isLine, box }: Background,
  run: ParsedRun,
  { from, to, isOnPaper }: { from: number; to: number; isOnPaper: boolean },
): boolean {
  if (after <= from) return false;
  if (after < to) return true;
  return color === null && !(isOnPaper && (isLine || !coversMuch(box, run.box)));
}

interface Suspect {
  run: ParsedRun;
  painted: PaintedBy;
  /** Its place among the words as they are painted. */
  order: number;
  /** Characters that were shown up to its end. */
  to: number;
}

/** Words that could not be told from the paper or some area of the page, or are blended. */
function suspectsOf({ runs, painted, shownBy }: RunCollector, list: readonly Background[]): Suspect[] {
  const areas = list.filter(({ box }) => Math.min(box.x1 - box.x0, box.y1 - box.y0) >= NARROWEST);
  const colors = [...new Set([PAPER, ...areas.map(({ color }) => color)])].filter((color) => color !== null);
  const known = new Map<string, boolean>();
  let compared = 0;
  const isSuspect = (state: GraphicsState): boolean => {
    if (state.masked || state.doubtful) return false;
    if (state.blendMode !== NORMAL) return true;
    compared += colors.length;
    return compared > MOST_COMPARED || colors.some((color) => isLostOn(color, state));
  };
  // each change of a font or a colour makes a state of its own
  const isKnownSuspect = (state: GraphicsState): boolean => {
    const paint = PAINT.map((key) => state[key]).join(' ');
    const before = known.get(paint) ?? isSuspect(state);
    known.set(paint, before);
    return before;
  };
  // the words of a line have one state, as a rule, and those of most pages the same paint in each
  let last: { state: GraphicsState; isSuspect: boolean } | null = null;
  return runs.flatMap((run, order) => {
    const by = painted[order];
    if (!by || run.invisible) return [];
    if (!last || !isSamePaint(last.state, by.state)) last = { state: by.state, isSuspect: isKnownSuspect(by.state) };
    return last.isSuspect ? [{ run, painted: by, order, to: shownBy[order]! }] : [];
  });
}

/** What a word stands on that was painted after so many characters; null where that is not certain. */
function backgroundOf(
  around: readonly Background[],
  box: Box,
  from: number,
): { kind: 'area' | 'paper'; color: string | null } | null {
  const before = around.filter(({ after }) => after <= from);
  const last = before.reduce<Background | null>((top, one) => (top && top.order > one.order ? top : one), null);
  if (around.length === MOST_AT_WORD) return null;
  if (!last) return { kind: 'paper', color: null };
  return last.color !== null && holds(last.box, box) ? { kind: 'area', color: last.color } : null;
}
