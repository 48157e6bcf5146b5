/**
 * Headings in type no larger and no bolder than the text's: short lines in capitals, small capitals or the middle of the
 * column, with space above, whose numbers make a series ("I.", "II."; "1", "2"; "Part 1", "Part 2") from the first on. Lines of the same
 * appearance without a number ("REFERENCES") are headings with them.
 *
 * `SERIES_LINE` decides which of such lines may be of a series, `SERIES_HEADING` which are.
 */
import type { ParsedPage } from '../model.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import { romanValue, SERIES_NUMBER } from '../text/numerals.js';
import { endsSentenceOrClause } from '../text-rules.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { hasSpaceAbove, headingIf, type HeadingVerdict } from './candidate.js';
import { textBlockSubject } from '../text-blocks/subject.js';
import { divisionNumber } from './numbers.js';

/** The most lines and letters of a heading in a series. */
const MAX_LINES = 3;
const MAX_LETTERS = 160;
/** Names that fonts of small capitals have: "CMCSC10", "Times-SmallCaps", "LibertineSC". */
const SMALL_CAPITALS = /csc|small-?cap|caps\d*$|[a-z]sc(?:\d|$|-)/i;

interface Member {
  textBlock: TextBlock;
  /** What members of one series have in common, the kind of number left out. */
  appearance: string;
  numbers: { kind: string; value: number }[];
  /** Its number is that of a named division ("Part 1"). */
  isNamed: boolean;
  isInCapitals: boolean;
}

export const SERIES_LINE: DecisionTable<TextBlock, 'candidate' | 'refused'> = {
  name: 'series-line',
  rules: [
    {
      name: 'ends-like-a-sentence',
      why: 'A line that ends like a sentence or a clause is text in capitals, or a centred verse.',
      test: ({ text }) => refusedIf(endsSentenceOrClause(text)),
    },
    {
      name: 'item-or-clause',
      why: 'Bullets and clause numbers ("1.2") do not count from one heading to the next.',
      test: ({ marker }) => refusedIf(marker?.kind === 'bullet' || marker?.kind === 'clause'),
    },
    {
      name: 'no-space-above',
      why: 'Type that is like the text must at least stand apart from it.',
      test: (textBlock) => refusedIf(!hasSpaceAbove(textBlock)),
    },
  ],
  otherwise: 'candidate',
  subject: textBlockSubject,
  numbers: ({ space, lines, text }) => ({ spaceInLeadings: space, lines: lines.length, letters: text.length }),
};

export interface SeriesEvidence {
  textBlock: TextBlock;
  /** Its number is in a series that counts from 1 without a gap. */
  counted: boolean;
  /** It has a number that may count. */
  numbered: boolean;
  /** A series of its appearance counts. */
  appearanceCounts: boolean;
}

export const SERIES_HEADING: DecisionTable<SeriesEvidence, HeadingVerdict> = {
  name: 'series-heading',
  rules: [
    {
      name: 'counts-from-one',
      why: 'All lines of this appearance and kind of number count on from one to the next: nothing but headings does.',
      test: ({ counted }) => headingIf(counted),
    },
    {
      name: 'like-a-series',
      why: 'A line without a number that looks like the numbered headings is one ("REFERENCES").',
      test: ({ numbered, appearanceCounts }) => headingIf(!numbered && appearanceCounts),
    },
  ],
  otherwise: 'refused',
  subject: ({ textBlock }) => textBlockSubject(textBlock),
};

