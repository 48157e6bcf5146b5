/** Each rule of which lines make one paragraph with line breaks, and what becomes of them. */
import { describe, expect, test } from '@jest/globals';
import { buildBlocks } from '../../../../engine/blocks/build.js';
import { STACKED_LINE, type StackedLine } from '../../../../engine/blocks/stacked-lines.js';
import { STACK } from '../../../../engine/blocks/stacks.js';
import type { Block } from '../../../../engine/block-model.js';
import { renderBlock } from '../../../../engine/markdown/blocks.js';
import type { TextBlock } from '../../../../engine/text-blocks/text-blocks.js';
import { decided } from '../../../support/decisions.js';
import {
  emptyPage,
  LEADING,
  LEFT,
  line,
  linesBelow,
  style,
  textBlock,
  type LineOptions,
} from '../../../support/engine-inputs.js';

/** Text blocks of one line each, below each other. */
const stack = (texts: readonly string[], options: LineOptions = {}): TextBlock[] =>
  linesBelow(texts, options).map((one) => textBlock([one]));

describe('a line below another', () => {
  const [name, street] = stack(['Ada Moran', '12 Quay Street']) as [TextBlock, TextBlock];
  const verdict = (over: Partial<StackedLine>): string =>
    decided(STACKED_LINE, { above: name, textBlock: street, indent: null, ...over });
  const below = (text: string, options: LineOptions = {}, over: Partial<TextBlock> = {}): TextBlock =>
    textBlock([line(text, { y: 100 + LEADING, ...options })], over);

  test('is of the same stack at the same left edge, middle or right edge', () => {
    expect(verdict({})).toBe('stacked: same-left-edge');
    const room = name.source[0]!.box.x1 - below('Port').source[0]!.box.x1;
    expect(verdict({ textBlock: below('Port', { x: LEFT + room / 2 }) })).toBe('stacked: same-middle');
    expect(verdict({ textBlock: below('Port', { x: LEFT + room }) })).toBe('stacked: same-right-edge');
    expect(verdict({ textBlock: below('Port', { x: LEFT + room + 10 }) })).toBe('refused: otherwise');
  });

  test('is of the same stack below the first value behind a label', () => {
    const copies = textBlock([line('cc: Ada Moran')]);
    const value = copies.lines[0]!.runs[1]!.box.x0;
    expect(verdict({ above: copies, textBlock: below('Ben Okafor', { x: value }) })).toBe('stacked: below-the-value');
    expect(verdict({ above: copies, textBlock: below('Ben Okafor', { x: value + 40 }) })).toBe('refused: otherwise');
  });

  test('is not where it stands apart', () => {
    expect(verdict({ textBlock: { ...street, page: 2 } })).toBe('refused: other-page-or-column');
    expect(verdict({ textBlock: { ...street, column: { ...street.column, id: 1 } } })).toBe(
      'refused: other-page-or-column',
    );
    expect(verdict({ textBlock: { ...street, space: 2 } })).toBe('refused: more-space');
    expect(verdict({ textBlock: below('12 Quay Street', { size: 8 }) })).toBe('refused: other-size');
  });

  test('is not where one of them is text', () => {
    expect(verdict({ above: textBlock(linesBelow(['A text that goes on', 'and ends'])) })).toBe(
      'refused: several-lines',
    );
    expect(verdict({ textBlock: below('word '.repeat(15)) })).toBe('refused: long-line');
    expect(verdict({ above: textBlock('She went home.') })).toBe('refused: sentence-ends');
    expect(verdict({ above: textBlock('Who was it?') })).toBe('refused: sentence-ends');
    const noted = [{ text: 'It is lost.' }, { text: '1', superscript: true }];
    expect(verdict({ above: textBlock('It is lost.1', { spans: noted }) })).toBe('refused: sentence-ends');
    expect(verdict({ above: textBlock('Fees: what is payable under Schedule 1.') })).toBe('refused: sentence-ends');
    const [entry, next] = stack(['[1] Ada Moran, 2010', '[2] Ben Okafor, 2012']) as [TextBlock, TextBlock];
    expect(verdict({ above: entry, textBlock: next })).toBe('refused: entry-of-a-list');
    expect(verdict({ above: textBlock('Moran Shipping, Inc.') })).toBe('stacked: same-left-edge');
  });

  test('is not below a sentence, whatever its script and its last word', () => {
    for (const text of [
      'The fee is 5 %.',
      'He asked Tom.',
      'WAIT UNTIL THE DRUM HAS STOPPED.',
      '港は春に浚渫された。',
      'السفينة في الميناء.',
      'هل السفينة هنا؟',
      'האוניה בנמל.',
    ])
      expect(verdict({ above: textBlock(text) })).toBe('refused: sentence-ends');
    for (const text of ['Clerk of the Port.', 'trading as Moran Shipping, Inc.', 'signed J. B.', 'PORT OF BRACK LTD.'])
      expect(verdict({ above: textBlock(text) })).toBe('stacked: same-left-edge');
  });

  test('is not where many words of a script without capitals are text', () => {
    expect(verdict({ textBlock: below('הנמל הוא מקום שבו עוגנות אוניות') })).toBe('refused: text-without-case');
    expect(verdict({ textBlock: below('רחוב הנמל 12') })).toBe('stacked: same-left-edge');
  });

  test('is not where it begins an abstract, or both begin with the name of a clause', () => {
    expect(verdict({ textBlock: below('Abstract: on buoys') })).toBe('refused: begins-a-part');
    const named = (name: string, text: string): TextBlock =>
      below(`${name} ${text}`, {}, { spans: [{ text: name, bold: true }, { text: ` ${text}` }] });
    const fees = named('Fees.', 'EUR 500');
    expect(verdict({ above: fees, textBlock: named('Term.', 'Three Years') })).toBe('refused: begins-a-part');
    expect(verdict({ above: fees })).toBe('stacked: same-left-edge');
    expect(verdict({ above: named('Date:', '3 May'), textBlock: named('Port:', 'Brack') })).toBe(
      'stacked: same-left-edge',
    );
  });

  test('is not where both have the indent of first lines', () => {
    const [first, second] = stack(['“Where to”', '“Home”'], { x: 84 }) as [TextBlock, TextBlock];
    expect(verdict({ above: first, textBlock: second, indent: 12 })).toBe('refused: first-line-indent');
    expect(verdict({ above: first, textBlock: second })).toBe('stacked: same-left-edge');
  });
});

