/** Fonts whose codes are characters moved by a constant. */
import { describe, expect, test } from '@jest/globals';
import { SHIFTED_CODES, shiftsOf, type ShiftedFont } from '../../../../engine/read/shifted-codes.js';
import { decided } from '../../../support/decisions.js';

const verdict = (text: string, alike = false): string => {
  const font: ShiftedFont = { page: 1, name: 'Odd', shift: 29, text, alike };
  return decided(SHIFTED_CODES, font);
};

describe('text of moved codes', () => {
  test('is none where it has codes of no character', () =>
    expect(verdict('the \ufffd of \ufffd and to')).toBe('refused: not-printable'));
  test('is text where it has the commonest words', () =>
    expect(verdict('the keeper of the lamp and the sea')).toBe('shifted: common-words'));
  test('is none without them', () => expect(verdict('uif lffqfs pg uif mbnq')).toBe('refused: otherwise'));
  test('is text without them where another font of the page is moved as far', () =>
    expect(verdict('Lamps', true)).toBe('shifted: as-another-font'));
});

const moved = (text: string, by: number): string =>
  Array.from(text, (letter) => String.fromCodePoint(letter.codePointAt(0)! + by)).join('');

test('a heading of one word is moved as the text below it', () => {
  const heading = { font: 'heading', name: 'Bold', texts: [moved('Lamps', -29)] };
  const text = {
    font: 'text',
    name: 'Plain',
    texts: [moved('the keeper of the lamp is at the sea with his boat', -29)],
  };
  expect(shiftsOf([heading, text], 1)).toEqual(
    new Map([
      ['text', 29],
      ['heading', 29],
    ]),
  );
  expect(shiftsOf([heading], 1).size).toBe(0);
});