/** @param pageOf gives a page's fonts. */
export function seriesHeadings(textBlocks: readonly TextBlock[], pageOf: (page: number) => ParsedPage): Set<TextBlock> {
  const members = textBlocks.flatMap((textBlock) => memberOf(textBlock, pageOf));
  const counted = new Set<Member>();
  const groups = Map.groupBy(
    members.flatMap((member) => member.numbers.map((number) => ({ member, ...number }))),
    ({ member, kind }) => `${kind} ${member.appearance}`,
  );
  for (const group of groups.values()) {
    if (countsFromOne(group.map(({ value }) => value))) for (const { member } of group) counted.add(member);
  }
  // verses and dedications are centred as names of divisions are
  const telling = [...counted].filter(({ isNamed, isInCapitals }) => !isNamed || isInCapitals);
  const appearances = new Set(telling.map(({ appearance }) => appearance));
  const headings = members.filter((member) => {
    const { textBlock, numbers, appearance } = member;
    const evidence: SeriesEvidence = {
      textBlock,
      counted: counted.has(member),
      numbered: numbers.length > 0,
      appearanceCounts: appearances.has(appearance),
    };
    return decide(SERIES_HEADING, evidence) === 'heading';
  });
  return new Set(headings.map(({ textBlock }) => textBlock));
}

/** From how many members on one number may be missing: that of a heading which is set in another way. */
const MEMBERS_WITH_GAP = 3;

/** Whether the values count from 1, some of them further, and do so again after each further 1; one number may be missing. */
export function countsFromOne(values: readonly number[]): boolean {
  if (values[0] !== 1 || !values.some((value) => value > 1)) return false;
  let gaps = 0;
  let members = 0;
  for (const [i, value] of values.entries()) {
    members = value === 1 ? 1 : members + 1;
    const step = value === 1 ? 1 : value - values[i - 1]!;
    if (step === 2 && members >= MEMBERS_WITH_GAP) gaps += 1;
    else if (step !== 1) return false;
  }
  return gaps <= 1;
}

function memberOf(textBlock: TextBlock, pageOf: (page: number) => ParsedPage): Member[] {
  const { text, lines, size, centred } = textBlock;
  if (textBlock.role !== 'text' || lines.length > MAX_LINES || text.length > MAX_LETTERS) return [];
  const capitals = isInAnyCapitals(textBlock, pageOf(textBlock.page));
  if ((!capitals && !centred) || !/\p{L}{3}/u.test(text)) return [];
  if (decide(SERIES_LINE, textBlock) === 'refused') return [];
  const appearance = [Math.round(size * 2), capitals, centred, textBlock.bold, textBlock.italic].join(' ');
  const named = namedNumber(lines[0]!.text);
  const numbers = [...named, ...numbersOf(text)];
  return [{ textBlock, appearance, numbers, isNamed: named.length > 0, isInCapitals: capitals }];
}

/** In capitals but for its number, or all words in small capitals. */
function isInAnyCapitals({ text, lines }: TextBlock, { fonts }: ParsedPage): boolean {
  if (!/\p{Ll}/u.test(text.replace(SERIES_NUMBER, ''))) return true;
  return lines.every(({ runs }) =>
    runs.every((run) => !/\p{L}{2}/u.test(run.text) || SMALL_CAPITALS.test(fonts[run.font]?.name ?? '')),
  );
}

/** "I." may be one or the ninth letter, "C." a hundred or the third. */
function numbersOf(text: string): Member['numbers'] {
  const [, decimal, roman, letter, end = ''] = SERIES_NUMBER.exec(text) ?? [];
  const numbers: Member['numbers'] = [];
  if (decimal !== undefined) numbers.push({ kind: `decimal${end}`, value: Number(decimal) });
  const value = roman === undefined ? null : romanValue(roman);
  if (value !== null && end !== '') numbers.push({ kind: `roman${end}`, value });
  const single = letter ?? (roman?.length === 1 ? roman : undefined);
  if (single !== undefined) numbers.push({ kind: `letter${end}`, value: letterValue(single) });
  return numbers;
}

/** "Part 2", "TITLE IV": the number of a named division, alone in the first line of its heading. */
function namedNumber(text: string): Member['numbers'] {
  const division = divisionNumber(text);
  if (!division || division.name === '' || division.text !== text) return [];
  const number = text.slice(division.name.length).trim();
  const value = /^\d+$/u.test(number) ? Number(number) : romanValue(number);
  return value === null ? [] : [{ kind: division.name, value }];
}

/** Place in the alphabet, from 1. */
const letterValue = (letter: string): number => letter.charCodeAt(0) - 64;
