/**
 * Displayed equations: lines set mainly in mathematical type, away from the column's left edge, with a relation or a big
 * operator among them. Limits, numerators and the equation's number near by belong to it, though they are lines of their own.
 */
import type { Line } from '../text/line.js';
import type { LineGroup } from './line-groups.js';

const RELATION = /[=<>≤≥≈≠≡∼∝∑∏∫√±→⇒∈⊂∪∩∀∃∂∇]/u;
const MATH_SHARE = 0.25;
const MAX_FRAGMENT = 12;

/** Index after the last group of an equation that begins at `start`, or `start` when none does. */
export function equationEnd(groups: readonly LineGroup[], start: number): number {
  let end = start;
  let reach = -Infinity;
  while (end < groups.length) {
    const group = groups[end]!;
    const top = Math.min(...group.lines.map((line) => line.box.y0));
    if (!(isFormula(group) || isFragment(group)) || (end > start && top > reach + 0.6 * (group.lines[0]?.size ?? 10)))
      break;
    reach = Math.max(reach, ...group.lines.map((line) => line.box.y1));
    end += 1;
  }
  const parts = groups.slice(start, end);
  return parts.some((group) => isFormula(group) && RELATION.test(textOf(group)) && isDisplayed(group)) ? end : start;
}

/** Its parts from top to bottom, on one line: how they stand above each other is not told. */
export function equationText(lines: readonly Line[]): string {
  return lines.map((line) => line.text).join(' ');
}

function textOf(group: LineGroup): string {
  return group.lines.map((line) => line.text).join(' ');
}

function isFormula(group: LineGroup): boolean {
  if (group.lines.some((line) => line.blocks || line.mono > 0.5) || group.lines.length > 4) return false;
  const text = textOf(group);
  const words = text.match(/\p{L}{4,}/gu)?.length ?? 0;
  return group.lines.some((line) => line.math >= MATH_SHARE) && words <= 2;
}

/** A limit, an index, a lone number: too short to be text. */
function isFragment(group: LineGroup): boolean {
  const text = textOf(group);
  const number = /^\(\d{1,3}(?:\.\d{1,3})?[a-z]?\)$/.test(text);
  const inside = (group.lines[0]?.box.x0 ?? 0) > group.column.left + 5;
  return (
    group.lines.length === 1 &&
    !group.lines[0]?.blocks &&
    inside &&
    (number || (text.length <= MAX_FRAGMENT && !/\p{L}{3,}/u.test(text)))
  );
}

function isDisplayed(group: LineGroup): boolean {
  return group.lines.every((line) => line.box.x0 > group.column.left + 8);
}
