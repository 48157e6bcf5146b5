/** Lines of large type that make one title. */
import { describe, expect, test } from '@jest/globals';
import { decideWithRule } from '../../../../engine/rules.js';
import { joinTitleLines, TITLE_LINE } from '../../../../engine/text-blocks/title-lines.js';
import type { TextBlock } from '../../../../engine/text-blocks/text-blocks.js';
import { line, noVocabulary, style, textBlock } from '../../../support/engine-inputs.js';
import { BOLD } from '../../../support/pages.js';

const at = (text: string, y: number, options = {}): TextBlock => textBlock([line(text, { y, size: 15, ...options })]);
const above = at('Psychological Implications of Early', 100);
const judged = (below: TextBlock, first = above): string => {
  const { verdict, rule } = decideWithRule(TITLE_LINE, { above: first, below, style: style() });
  return `${verdict}: ${rule}`;
};

describe('a line of large type', () => {
  test('continues the title right above it', () => {
    expect(judged(at('Development', 117))).toBe('goes-on: right-below');
    const joined = joinTitleLines([above, at('Development', 117)], style(), noVocabulary);
    expect(joined.map(({ text }) => text)).toEqual(['Psychological Implications of Early Development']);
  });
  test('does not where it stands further below, or elsewhere', () => {
    expect(judged(at('Development', 140))).toBe('refused: otherwise');
    expect(judged(at('Development', 117, { x: 300 }))).toBe('refused: otherwise');
  });
  test('does not in other type', () =>
    expect(judged(at('Development', 117, { font: BOLD }))).toBe('refused: other-type'));
  test('continues a title that ends with a colon in smaller type, which is no larger than the title', () => {
    const title = at('Physical Development:', 100, { size: 20 });
    expect(judged(at('The Brain and the Body', 120), title)).toBe('goes-on: subtitle');
    expect(judged(at('The Brain and the Body', 126, { size: 24 }), title)).toBe('refused: other-type');
    expect(judged(at('The Brain and the Body', 112, { size: 10 }), title)).toBe('refused: other-type');
  });
  test('does not with a number of its own, nor below a sentence', () => {
    expect(judged(at('2 Development', 117))).toBe('refused: another-title');
    expect(judged(at('Development', 117), at('It is walking!', 100))).toBe('refused: another-title');
    expect(judged(at('1.5% of all children', 117))).toBe('goes-on: right-below');
    expect(judged(at('15 % of all children', 117))).toBe('goes-on: right-below');
    expect(judged(at('1.5 Children', 117))).toBe('refused: another-title');
  });
  test('continues one that ends with a comma or an article, with a number or further right as well', () => {
    const open = at('Torn Notebook in the Deep Roads,', 100);
    expect(judged(at('Section 1', 117, { x: 110 }), open)).toBe('goes-on: title-unfinished');
    expect(judged(at('2 Lamps', 117), at('The Keepers of the', 100))).toBe('goes-on: title-unfinished');
    expect(judged(at('Section 1', 140), open)).toBe('refused: another-title');
    expect(judged(at('• Lamps', 117), open)).toBe('refused: another-title');
  });
  test('continues further below what ends with an article, but at its edge or centre, and not below a comma', () => {
    const open = at('An Introduction to the', 100);
    expect(judged(at('Keeping of Lights', 126), open)).toBe('goes-on: title-unfinished');
    expect(judged(at('Keeping of Lights', 140), open)).toBe('refused: otherwise');
    expect(judged(at('Keeping of Lights', 126, { x: 110 }), open)).toBe('refused: otherwise');
    expect(judged(at('Keeping of Lights', 126, { font: BOLD }), open)).toBe('refused: other-type');
    expect(judged(at('• Lights', 126), open)).toBe('refused: another-title');
    expect(judged(at('2. Where Oil Is From', 126), at('1. What Oil Is for', 100))).toBe('refused: another-title');
    expect(judged(at('Section 1', 126), open)).toBe('refused: another-title');
    expect(judged(at('Keeping of Lights', 126), at('Lamps, Oil,', 100))).toBe('refused: otherwise');
    expect(judged(at('Keeping of Lights', 126), at('Introduction', 100))).toBe('refused: otherwise');
  });
  test('does not below the label of a caption', () =>
    expect(judged(at('Sampling Locations', 117), at('Table 3', 100))).toBe('refused: label-of-a-caption'));
  test('does not where it is of an address', () =>
    expect(judged({ ...at('Quay House', 117), belowAddressLine: true })).toBe('refused: line-of-an-address'));
  test('does not in the size of the text', () =>
    expect(judged(at('Development', 112, { size: 10 }), at('Early', 100, { size: 10 }))).toBe(
      'refused: type-of-the-text',
    ));
  test('is left where more than three stand in a row', () => {
    const lines = [100, 117, 134, 151].map((y) => at('Soup of the Day', y));
    expect(joinTitleLines(lines, style(), noVocabulary)).toHaveLength(4);
  });
});
