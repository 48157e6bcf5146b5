/**
 * Displayed equations: lines set mainly in mathematical type, away from the column's left edge, with a relation or a big
 * operator among them. Limits, numerators and the equation's number near by belong to it, though they are lines of their own.
 */
import { decide, type DecisionTable, type Rule } from '../rules.js';
import type { Line } from '../text/line.js';
import type { LineGroup } from './line-groups.js';

const RELATION = /[=<>≤≥≈≠≡∼∝∑∏∫√±→⇒∈⊂∪∩∀∃∂∇]/u;
/** Share of a line's characters in mathematical type from which on the line is a formula. */
const MATH_SHARE = 0.25;
/** Share of a line's letters in typewriter type from which on it is code. */
const CODE_SHARE = 0.5;
/** A formula has no more lines than this, nor more words of four letters. */
const MOST_LINES = 4;
const MOST_WORDS = 2;
/** Letters of a limit or index. */
const MAX_FRAGMENT = 12;
/** In points from the column's left edge: where a fragment and where a displayed formula begin at least. */
const FRAGMENT_INDENT = 5;
const DISPLAY_INDENT = 8;
/** In font sizes: parts of one equation are no further apart. */
const NEAR = 0.6;
/** The number of an equation, "(2.1a)". */
const EQUATION_NUMBER = /^\(\d{1,3}(?:\.\d{1,3})?[a-z]?\)$/;

type Part = 'formula' | 'fragment' | 'text';

const PART_RULES: readonly Rule<LineGroup, Part>[] = [
  {
    name: 'stand-in',
    why: 'A table or figure is no part of an equation.',
    test: ({ lines }) => (lines.some((line) => line.blocks) ? 'text' : null),
  },
  {
    name: 'mathematical-type',
    why: 'A few lines with much mathematical type and hardly a word are a formula.',
    test: (group) => (isFormula(group) ? 'formula' : null),
  },
  {
    name: 'equation-number',
    why: 'A number in brackets inside the column is the number of an equation.',
    test: (group) => (isInside(group) && EQUATION_NUMBER.test(textOf(group)) ? 'fragment' : null),
  },
  {
    name: 'few-signs',
    why: 'A limit, an index, a lone number: too short to be text.',
    test: (group) => (isInside(group) && isTooShortForText(textOf(group)) ? 'fragment' : null),
  },
];

/** What a group is to an equation. */
export const EQUATION_PART: DecisionTable<LineGroup, Part> = {
  name: 'equation-part',
  rules: PART_RULES,
  otherwise: 'text',
  subject: ({ lines }) => lines[0]!,
  numbers: ({ lines, column }) => ({
    mathShare: Math.max(...lines.map(({ math }) => math)),
    lines: lines.length,
    indent: lines[0]!.box.x0 - column.left,
  }),
};

/** Index after the last group of an equation that begins at `start`, or `start` when none does. */
export function equationEnd(groups: readonly LineGroup[], start: number): number {
  let end = start;
  let reach = -Infinity;
  const formulas: LineGroup[] = [];
  for (; end < groups.length; end += 1) {
    const group = groups[end]!;
    const part = decide(EQUATION_PART, group);
    const top = Math.min(...group.lines.map((line) => line.box.y0));
    if (part === 'text' || (end > start && top > reach + NEAR * (group.lines[0]?.size ?? 0))) break;
    if (part === 'formula') formulas.push(group);
    reach = Math.max(reach, ...group.lines.map((line) => line.box.y1));
  }
  return formulas.some((group) => RELATION.test(textOf(group)) && isDisplayed(group)) ? end : start;
}

/** Its parts from top to bottom, on one line: how they stand above each other is not told. */
export function equationText(lines: readonly Line[]): string {
  return lines.map((line) => line.text).join(' ');
}

function textOf(group: LineGroup): string {
  return group.lines.map((line) => line.text).join(' ');
}

function isFormula(group: LineGroup): boolean {
  const { lines } = group;
  if (lines.length > MOST_LINES || lines.some((line) => line.mono > CODE_SHARE)) return false;
  if (!lines.some((line) => line.math >= MATH_SHARE)) return false;
  const words = textOf(group).match(/\p{L}{4,}/gu)?.length ?? 0;
  return words <= MOST_WORDS;
}

/** One line that begins right of the column's left edge. */
function isInside({ lines, column }: LineGroup): boolean {
  return lines.length === 1 && lines[0]!.box.x0 > column.left + FRAGMENT_INDENT;
}

function isTooShortForText(text: string): boolean {
  return text.length <= MAX_FRAGMENT && !/\p{L}{3,}/u.test(text);
}

function isDisplayed(group: LineGroup): boolean {
  return group.lines.every((line) => line.box.x0 > group.column.left + DISPLAY_INDENT);
}
