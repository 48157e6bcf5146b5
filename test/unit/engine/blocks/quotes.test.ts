/** Each rule of what is a block quote, on text blocks written by hand. */
import { describe, expect, test } from '@jest/globals';
import { INDENTED_TEXT, type IndentedEvidence } from '../../../../engine/blocks/indented-text.js';
import { isSetAsQuote, QUOTED_PARAGRAPH } from '../../../../engine/blocks/quote-appearance.js';
import {
  BLOCK_QUOTE,
  findQuotes,
  QUOTE_MEMBER,
  QUOTE_START,
  type QuoteStart,
} from '../../../../engine/blocks/quotes.js';
import { unionBox } from '../../../../engine/geometry.js';
import type { Page } from '../../../../engine/model.js';
import { decideWithRule } from '../../../../engine/rules.js';
import { makeLine, type Line } from '../../../../engine/text/line.js';
import type { TextBlock } from '../../../../engine/text-blocks/text-blocks.js';
import { emptyPage, fullLine, LEFT, line, RIGHT, runs, style, textBlock } from '../../../support/engine-inputs.js';

/** A line from `x0` to `x1`. */
function between(x0: number, x1: number, y: number, text = 'some words of a quote'): Line {
  const made = runs(text, { x: x0, y });
  const last = made.at(-1)!;
  return makeLine(emptyPage(), [...made.slice(0, -1), { ...last, box: { ...last.box, x1 } }]);
}

const INSET = 30;
/** Two lines set in from both edges of the column. */
const quoteLines = (right = RIGHT - INSET): Line[] => [100, 112].map((y) => between(LEFT + INSET, right, y));
const quote = (over: Partial<TextBlock> = {}, lines = quoteLines()): TextBlock => textBlock(lines, over);

describe('a paragraph is set as a quote', () => {
  function set(block: TextBlock, page: Page = emptyPage()): string {
    const area = unionBox(block.lines.map(({ box }) => box));
    const evidence = { textBlock: block, lines: block.lines, area, bodySize: 10, page };
    const { verdict, rule } = decideWithRule(QUOTED_PARAGRAPH, evidence);
    return `${verdict}: ${rule}`;
  }
  const bar = { orientation: 'vertical' as const, box: { x0: LEFT + 15, x1: LEFT + 16, y0: 90, y1: 115 } };

  test('in from both edges alike', () => expect(set(quote())).toBe('quoted: even-indents'));

  test('before a word that had room', () => {
    const lines = quoteLines(RIGHT - INSET - 40);
    expect(set(quote({}, lines))).toBe('quoted: lines-end-early');
    const long = [lines[0]!, between(LEFT + INSET, RIGHT - INSET - 40, 112, 'a'.repeat(60))];
    expect(set(quote({}, long))).toBe('refused: otherwise');
  });

  test('beside a rule, but not in a frame or on a background', () => {
    expect(set(quote({}, quoteLines(RIGHT)), emptyPage({ rules: [bar] }))).toBe('quoted: beside-a-rule');
    const right = { ...bar, box: { ...bar.box, x0: RIGHT, x1: RIGHT + 1 } };
    expect(set(quote(), emptyPage({ rules: [bar, right] }))).toBe('refused: framed');
    expect(set(quote(), emptyPage({ fills: [{ x0: LEFT, x1: RIGHT, y0: 80, y1: 120 }] }))).toBe('refused: framed');
  });

  test('not in one line, bold, hanging or ragged on the left', () => {
    expect(set(quote({}, quoteLines().slice(1)))).toBe('refused: one-line');
    expect(set(quote({ bold: true }))).toBe('refused: bold-label-or-centred');
    expect(set(quote({ centred: true }))).toBe('refused: bold-label-or-centred');
    expect(set(quote({ left: 10 }))).toBe('refused: hanging');
    expect(set(quote({}, [...quoteLines(), between(LEFT + 40, RIGHT - INSET, 124)]))).toBe('refused: ragged-left');
  });

  test('in bold type where it runs on in sentences, without a label of its own', () => {
    const lines = [...quoteLines(), between(LEFT + INSET, RIGHT - INSET, 124)];
    const bold = (text: string): string => set(quote({ bold: true, text }, lines));
    expect(bold('The lamps are lit at night, and none of them by day.')).toBe('quoted: even-indents');
    expect(bold('The lamps of the harbour and of the quay')).toBe('refused: bold-label-or-centred');
    expect(bold('Warning. The lamps are lit at night.')).toBe('refused: bold-label-or-centred');
  });

  test('not in from the left edge alone, nor in short lines', () => {
    expect(set(quote({}, quoteLines(RIGHT)))).toBe('refused: not-in-from-both-edges');
    expect(set(quote({}, quoteLines(LEFT + 150)))).toBe('refused: short-lines');
  });

  test('judged by the lines on its first page', () =>
    expect(isSetAsQuote(quote({}, [...quoteLines(), { ...line('x'), page: 2 }]), style(), emptyPage())).toBe(true));
});

