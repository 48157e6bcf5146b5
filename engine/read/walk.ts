/** What a walk over a page's operators carries from one to the next, and what it gathers. */
import type { Box } from '../model.js';
import { emptyBackdrop } from './backdrop.js';
import { noPaintings, type Paintings } from './covers.js';
import type { DrawnStyle } from './frame.js';
import { createCollector, type RunCollector, type RunFont } from './glyphs.js';
import { initialState, startOfText, type GraphicsState, type TextPosition } from './graphics-state.js';
import type { Mark } from './marks.js';
import type { Matrix } from './matrix.js';
import type { Shapes } from './paths.js';

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

export interface Walk extends PageContent {
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

/** A walk at the beginning of a page. */
export function beginWalk(options: WalkOptions): Walk {
  return {
    options,
    page: options.pageNumber,
    collector: createCollector(),
    rules: [],
    fills: [],
    dots: [],
    whiteDots: [],
    dashes: [],
    lineDots: [],
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
}

/** Replaces the state rather than changing it: runs under way keep the one they began with. */
export function setState(walk: Walk, change: Partial<GraphicsState>): void {
  walk.state = { ...walk.state, ...change };
}
