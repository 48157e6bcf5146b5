/**
 * Where bookmarks or tags name the headings, type no larger than the body's makes no other heading, but for levels below the
 * deepest that bookmarks name: a number that continues a known one ("2.1.3"), or bold type with space above and below.
 */
import { decide, refusedIf, type DecisionTable, type Rule } from '../rules.js';
import { headingIf, isNamed, type HeadingCandidate, type HeadingVerdict } from './candidate.js';
import { seriesKind, type DivisionNumber } from './numbers.js';
import { countsFromOne } from './series.js';
import { LEAST_RATIO, type Surroundings } from './standing.js';
import { textBlockSubject } from '../text-blocks/subject.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';

export interface ConfirmationEvidence {
  candidate: HeadingCandidate;
  sure: boolean;
  larger: boolean;
  /** In multiples of the usual distance of lines; null where its text is at the top of the next column or page. */
  spaceBelow: number | null;
  /** How many headings bookmarks and tags name. */
  named: number;
  /** Tags are among what names them. */
  tagged: boolean;
  /** Its tag holds the text below it as well, so that it says nothing of the line. */
  tagGoesOn: boolean;
  /** It opens the document, and no heading that is named stands before it. */
  beforeAll: boolean;
  /** With a number: how many of those have its appearance and a number of its kind. */
  namedAlike: number;
  /** All headings of its appearance with a number of its kind count on from one, and the first of them is named. */
  countsOn: boolean;
  /** The division that its number is in is known. */
  inKnownDivision: boolean;
}

/** Fewer bookmarked or tagged headings than these are no list of all headings. */
const LEAST_NAMED = 3;
/** Named headings that must be printed as one that is not named: one alone may be so by chance. */
const LEAST_ALIKE = 2;
/** Headings that count on from one: two may do so by chance. */
const LEAST_SERIES = 3;
/** In multiples of the usual distance of lines, the least space below: terms stand right above their text. */
const LEAST_BELOW = 1.15;
/** In points from the column's left edge: text that begins nearer is not indented. */
const NOT_INDENTED = 3;

const RULES: readonly Rule<ConfirmationEvidence, HeadingVerdict>[] = [
  {
    name: 'few-are-named',
    why: 'So few headings are bookmarked or tagged that the others cannot be expected among them.',
    test: ({ named }) => headingIf(named < LEAST_NAMED),
  },
  {
    name: 'series-or-run-in',
    why: 'A numbered series and a run-in heading are headings by their form.',
    test: ({ sure }) => headingIf(sure),
  },
  {
    name: 'named-by-the-document',
    why: 'A bookmark or tag names it.',
    test: ({ candidate }) => headingIf(isNamed(candidate)),
  },
  {
    name: 'in-larger-type',
    why: 'Bookmarks leave out parts of the front matter, and tags are forgotten; larger type heads them all the same.',
    test: ({ larger }) => headingIf(larger),
  },
  {
    name: 'before-all-named',
    why: 'A centred bold line above all headings that are named is the title: bookmarks and tags begin with the sections.',
    test: ({ candidate: { textBlock }, beforeAll }) => headingIf(beforeAll && textBlock.centred && textBlock.bold),
  },
  {
    name: 'numbered-like-those-named',
    why: 'Several that bookmarks or tags name are printed alike with a number of this kind, or the first of a series: the list left one out.',
    test: ({ namedAlike, countsOn }) => headingIf(namedAlike >= LEAST_ALIKE || countsOn),
  },
  {
    name: 'not-among-tags',
    why: 'Tags go down to the lowest level: type of the body that they do not call a heading is none, unless one tag holds it and the text below it.',
    test: ({ tagged, tagGoesOn }) => refusedIf(tagged && !tagGoesOn),
  },
  {
    name: 'in-known-division',
    why: 'Bookmarks often end at some level: "2.1.3" is below "2.1", which they name.',
    test: ({ candidate: { number }, inKnownDivision }) =>
      headingIf(number !== null && number.depth > 1 && inKnownDivision),
  },
  {
    name: 'number-of-no-known-division',
    why: 'Bookmarks name no division that the number is in: it counts clauses or items.',
    test: ({ candidate }) => refusedIf(candidate.number !== null),
  },
  {
    name: 'bold-between-spaces',
    why: 'Bold type at the left edge with space above and some below is a heading below the bookmarked levels; at the end of a column its text stands elsewhere.',
    test: ({ candidate: { textBlock }, spaceBelow }) =>
      headingIf(
        textBlock.bold &&
          textBlock.left < NOT_INDENTED &&
          (spaceBelow === null || spaceBelow > LEAST_BELOW) &&
          textBlock.space > LEAST_RATIO * (spaceBelow ?? LEAST_BELOW),
      ),
  },
];

