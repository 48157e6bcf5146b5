/** The part of the PDF graphics state that decides where text and lines are and whether they can be seen. */
import type { Box } from '../model.js';
import { IDENTITY, type Matrix } from './matrix.js';

export interface GraphicsState {
  /** User space to the page as displayed. */
  ctm: Matrix;
  /** The area that can be painted, as displayed. */
  clip: Box;
  /** The area is not all of `clip`: it was cut out by another shape than an upright rectangle. */
  shapedClip: boolean;
  fillColor: string;
  /** How far one can see through what is filled: its alpha, a blend mode other than the normal one, a soft mask. */
  fillAlpha: number;
  blended: boolean;
  masked: boolean;
  strokeColor: string;
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
    shapedClip: false,
    fillColor: '#000000',
    fillAlpha: 1,
    blended: false,
    masked: false,
    strokeColor: '#000000',
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

export function startOfText(): TextPosition {
  return { matrix: IDENTITY, lineMatrix: IDENTITY };
}
