/** Large symbols of an extension font, which hang below their baseline. */
import { expect, test } from '@jest/globals';
import type { Page, TextRun } from '../../../../engine/model.js';
import { HANGING_SIGN, withLevelSymbols } from '../../../../engine/text-runs/hanging-signs.js';
import { decided } from '../../../support/decisions.js';
import { emptyPage, runs } from '../../../support/engine-inputs.js';

const page: Page = emptyPage();
const EXTENSION = page.fonts.length;
page.fonts.push({ name: 'CMEX10', bold: false, italic: false, mono: false, serif: false });
const SYMBOLS = page.fonts.length;
page.fonts.push({ name: 'LMMathSymbols9-Regular', bold: false, italic: false, mono: false, serif: false });
const sign = (text: string, x: number, y: number): TextRun => ({ ...runs(text, { x, y })[0]!, font: EXTENSION });

test('a symbol comes to the line whose letters are beside it', () => {
  const [open, close] = [sign('(', 100, 86), sign(')', 110.5, 86)];
  const [letter] = runs('x', { x: 105.2, y: 100 });
  expect(decided(HANGING_SIGN, { page: 1, sign: open, beside: letter })).toBe('hangs: letter-beside-it');
  expect(decided(HANGING_SIGN, { page: 1, sign: open, beside: undefined })).toBe('stays: otherwise');
  const level = withLevelSymbols([open, letter!, close], page);
  expect(level.map(({ baseline }) => baseline)).toEqual([100, 100, 100]);
});

test('an exponent beside the upper end of a bracket comes to the line too', () => {
  const [letter] = runs('x', { x: 100, y: 100 });
  const [exponent] = runs('2', { x: 110.5, y: 88, size: 7 });
  const level = withLevelSymbols([letter!, sign(')', 105.2, 86), exponent!], page);
  expect(level[2]).toMatchObject({ text: '2', baseline: 95 });
});

test('limits above and below a sum come into its run', () => {
  const [letter] = runs('x', { x: 110, y: 100 });
  const limits = [...runs('i=1', { x: 97.25, y: 112, size: 7 }), ...runs('n', { x: 100.75, y: 87, size: 7 })];
  const level = withLevelSymbols([sign('∑', 100, 90), letter!, ...limits], page);
  expect(level.map(({ text, baseline }) => `${text} ${baseline}`)).toEqual(['∑[i=1..n] 100', 'x 100']);
});

test('the radical sign of a symbol font comes to its line, no lower one, and other signs of that font stay', () => {
  const radical = { ...sign('√', 100, 93.5), font: SYMBOLS };
  const text = [
    ...runs('take', { x: 75, y: 100 }),
    ...runs('q', { x: 105.2, y: 100 }),
    ...runs('order', { x: 106, y: 112 }),
  ];
  expect(withLevelSymbols([radical, ...text], page)[0]).toMatchObject({ text: '√', baseline: 100 });
  const below = runs('order', { x: 106, y: 112 });
  const alone = [{ ...sign('√', 100, 99), font: SYMBOLS }, ...below];
  expect(withLevelSymbols(alone, page)).toBe(alone);
  const arrow = [{ ...sign('→', 100, 93.5), font: SYMBOLS }, ...text];
  expect(withLevelSymbols(arrow, page)).toBe(arrow);
});

test('a symbol with nothing beside it, and one of another font, stay', () => {
  const text = [sign('(', 100, 86), ...runs('( x', { x: 160, y: 100 })];
  expect(withLevelSymbols(text, page)).toBe(text);
});