export const HEADING_CONFIRMED: DecisionTable<ConfirmationEvidence, HeadingVerdict> = {
  name: 'heading-confirmed',
  rules: RULES,
  otherwise: 'refused',
  subject: ({ candidate }) => textBlockSubject(candidate.textBlock),
  numbers: ({ named, candidate: { textBlock }, spaceBelow }) => ({
    namedHeadings: named,
    spaceInLeadings: textBlock.space,
    spaceBelowInLeadings: spaceBelow ?? NaN,
    leftInPoints: textBlock.left,
  }),
};

/** The candidates without those that contradict the headings which bookmarks or tags name. */
export function confirmedHeadings(
  found: readonly HeadingCandidate[],
  { after, sure, isLarger }: Surroundings,
): HeadingCandidate[] {
  // printed contents stop at some level, which says nothing about the levels below
  const known = found.filter(({ bookmark, tag }) => bookmark !== null || tag !== null);
  const tagged = known.some(({ tag }) => tag !== null);
  const numbers = new Set(known.map(({ number }) => number?.text));
  const alike = Map.groupBy(known, numberedAppearance);
  const series = new Set([...Map.groupBy(found, numberedAppearance).values()].filter(isSeriesOfNamed).flat());
  for (const { number, runIn } of found) if (number && runIn) numbers.add(parentOf(number));
  return found.filter((candidate) => {
    const evidence: ConfirmationEvidence = {
      candidate,
      sure: sure.has(candidate),
      larger: isLarger(candidate.textBlock),
      spaceBelow: spaceOf(after.get(candidate.textBlock)),
      named: known.length,
      tagged,
      tagGoesOn: isOfOneTag(candidate.textBlock, after.get(candidate.textBlock)),
      beforeAll: candidate === found[0] && !isNamed(candidate) && candidate.textBlock.space === 0,
      namedAlike: candidate.number === null ? 0 : (alike.get(numberedAppearance(candidate))?.length ?? 0),
      countsOn: series.has(candidate),
      inKnownDivision: candidate.number !== null && numbers.has(parentOf(candidate.number)),
    };
    return decide(HEADING_CONFIRMED, evidence) === 'heading';
  });
}

/** They count on from the first, which is named, to the last; other lists that begin at 1 are none of its series. */
function isSeriesOfNamed(candidates: readonly HeadingCandidate[]): boolean {
  const values = candidates.map(({ number }) => (number?.kind === 'decimal' ? Number(number.text) : NaN));
  const isOne = values.length >= LEAST_SERIES && values.lastIndexOf(1) === 0 && countsFromOne(values);
  return isOne && isNamed(candidates[0]!);
}

/** Programs that tag a document by themselves take a line and the paragraph below it for one paragraph. */
const isOfOneTag = ({ page, tag }: TextBlock, below: TextBlock | undefined): boolean =>
  Boolean(tag) && below?.page === page && below.tag?.page === tag?.page && below.tag?.element === tag?.element;

/** At the top of a column no space above is known. */
const spaceOf = (below: TextBlock | undefined): number | null => (below ? below.space || null : 0);

/** "2.1" of "2.1.3". */
const parentOf = ({ text }: DivisionNumber): string => text.replace(/\.\d+$/, '');

const numberedAppearance = ({ textBlock: { size, bold, italic, centred }, number }: HeadingCandidate): string =>
  [Math.round(2 * size), bold, italic, centred, number && seriesKind(number), number?.depth].join(' ');
