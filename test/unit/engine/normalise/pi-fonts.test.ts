/** Fonts of mathematical signs that give letters and fractions for them. */
import { describe, expect, test } from '@jest/globals';
import type { FontStyle, ParsedPage } from '../../../../engine/model.js';
import { PI_FONT, withMathematicalSigns, type FontOfSigns } from '../../../../engine/normalise/pi-fonts.js';
import { decided } from '../../../support/decisions.js';
import { page, words } from '../../../support/pages.js';

const UNKNOWN = 'F17';

const font = (text: string, name = UNKNOWN): FontOfSigns => ({
  name,
  page: 1,
  counts: new Map([...Map.groupBy(text, (sign) => sign)].map(([sign, { length }]) => [sign, length])),
});

describe('a font with signs of mathematics among its characters', () => {
  test('is text where it has letters or digits too', () => {
    expect(decided(PI_FONT, font('ðÞðÞa', 'AdvP4C4E74'))).toBe('text: other-characters');
    expect(decided(PI_FONT, font('3½4¼'))).toBe('text: other-characters');
  });

  test('is one of signs where its name says so, and brackets come in pairs', () => {
    expect(decided(PI_FONT, font('¼', 'AdvP4C4E74'))).toBe('signs: named');
    expect(decided(PI_FONT, font('ððð', 'AdvP4C4E74'))).toBe('text: otherwise');
    expect(decided(PI_FONT, font('¼'))).toBe('text: otherwise');
  });

  test('is one of signs where brackets come in pairs, whatever its name', () => {
    expect(decided(PI_FONT, font('ð¼Þ'))).toBe('text: otherwise');
    expect(decided(PI_FONT, font('ðþÞðÞ'))).toBe('signs: pairs-of-brackets');
    expect(decided(PI_FONT, font('ððððÞ'))).toBe('text: otherwise');
  });
});

/** A page with words in fonts of their own. */
function pageOf(parts: readonly (readonly [text: string, font: string])[]): ParsedPage {
  const names = [...new Set(parts.map(([, name]) => name))];
  const fonts = names.map((name): FontStyle => ({ name, bold: false, italic: false, mono: false, serif: true }));
  const runs = parts.flatMap(([text, name], i) =>
    words({ text, x: 72, y: 100 + 12 * i }).map((run) => ({ ...run, font: names.indexOf(name) })),
  );
  return { ...page([]), fonts, runs };
}

const textOf = (pages: readonly ParsedPage[]): string =>
  pages.flatMap(({ runs }) => runs.map(({ text }) => text)).join(' ');

const formula = (signs: string, letters = 'Letters'): ParsedPage =>
  pageOf([
    ['x', 'Plain'],
    ['¼ ð', signs],
    ['y', 'Plain'],
    [';', letters],
    ['z', 'Plain'],
    ['Þ', signs],
  ]);

test('the signs of such a font are put in the place of its letters, and those of its font of letters with them', () => {
  expect(textOf(withMathematicalSigns([formula('AdvP4C4E74')]))).toBe('x = ( y , z )');
  expect(textOf(withMathematicalSigns([formula('AdvP4C4E74', 'Plain')]))).toBe('x = ( y ; z )');
});

test('what one page leaves open the others of the document show', () => {
  const unknown = formula(UNKNOWN);
  expect(withMathematicalSigns([unknown])).toEqual([unknown]);
  expect(textOf(withMathematicalSigns([unknown, formula(UNKNOWN)]))).toBe('x = ( y , z ) x = ( y , z )');
});
