/** What the codes of symbol fonts show. */
import { describe, expect, test } from '@jest/globals';
import { symbolsOf } from '../../../../engine/read/symbol-fonts.js';
import { readableText } from '../../../../engine/read/unicode.js';
import { readPages } from '../../../support/pdf.js';
import { rawPdf, textStream } from '../../../support/raw-pdf.js';

const shown = (font: string, character: string): string | undefined => symbolsOf({ name: font })?.get(character);

describe('a symbol font', () => {
  test('shows bullets, ticks and boxes by its own codes, private or as letters', () => {
    expect(shown('Wingdings', '\uf0a7')).toBe('▪');
    expect(shown('ABCDEF+Wingdings-Regular', '§')).toBe('▪');
    expect(shown('Wingdings', 'ü')).toBe('✓');
    expect(shown('Wingdings', '\uf0fe')).toBe('☑');
    expect(shown('Wingdings2', 'R')).toBe('☑');
    expect(shown('Wingdings 3', '}')).toBe('▶');
    expect(shown('ZapfDingbatsITC', '\uf06e')).toBe('■');
  });

  test('is recognised by its name: one code is a letter in Symbol and a square in Wingdings', () => {
    expect(shown('Symbol', '\uf06e')).toBe('ν');
    expect(shown('Wingdings', '\uf06e')).toBe('■');
    expect(shown('SymbolMT', '\uf0b7')).toBe('•');
    expect(shown('SymbolMT', '\uf0b4')).toBe('×');
    expect(shown('ABCDEF+SymbolMT,Bold', '\uf061')).toBe('α');
  });

  test("shows WordPerfect's boxes, bullets, quotes and dashes, which came as letters", () => {
    const text = (letters: string): string =>
      Array.from(letters, (letter) => shown('ABCDEF+WPTypographicSymbols', letter)).join('');
    expect(text('G!$')).toBe('□●•');
    expect(text('A@=BC')).toBe('“”’–—');
    expect(shown('WP TypographicSymbols', '\uf047')).toBe('□');
    // a sign that the font names itself, and what is no code of it
    expect(shown('WPTypographicSymbols', '“')).toBeUndefined();
    expect(shown('WPTypographicSymbols', '~')).toBeUndefined();
  });

  test('leaves the letters of Symbol as they are read', () => expect(shown('Symbol', 'µ')).toBeUndefined());

  test('shows the marks of forms, whose font no form brings along', async () => {
    const { pages } = await readPages(
      rawPdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
        '<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
        textStream('48nl'),
      ]),
    );
    expect(pages[0]!.runs.map(({ text }) => text)).toEqual(['✔✘■●']);
  });

  test('is no font with a name like it', () => {
    for (const name of [
      'TI-89-symbols',
      'TeX_CM_Maths_Symbols',
      'SymbolGreekU',
      'LibreDingbatsText',
      'ZapfHumanist601BT-Roman',
      'Typographic',
      'WPGreekCentury',
      'Arial',
    ])
      expect(symbolsOf({ name })).toBeNull();
  });
});

test('the parts of tall brackets are symbols in any font', () => {
  expect(readableText('\uf8eb')).toBe('⎛');
  expect(readableText('\uf8fe')).toBe('⎭');
});
