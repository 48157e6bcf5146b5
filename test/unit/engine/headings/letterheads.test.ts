/** Which lines belong to a letterhead: an office in bold may head a section, and one right above its address does not. */
import { describe, expect, test } from '@jest/globals';
import { letterheadLines } from '../../../../engine/headings/letterheads.js';
import type { TextBlock } from '../../../../engine/text-blocks/text-blocks.js';
import { line, textBlock } from '../../../support/engine-inputs.js';
import { BOLD } from '../../../support/pages.js';

const bold = (text: string, over: Partial<TextBlock> = {}): TextBlock => textBlock([line(text, { font: BOLD })], over);
const found = (...blocks: TextBlock[]): string[] => [...letterheadLines(blocks)].map(({ text }) => text);

describe('of a letterhead is', () => {
  test('each line in one type above a town', () => {
    const texts = ['Office of the Harbour', 'Quay House', '40 Lamp Square', 'Porto, CA 94087'];
    expect(found(...texts.map((text) => bold(text))).toSorted()).toEqual(texts.toSorted());
  });

  test('no line in other type, further above, in another column or of several lines', () => {
    const town = bold('Porto, CA 94087');
    expect(found(textBlock('Office of the Harbour'), town)).toEqual([town.text]);
    expect(found(bold('Office of the Harbour'), { ...town, space: 2 })).toEqual([town.text]);
    const column = { id: 9, left: 72, right: 172 };
    expect(found(bold('Office of the Harbour'), { ...town, column })).toEqual([town.text]);
    expect(found(textBlock([line('The office of', { font: BOLD }), line('all lamps', { font: BOLD })]), town)).toEqual([
      town.text,
    ]);
    expect(found(bold('Office of the Harbour'), bold('Annual Report'))).toEqual([]);
  });
});
