/** Fonts of Type 3 as TeX makes them: bitmaps whose codes are those of TeX, ligatures among them, and whose names say nothing. */
import { expect, test } from '@jest/globals';
import { plainText } from '../../../../engine/markdown/text.js';
import { blocksOfPages } from '../../../../engine/pipeline.js';
import { readPages } from '../../../support/pdf.js';
import { rawPdf, type RawStream } from '../../../support/raw-pdf.js';

/** Computer Modern's, in thousandths of an em; the letters that are not named here have 500. */
const ROMAN = { f: 306, i: 278, l: 278, t: 389, r: 392, '\v': 583, '\f': 556, '\r': 556, '\x0e': 833, '\x0f': 833 };
const BOLD = { f: 352, i: 319, l: 319, t: 447, r: 474, '\v': 671, '\f': 639, '\r': 639, '\x0e': 958, '\x0f': 958 };
const LIGATURES = /ffi|ffl|ff|fi|fl/g;
const CODES: Record<string, string> = { ff: '\v', fi: '\f', fl: '\r', ffi: '\x0e', ffl: '\x0f' };

type Widths = Record<string, number>;

type NameOf = (code: number) => string;
const numbered: NameOf = (code) => `a${code}`;
/** As some drivers count: "A0" is the code 0, and "CR", which is a control character elsewhere, the letter c. */
const counted: NameOf = (code) =>
  String.fromCharCode(0x41 + Math.floor(code / 36)) + (code % 36).toString(36).toUpperCase();

interface DrawnFont {
  widths: Widths;
  letters: readonly string[];
  firstObject: number;
  nameOf?: NameOf;
}

function font({ widths, letters, firstObject, nameOf = numbered }: DrawnFont): (string | RawStream)[] {
  const codes = letters.map((letter) => letter.charCodeAt(0)).sort((a, b) => a - b);
  const [first, last] = [codes[0]!, codes.at(-1)!];
  const widthOf = (code: number) => widths[String.fromCharCode(code)] ?? 500;
  const all = Array.from({ length: last - first + 1 }, (_, i) => widthOf(first + i)).join(' ');
  const glyphs = codes.map((code, i) => `/${nameOf(code)} ${firstObject + 1 + i} 0 R`).join(' ');
  return [
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar ${first} /LastChar ${last} /Widths [${all}] /Encoding << /Type /Encoding /Differences [${codes.map((code) => `${code} /${nameOf(code)}`).join(' ')}] >> /CharProcs << ${glyphs} >> /Resources << >> >>`,
    ...codes.map((code) => {
      const width = widthOf(code);
      return { dictionary: '', bytes: Buffer.from(`${width} 0 20 0 ${width - 20} 600 d1 20 0 ${width - 40} 600 re f`) };
    }),
  ];
}

/** Each word is placed by itself, without spaces, as TeX does. */
function shown(line: string, name: string, widths: Widths, y: number): string {
  let x = 72;
  return line
    .split(' ')
    .map((word) => {
      const placed = `BT /${name} 12 Tf ${x.toFixed(2)} ${y} Td <${Buffer.from(word).toString('hex')}> Tj ET`;
      x += Array.from(word).reduce((sum, letter) => sum + (widths[letter] ?? 500) * 0.012, 4);
      return placed;
    })
    .join('\n');
}

test('ligatures of bitmap fonts come back, each by the widths of its own font', async () => {
  const lines = [
    ['the coffee of the office was first to flow', 'F1', ROMAN],
    ['offer the final floor', 'F2', BOLD],
    ['a different figure and the effect of the shuffle', 'F1', ROMAN],
  ] as const;
  const drawn = lines.map(([text, name, widths], i) => {
    const coded = text.replace(LIGATURES, (letters) => CODES[letters]!);
    return { coded, name, content: shown(coded, name, widths, 700 - 40 * i) };
  });
  const lettersOf = (wanted: string) =>
    [...new Set(drawn.flatMap(({ coded, name }) => (name === wanted ? Array.from(coded) : [])))].filter(
      (one) => one !== ' ',
    );
  const roman = font({ widths: ROMAN, letters: lettersOf('F1'), firstObject: 5 });
  const bold = font({ widths: BOLD, letters: lettersOf('F2'), firstObject: 5 + roman.length });
  const { info, pages } = await readPages(
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 5 0 R /F2 ${5 + roman.length} 0 R >> >> /Contents 4 0 R >>`,
      { dictionary: '', bytes: Buffer.from(drawn.map(({ content }) => content).join('\n')) },
      ...roman,
      ...bold,
    ]),
  );
  expect(pages[0]!.unknown).toMatchObject([
    { drawn: true, fonts: [0] },
    { drawn: true, fonts: [1] },
  ]);
  const { blocks } = blocksOfPages(info, pages);
  const text = blocks.map((block) => ('spans' in block ? plainText(block.spans) : '')).join(' ');
  for (const [line] of lines) expect(text).toContain(line);
});

test('names that only count their codes are no names of characters', async () => {
  const line = 'the subject chose each practical exercise';
  const letters = [...new Set(line.replaceAll(' ', ''))];
  const { pages } = await readPages(
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
      { dictionary: '', bytes: Buffer.from(shown(line, 'F1', ROMAN, 700)) },
      ...font({ widths: ROMAN, letters, firstObject: 5, nameOf: counted }),
    ]),
  );
  expect(pages[0]!.runs.map(({ text }) => text).join(' ')).toBe(line);
});

test('the bullets of a font that has nothing else make a list', async () => {
  const bullet = '\x88';
  const letters = [...new Set('oilwickslamp')];
  const roman = font({ widths: ROMAN, letters, firstObject: 5 });
  const item = (word: string, y: number): string =>
    `BT /F2 12 Tf 86 ${y} Td <88> Tj ET\nBT /F1 12 Tf 98 ${y} Td (${word}) Tj ET`;
  const { info, pages } = await readPages(
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 5 0 R /F2 ${5 + roman.length} 0 R >> >> /Contents 4 0 R >>`,
      { dictionary: '', bytes: Buffer.from([item('oil', 700), item('wicks', 680), item('lamp', 660)].join('\n')) },
      ...roman,
      ...font({ widths: {}, letters: [bullet], firstObject: 5 + roman.length }),
    ]),
  );
  expect(pages[0]!.degraded).toBeUndefined();
  expect(blocksOfPages(info, pages).blocks).toMatchObject([{ kind: 'list', ordered: false }]);
});