const build = (blocks: readonly TextBlock[]): Block[] =>
  buildBlocks(blocks, { headings: new Map(), notes: new Map(), style: style(), pageOf: () => emptyPage() });
const shown = (blocks: readonly TextBlock[]): string =>
  build(blocks)
    .map((block) => renderBlock(block, { footnotes: new Map(), pageMarks: () => [] }).join('\n'))
    .join('\n\n');

describe('an address', () => {
  test('is one paragraph, the next one another', () => {
    const first = stack(['Ada Moran', '12 Quay Street', 'Port']);
    const second = stack(['Ben Okafor', '4 Mill Lane'], { y: 160 });
    const blocks = [...first, { ...second[0]!, space: 2 }, second[1]!];
    expect(shown(blocks)).toBe('Ada Moran  \n12 Quay Street  \nPort\n\nBen Okafor  \n4 Mill Lane');
  });

  test('keeps the place of each of its lines', () => {
    const lines = stack(['Ada Moran', '12 Quay Street', 'Port']);
    const [block] = build(lines);
    expect(block!.source).toEqual(lines.map(({ source }) => source[0]));
    const places: unknown[] = [];
    const part = (from: number, to: number, source: unknown): void => void places.push([from, to, source]);
    renderBlock(block!, { footnotes: new Map(), pageMarks: () => [], part });
    expect(places).toEqual(lines.map(({ source }, i) => [i, i, source]));
  });

  test('is no longer than a list', () => {
    const names = (count: number): TextBlock[] => stack(Array.from({ length: count }, () => 'Ada Moran'));
    const verdict = (lines: TextBlock[]): string => decided(STACK, { lines, above: undefined, below: undefined });
    expect([verdict(names(20)), verdict(names(21))]).toEqual(['stack: otherwise', 'refused: many-lines']);
    expect([build(names(20)).length, build(names(21)).length]).toEqual([1, 21]);
  });

  test('is none above or below an entry of a list that needs several lines', () => {
    const entry = (y: number): TextBlock =>
      textBlock(linesBelow(['Okafor, C.: A Handbook for the Waters of Brack and', 'Garve'], { y }));
    const names = (y: number): TextBlock[] => stack(['Holm', 'Garve', 'Lund'], { y });
    const around = { lines: names(100), above: undefined, below: entry(136) };
    expect(decided(STACK, around)).toBe('refused: among-entries');
    expect(build([...names(100), entry(136)]).length).toBe(4);
    expect(build([entry(100), ...names(124)]).length).toBe(4);
    // where it stands apart, or is set in, it is a text above or below an address
    expect(build([...names(100), { ...entry(148), space: 2 }]).length).toBe(2);
    const short = textBlock(linesBelow(['Office of the', 'Port'], { y: 136 }));
    expect(build([...names(100), short]).length).toBe(2);
  });

  test('is no label above a sentence', () => {
    const verdict = (...texts: string[]): string =>
      decided(STACK, { lines: stack(texts), above: undefined, below: undefined });
    expect(verdict('Purpose', 'It tells how lamps are lit.')).toBe('refused: label-above-sentence');
    expect(verdict('Approval:', 'The board approved it in May.')).toBe('refused: label-above-sentence');
    expect(verdict('Oh!', 'The best of them went home.')).toBe('stack: otherwise');
    // verses, an address, a sentence that was broken, a number
    expect(verdict('The lamp is lit upon the hill', 'The boats come home.')).toBe('stack: otherwise');
    expect(verdict('Moran', 'Port of Brack, Isle of Lund, Inc.')).toBe('stack: otherwise');
    expect(verdict('By your will', 'May all of these things be done.')).toBe('stack: otherwise');
    expect(verdict('When it storms,', 'Call the master of the port.')).toBe('stack: otherwise');
    expect(verdict('2', 'Versions with charts are planned.')).toBe('stack: otherwise');
    expect(verdict('Ada Moran', 'Purpose', 'It tells how lamps are lit.')).toBe('stack: otherwise');
  });

  test('is no points of a slide', () => {
    const verdict = (...texts: string[]): string =>
      decided(STACK, { lines: stack(texts), above: undefined, below: undefined });
    expect(verdict('Revenue Grew in All Regions', 'Costs Fell Below the Plan')).toBe('refused: points');
    expect(verdict('Revenue Grew in All Regions', 'Ada Moran')).toBe('stack: otherwise');
    expect(verdict('Board of the Harbour of Brack', '12 Quay Street by the Mill')).toBe('stack: otherwise');
    expect(verdict('Center for Marine Research and Charts', 'Board of the Harbour of Brack')).toBe('stack: otherwise');
    expect(verdict('The lamp is lit upon the hill', 'The boats come home at night')).toBe('stack: otherwise');
  });

  test('takes no item, no code and no numbered clause with it', () => {
    expect(shown(stack(['Ada Moran', '• one', '• two']))).toBe('Ada Moran\n\n- one\n- two');
    expect(shown(stack(['Ada Moran', '2.1 The Fees', 'Port']))).toBe('Ada Moran\n\n2\\.1 The Fees\n\nPort');
  });

  test('takes no typed rule with it', () =>
    expect(shown(stack(['Ada Moran', '_________', 'Port']))).toMatch(/^Ada Moran\n\n[\\_]+\n\nPort$/));

  test('shows no markup at the beginning of its lines', () => {
    expect(shown(stack(['Ada | Moran', '12. Quay', '# 4']))).toBe(['Ada | Moran', '12\\. Quay', '\\# 4'].join('  \n'));
  });
});

describe('lines that their author broke (text-blocks/kept-lines.ts)', () => {
  const verse = [
    'The lamp is low and out.',
    'We sleep.',
    'No boat will come about the point before the fog of the night has gone out to sea.',
  ];
  const kept = (texts: readonly string[]): TextBlock[] =>
    stack(texts).map((one, i) => (i > 0 ? { ...one, belowKeptLine: true as const } : one));

  test('are one stack, although sentences end in it and lines are long', () => {
    const [first, second] = kept(verse) as [TextBlock, TextBlock];
    expect(decided(STACKED_LINE, { above: first, textBlock: second, indent: null })).toBe('stacked: lines-kept');
    expect(decided(STACK, { lines: kept(verse), above: undefined, below: undefined })).toBe('stack: lines-kept');
    expect(shown(kept(verse))).toBe(verse.join('  \n'));
  });

  test('however many they are', () =>
    expect(
      decided(STACK, { lines: kept(Array.from({ length: 40 }, () => verse[1]!)), above: undefined, below: undefined }),
    ).toBe('stack: lines-kept'));
});
