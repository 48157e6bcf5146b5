/** Fonts of mathematical signs that give letters and fractions for them. */
import { describe, expect, test } from '@jest/globals';
import type { FontStyle, ParsedPage } from '../../../../engine/model.js';
import { PI_FONT, withMathematicalSigns, type FontOfSigns } from '../../../../engine/normalise/pi-fonts.js';
import { decided } from '../../../support/decisions.js';
import { page, words } from '../../../support/pages.js';

const UNKNOWN = 'F17';

const font = (text: string, name = UNKNOWN, beforeLetters = 0): FontOfSigns => ({
  name,
  page: 1,
  counts: new Map([...Map.groupBy(text, (sign) => sign)].map(([sign, { length }]) => [sign, length])),
  pairs: text.match(/ð[^ðÞ]*Þ/gu)?.length ?? 0,
  beforeLetters,
});

describe('a font with signs of mathematics among its characters', () => {
  test('is text where it has letters or digits too', () => {
    // a glyph that is not made out, and a sign that is
    expect(decided(PI_FONT, font('ðÞ\ufffd−ðÞ', 'AdvP4C4E74'))).toBe('signs: named');
    expect(decided(PI_FONT, font('ðÞðÞa', 'AdvP4C4E74'))).toBe('text: other-characters');
    expect(decided(PI_FONT, font('3½4¼'))).toBe('text: other-characters');
  });

  test('is one of signs where its name says so, and brackets come in pairs', () => {
    expect(decided(PI_FONT, font('¼', 'AdvP4C4E74'))).toBe('signs: named');
    expect(decided(PI_FONT, font('ððð', 'AdvP4C4E74'))).toBe('text: otherwise');
    expect(decided(PI_FONT, font('¼'))).toBe('text: otherwise');
  });

  test('is one of signs with a pair of brackets where its name says so and it may have fractions', () => {
    expect(decided(PI_FONT, font('½¼', 'MathematicalPi-One'))).toBe('text: otherwise');
    expect(decided(PI_FONT, font('¼ðÞ', 'MathematicalPi-One'))).toBe('signs: pairs-of-brackets');
    expect(decided(PI_FONT, font('¼Þð', 'MathematicalPi-One'))).toBe('text: otherwise');
  });

  test('is text where brackets close before they open, or words begin with those that close', () => {
    expect(decided(PI_FONT, font('ðÞÞð'))).toBe('text: otherwise');
    expect(decided(PI_FONT, font('ðÞðÞ', UNKNOWN, 1))).toBe('text: letters-of-words');
    expect(decided(PI_FONT, font('ðÞðÞðÞ', UNKNOWN, 1))).toBe('signs: pairs-of-brackets');
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

/** A page with one line in the fonts of its parts, which touch each other. */
function lineOf(...parts: readonly (readonly [text: string, font: string])[]): ParsedPage {
  const found = pageOf(parts);
  let x = 72;
  const runs = found.runs.map((run) => {
    const box = { ...run.box, x0: x, x1: x + run.box.x1 - run.box.x0 };
    x = box.x1;
    const { space: _, ...touching } = run;
    return { ...touching, baseline: 100, box };
  });
  return { ...found, runs };
}

test('characters of words stay, whatever fonts the document has', () => {
  const signs = 'AdvP4C4E74';
  const kept = (...parts: readonly (readonly [text: string, font: string])[]): void => {
    const found = lineOf(...parts);
    expect(withMathematicalSigns([formula(signs), found])[1]).toEqual(found);
  };
  kept(['ada', 'Plain'], ['@', 'Fallback'], ['port.example', 'Plain']);
  // named as one for letters, too
  kept(['ada', 'Plain'], ['@', 'AdvP4C4E51'], ['port.example', 'Plain']);
  kept(['Holm', 'Plain'], [';', 'Bold'], ['Garve', 'Plain']);
});

test('Icelandic letters of a font of their own stay', () => {
  const some = lineOf(
    ...[1, 2, 3].flatMap(() => [
      ['Þ', 'Fallback'] as const,
      ['etta', 'Plain'] as const,
      ['gar', 'Plain'] as const,
      ['ð', 'Fallback'] as const,
      ['ur', 'Plain'] as const,
    ]),
  );
  const others = lineOf(
    ['Ma', 'Plain'],
    ['ð', 'Fallback'],
    ['ur', 'Plain'],
    ['Þ', 'Fallback'],
    ['ór', 'Plain'],
    ['Þ', 'Fallback'],
    ['órunn', 'Plain'],
    ['vi', 'Plain'],
    ['ð', 'Fallback'],
  );
  for (const found of [[some, some], [others]]) expect(withMathematicalSigns(found)).toBe(found);
});

test('fractions of a font by the name of one of signs stay where nothing else speaks for signs', () => {
  const recipe = [
    lineOf(['½', 'MathematicalPi-One'], ['cup', 'Plain'], ['¼', 'MathematicalPi-One'], ['litre', 'Plain']),
  ];
  expect(withMathematicalSigns(recipe)).toBe(recipe);
});
