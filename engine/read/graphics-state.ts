/** The part of the PDF graphics state that decides where text and lines are and whether they can be seen. */
import type { Box } from '../model.js';
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
