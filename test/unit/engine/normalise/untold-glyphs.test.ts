/** Glyphs of which nobody can tell what they are: each rule, and documents that have some. */
import { describe, expect, it, test } from '@jest/globals';
import type { ParsedPage, ParsedRun } from '../../../../engine/model.js';
import { withLostLetters } from '../../../../engine/normalise/lost-letters.js';
import { isAsWideAsPlus, isPhoneNumber } from '../../../../engine/normalise/phone-numbers.js';
import { UNTOLD_GLYPH, type UntoldGlyph } from '../../../../engine/normalise/untold-glyphs.js';
import { decideWithRule } from '../../../../engine/rules.js';

const P = '\u{f0101}';
const box = { x0: 0, y0: 0, x1: 10, y1: 10 };

describe('a glyph of which nobody can tell what it is', () => {
  const letters = { name: 'Body', drawn: false, widths: { a: 0.5 }, glyphs: new Map() };
  const signs = { ...letters, widths: {} };
  const about = ({ width = 0.5, font = letters, ...over }: Partial<UntoldGlyph> & Partial<UntoldGlyph['glyph']>) =>
    decideWithRule(UNTOLD_GLYPH, {
      page: 1,
      run: { text: `${P}-oxidation`, box },
      glyph: { placeholder: P, width, font },
      ...{ alone: false, betweenWords: false, overLetter: false },
      ...over,
    });

  it('is a character where a reader sees one', () => {
    expect(about({})).toEqual({ verdict: 'character', rule: 'seen' });
    expect(about({ alone: true })).toEqual({ verdict: 'character', rule: 'seen' });
    // the sign of an operation, whose width the font does not give
    expect(about({ alone: true, betweenWords: true, font: signs, width: 0.25 }).rule).toBe('seen');
    // drawings are no spaces
    expect(about({ alone: true, width: 0.2, font: { ...letters, drawn: true } }).rule).toBe('seen');
  });

  it('is nothing where nobody sees it, and in rows of leaders and ornaments', () => {
    expect(about({ run: { text: P, box, invisible: true } }).rule).toBe('not-painted');
    expect(about({ run: { text: P.repeat(3), box } })).toEqual({ verdict: 'nothing', rule: 'row-of-one-glyph' });
    expect(about({ run: { text: P.repeat(2), box } }).rule).toBe('seen');
  });

  it('is nothing where it is a bullet or an icon, or as narrow as a space', () => {
    expect(about({ alone: true, font: signs })).toEqual({ verdict: 'nothing', rule: 'ornament' });
    expect(about({ font: signs }).rule).toBe('seen');
    expect(about({ alone: true, width: 0.25 })).toEqual({ verdict: 'nothing', rule: 'as-a-space' });
    expect(about({ width: 0.25 }).rule).toBe('seen');
  });

  it('is reported, but no character, where it is the accent of a letter', () => {
    expect(about({ alone: true, overLetter: true })).toEqual({ verdict: 'accent', rule: 'accent-of-a-letter' });
  });
});

/** A line of words, each in the font of its number, with gaps of a quarter of the font size. */
function line(words: readonly [text: string, font?: number][], sign: { width: number; text?: string; drawn?: true }) {
  let x = 0;
  const runs = words.map(([text, font = 0], i): ParsedRun => {
    const x0 = x + (i > 0 ? 2.5 : 0);
    x = x0 + 5 * Array.from(text).length;
    const space = i > 0 ? { space: true as const } : {};
    return { text, ...space, box: { x0, y0: 0, x1: x, y1: 10 }, baseline: 8, size: 10, font, rotation: 0 };
  });
  const fonts = ['Body', 'Signs'].map((name) => ({ name, bold: false, italic: false, mono: false, serif: false }));
  const { drawn, ...glyph } = { text: '', ...sign };
  const placeholders = [...new Set(runs.flatMap(({ text }) => text.match(/[\u{f0000}-\u{ffffd}]/gu) ?? []))];
  const widths = { n: 0.5, o: 0.5, f: 0.3, i: 0.28 };
  const unknown = [0, 1].map((font) => ({
    ...{ font: fonts[font]!.name, fonts: [font], widths: font === 0 ? widths : {} },
    ...(drawn ? { drawn } : {}),
    signs: placeholders.map((placeholder) => ({ sign: placeholder, ...glyph })),
  }));
  const empty = { rules: [], fills: [], images: [], links: [] };
  const page: ParsedPage = { number: 1, width: 600, height: 800, fonts, runs, ...empty, unknown };
  const [read] = withLostLetters([page]);
  return { text: read!.runs.map((run) => (run.space ? ` ${run.text}` : run.text)).join(''), garbled: read!.garbled };
}

