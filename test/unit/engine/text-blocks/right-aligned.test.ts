/** Lines that are set to the right, one below the other, each for itself. */
import { describe, expect, test } from '@jest/globals';
import { PARAGRAPH_BREAK } from '../../../../engine/text-blocks/paragraph-breaks.js';
import { rightAligned } from '../../../../engine/text-blocks/right-aligned.js';
import type { Line } from '../../../../engine/text/line.js';
import { LEADING, line, RIGHT, type LineOptions } from '../../../support/engine-inputs.js';
import { deciding } from '../../../support/line-pairs.js';
import { BOLD } from '../../../support/pages.js';

/** A line that ends at the right edge. */
function toRight(text: string, { y = 100, ...options }: LineOptions = {}): Line {
  const { box } = line(text, { y, ...options });
  return line(text, { y, ...options, x: RIGHT - (box.x1 - box.x0) });
}
const block = (
  texts: readonly string[],
  { pitch = LEADING, ...options }: LineOptions & { pitch?: number } = {},
): Line[] => texts.map((text, i) => toRight(text, { ...options, y: 100 + pitch * i }));
const found = (lines: readonly Line[]): string[] => [...rightAligned(lines)].map(({ text }) => text);

const SENDER = ['Moran Shipping', '4 Quay Road', 'Brack', 'office@moran.example'];

describe('lines that share their right edge alone', () => {
  test('stand each for itself', () => {
    expect(found(block(SENDER))).toEqual(SENDER.slice(1));
    expect(found(block(['Invoice 17', 'Date 4 May 2018', 'Page 1']))).toEqual(['Date 4 May 2018', 'Page 1']);
  });

  test('are found among the others of a column', () => {
    const lines = [line('The lamps of the harbour', { y: 76 }), ...block(SENDER), line('Dear Ada,', { y: 172 })];
    expect(found(lines)).toEqual(SENDER.slice(1));
  });

  test('are so where they are two names, the upper of which does not go on', () => {
    expect(found(block(['Ada Moran', 'Harbour Master']))).toEqual(['Harbour Master']);
    expect(found(block(['Ada Moran,', 'Harbour Master']))).toEqual([]);
    expect(found(block(['The lamps were lit', 'by the keepers']))).toEqual([]);
  });

  test('are text where most of them continue a sentence, and one that does so goes on', () => {
    expect(found(block(['The lamps of', 'the harbour were lit', 'by hand in', 'each of the nights']))).toEqual([]);
    expect(found(block(['The lamps of the', 'harbour were lit by', 'Ada Moran and', 'her two sisters']))).toEqual([]);
    expect(found(block(['Board of the', 'harbour of Brack', 'Quay Road', 'Brack']))).toEqual(['Quay Road', 'Brack']);
  });

  test('are none where they share both edges, stand apart, are wide, or change their size', () => {
    expect(found([100, 112, 124].map((y) => toRight('Harbour Road', { y })))).toEqual([]);
    expect(found(block(SENDER, { pitch: 20 }))).toEqual([]);
    const wide = 'Moran Shipping of the Harbour of Brack and of the Isles beyond it';
    expect(found(block([wide, `${wide} too`, `${wide} as well`]))).toEqual([]);
    expect(found([toRight('Moran Shipping', { size: 14 }), toRight('Quay Road of Brack', { y: 116 })])).toEqual([]);
  });

  test('are none where they end at different places', () =>
    expect(found(SENDER.map((text, i) => line(text, { x: 300 + 10 * i, y: 100 + LEADING * i })))).toEqual([]));

  test('are none where two of them are a first line with an indent and the next', () =>
    expect(found(block(['The keeper lit', 'the lamp of the harbour']))).toEqual([]));
});

test('a paragraph ends below each line that is set to the right, but not within a title', () => {
  const between = deciding(PARAGRAPH_BREAK);
  const [above, below] = block(['Moran Shipping', 'Harbour of Brack'], { pitch: LEADING });
  expect(between([above!], below!, { isRightAligned: true })).toBe('break: right-aligned');
  expect(between([above!], below!)).not.toBe('break: right-aligned');
  const [upper, lower] = block(['The Lamps of', 'The Harbour of Brack'], { font: BOLD });
  expect(between([upper!], lower!, { isRightAligned: true })).not.toBe('break: right-aligned');
});
