/** Headings in a face that no running text is set in. */
import { describe, expect, test } from '@jest/globals';
import { OWN_TYPE, ownTypeHeadings } from '../../../../engine/headings/own-type.js';
import { decideWithRule } from '../../../../engine/rules.js';
import type { TextBlock } from '../../../../engine/text-blocks/text-blocks.js';
import { emptyPage, line, linesBelow, style, textBlock } from '../../../support/engine-inputs.js';
import { MONO, PLAIN } from '../../../support/pages.js';

// the face of index MONO under a name that does not say that it is monospaced
const fonts = ['Dante', 'Dante-Bold', 'TradeGothic-Bd2', 'Dante-Italic'].map((name) => ({
  name,
  bold: false,
  italic: false,
  mono: false,
  serif: true,
}));
const context = { style: style(), pageOf: () => emptyPage({ fonts }) };
const head = (text: string, over: Partial<TextBlock> = {}): TextBlock =>
  textBlock([line(text, { font: MONO })], { mono: false, space: 2, ...over });
const paragraph = (): TextBlock =>
  textBlock(linesBelow(Array.from({ length: 4 }, () => 'The lamp of the tower burned all through the night')), {
    space: 1.1,
  });

const found = (...blocks: TextBlock[]): string[] => [...ownTypeHeadings(blocks, context)].map(({ text }) => text);

describe('a face that no running text has', () => {
  test('makes headings of lines above text', () => {
    expect(found(head('Individual Variations'), paragraph(), head('Cultural Variations'), paragraph())).toEqual([
      'Individual Variations',
      'Cultural Variations',
    ]);
    const evidence = { textBlock: head('Lamps'), below: paragraph(), style: style(), count: 2 };
    expect(decideWithRule(OWN_TYPE, evidence).rule).toBe('above-text');
  });
  test('makes none of a single line', () => {
    expect(found(head('Individual Variations'), paragraph())).toEqual([]);
    const evidence = { textBlock: head('Lamps'), below: paragraph(), style: style(), count: 1 };
    expect(decideWithRule(OWN_TYPE, evidence).rule).toBe('once-only');
  });
  test('makes none of sentences, of lines that continue in lower case, or of lines without space above', () => {
    const blocks = ['It burned.', 'and the lamp', 'Oil,'].flatMap((text) => [head(text), paragraph()]);
    expect(
      found(...blocks, head('Lamps', { space: 1 }), paragraph(), head('Wicks', { space: 1 }), paragraph()),
    ).toEqual([]);
  });
  test('is none that running text has', () => {
    const plain = (text: string): TextBlock => textBlock([line(text, { font: PLAIN })], { space: 2 });
    expect(found(plain('Lamps'), paragraph(), plain('Wicks'), paragraph())).toEqual([]);
  });
});
