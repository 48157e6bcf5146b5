/** Ligatures that fonts do not tell: each rule, and documents whose glyphs stand as placeholders in the text. */
import { describe, expect, it } from '@jest/globals';
import type { ParsedPage } from '../../../../engine/model.js';
import { LOST_LETTERS, withLostLetters, type LostLetters } from '../../../../engine/normalise/lost-letters.js';
import { decideWithRule } from '../../../../engine/rules.js';
import { cpuMs } from '../../../support/cpu-time.js';

const D = '\u{f0044}';
const M = '\u{f004d}';
const NUL = '\u{f0000}';
const WIDTHS = { t: 0.335, i: 0.229, f: 0.305, l: 0.229 };

describe('a glyph that its font does not tell', () => {
  const reading = (letters: string, words: number, trigrams: number, measured = true) => ({
    letters,
    words,
    trigrams,
    measured,
  });
  type Glyph = LostLetters['glyph'];
  const about = ({ glyph, ...over }: Partial<Omit<LostLetters, 'glyph'>> & { glyph?: Partial<Glyph> }) =>
    decideWithRule(LOST_LETTERS, {
      glyph: { page: 1, text: 'D', width: 0.56, places: 2, betweenDigits: 0, beforePhones: 0, ...glyph },
      font: 'Body',
      letterWidth: 0,
      texLigature: '',
      texSign: '',
      words: [`condi${D}ons`, `no${D}ce`],
      within: true,
      odd: 2,
      givenWords: 0,
      longestWord: 6,
      readings: [],
      ...over,
    });

  it('is a ligature where that makes words of the document', () => {
    const readings = [reading('ti', 2, 0.9), reading('fi', 1, 0.2)];
    expect(about({ readings })).toEqual({ verdict: 'ligature', rule: 'known-words' });
    const long = [reading('ti', 1, 0.9), reading('fi', 0, 0.2)];
    expect(about({ readings: long, longestWord: 9 })).toEqual({ verdict: 'ligature', rule: 'known-long-word' });
  });

  it('is a ligature where that continues as words of the document do, or where no other is as wide', () => {
    const readings = [reading('ti', 0, 0.5), reading('fi', 0, 0.2)];
    expect(about({ readings })).toEqual({ verdict: 'ligature', rule: 'known-trigrams' });
    expect(about({ readings: [reading('tt', 0, 0.1)] })).toEqual({ verdict: 'ligature', rule: 'only-fitting-width' });
    // at the ends of words alone it may be a quotation mark
    expect(about({ readings, within: false }).verdict).toBe('unknown');
    expect(about({ readings: [reading('tt', 0, 0.1)], within: false }).verdict).toBe('unknown');
  });

  it('is the ligature that TeX has at its code, where it is as wide (tex-code)', () => {
    const readings = [reading('fi', 1, 0.9), reading('ff', 0, 0.1)];
    expect(about({ readings, texLigature: 'ff' })).toEqual({ verdict: 'tex-ligature', rule: 'tex-code' });
    // words that are printed elsewhere say more
    expect(about({ readings: [reading('fi', 2, 0.9), reading('ff', 0, 0)], texLigature: 'ff' }).rule).toBe(
      'known-words',
    );
  });

  it('is what it seems to be outside words, and where it makes words of the usual shape', () => {
    expect(about({ words: [D] })).toEqual({ verdict: 'as-given', rule: 'outside-words' });
    expect(about({ words: [`${D}ata`, `${D}ocks`], odd: 0 })).toEqual({ verdict: 'as-given', rule: 'fits-as-given' });
  });

  it('is a hyphen where it is as wide as one and stands between digits alone', () => {
    const glyph = { page: 1, text: '', width: 0.4, places: 3, betweenDigits: 3 };
    expect(about({ glyph, words: [D] })).toEqual({ verdict: 'hyphen', rule: 'hyphen-between-digits' });
    expect(about({ glyph: { ...glyph, places: 4 }, words: [D] }).rule).toBe('outside-words');
    expect(about({ glyph: { ...glyph, width: 0.28 }, words: [D] }).rule).toBe('outside-words');
    expect(about({ glyph: { ...glyph, text: '×' }, words: [D] }).rule).toBe('outside-words');
    expect(about({ glyph: { ...glyph, places: 1, betweenDigits: 1 }, words: [D] }).rule).toBe('outside-words');
  });

  it('is a plus sign where it is as wide as one and before the numbers of phones alone', () => {
    const glyph = { text: '', width: 0.6, places: 2, beforePhones: 2 };
    expect(about({ glyph, words: [D] })).toEqual({ verdict: 'plus', rule: 'plus-before-phone-number' });
    expect(about({ glyph: { ...glyph, beforePhones: 1 }, words: [D] }).rule).toBe('outside-words');
    expect(about({ glyph: { ...glyph, width: 0.35 }, words: [D] }).rule).toBe('outside-words');
    expect(about({ glyph: { ...glyph, text: '#' }, words: [D] }).rule).toBe('outside-words');
  });

  it('is a sign of the encoding that TeX gives to fonts of other makers, where the document has it', () => {
    expect(about({ texSign: '“' })).toEqual({ verdict: 'tex-sign', rule: 'tex-base-code' });
  });

  it('is no hyphen where it is as wide as letters and figures are: "1920x1080", and all of a monospaced face', () => {
    const of = (width: number, letterWidth: number): string =>
      about({ glyph: { page: 1, text: '', width, places: 3, betweenDigits: 3 }, letterWidth, words: [D] }).rule;
    expect(of(0.46, 0.61)).toBe('hyphen-between-digits');
    expect(of(0.5, 0)).toBe('outside-words');
    expect(of(0.5, 0.556)).toBe('outside-words');
    expect(of(0.6, 0.6)).toBe('outside-words');
    expect(of(0.364, 0.633)).toBe('outside-words');
  });

  it('stays open otherwise', () => {
    expect(about({ readings: [reading('ti', 0, 0.2), reading('ft', 0, 0.1)] })).toEqual({
      verdict: 'unknown',
      rule: 'otherwise',
    });
  });
});

