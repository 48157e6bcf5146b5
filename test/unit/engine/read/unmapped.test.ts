import { expect, it } from '@jest/globals';
import { emptyTally, FONT_TEXT, type GlyphTally, type SeenFont } from '../../../../engine/read/unmapped.js';
import { decideWithRule } from '../../../../engine/rules.js';

const GARBAGE = 'qL2 kV3x bcdfg hjklm npqrs tvwxz Bcdfg hJklm nPqrs xVwbc'.split(' ').flatMap((word) => [word, word]);

function font(tally: Partial<GlyphTally>, more: Partial<SeenFont> = {}) {
  return decideWithRule(FONT_TEXT, {
    page: 1,
    name: 'ABCDEF+Body',
    tally: { ...emptyTally(), glyphs: 100, ...tally },
    composite: true,
    drawn: false,
    ownCodes: true,
    words: () => GARBAGE,
    ...more,
  });
}

it('takes a font of control and private-use characters for unmapped', () => {
  expect(font({ strange: 51 })).toEqual({ verdict: 'unmapped', rule: 'strange-characters' });
});

it('takes a drawn font of the bullet of TeX alone for bullets', () => {
  const glyph = { text: '\u0088', width: 500 };
  const bullet = { strange: 100, kinds: new Map([[0x88, glyph]]) };
  expect(font(bullet, { drawn: true })).toEqual({ verdict: 'bullets', rule: 'bullets-of-tex' });
  expect(font(bullet).verdict).toBe('unmapped');
  // a letter among letters
  const letters = new Map([...bullet.kinds, [0x41, { text: 'A', width: 700 }]]);
  expect(font({ ...bullet, kinds: letters }, { drawn: true }).verdict).toBe('unmapped');
});

it('takes a symbol font for unmapped where it has as many symbols as an alphabet', () => {
  const signs = (count: number) => new Set(Array.from({ length: count }, (_, i) => 0xf020 + i));
  expect(font({ symbols: 60, differentSymbols: signs(12) })).toEqual({ verdict: 'unmapped', rule: 'many-symbols' });
  expect(font({ symbols: 60, differentSymbols: signs(11) }).verdict).toBe('readable');
});

it('takes a composite font for unmapped where codes and control characters are its text', () => {
  const codes = { identical: 100, strange: 5 };
  expect(font(codes)).toEqual({ verdict: 'unmapped', rule: 'codes-for-text' });
  expect(font(codes, { composite: false, ownCodes: false }).verdict).toBe('readable');
});

it('believes an encoding, a map, and a space in its place', () => {
  expect(font({ identical: 100 }, { ownCodes: false })).toEqual({ verdict: 'readable', rule: 'known-encoding' });
  expect(font({ identical: 90 })).toEqual({ verdict: 'readable', rule: 'mapped' });
  expect(font({ identical: 100, spaces: 1 })).toEqual({ verdict: 'readable', rule: 'mapped' });
});

it('judges text of guessed characters by the shapes of its words', () => {
  expect(font({ identical: 100 })).toEqual({ verdict: 'unmapped', rule: 'gibberish' });
  const text = 'every vessel reports to the harbour office within two hours of its arrival in port today'.split(' ');
  expect(font({ identical: 100 }, { words: () => text })).toEqual({ verdict: 'readable', rule: 'otherwise' });
  expect(font({ identical: 100 }, { words: () => GARBAGE.slice(0, 8) }).verdict).toBe('readable');
});
