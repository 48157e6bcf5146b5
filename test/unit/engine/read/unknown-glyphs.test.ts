/** Glyphs whose characters a font does not tell, in PDFs drawn for it. */
import { describe, expect, it, test } from '@jest/globals';
import { blocksOfPages } from '../../../../engine/pipeline.js';
import { familyNames, textOfName, textsByCode } from '../../../../engine/read/glyph-names.js';
import { plainText } from '../../../../engine/markdown/text.js';
import type { RunFont } from '../../../../engine/read/glyphs.js';
import { namedText } from '../../../../engine/read/unknown-glyphs.js';
import { readPages } from '../../../support/pdf.js';
import { rawPdf } from '../../../support/raw-pdf.js';

test('names of glyphs spell what they show by the rules of the Adobe Glyph List', () => {
  expect(
    ['t_i', 'f_t.alt', 'uni00740069', 'u1F600', 'g123', 'Tcaron', 'uniD83D', 'uF0041'].map((name) => textOfName(name)),
  ).toEqual([
    'ti',
    'ft',
    'ti',
    '\u{1f600}',
    null,
    null,
    null, // half of a character, and one that this module gives a meaning of its own
    null,
  ]);
});

test('names of other forms spell the character that they are a form of', () => {
  const names = 'betatwo Omegaone phi1 one.tnum hyphen.case plus.case Asmall Bsuperior fiveoldstyle copyrightserif';
  expect(names.split(' ').map((name) => textOfName(name))).toEqual(['β', 'Ω', 'ϕ', '1', '-', '+', 'a', null, '5', '©']);
  // numbers of glyphs, two figures, and names that only begin alike
  expect(
    ['onetwo', 'beta44', 'c142', 'betting', 'alphabet', 'gone', 'caseone'].map((name) => textOfName(name)),
  ).toEqual(Array<null>(7).fill(null));
});

const BODY = 'abcdefghiklmnoprstuvy ABCDEFGHI';
/** Codes of a composite font: its letters from 1 on, and D (0x44) for the ligature of t and i, which the map leaves out. */
const codeOf = (letter: string): number => 1 + BODY.indexOf(letter);
const hex = (codes: readonly number[]): string => codes.map((code) => code.toString(16).padStart(4, '0')).join('');
const spelled = (text: string): string =>
  hex(Array.from(text).map((letter) => (letter === '#' ? 0x44 : codeOf(letter))));

function document(lines: readonly string[]): Buffer {
  const map = Array.from(BODY).map((letter) => `<${hex([codeOf(letter)])}> <${hex([letter.charCodeAt(0)])}>`);
  const cmap = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ${map.length} beginbfchar ${map.join('\n')} endbfchar endcmap end end`;
  const widths = Array.from(BODY)
    .map((letter) => ({ t: 335, i: 229 })[letter] ?? 500)
    .join(' ');
  const content = lines.map((line, i) => `BT /F1 12 Tf 72 ${700 - 40 * i} Td <${spelled(line)}> Tj ET`).join('\n');
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 4 0 R >> >> /Contents 8 0 R >>',
    '<< /Type /Font /Subtype /Type0 /BaseFont /Body /Encoding /Identity-H /DescendantFonts [5 0 R] /ToUnicode 7 0 R >>',
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Body /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 6 0 R /W [1 [${widths}] 68 [557]] >>`,
    '<< /Type /FontDescriptor /FontName /Body /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
    { dictionary: '', bytes: Buffer.from(cmap) },
    { dictionary: '', bytes: Buffer.from(content) },
  ]);
}

