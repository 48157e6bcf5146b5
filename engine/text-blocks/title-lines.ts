/** Headings of several lines that were taken apart: a line of large type right below another continues its title. */
import { isLargerThanBody, isSameSize } from '../measures.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import type { DocumentStyle } from '../style/style.js';
import { captionLabel, captionOf } from '../text/captions.js';
import { plainText } from '../text/spans.js';
import { isDivisionLabel } from '../text/numerals.js';
import { endsAsNoTitle, endsSentence } from '../text-rules.js';
import { textBlockSubject } from './subject.js';
import type { NewTextBlock } from './text-blocks.js';
import { joinSpans } from './text.js';
import type { Vocabulary } from './vocabulary.js';

/** In font sizes: baselines of one title are no further apart. */
const MOST_STEP = 1.4;
/** The same where the title above breaks off: title pages are set with one and a half or two lines' distance. */
const MOST_OPEN_STEP = 2.5;
/** In font sizes: left edges or centres that differ by less are one. */
const ALIGNED = 0.7;
/** It begins with a number; a percentage counts no titles. */
const NUMBERED = /^\d(?![\d.,]*\s?[%％])/u;
/** More lines in a row are no title but lines of their own. */
const MOST_LINES = 3;

export interface TitleLines {
  above: NewTextBlock;
  below: NewTextBlock;
  style: DocumentStyle;
}

type Verdict = 'goes-on' | 'refused';

/** In points: from the last baseline above to the first below. */
const step = ({ above, below }: TitleLines): number => below.lines[0]!.baseline - above.lines.at(-1)!.baseline;

function isAligned({ above, below }: TitleLines): boolean {
  const [a, b] = [above.lines.at(-1)!.box, below.lines[0]!.box];
  const reach = ALIGNED * above.size;
  return Math.abs(a.x0 - b.x0) < reach || Math.abs(a.x0 + a.x1 - b.x0 - b.x1) < 2 * reach;
}

/** Below a title that ends with a colon, in larger type than the text and in no larger type than the title. */
function isSubtitle(lines: TitleLines): boolean {
  const { above, below, style } = lines;
  const isSmaller = below.size <= above.size && isLargerThanBody(below.size, style.bodySize);
  return above.text.endsWith(':') && isSmaller && isRightBelow(lines) && isAligned(lines);
}

/** A number, a mark or the name of a division stands before it. */
const isDivision = ({ marker, text }: NewTextBlock): boolean =>
  marker !== null || isDivisionLabel(text) || NUMBERED.test(text);

/** The title above has not ended, and the line below it begins no further left, or shares its middle. */
function isUnfinished(lines: TitleLines): boolean {
  const { above, below } = lines;
  const hangs = below.lines[0]!.box.x0 > above.lines.at(-1)!.box.x0;
  const isNext = isRightBelow(lines) && (hangs || isAligned(lines));
  if (below.marker?.kind === 'bullet') return false;
  return endsAsNoTitle(above.text)
    ? isNext || (isAligned(lines) && isBelow(lines, MOST_OPEN_STEP) && !isDivision(below))
    : isNext && /[,;]$/.test(above.text);
}

const isBelow = (lines: TitleLines, mostStep: number): boolean =>
  step(lines) > 0 && step(lines) < mostStep * lines.above.size;
const isRightBelow = (lines: TitleLines): boolean => isBelow(lines, MOST_STEP);

export const TITLE_LINE: DecisionTable<TitleLines, Verdict> = {
  name: 'title-line',
  rules: [
    {
      name: 'type-of-the-text',
      why: 'Lines in the size of the running text are paragraphs and items.',
      test: ({ above, style }) => refusedIf(!isLargerThanBody(above.size, style.bodySize)),
    },
    {
      name: 'subtitle',
      why: 'A colon at the end of a title announces a subtitle, which may be set smaller, right below it.',
      test: (lines) => (isSubtitle(lines) ? 'goes-on' : null),
    },
    {
      name: 'other-type',
      why: 'A title is set in one type throughout.',
      test: ({ above, below }) =>
        refusedIf(
          !isSameSize(above.size, below.size) ||
            above.bold !== below.bold ||
            above.italic !== below.italic ||
            below.mono,
        ),
    },
    {
      name: 'line-of-an-address',
      why: 'The lines of an address stand each for itself in whatever type.',
      test: ({ below }) => refusedIf(below.belowAddressLine === true),
    },
    {
      name: 'label-of-a-caption',
      why: '"Table 3" above a title belongs to the table.',
      test: ({ above, below }) => refusedIf(captionLabel(above.text) !== null || captionOf(below.text) !== null),
    },
    {
      name: 'title-unfinished',
      why: 'No title ends with a comma, an article or a preposition: what stands right below continues it, a number or a name of a division included; behind an article or a preposition also where lines stand further apart, but not a division then.',
      test: (lines) => (isUnfinished(lines) ? 'goes-on' : null),
    },
    {
      name: 'another-title',
      why: 'A number, a mark or the name of a division begins a title of its own, and a sentence ends one.',
      test: ({ above, below }) => refusedIf(isDivision(below) || endsSentence(above.text)),
    },
    {
      name: 'right-below',
      why: 'It stands right below, at the distance of lines, at the same edge or centre.',
      test: (lines) => (isRightBelow(lines) && isAligned(lines) ? 'goes-on' : null),
    },
  ],
  otherwise: 'refused',
  subject: ({ below }) => textBlockSubject(below),
  numbers: (lines) => ({ stepInSizes: step(lines) / lines.above.size }),
};

/** The text blocks, those of one title joined. */
export function joinTitleLines(
  textBlocks: readonly NewTextBlock[],
  style: DocumentStyle,
  vocabulary: Vocabulary,
): NewTextBlock[] {
  const joined: NewTextBlock[] = [];
  for (let i = 0; i < textBlocks.length;) {
    let end = i + 1;
    while (end < textBlocks.length && continues(textBlocks[end - 1]!, textBlocks[end]!, style)) end += 1;
    const parts = textBlocks.slice(i, end);
    const lines = parts.reduce((sum, part) => sum + part.lines.length, 0);
    joined.push(...(parts.length > 1 && lines <= MOST_LINES ? [oneTitle(parts, vocabulary)] : parts));
    i = end;
  }
  return joined;
}

function continues(above: NewTextBlock, below: NewTextBlock, style: DocumentStyle): boolean {
  const isText = above.role === 'text' && below.role === 'text' && !above.aside && !below.aside;
  if (!isText || above.page !== below.page || above.lines.length + below.lines.length > MOST_LINES) return false;
  if (!isLargerThanBody(above.size, style.bodySize)) return false;
  return decide(TITLE_LINE, { above, below, style }) === 'goes-on';
}

/** A title's text blocks as one, in the type of the largest. */
export function oneTitle(parts: readonly NewTextBlock[], vocabulary: Vocabulary): NewTextBlock {
  const first = parts[0]!;
  if (parts.length === 1) return first;
  const spans = joinSpans(
    parts.map((part) => [...part.spans]),
    vocabulary,
    (part) => textBlockSubject(parts[part]!),
  );
  return {
    ...parts.reduce((a, b) => (b.size > a.size ? b : a)),
    lines: parts.flatMap(({ lines }) => lines),
    spans,
    text: plainText(spans),
    marker: first.marker,
    source: parts.flatMap(({ source }) => source),
    space: first.space,
    left: first.left,
  };
}