/** A page of words, whose font lacks the given glyphs. */
function page(words: string, signs: { sign: string; text: string; width: number }[]): ParsedPage {
  const runs = words.split(' ').map((text, i) => ({
    text,
    ...(i > 0 ? { space: true } : {}),
    box: { x0: 100 * i, y0: 0, x1: 100 * i + 10, y1: 10 },
    baseline: 8,
    size: 10,
    font: 0,
    rotation: 0,
  }));
  const fonts = [{ name: 'Body', bold: false, italic: false, mono: false, serif: false }];
  const empty = { rules: [], fills: [], images: [], links: [] };
  const unknown = signs.length > 0 ? { unknown: [{ font: 'Body', fonts: [0], signs, widths: WIDTHS }] } : {};
  return { number: 1, width: 600, height: 800, fonts, runs, ...empty, ...unknown };
}

const text = ({ runs }: ParsedPage): string => runs.map((run) => (run.space ? ` ${run.text}` : run.text)).join('');

describe('a document', () => {
  it('has the hyphens of its numbers', () => {
    const signs = [{ sign: D, text: '', width: 0.333 }];
    const [read] = withLostLetters([page(`Receipt 2721${D}5058 paid 1${D}2${D}3`, signs)]);
    expect(text(read!)).toBe('Receipt 2721-5058 paid 1-2-3');
    expect(read!.garbled).toBeUndefined();
  });

  it('has the hyphen that stands once in each weight of a typeface', () => {
    const weight = (name: string, words: string, width = 0.333): ParsedPage => {
      const signs = [{ sign: D, text: '', width }];
      const one = { ...page(words, signs), number: name.includes('Bold') ? 2 : 1 };
      return { ...one, unknown: one.unknown!.map((unknown) => ({ ...unknown, font: name })) };
    };
    const pages = [weight('ABCDEF+Quay-Regular', `paid 27${D}50`), weight('BCDEFG+Quay-Bold', `Total 4${D}15`)];
    expect(withLostLetters(pages).map(text)).toEqual(['paid 27-50', 'Total 4-15']);
    const others = [weight('Quay-Regular', `paid 27${D}50`), weight('Mill-Bold', `Total 4${D}15`)];
    expect(withLostLetters(others).map(text)).toEqual(['paid 27\ufffd50', 'Total 4\ufffd15']);
    // a subset that is numbered anew: "4×15"
    const anew = [weight('ABCDEF+Quay-Regular', `paid 27${D}50`), weight('BCDEFG+Quay-Bold', `Total 4${D}15`, 0.584)];
    expect(withLostLetters(anew).map(text)).toEqual(['paid 27\ufffd50', 'Total 4\ufffd15']);
    const nameless = [weight('', `paid 27${D}50`), weight('-Bold', `Total 4${D}15`)];
    expect(withLostLetters(nameless).map(text)).toEqual(['paid 27\ufffd50', 'Total 4\ufffd15']);
  });

  it('gets its ligatures back, in words that have several too', () => {
    const signs = [
      { sign: D, text: 'D', width: 0.557 },
      { sign: M, text: 'M', width: 0.634 },
    ];
    const lost = `condi${D}ons no${D}ce commi${M}ee's a${M}en${D}on D`;
    const [read] = withLostLetters([page(lost, signs), page('CONDITIONS and Notice of committee', [])]);
    expect(text(read!)).toBe("conditions notice committee's attention D");
    expect(read!.unknown).toBeUndefined();
    expect(read!.garbled).toBeUndefined();
  });

  it('keeps the space before a placeholder that leaves nothing, and names words that stay doubtful', () => {
    const [read] = withLostLetters([
      page(`one ${NUL} two qu${D}rr`, [
        { sign: NUL, text: '', width: 0.25 },
        { sign: D, text: 'D', width: 0.2 },
      ]),
    ]);
    expect(text(read!)).toBe('one two quDrr');
    expect(read!.garbled).toEqual(['quDrr']);
  });

  it('tells two subsets of one name apart, by the widths of what each has', () => {
    const first = page(`condi${D}ons no${D}ce`, [{ sign: D, text: 'D', width: 0.557 }]);
    // here the same code is the ligature of two letters t
    const second = page(`commi${D}ee a${D}ack`, [{ sign: D, text: 'D', width: 0.634 }]);
    const known = page('conditions notice committee attack', []);
    const read = withLostLetters([first, { ...second, number: 2 }, { ...known, number: 3 }]);
    expect(read.map(text)).toEqual(['conditions notice', 'committee attack', 'conditions notice committee attack']);
  });

  it('gets ligatures back that have a font of their own, as runs between the parts of their words', () => {
    const FFI = '\u{f0021}';
    const RETURN = '\u{f0022}';
    const parts = (texts: string[][]): ParsedPage['runs'] =>
      texts.flatMap((word, line) =>
        word.map((part, i) => ({
          text: part,
          box: { x0: 10 * i, y0: 20 * line, x1: 10 * i + 10, y1: 20 * line + 10 },
          baseline: 20 * line + 8,
          size: 10,
          font: part === FFI || part === RETURN ? 1 : 0,
          rotation: 0,
        })),
      );
    const runs = parts([
      ['di', FFI, 'cult'],
      ['e', FFI, 'cient'],
      ['o', RETURN, 'ers'],
    ]);
    const signs = [
      { sign: FFI, text: '', width: 0.833 },
      { sign: RETURN, text: '↵', width: 0.583 },
    ];
    const widths = { f: 0.306, i: 0.278, l: 0.278, t: 0.389 };
    const split = { ...page('x', []), runs, unknown: [{ font: 'Body', fonts: [1], signs, widths }] };
    const [read] = withLostLetters([split, { ...page('difficulty efficiency officers offer', []), number: 2 }]);
    expect(read!.runs.map(({ text: word }) => word).join('')).toBe('difficultefficientoffers');
    expect(read!.garbled).toBeUndefined();
    const [alone] = withLostLetters([{ ...split, runs: parts([['Enter'], [RETURN]]) }]);
    expect(text(alone!)).toContain('↵');
  });

  it('made to be slow costs no more than its size', () => {
    const signs = Array.from({ length: 2_000 }, (_, i) => ({
      sign: String.fromCodePoint(0xf0000 + i),
      text: '',
      width: 0.55,
    }));
    const words = signs.map(({ sign }, i) => `a${sign}b${'xyz'.repeat(1 + (i % 7))}${sign}`).join(' ');
    const read = () => expect(withLostLetters([page(words, signs)])[0]!.garbled).toHaveLength(5);
    expect(cpuMs(read)).toBeLessThan(5_000);
  });

  it('has no capital made out within a word', () => {
    const [read] = withLostLetters([page(`shu${D}e the then`, [{ sign: D, text: '', width: 0.8 }])]);
    expect(text(read!)).not.toContain('Th');
  });

  it('that lacks nothing is given back as it is', () => {
    const pages = [page('nothing lost', [])];
    expect(withLostLetters(pages)).toBe(pages);
  });
});
