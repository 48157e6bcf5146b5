/**
 * Numbers that stand alone in the middle of the column, above text: courts head the parts of an opinion by "I", "A" and
 * nothing else, in the type of the text and without space above on double-spaced pages.
 *
 * Roman numerals and letters count apart. "I" may be one or the ninth letter: it is what continues or begins a count.
 */
import { decide, type DecisionTable } from '../rules.js';
import { endsSentence } from '../text-rules.js';
import { LONE_NUMBER, romanValue } from '../text/numerals.js';
import { textBlockSubject } from '../text-blocks/subject.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { headingIf, type HeadingVerdict } from './candidate.js';

/** Letters from which a text block reads as running text, and a sentence as text: "We affirm the judgment." is a part. */
const TEXT_LETTERS = 60;
const SENTENCE_LETTERS = 20;
/** Text blocks below a number among which the text is: a number or a heading of a lower level may stand between. */
const REACH = 3;
/** In font sizes: the middle of a column with a ragged edge is known no better. */
const SAME_CENTRE = 0.75;
/** In widths of the column: what is centred and short begins at least this far from the left edge. */
const LEAST_INDENT = 0.25;

type Kind = 'roman' | 'letter';

export interface LoneNumber {
  textBlock: TextBlock;
  kind: Kind;
  value: number;
  /** How far the numbers of its kind count in the document. */
  furthest: number;
}

export const LONE_NUMBER_HEADING: DecisionTable<LoneNumber, HeadingVerdict> = {
  name: 'lone-number',
  rules: [
    {
      name: 'counts-from-one',
      why: 'Numbers alone in the middle above text that count on from one to the next head the parts of an opinion.',
      test: ({ furthest }) => headingIf(furthest > 1),
    },
  ],
  otherwise: 'refused',
  subject: ({ textBlock }) => textBlockSubject(textBlock),
  numbers: ({ value, furthest }) => ({ value, furthest }),
};

/** The text blocks that are such headings. */
export function loneNumbers(textBlocks: readonly TextBlock[]): Set<TextBlock> {
  const last: Record<Kind, number> = { roman: 0, letter: 0 };
  const furthest: Record<Kind, number> = { roman: 0, letter: 0 };
  const found: Omit<LoneNumber, 'furthest'>[] = [];
  for (const [i, textBlock] of textBlocks.entries()) {
    if (!isLoneNumber(textBlock)) continue;
    const text = textBlocks.slice(i + 1, i + 1 + REACH).find(isText);
    if (!text || !isInTheMiddle(textBlock, text)) continue;
    const number = valuesOf(textBlock.text).find(({ kind, value }) => value === 1 || value === last[kind] + 1);
    if (!number) continue;
    last[number.kind] = number.value;
    if (number.kind === 'roman') last.letter = 0;
    furthest[number.kind] = Math.max(furthest[number.kind], number.value);
    found.push({ textBlock, ...number });
  }
  const headings = found.filter((one) => {
    const evidence = { ...one, furthest: furthest[one.kind] };
    return decide(LONE_NUMBER_HEADING, evidence) === 'heading';
  });
  return new Set(headings.map(({ textBlock }) => textBlock));
}

const isLoneNumber = ({ role, lines, text, mono }: TextBlock): boolean =>
  role === 'text' && !mono && lines.length === 1 && LONE_NUMBER.test(text);

const isText = ({ role, text }: TextBlock): boolean =>
  role === 'text' && (text.length >= TEXT_LETTERS || (text.length >= SENTENCE_LETTERS && endsSentence(text)));

/** In the middle of the text below, or of its own column, which may hold little else. */
function isInTheMiddle({ lines, size, column, page }: TextBlock, text: TextBlock): boolean {
  const { x0, x1 } = lines[0]!.box;
  return [column, ...(text.page === page ? [text.column] : [])].some(({ left, right }) => {
    const isIndented = x0 - left > LEAST_INDENT * (right - left);
    return isIndented && Math.abs(x0 + x1 - left - right) < 2 * SAME_CENTRE * size;
  });
}

/** What the number may be, a roman numeral first. */
function valuesOf(text: string): { kind: Kind; value: number }[] {
  const sign = text.replace('.', '');
  const roman = romanValue(sign);
  const letter = sign.length === 1 ? sign.charCodeAt(0) - 'A'.charCodeAt(0) + 1 : null;
  return [
    ...(roman === null ? [] : [{ kind: 'roman' as const, value: roman }]),
    ...(letter === null ? [] : [{ kind: 'letter' as const, value: letter }]),
  ];
}