test('what cannot be told stays as a character, and is reported', () => {
  expect(line([['in'], [`${P}-oxidation`]], { width: 0.55 })).toEqual({
    text: 'in \ufffd-oxidation',
    garbled: ['\ufffd-oxidation'],
  });
  expect(line([['a'], [P, 1], ['b']], { width: 0.25 })).toEqual({ text: 'a \ufffd b', garbled: ['\ufffd'] });
  expect(line([[P, 1], ['item']], { width: 0.5 })).toEqual({ text: ' item', garbled: undefined });
  expect(line([['1'], [P.repeat(9)], ['7']], { width: 0.3 }).garbled).toBeUndefined();
});

describe('a sign before the number of a phone', () => {
  const read = (words: readonly string[], width = 0.6): string =>
    line(
      words.map((word): [string] => [word]),
      { width },
    ).text;

  it('is the plus sign (plus-before-phone-number)', () => {
    expect(read(['States', `${P}1`, '650-701-7829'])).toBe('States +1 650-701-7829');
    expect(read([`${P}44`, '20', '7946', '0958,'])).toBe('+44 20 7946 0958,');
  });

  it('is none where it is not as wide, or where it stands elsewhere too', () => {
    expect(read([`${P}1`, '650-701-7829'], 0.35)).toBe('\ufffd1 650-701-7829');
    expect(read([`${P}1`, '650-701-7829', `x${P}y`])).toBe('\ufffd1 650-701-7829 x\ufffdy');
  });

  it('is known by the number', () => {
    expect(['1 650-701-7829', '44 20 7946 0958', '49 (0)30 1234567'].every(isPhoneNumber)).toBe(true);
    const others = ['12 345 678 900', '650-7829', '0650 701 7829', '16507017829', '(1) 650-701-7829', '2.5 3.5 1e9'];
    expect(others.filter(isPhoneNumber)).toEqual([]);
    expect([0.33, 0.59, 0.75].map((width) => isAsWideAsPlus(width, 0.55))).toEqual([false, true, false]);
    expect([0.3, 0.58, 1].map((width) => isAsWideAsPlus(width, 0))).toEqual([false, true, false]);
  });
});

describe('a quotation mark of a font that TeX draws', () => {
  const [FI, OPEN, CLOSE] = ['\u{f0002}', '\u{f0093}', '\u{f0094}'];
  const read = (words: readonly [string][], drawn: { drawn?: true } = { drawn: true }): string =>
    line(words, { width: 0.56, ...drawn }).text;

  it('is told by its code where the ligatures have the codes of that encoding (tex-base-code)', () => {
    expect(read([[`de${FI}ne`], [`${OPEN}ask`], [`so${CLOSE}`]])).toBe('define “ask so”');
  });

  it('is not where they have others, in other fonts, and within words', () => {
    expect(read([[`${OPEN}ask`], [`so${CLOSE}`]])).toBe('\ufffdask so\ufffd');
    expect(read([[`de${FI}ne`], [`${OPEN}ask`]], {})).not.toContain('“');
    expect(read([[`de${FI}ne`], [`a${OPEN}k`]])).not.toContain('“');
  });
});
