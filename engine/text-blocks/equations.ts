/**
 * Displayed equations: lines set mainly in mathematical type, away from the column's left edge, with a relation or a big
 * operator among them. Limits, numerators and the equation's number near by belong to it, though they are lines of their own.
 */
import { decide, type DecisionTable, type Rule } from '../rules.js';
import type { Line } from '../text/line.js';
import type { LineGroup } from './line-groups.js';

const RELATION = /[=<>≤≥≈≠≡∼∝∑∏∫√±→⇒∈⊂∪∩∀∃∂∇]/u;
/** Share of a line's characters in mathematical type from which the line is a formula. */
const MATH_SHARE = 0.25;
/** Share of a line's letters in monospaced type from which it is code. */
const CODE_SHARE = 0.5;
/** A formula has no more lines than this, nor more words; with a number at its end it may hold some ("if", "for all"). */
const MOST_LINES = 4;
const MOST_WORDS = 2;
const MOST_WORDS_NUMBERED = 5;
/** A word of text: letters of variables stand alone, and names of functions are symbols. */
const WORD = /^\P{L}*\p{L}{3,}\P{L}*$/u;
const FUNCTION =
  /^\P{L}*(?:arc)?(?:sin|cos|tan|cot|exp|log|lim|max|min|sup|inf|det|dim|ker|arg|mod|gcd|deg|var|cov|argmax|argmin)\P{L}*$/iu;
/** Letters of a limit or index. */
const MAX_FRAGMENT = 12;
/** In points from the column's left edge: where a fragment and where a displayed formula begin at least. */
const FRAGMENT_INDENT = 5;
const DISPLAY_INDENT = 8;
/** In font sizes: parts of one equation are no further apart. */
const NEAR = 0.6;
/** The number of an equation, "(2.1a)". */
const EQUATION_NUMBER = /^\(\d{1,3}(?:\.\d{1,3})?[a-z]?\)$/;
const NUMBER_AT_END = /\s\(?(?:[A-Z]\.)?\d{1,3}(?:\.\d{1,3})?[a-z]?\)$/;
/** In font sizes: the white space before the number of an equation. */
const NUMBER_GAP = 1.4;

type Part = 'formula' | 'fragment' | 'text';

const PART_RULES: readonly Rule<LineGroup, Part>[] = [
  {
    name: 'stand-in',
    why: 'A table or figure is no part of an equation.',
    test: ({ lines }) => (lines.some((line) => line.blocks) ? 'text' : null),
  },
  {
    name: 'item-of-words',
    why: 'What begins with the mark of a list and holds words is an item, however much of it is mathematics.',
    test: (group) => (group.marker && (group.marker.kind === 'bullet' || wordsOf(group) > 0) ? 'text' : null),
  },
  {
    name: 'numbered',
    why: 'Inside the column, with a number in brackets at the end of its row and white space before it: an equation.',
    test: (group) => (isInside(group) && isNumbered(group) ? 'formula' : null),
  },
  {
    name: 'mathematical-type',
    why: 'A few lines with much mathematical type and hardly a word are a formula.',
    test: (group) => (isFormula(group) ? 'formula' : null),
  },
  {
    name: 'relation-without-words',
    why: 'A line inside the column with a relation and no word in it is a formula, in whatever type it is set.',
    test: (group) => (isInside(group) && isWordless(group) ? 'formula' : null),
  },
  {
    name: 'equation-number',
    why: 'A number in brackets inside the column is the number of an equation.',
    test: (group) => (isInside(group) && EQUATION_NUMBER.test(textOf(group)) ? 'fragment' : null),
  },
  {
    name: 'few-signs',
    why: 'A limit, an index, a lone number: too short to be text.',
    test: (group) => (isInside(group) && isTooShortForText(group) ? 'fragment' : null),
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

/** Its rows from top to bottom: a part with a relation begins one where the row before has its own. */
export function equationText(lines: readonly Line[]): string {
  const rows: string[] = [];
  for (const { text } of lines) {
    const row = rows.at(-1);
    if (row === undefined || (RELATION.test(text) && RELATION.test(row))) rows.push(text);
    else rows[rows.length - 1] = `${row} ${text}`;
  }
  return rows.join('\n');
}

function textOf(group: LineGroup): string {
  return group.lines.map((line) => line.text).join(' ');
}

function isFormula(group: LineGroup): boolean {
  const { lines } = group;
  if (lines.length > MOST_LINES || lines.some((line) => line.mono > CODE_SHARE)) return false;
  if (!lines.some((line) => line.math >= MATH_SHARE)) return false;
  return wordsOf(group) <= MOST_WORDS;
}

function wordsOf({ lines }: LineGroup): number {
  const tokens = lines.flatMap((line) => line.runs.flatMap(({ text }) => text.split(/\s+/)));
  return tokens.filter((token) => WORD.test(token) && !FUNCTION.test(token)).length;
}

/** The last row ends with a number in brackets, behind white space that no words have. */
function isNumbered(group: LineGroup): boolean {
  const { runs, text, size, mono } = group.lines[0]!;
  if (mono > CODE_SHARE || !NUMBER_AT_END.test(text) || wordsOf(group) > MOST_WORDS_NUMBERED) return false;
  return runs.some(
    (run, i) => i > 0 && run.text.startsWith('(') && run.box.x0 - runs[i - 1]!.box.x1 > NUMBER_GAP * size,
  );
}

function isWordless(group: LineGroup): boolean {
  const { text, mono } = group.lines[0]!;
  return mono <= CODE_SHARE && RELATION.test(text) && /\p{L}/u.test(text) && wordsOf(group) === 0;
}

/** One line that begins right of the column's left edge. */
function isInside({ lines, column }: LineGroup): boolean {
  return lines.length === 1 && lines[0]!.box.x0 > column.left + FRAGMENT_INDENT;
}

const isTooShortForText = (group: LineGroup): boolean => textOf(group).length <= MAX_FRAGMENT && wordsOf(group) === 0;

function isDisplayed(group: LineGroup): boolean {
  return group.lines.every((line) => line.box.x0 > group.column.left + DISPLAY_INDENT);
}
