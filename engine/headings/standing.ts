/**
 * Bold type of the body's size makes a heading only where there is more space above it than below, taken over all
 * candidates of one appearance, and where the text below is not indented as a whole: terms that are explained are set like
 * that, and stand like paragraphs.
 *
 * What is a heading by other signals passes first.
 */
import { median } from '../geometry.js';
import { isSameSize } from '../measures.js';
import { decide, refusedIf, type DecisionTable, type Rule } from '../rules.js';
import type { DocumentStyle } from '../style/style.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { isInCapitals } from '../text-rules.js';
import { headingIf, isNamed, type HeadingCandidate, type HeadingVerdict } from './candidate.js';
import { isCentredName, isTextBelow, isUnderlinedTitle } from './plain-headings.js';
import { textBlockSubject } from '../text-blocks/subject.js';

/** What the candidates are compared with. */
export interface Surroundings {
  /** The text block below each. */
  after: ReadonlyMap<TextBlock, TextBlock | undefined>;
  /** Candidates in a numbered series, and run-in headings. */
  sure: ReadonlySet<HeadingCandidate>;
  isLarger: (textBlock: TextBlock) => boolean;
  /** Its look alone would make a heading of it (evidence.ts). */
  isLikely: (textBlock: TextBlock) => boolean;
  style: DocumentStyle;
}

export interface StandingEvidence {
  candidate: HeadingCandidate;
  below: TextBlock | undefined;
  sure: boolean;
  larger: boolean;
  /** Space above by space below, median of the candidates of its appearance that have both; null where none has. */
  spaceRatio: number | null;
  /** How many more of them have their explanation below than not. */
  terms: number;
  /** Its look alone would make a heading of it, and of most of its appearance. */
  likely: boolean;
  style: DocumentStyle;
}

/** Space above by space below from which bold type of the body's size makes a heading. */
export const LEAST_RATIO = 1.12;
/** The same for what else looks like a term. */
const WIDE_RATIO = 1.3;
/** Of one appearance, this many times as many stand above text at their own edge as above indented text: terms do not. */
const MOSTLY_HEADINGS = 6;
/** How many of an appearance must be likely by their look: a term or a sentence in bold may be so by chance. */
const LEAST_LIKELY = 2;
/** In multiples of the usual distance of lines: from one line of a list to the next. */
const USUAL_SPACE = 1.15;
/** In the same: from here on there is a blank line between two. */
const BLANK_LINE = 1.8;
/** Letters of a title that is typed on a line of its own, at most, and of running text, at least. */
const TITLE_LETTERS = 70;
const TEXT_LETTERS = 40;
/** In points: indents that differ by less are one. */
const SAME_INDENT = 1.5;
/** In font sizes: how far an explanation is indented below its term. */
const EXPLANATION_INDENT = 0.8;

const RULES: readonly Rule<StandingEvidence, HeadingVerdict>[] = [
  {
    name: 'series-or-run-in',
    why: 'A numbered series and a run-in heading are headings by their form; the space around them says nothing.',
    test: ({ sure }) => headingIf(sure),
  },
  {
    name: 'named-by-the-document',
    why: 'A bookmark or tag names it.',
    test: ({ candidate }) => headingIf(isNamed(candidate)),
  },
  {
    name: 'numbered',
    why: 'Numbers of divisions do not stand before terms.',
    test: ({ candidate }) => headingIf(candidate.number !== null),
  },
  {
    name: 'from-the-margin',
    why: 'A title from the margin stands beside its text, not above it.',
    test: ({ candidate }) => headingIf(candidate.textBlock.column.title === true),
  },
  {
    name: 'in-larger-type',
    why: 'Larger type makes a heading without space around it.',
    test: ({ larger }) => headingIf(larger),
  },
  {
    name: 'capitals-with-space-above',
    why: 'Terms are not set in capitals with more space above than below; sections of forms and transmittals are.',
    test: ({ candidate, spaceRatio }) =>
      headingIf(isInCapitals(candidate.textBlock.text) && spaceRatio !== null && spaceRatio > WIDE_RATIO),
  },
  {
    name: 'appearance-of-terms',
    why: 'Most text of this appearance is a term with its explanation indented below.',
    test: ({ terms }) => refusedIf(terms > 0),
  },
  {
    name: 'explained-below',
    why: 'The text below is indented as a whole, as the explanation of a term is; below a heading it is a quotation.',
    test: ({ candidate, below, style, terms }) =>
      refusedIf(terms > -MOSTLY_HEADINGS && isExplanation(below, candidate.textBlock, style)),
  },
  {
    name: 'above-bold-lines',
    why: 'A bold line of the same type stands right below it, where a heading has its text: both are of a list.',
    test: ({ candidate, below }) => refusedIf(below !== undefined && isNextOfList(candidate.textBlock, below)),
  },
  {
    name: 'between-blank-lines',
    why: 'Who types a document leaves a blank line above a heading and one below it, before its text.',
    test: ({ candidate, below }) => headingIf(below !== undefined && isBetweenBlankLines(candidate.textBlock, below)),
  },
  {
    name: 'bold-capitals-in-the-middle',
    why: 'On lined paper all lines have the same distance: that capitals stand in the middle sets them apart.',
    test: ({ candidate, below }) => headingIf(isOnEvenLines(candidate.textBlock, below)),
  },
  {
    name: 'underlined',
    why: 'On lined paper all lines have the same distance: a line that is underlined as a whole is set apart by it.',
    test: ({ candidate: { textBlock }, below }) =>
      headingIf(below !== undefined && isUnderlinedTitle(textBlock) && isTextBelow(textBlock, below)),
  },
  {
    name: 'likely-by-its-look',
    why: 'Periodicals have as much space below a heading as above it: there its words, its type and the text below it tell, for most of its appearance (look-score.ts).',
    test: ({ likely }) => headingIf(likely),
  },
  {
    name: 'no-more-space-above',
    why: 'A heading stands nearer to the text below it than to the text above; bold paragraphs stand between both.',
    test: ({ spaceRatio }) => refusedIf(spaceRatio !== null && spaceRatio <= LEAST_RATIO),
  },
];

