/** Rows of text as tables see them, written by hand: cells begin at 100, 200 and 300 points. */
import type { PlacedRow } from '../../engine/tables/placed-rows.js';
import { placeRow } from '../../engine/tables/placed-rows.js';
import { textRows, type TextRow } from '../../engine/tables/segments.js';
import { runs, type LineOptions } from './engine-inputs.js';

export const CELLS = [100, 200, 300];
export const COLUMNS = { page: 1, xs: [95, 195, 295, 395], lefts: [100, 200, 300] };
export const ROOM = { width: [85, 85, 85] };

/** The row of these cells; '' leaves one out. */
export function textRow(cells: readonly string[], options: LineOptions = {}): TextRow {
  const texts = cells.flatMap((text, i) => (text === '' ? [] : runs(text, { ...options, x: CELLS[i]! })));
  return textRows(texts)[0]!;
}

export const placedRow = (cells: readonly string[], options: LineOptions = {}): PlacedRow =>
  placeRow(textRow(cells, options), COLUMNS);
