/** How text lies on the page and what is done to its letters as they are drawn. */
import type { Box } from '../model.js';
import type { GraphicsState } from './graphics-state.js';
import { intersect, multiply, type Matrix } from './matrix.js';

/** What is done to a font as it is drawn. */
export interface DrawnStyle {
  /** Its letters are outlined in their own colour. */
  bold: boolean;
  /** It is slanted by its matrix. */
  italic: boolean;
}

/** Fill and stroke, without and with clipping. */
const OUTLINED = new Set([2, 6]);
/** An outline of this share of the font size makes a letter bold. */
const BOLD_OUTLINE = 0.015;
/** Sines of the slants that letters are given: 6 to 30 degrees. */
const SLANT_MIN = 0.1;
const SLANT_MAX = 0.5;
/** Points: smaller type cannot be seen; programs hide text so. */
const LEAST_SIZE = 0.01;
/** Cosine of the greatest angle, 8 degrees, at which text counts as upright: its baseline is that of its start. */
const UPRIGHT = 0.99;
/** As typographers set superscripts. */
const SCRIPT_SIZE = 0.62;
const SCRIPT_RISE = 0.34;
/** Share of the font size that letters reach above and below their baseline. */
export const ASCENT = 0.76;
export const DESCENT = 0.22;

export function drawnStyle(state: GraphicsState, textMatrix: Matrix): DrawnStyle {
  return {
    bold:
      OUTLINED.has(state.renderMode) &&
      state.strokeColor === state.fillColor &&
      state.lineWidth > BOLD_OUTLINE * heightOf(textMatrix, state.fontSize),
    italic: isSlanted(multiply(state.ctm, textMatrix), state.hScale),
  };
}

const heightOf = (textMatrix: Matrix, fontSize: number): number =>
  Math.hypot(textMatrix[2], textMatrix[3]) * Math.abs(fontSize);

/** Whether a matrix slants letters to the right, as one that only turns and scales them does not. */
function isSlanted(matrix: Matrix, hScale: number): boolean {
  const skew = matrix[0] * matrix[2] + matrix[1] * matrix[3];
  if (skew === 0) return false;
  const lengths = Math.hypot(matrix[0], matrix[1]) * Math.hypot(matrix[2], matrix[3]);
  const slant = ((hScale < 0 ? -1 : 1) * skew) / lengths;
  return slant > SLANT_MIN && slant < SLANT_MAX;
}

type DrawnSize = Pick<GraphicsState, 'fontSize' | 'hScale'>;

export interface Frame {
  /** Distance of a superscript glyph from the baseline. */
  rise: number;
  along: [number, number];
  up: [number, number];
  size: number;
}

/**
 * Direction and size of text on the page; null for text without any extent. A negative font size turns letters upside down
 * and a negative horizontal scale mirrors them: programs of reports undo by both what their matrix does.
 *
 * @param toPage of the text matrix, without font size and horizontal scale
 */
export function frameOf(toPage: Matrix, { fontSize, hScale }: DrawnSize, vertical: boolean): Frame | null {
  const across = Math.hypot(toPage[0], toPage[1]);
  const area = toPage[0] * toPage[3] - toPage[1] * toPage[2];
  // across the baseline: slanted letters are no higher
  const tall = Math.abs(area) / across;
  const shown = Math.abs(fontSize) * tall;
  if (!(across > 0) || !(tall > 0) || !(shown > LEAST_SIZE) || !Number.isFinite(shown)) return null;
  const mirrored = hScale < 0 ? -1 : 1;
  const sign = Math.sign(fontSize) * mirrored;
  const right: [number, number] = [(toPage[0] / across) * sign, (toPage[1] / across) * sign];
  const side = -Math.sign(area) * mirrored;
  const up: [number, number] = [right[1] * side, -right[0] * side];
  return vertical
    ? { along: [-up[0], -up[1]], up: right, size: shown, rise: 0 }
    : { along: right, up, size: shown, rise: 0 };
}

export function isUpright(along: [number, number]): boolean {
  return along[0] > UPRIGHT;
}

/** Clockwise degrees on the page, whole, 0 to 359. */
export function rotationOf(along: [number, number]): number {
  const degrees = Math.round((Math.atan2(along[1], along[0]) * 180) / Math.PI);
  return (degrees + 360) % 360;
}

/** The frame of a superscript that a font draws itself. */
export function raised(frame: Frame): Frame {
  return { ...frame, size: frame.size * SCRIPT_SIZE, rise: SCRIPT_RISE * frame.size };
}

/** A run from its first glyph to the end of its last, on its baseline. */
interface Extent extends Pick<Frame, 'up' | 'size' | 'rise'> {
  start: [number, number];
  end: [number, number];
}

/** Written out: a list taken apart, as the language has it, makes an object for each of its elements in code that is cold. */
export function boxOf(open: Extent): Box {
  const { start, end, up } = open;
  const ascent = ASCENT * open.size + open.rise;
  const descent = DESCENT * open.size - open.rise;
  const topX = up[0] * ascent;
  const topY = up[1] * ascent;
  const bottomX = -up[0] * descent;
  const bottomY = -up[1] * descent;
  const box = {
    x0: Math.min(start[0], end[0]) + Math.min(topX, bottomX),
    y0: Math.min(start[1], end[1]) + Math.min(topY, bottomY),
    x1: Math.max(start[0], end[0]) + Math.max(topX, bottomX),
    y1: Math.max(start[1], end[1]) + Math.max(topY, bottomY),
  };
  return intersect(box, FAR);
}

/** Places beyond are faults of the file. */
const FAR: Box = { x0: -1e6, y0: -1e6, x1: 1e6, y1: 1e6 };
