/** The first or last row of a page, and how far it is from the page's edge and from the text. */
import type { Line } from '../text/line.js';
import { ROW_TOLERANCE, type LinedPage } from './lined-page.js';

/** In body sizes: parts of one row that are further apart are set at the ends of the row. */
export const PARTS_APART = 4;
/** Parts of a row that serves the page: at both ends, and in the middle. */
export const MOST_PARTS = 3;
/** Words of such a part: more are text. */
export const MOST_WORDS = 10;

export interface EdgeRow {
  /** From left to right. */
  row: Line[];
  others: Line[];
  /** In points: its distance from the page's edge, and from the next row further in; that is infinite without one. */
  fromEdge: number;
  apart: number;
}

export function edgeRow({ lines, height }: LinedPage, side: 'head' | 'foot'): EdgeRow {
  const away = ({ baseline }: Line): number => (side === 'head' ? baseline : height - baseline);
  const fromEdge = Math.min(...lines.map(away));
  const row = lines.filter((line) => away(line) - fromEdge <= ROW_TOLERANCE);
  const others = lines.filter((line) => away(line) - fromEdge > ROW_TOLERANCE);
  const next = Math.min(...others.map(away), Infinity);
  return { row: row.toSorted((a, b) => a.box.x0 - b.box.x0), others, fromEdge, apart: next - fromEdge };
}
