/**
 * Whether a paragraph is set as a quote: in from both edges of its column, or in from the left one beside a rule.
 *
 * That it is so by intent shows in lines that end as far from the right edge as they begin from the left one, or before a
 * word that had room. A paragraph in a frame or on a background of its own is a note, not a quote.
 */
import { unionBox } from '../geometry.js';
import { textBlockSubject } from '../text-blocks/subject.js';
import type { Box, ParsedPage } from '../model.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import type { DocumentStyle } from '../style/style.js';
import type { Line } from '../text/line.js';
import { endsSentence } from '../text-rules.js';
import { hadRoom } from '../text-blocks/line-ends.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';

/** Least indents on both sides, in body sizes; beside a rule the left one alone. */
export const INDENT = 1.2;
export const RULED_INDENT = 0.6;
/** In points: edges that are meant alike differ by no more. */
export const ALIKE = 1.5;
/** Share of the column's width that a quote leaves free on the right, at the most: more is left by short lines. */
const MOST_SHORT = 0.5;
/** In body sizes: how far a background is wider than the column, and how far above and below text a rule or background may end. */
const WIDER_BACKGROUND = 4;
const VERTICAL_SLACK = 0.5;
/** In body sizes: how far left of a quote its rule stands, and how far above it may begin. */
const RULE_DISTANCE = 3;
const RULE_ABOVE = 2;
/** In body sizes: an area that is narrower, and higher than a line, is painted as a rule. */
const BAR_WIDTH = 0.6;

/** Lines of bold text that is no label. */
const BOLD_LINES = 3;
/** A label before the text ("Warning.", "Example 2:"). */
const LABEL = /^\p{Lu}[\p{L}\d ]{0,30}[.:!]\s/u;

export interface QuotedEvidence {
  textBlock: TextBlock;
  /** Those on the page where the text block begins: others are not looked at. */
  lines: readonly Line[];
  /** Around the lines. */
  area: Box;
  bodySize: number;
  page: ParsedPage;
}

const quotedIf = (condition: boolean): 'quoted' | null => (condition ? 'quoted' : null);

/** Sentences in bold type, over more lines than a label has, and with none of their own before them ("Warning."). */
const isBoldText = ({ text }: TextBlock, lines: readonly Line[]): boolean =>
  lines.length >= BOLD_LINES && endsSentence(text) && /\p{Ll}/u.test(text) && !LABEL.test(text);

export const QUOTED_PARAGRAPH: DecisionTable<QuotedEvidence, 'quoted' | 'refused'> = {
  name: 'quoted-paragraph',
  rules: [
    {
      name: 'one-line',
      why: 'One line shows no edges that are meant.',
      test: ({ lines }) => refusedIf(lines.length < 2),
    },
    {
      name: 'bold-label-or-centred',
      why: 'Quotes are set like text: bold type is a label or a warning unless it runs on in sentences, centred lines are a title or verse.',
      test: ({ textBlock, lines }) => refusedIf(textBlock.centred || (textBlock.bold && !isBoldText(textBlock, lines))),
    },
    {
      name: 'hanging',
      why: 'A first line left of the others is an entry of a list or of a bibliography.',
      test: ({ textBlock: { left, textLeft } }) => refusedIf(left < textLeft - ALIKE),
    },
    {
      name: 'ragged-left',
      why: 'Lines below the first begin on one vertical.',
      test: ({ textBlock: { column, textLeft }, lines }) =>
        refusedIf(lines.slice(1).some(({ box }) => Math.abs(box.x0 - column.left - textLeft) > ALIKE)),
    },
    {
      name: 'framed',
      why: 'A paragraph in a frame or on a background of its own is a note or an example.',
      test: (evidence) => refusedIf(isFramed(evidence)),
    },
    {
      name: 'beside-a-rule',
      why: 'A rule down its left side marks a quote, as browsers and word processors print it.',
      test: (evidence) => quotedIf(hasRule(evidence)),
    },
    {
      name: 'not-in-from-both-edges',
      why: 'Without a rule a quote is set in on the right as on the left.',
      test: ({ textBlock, area, bodySize }) =>
        refusedIf(Math.min(rightIndent(textBlock, area), textBlock.textLeft) < INDENT * bodySize),
    },
    {
      name: 'short-lines',
      why: 'Lines that end before the middle of the column end where their author wanted: an address, verse, a list.',
      test: ({ textBlock, area }) =>
        refusedIf(rightIndent(textBlock, area) > MOST_SHORT * (textBlock.column.right - textBlock.column.left)),
    },
    {
      name: 'even-indents',
      why: 'It is set in as far on the right as on the left.',
      test: ({ textBlock, area }) => quotedIf(Math.abs(rightIndent(textBlock, area) - textBlock.textLeft) < ALIKE),
    },
    {
      name: 'lines-end-early',
      why: 'A line ends although the next word had room in the column: it has a right edge of its own.',
      test: ({ textBlock: { column }, lines }) =>
        quotedIf(lines.some((line, i) => i > 0 && hadRoom(lines[i - 1]!, line, column.right))),
    },
  ],
  otherwise: 'refused',
  subject: ({ textBlock }) => textBlockSubject(textBlock),
  numbers: ({ textBlock, area, bodySize }) => ({
    leftInBodySizes: textBlock.textLeft / bodySize,
    rightInBodySizes: rightIndent(textBlock, area) / bodySize,
    lines: textBlock.lines.length,
  }),
};

/** @param page where the text block begins. */
export function isSetAsQuote(textBlock: TextBlock, { bodySize }: DocumentStyle, page: ParsedPage): boolean {
  const lines = textBlock.lines.filter((line) => line.page === textBlock.page);
  const area = unionBox(lines.map(({ box }) => box));
  return decide(QUOTED_PARAGRAPH, { textBlock, lines, area, bodySize, page }) === 'quoted';
}

/** From the longest line to the column's right edge, in points. */
const rightIndent = ({ column }: TextBlock, area: Box): number => column.right - area.x1;

const besides = (a: Box, b: Box, slack: number): boolean => a.y0 < b.y0 + slack && a.y1 > b.y1 - slack;

/** On a background about as wide as the column, or left of a vertical rule. */
function isFramed({ area, textBlock: { column }, bodySize, page }: QuotedEvidence): boolean {
  const most = column.right - column.left + WIDER_BACKGROUND * bodySize;
  const slack = VERTICAL_SLACK * bodySize;
  const isBackground = (box: Box): boolean =>
    box.x0 < area.x0 && box.x1 > area.x1 && box.x1 - box.x0 < most && besides(box, area, slack);
  const isRight = (box: Box): boolean => box.x0 > area.x1 && besides(box, area, slack);
  return page.fills.some(isBackground) || verticals(page, bodySize).some(isRight);
}

/** A rule down the left side of all the lines, that begins with them. */
function hasRule({ area, bodySize, page }: QuotedEvidence): boolean {
  return verticals(page, bodySize).some(
    (box) =>
      box.x1 < area.x0 &&
      area.x0 - box.x0 < RULE_DISTANCE * bodySize &&
      besides(box, area, VERTICAL_SLACK * bodySize) &&
      box.y0 > area.y0 - RULE_ABOVE * bodySize,
  );
}

/** Upright lines, and bars painted as narrow areas. */
function verticals({ rules, fills }: ParsedPage, bodySize: number): Box[] {
  const bars = fills.filter(({ x0, x1, y0, y1 }) => x1 - x0 < BAR_WIDTH * bodySize && y1 - y0 > bodySize);
  return [...rules.filter(({ orientation }) => orientation === 'vertical').map(({ box }) => box), ...bars];
}
