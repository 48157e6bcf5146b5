/** Brackets of a matrix: TeX draws those that are taller than a few lines from pieces, each a run of its own. */
import type { Box, TextRun } from '../model.js';

/** The upper and lower ends of brackets and braces, their middles and what makes them longer. */
const BRACKET_PIECE = /^[⎛-⎭]+$/u;
const LEAST_PIECES = 2;
/** In font sizes: the rows of a matrix are no further from its bracket. */
const BRACKET_GAP = 3;

/** Whether pieces of brackets stand right beside the text of a proposed table. */
export function isMatrix({ page, box }: { page: { runs: readonly Omit<TextRun, 'id'>[] }; box: Box }): boolean {
  const beside = page.runs.filter(
    ({ text, box: piece, baseline, size }) =>
      baseline > box.y0 &&
      baseline < box.y1 &&
      Math.max(box.x0 - piece.x1, piece.x0 - box.x1) < BRACKET_GAP * size &&
      BRACKET_PIECE.test(text),
  );
  return beside.length >= LEAST_PIECES;
}
