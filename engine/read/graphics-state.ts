/** The part of the PDF graphics state that decides where text and lines are and whether they can be seen. */
import type { Box } from '../model.js';
import { NORMAL } from './blend-modes.js';
import { IDENTITY, type Matrix } from './matrix.js';

export interface GraphicsState {
  /** User space to the page as displayed. */
  ctm: Matrix;
  /** The area that can be painted, as displayed. */
  clip: Box;
  fillColor: string;
  strokeColor: string;
  /** A pattern or shading is painted in place of the colour. */
  fillPattern: boolean;
  strokePattern: boolean;
  /** Opacity, from 0 to 1. */
  fillAlpha: number;
  strokeAlpha: number;
  /** Of all groups around what is painted. */
  groupAlpha: number;
  /** A name of blend-modes.ts: any but the usual one lets what is under it shine through, and so does a soft mask. */
  blendMode: string;
  masked: boolean;
  /** It may leave what is under it to be seen for another reason: a group or annotation, a clip that is no upright rectangle. */
  doubtful: boolean;
  lineWidth: number;
  /** Key of the font in pdf.js' store. */
  fontId: string | null;
  fontSize: number;
  charSpacing: number;
  wordSpacing: number;
  /** Horizontal scaling, 1 for none. */
  hScale: number;
  leading: number;
  rise: number;
  renderMode: number;
}

export interface TextPosition {
  matrix: Matrix;
  lineMatrix: Matrix;
}

export function initialState(ctm: Matrix, clip: Box): GraphicsState {
  return {
    ctm,
    clip,
    fillColor: '#000000',
    strokeColor: '#000000',
    fillPattern: false,
    strokePattern: false,
    fillAlpha: 1,
    strokeAlpha: 1,
    groupAlpha: 1,
    blendMode: NORMAL,
    masked: false,
    doubtful: false,
    lineWidth: 1,
    fontId: null,
    fontSize: 0,
    charSpacing: 0,
    wordSpacing: 0,
    hScale: 1,
    leading: 0,
    rise: 0,
    renderMode: 0,
  };
}

/** What an extended graphics state changes: the entries that pdf.js gives of it. */
export function stateChanges(entries: readonly [key: string, value: unknown][]): Partial<GraphicsState> {
  const change: Partial<GraphicsState> = {};
  for (const [key, value] of entries) {
    if (key === 'Font' && Array.isArray(value)) {
      change.fontId = String(value[0]);
      change.fontSize = finite(value[1]);
    }
    if (key === 'LW') change.lineWidth = finite(value);
    if (key === 'ca') change.fillAlpha = finite(value);
    if (key === 'CA') change.strokeAlpha = finite(value);
    if (key === 'BM') change.blendMode = String(value);
    if (key === 'SMask') change.masked = value !== false;
  }
  return change;
}

/** An operand as a number, 0 where it is none. */
export const finite = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

export function startOfText(): TextPosition {
  return { matrix: IDENTITY, lineMatrix: IDENTITY };
}