describe('a font that lost a ligature', () => {
  it('gets it back from its width and the words of the document', async () => {
    const bytes = document(
      ['CONDITIONS OF NO', 'The condi#ons and the no#ce', 'conditions notice'].map((line) =>
        line.replace(/[^a-zA-I# ]|[jqwxz]/g, ''),
      ),
    );
    const { info, pages } = await readPages(bytes);
    expect(pages[0]!.unknown).toMatchObject([{ font: 'Body', signs: [{ text: 'D', width: 0.557 }] }]);
    const { blocks } = blocksOfPages(info, pages);
    const text = blocks.map((block) => ('spans' in block ? plainText(block.spans) : '')).join(' ');
    expect(text).toContain('conditions and the notice');
    expect(text).not.toMatch(/[\u{f0000}-\u{ffffd}]/u);
  });
});

/** Of the space, and of all other glyphs. */
const WIDTHS = Array.from({ length: 256 }, (_, code) => (code === 0x20 ? 100 : 500));
const showing = (codes: string): string => `<${codes}> Tj`;

/** A page that shows these codes, each group 2 points right of where the one before begins, in a font whose glyphs have these names. */
function named(
  font: string,
  { names, codes, map = '' }: { names: string; codes: readonly string[]; map?: string },
): Buffer {
  const cmap = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange ${map} endcmap end end`;
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    `<< /Type /Font /Subtype /Type1 /BaseFont /${font} /FirstChar 0 /LastChar 255 /Widths [${WIDTHS.join(' ')}] /FontDescriptor 6 0 R /Encoding << /Type /Encoding /Differences [${names}] >>${map && ' /ToUnicode 7 0 R'} >>`,
    { dictionary: '', bytes: Buffer.from(`BT /F1 12 Tf 72 700 Td ${codes.map(showing).join(' 2 0 Td ')} ET`) },
    `<< /Type /FontDescriptor /FontName /${font} /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>`,
    { dictionary: '', bytes: Buffer.from(cmap) },
  ]);
}

const shown = async (pdf: Buffer): Promise<string> =>
  (await readPages(pdf)).pages.flatMap(({ runs }) => runs.map(({ text }) => text)).join(' ');

describe('a glyph whose code is a control character', () => {
  test.each([
    ['MathematicalPi-One', '1 /H11001 /H9273 /H11021 /H9004 /H9268 /H9262', '010203040506', '+χ<Δσμ'],
    ['AdvMacMthSyN', '1 /C15 3 /C0', '0301', '−•'],
    ['CMMI10', '15 /epsilon1 /rho1', '0f10', 'ϵϱ'],
    ['TimesTenGreekP-Upright', '1 /betatwo', '01', 'β'],
  ])('is what its name says in %s', async (font, names, codes, text) => {
    expect(await shown(named(font, { names, codes: [codes] }))).toBe(text);
  });

  test('of another font is not, where only a family numbers its glyphs so', async () => {
    expect(familyNames('ABCDEF+Times-Roman')).toBe(null);
    expect(textOfName('H9273', familyNames('ABCDEF+MathematicalPi-One'))).toBe('χ');
    expect(textOfName('H9273')).toBe(null);
  });
});

describe('a private character', () => {
  test.each([
    ['of which the name says more', '1 /one.tnum /beta.alt', '<01> <e001> <02> <e100>', '1β'],
    ["of Adobe's", '65 /A', '<01> <f6d9> <02> <f734>', '©4'],
    ['that is the space of a symbol font', '65 /A', '<01> <f020> <02> <0078>', 'x'],
  ])('%s is read', async (_, names, map, text) => {
    const pdf = named('Body', { names, codes: ['0102'], map: `2 beginbfchar ${map} endbfchar` });
    expect(await shown(pdf)).toBe(text);
  });

  test('of an icon is none of these, though its name is a letter', async () => {
    const map = '3 beginbfchar <01> <e001> <02> <f0ff> <41> <0041> endbfchar';
    expect(await shown(named('Icons', { names: '1 /f /one', codes: ['4141414101024141'], map }))).toBe(
      'AAAA\ue001\uf0ffAA',
    );
  });
});

test('characters that the map of a font gives are no others by their names', async () => {
  const map = '2 beginbfchar <01> <0078> <02> <2212> endbfchar';
  expect(await shown(named('Body', { names: '1 /betatwo /hyphen.case', codes: ['0102'], map }))).toBe('x−');
});

describe('a glyph that the program of a font alone names', () => {
  /** What a font with no names shows for the character that pdf.js gives for a code. */
  const shows = (name: string, code: number, { given = code, composite = false } = {}): string | undefined => {
    const kind = { names: null, familyNames: null, textsByCode: textsByCode(name), codesAreGlyphs: composite };
    const font = { ...kind, ownCodes: false, countedNames: false, drawn: false } as unknown as RunFont;
    const unicode = String.fromCharCode(given);
    return namedText(font, { unicode, width: 500, isSpace: false, originalCharCode: code });
  };

  test('is what TeX has at its code, as TeX embeds the font', () => {
    expect(shows('CMSY10', 0x1c)).toBe('≪');
    expect(shows('ABCDEF+CMMI7', 0x0f)).toBe('ϵ');
    expect(shows('TeX_CM_Maths_Symbols', 0)).toBe('−');
  });

  test('is not where fonts were named and numbered anew, have other codes, or a character', () => {
    const others = ['TVFPDJ_CMMIB8', 'CMMIish', 'CMR10', 'Times-Roman'];
    expect(others.map((name) => shows(name, 0x0f))).toEqual(Array(4).fill(undefined));
    expect(shows('CMMI10', 0x0e)).toBeUndefined();
    expect(shows('CMMI10', 0x0f, { given: 0x2208 })).toBeUndefined();
  });

  test("is what Adobe's private character is a form of, and an icon in composite fonts", () => {
    expect([0xf761, 0xf734, 0xf7e9, 0xf6d9].map((given) => shows('Minion', 0x41, { given }))).toEqual([
      ...['a', '4', 'é', '©'],
    ]);
    expect(shows('Awesome', 0x41, { given: 0xf761, composite: true })).toBeUndefined();
  });
});

test('the glyph of a ligature is read by its name where the map has its first letter alone', async () => {
  const names = '1 /f_i /f_f_l /fl /f 102 /f /i /t_i';
  const map = '7 beginbfchar <01> <66> <02> <66> <03> <66> <04> <66> <66> <66> <67> <69> <68> <0074> endbfchar';
  expect(await shown(named('Body', { names, codes: ['01020304666768'], map }))).toBe('fifflflffiti');
});

test('a space that is painted within a ligature separates no words, and one within a letter does', async () => {
  const names = '1 /f_i 32 /space 67 /c';
  expect(await shown(named('Body', { names, codes: ['01', '20', '', '43'] }))).toBe('fic');
  expect(await shown(named('Body', { names, codes: ['43', '20', '', '43'] }))).toBe('c c');
});