export const HEADING_STANDING: DecisionTable<StandingEvidence, HeadingVerdict> = {
  name: 'heading-standing',
  rules: RULES,
  otherwise: 'heading',
  subject: ({ candidate }) => textBlockSubject(candidate.textBlock),
  numbers: ({ spaceRatio, terms, below, candidate }) => ({
    ...(spaceRatio === null ? {} : { medianSpaceAboveBySpaceBelow: spaceRatio }),
    termsMinusHeadings: terms,
    spaceInLeadings: candidate.textBlock.space,
    spaceBelowInLeadings: below?.space ?? 0,
  }),
};

/** The candidates without bold paragraphs and terms. */
export function standingHeadings(found: readonly HeadingCandidate[], surroundings: Surroundings): HeadingCandidate[] {
  const { after, sure, isLarger, isLikely, style } = surroundings;
  const appearances = standingByAppearance(
    found.filter((candidate) => !sure.has(candidate)),
    surroundings,
  );
  return found.filter((candidate) => {
    const { ratios = [], terms = 0, likely = 0, count = 0 } = appearances.get(appearanceOf(candidate)) ?? {};
    const isMostlyLikely = likely >= LEAST_LIKELY && 2 * likely >= count;
    const evidence: StandingEvidence = {
      candidate,
      below: after.get(candidate.textBlock),
      sure: sure.has(candidate),
      larger: isLarger(candidate.textBlock),
      spaceRatio: ratios.length === 0 ? null : median(ratios),
      terms,
      likely: isMostlyLikely && isLikely(candidate.textBlock),
      style,
    };
    return decide(HEADING_STANDING, evidence) === 'heading';
  });
}

/** What is known of the candidates of an appearance that have no number. */
interface Appearance {
  ratios: number[];
  terms: number;
  /** How many of them their look alone would make headings, of how many. */
  likely: number;
  count: number;
}

function standingByAppearance(
  found: readonly HeadingCandidate[],
  { after, isLikely, style }: Surroundings,
): Map<string, Appearance> {
  const appearances = new Map<string, Appearance>();
  for (const candidate of found) {
    const { textBlock, number } = candidate;
    if (number !== null) continue;
    const below = after.get(textBlock);
    const standing = appearances.get(appearanceOf(candidate)) ?? { ratios: [], terms: 0, likely: 0, count: 0 };
    appearances.set(appearanceOf(candidate), standing);
    standing.count += 1;
    standing.likely += Number(isLikely(textBlock));
    if (!below) continue;
    standing.terms += isExplanation(below, textBlock, style) ? 1 : -1;
    if (textBlock.space !== 0 && below.space !== 0) standing.ratios.push(textBlock.space / below.space);
  }
  return appearances;
}

/** Text below a term that is indented as a whole explains it. */
function isExplanation(text: TextBlock | undefined, term: TextBlock, { indent }: DocumentStyle): boolean {
  if (!text || text.role !== 'text' || text.page !== term.page || text.marker || text.centred) return false;
  const shift = Math.min(text.left, text.textLeft) - term.left;
  const isFirstLine = text.lines.length === 1 && indent !== null && Math.abs(shift - indent) < SAME_INDENT;
  return shift > EXPLANATION_INDENT * term.size && !isFirstLine;
}

/** The text block below is set alike, at the usual distance and the same left edge. */
const isNextOfList = (textBlock: TextBlock, below: TextBlock): boolean =>
  below.role === 'text' &&
  below.page === textBlock.page &&
  below.space > 0 &&
  below.space < USUAL_SPACE &&
  below.bold &&
  !textBlock.centred &&
  isSameSize(below.size, textBlock.size) &&
  Math.abs(below.left - textBlock.left) < SAME_INDENT;

/** One short line with a blank line, or the page's top, above it, and a blank line and running text below it. */
function isBetweenBlankLines({ lines, text, space, page }: TextBlock, below: TextBlock): boolean {
  if (lines.length > 1 || text.length > TITLE_LETTERS || !/^[\p{Lu}\d]/u.test(text)) return false;
  const isText = below.role === 'text' && below.page === page && !below.bold && below.text.length >= TEXT_LETTERS;
  return isText && (space === 0 || space > BLANK_LINE) && below.space > BLANK_LINE;
}

/** Bold capitals in the middle, at the usual distance from the text above and from the running text below. */
const isOnEvenLines = (textBlock: TextBlock, below: TextBlock | undefined): boolean =>
  isCentredName(textBlock) &&
  textBlock.space < USUAL_SPACE &&
  below?.page === textBlock.page &&
  below.space < USUAL_SPACE &&
  isTextBelow(textBlock, below);

const appearanceOf = ({ textBlock: { size, bold, italic } }: HeadingCandidate): string =>
  `${Math.round(2 * size)} ${bold} ${italic}`;