describe('indented text', () => {
  function continues(block: TextBlock, over: Partial<IndentedEvidence> = {}): string {
    const evidence = {
      first: quote(),
      textBlock: block,
      next: undefined,
      isHeading: false,
      isItem: false,
      bodySize: 10,
    };
    const { verdict, rule } = decideWithRule(INDENTED_TEXT, { ...evidence, ...over });
    return `${verdict}: ${rule}`;
  }

  test('continues at one indent in one size', () => {
    expect(continues(quote())).toBe('goes-on: otherwise');
    expect(continues(quote({ size: 11 }))).toBe('refused: larger-than-body');
    expect(continues(quote({ size: 9 }))).toBe('refused: other-size');
    expect(continues(quote({ textLeft: 40 }))).toBe('refused: other-indent');
    expect(continues(quote({ left: 5 }))).toBe('refused: not-indented');
  });

  test('ends at what is no running text', () => {
    expect(continues(quote({ role: 'ready' }))).toBe('refused: no-text');
    expect(continues(quote(), { isHeading: true })).toBe('refused: no-text');
    expect(continues(quote(), { isItem: true })).toBe('refused: item');
    expect(continues(quote({ mono: true }))).toBe('refused: typewriter-or-aside');
    expect(continues(quote({ text: 'Table 3: Fees' }))).toBe('refused: caption');
    const tag = { page: 1, element: 0, role: 'note' as const, level: 0, items: [], label: false };
    expect(continues(quote({ tag }))).toBe('refused: tagged-as-other');
  });

  test('has no text beside it and room in its column', () => {
    expect(continues(quote(), { next: quote({ space: 0.2 }) })).toBe('refused: beside-other-text');
    expect(continues(quote({ column: { id: 0, left: LEFT, right: LEFT + 150 } }))).toBe('refused: narrow-column');
  });
});

describe('a quote', () => {
  function start(over: Partial<QuoteStart>): string {
    const evidence = { textBlock: quote(), before: textBlock('Text'), isBeforeItem: false, sections: 1, paragraphs: 1 };
    const { verdict, rule } = decideWithRule(QUOTE_START, { ...evidence, ...over });
    return `${verdict}: ${rule}`;
  }

  test('may begin below running text of a section', () => {
    expect(start({})).toBe('may-begin: otherwise');
    expect(start({ paragraphs: 0 })).toBe('refused: right-below-heading');
    expect(start({ sections: 0 })).toBe('refused: before-first-section');
    expect(start({ before: undefined })).toBe('refused: no-text-before');
  });

  test('does not begin in a list or below bold text', () => {
    expect(start({ before: textBlock('1. Item') })).toBe('refused: in-a-list');
    expect(start({ isBeforeItem: true })).toBe('refused: in-a-list');
    expect(start({ before: textBlock('Term', { bold: true }) })).toBe('refused: below-bold-text');
  });

  test('needs a paragraph that is set as one, and no bold label', () => {
    const group = (parts: TextBlock[], quoted: TextBlock[]): string => {
      const { verdict, rule } = decideWithRule(BLOCK_QUOTE, { group: parts, quoted });
      return `${verdict}: ${rule}`;
    };
    const [one, bold] = [quote(), quote({ bold: true })];
    expect(group([one], [one])).toBe('quote: one-is-set-as-quote');
    expect(group([one], [])).toBe('refused: none-set-as-quote');
    expect(group([bold, one], [one])).toBe('refused: bold-label');
    expect(group([bold, one], [bold, one])).toBe('quote: one-is-set-as-quote');
  });

  test('takes single lines with it that are not indented like first lines', () => {
    const member = (block: TextBlock, quoted: TextBlock[], indent: number | null): string => {
      const { verdict, rule } = decideWithRule(QUOTE_MEMBER, { textBlock: block, quoted, indent });
      return `${verdict}: ${rule}`;
    };
    const one = quote();
    expect(member(one, [one], INSET)).toBe('quote: set-as-quote');
    expect(member(one, [], INSET)).toBe('refused: indented-as-first-lines');
    expect(member(one, [], null)).toBe('quote: beside-a-quote');
  });

  test('is found between paragraphs of a section', () => {
    const [heading, body] = [
      textBlock('Scope'),
      textBlock([1, 2, 3].map((n) => fullLine('Running text', { y: 12 * n }))),
    ];
    const context = {
      headings: new Map([[heading, { level: 1, number: null, title: false }]]),
      items: new Set<TextBlock>(),
      style: style(),
      pageOf: () => emptyPage(),
    };
    const cited = quote();
    expect([...findQuotes([heading, body, cited, body], context)]).toEqual([[cited, cited]]);
    expect([...findQuotes([heading, cited, body], context)]).toEqual([]);
    const below = quote({ column: { ...cited.column, id: 7 } });
    expect([...findQuotes([heading, body, below, body], context)]).toEqual([[below, below]]);
  });
});
