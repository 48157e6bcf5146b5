/**
 * Displayed equations: lines set mainly in mathematical type, away from the column's left edge, with a relation or a big
 * operator among them. Limits, numerators and the equation's number near by belong to it, though they are lines of their own.
 */
import type { Line } from '../text/line.js';
import type { Chunk } from './chunks.js';

const RELATION = /[=<>≤≥≈≠≡∼∝∑∏∫√±→⇒∈⊂∪∩∀∃∂∇]/u;
const MATH_SHARE = 0.25;
const MAX_FRAGMENT = 12;

/** Index after the last chunk of an equation that begins at `start`, or `start` when none does. */
export function equationEnd(chunks: readonly Chunk[], start: number): number {
  let end = start;
  let reach = -Infinity;
  while (end < chunks.length) {
    const chunk = chunks[end]!;
    const top = Math.min(...chunk.lines.map((line) => line.box.y0));
    if (!(isFormula(chunk) || isFragment(chunk)) || (end > start && top > reach + 0.6 * (chunk.lines[0]?.size ?? 10)))
      break;
    reach = Math.max(reach, ...chunk.lines.map((line) => line.box.y1));
    end += 1;
  }
  const parts = chunks.slice(start, end);
  return parts.some((chunk) => isFormula(chunk) && RELATION.test(textOf(chunk)) && isDisplayed(chunk)) ? end : start;
}

/** Its parts from top to bottom, on one line: how they stand above each other is not told. */
export function equationText(lines: readonly Line[]): string {
  return lines.map((line) => line.text).join(' ');
}

function textOf(chunk: Chunk): string {
  return chunk.lines.map((line) => line.text).join(' ');
}

function isFormula(chunk: Chunk): boolean {
  if (chunk.lines.some((line) => line.blocks || line.mono > 0.5) || chunk.lines.length > 4) return false;
  const text = textOf(chunk);
  const words = text.match(/\p{L}{4,}/gu)?.length ?? 0;
  return chunk.lines.some((line) => line.math >= MATH_SHARE) && words <= 2;
}

/** A limit, an index, a lone number: too short to be text. */
function isFragment(chunk: Chunk): boolean {
  const text = textOf(chunk);
  const number = /^\(\d{1,3}(?:\.\d{1,3})?[a-z]?\)$/.test(text);
  const inside = (chunk.lines[0]?.box.x0 ?? 0) > chunk.column.left + 5;
  return (
    chunk.lines.length === 1 &&
    !chunk.lines[0]?.blocks &&
    inside &&
    (number || (text.length <= MAX_FRAGMENT && !/\p{L}{3,}/u.test(text)))
  );
}

function isDisplayed(chunk: Chunk): boolean {
  return chunk.lines.every((line) => line.box.x0 > chunk.column.left + 8);
}
