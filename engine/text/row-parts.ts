/** The parts of a row of text that stand apart. */
import type { TextRun } from '../model.js';
import { fromLeft } from './spacing.js';

/** Runs of one row, from the left, parted where there is at least so much room, in font sizes, between them. */
export function partsOfRow(row: readonly TextRun[], room: number): TextRun[][] {
  const parts: TextRun[][] = [];
  let end = -Infinity;
  for (const run of fromLeft(row)) {
    if (run.box.x0 - end < room * run.size) parts.at(-1)!.push(run);
    else parts.push([run]);
    end = Math.max(end, run.box.x1);
  }
  return parts;
}
