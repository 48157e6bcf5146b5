/** Fonts that do not say which characters their glyphs are. */
import { expect, test } from '@jest/globals';
import type { ParsedPage } from '../../../../engine/model.js';
import { readPages } from '../../../support/pdf.js';
import { rawPdf } from '../../../support/raw-pdf.js';

const TEXT = [
  'The master of the vessel shall give notice of readiness to the agent',
  'at the port of loading, and time shall begin to count on the next day.',
  'Any dispute that arises out of this contract shall be settled in London.',
];
const CODE = [
  'if (b->x[n] == 0x3f) return -1;',
  'for (i=0;i<n;++i) { a[i]|=b->y[i]<<2; }',
  '$x{$y}->[0] =~ s/^a+|b+$//g;',
];

interface Setting {
  /** Further entries of the font, such as its encoding. */
  font?: string;
  /** A map to Unicode: code and value in hexadecimal. */
  map?: (code: number) => number;
  /** Lines in Helvetica below. */
  plain?: string[];
  /** Rendering mode of the lines: 3 is invisible. */
  mode?: number;
}

/** A page of lines in a symbolic TrueType font, each character at the code that `codeOf` gives. */
async function pageOf(
  lines: readonly string[],
  codeOf: (code: number) => number,
  setting: Setting = {},
): Promise<ParsedPage> {
  const codes = (line: string): number[] => Array.from(line, (sign) => codeOf(sign.charCodeAt(0)));
  const hex = (line: string): string =>
    codes(line)
      .map((code) => code.toString(16).padStart(2, '0'))
      .join('');
  const shown = lines.map(
    (line, i) => `${setting.mode ?? 0} Tr /F1 12 Tf 1 0 0 1 72 ${700 - 20 * i} Tm <${hex(line)}> Tj `,
  );
  const plain = (setting.plain ?? []).map((line, i) => `0 Tr /F2 12 Tf 1 0 0 1 72 ${400 - 20 * i} Tm (${line}) Tj `);
  const used = [...new Set(lines.flatMap(codes))];
  const { map } = setting;
  const entries = map
    ? used.map((code) => `<${code.toString(16).padStart(2, '0')}> <${map(code).toString(16).padStart(4, '0')}>`)
    : [];
  const widths = Array.from({ length: 256 }, () => 500).join(' ');
  const { pages } = await readPages(
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 4 0 R /F2 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>',
      `<< /Type /Font /Subtype /TrueType /BaseFont /Odd /FirstChar 0 /LastChar 255 /Widths [${widths}] /FontDescriptor << /Type /FontDescriptor /FontName /Odd /Flags 4 >> ${setting.font ?? ''} ${map ? '/ToUnicode 6 0 R' : ''} >>`,
      { dictionary: '', bytes: Buffer.from(`BT ${shown.join('')}${plain.join('')}ET`) },
      {
        dictionary: '',
        bytes: Buffer.from(
          `begincmap 1 begincodespacerange <00> <ff> endcodespacerange ${entries.length} beginbfchar ${entries.join(' ')} endbfchar endcmap`,
        ),
      },
    ]),
  );
  return pages[0]!;
}

const textOf = ({ runs }: ParsedPage): string => runs.map(({ text, space }) => `${space ? ' ' : ''}${text}`).join('');
const unreadable = { degraded: 'unmapped_text', needsRecognition: 'unmapped_text', runs: [] };

test('codes that follow no known order are no text', async () => {
  expect(await pageOf(TEXT, (code) => 33 + ((code * 7) % 90))).toMatchObject(unreadable);
  const names = Array.from({ length: 90 }, (_, i) => `/g${i}`).join(' ');
  const font = `/Encoding << /Differences [33 ${names}] >>`;
  expect(await pageOf(TEXT, (code) => 33 + ((code * 7) % 90), { font })).toMatchObject(unreadable);
});

test('codes that are characters moved by a constant are text, word by word', async () => {
  const page = await pageOf(TEXT, (code) => code + 3);
  expect(page).not.toHaveProperty('degraded');
  expect(page).not.toHaveProperty('needsRecognition');
  const [first, second] = page.runs;
  expect([first?.text, second?.text, second?.space]).toEqual(['The', 'master', true]);
  expect(second?.box.x0).toBeCloseTo(72 + 4 * 6, 1);
  expect(page.runs.map(({ text }) => text).join(' ')).toBe(TEXT.join(' '));
});

test('a map to private or replacement characters tells no text, unless these are characters moved by a constant', async () => {
  const mixed = (code: number): number => 33 + ((code * 7) % 90);
  expect(await pageOf(TEXT, (code) => code, { map: (code) => 0xe000 + mixed(code) })).toMatchObject(unreadable);
  expect(await pageOf(TEXT, (code) => code, { map: (code) => 0xf000 + mixed(code) })).toMatchObject(unreadable);
  expect(await pageOf(TEXT, mixed, { map: () => 0xfffd })).toMatchObject(unreadable);
  for (const map of [(code: number) => 0xe000 + code, () => 0xfffd]) {
    const page = await pageOf(TEXT, (code) => code, { map });
    expect(page.runs.map(({ text }) => text).join(' ')).toBe(TEXT.join(' '));
  }
});

test('a font without a map is read where its codes are known', async () => {
  expect(textOf(await pageOf(TEXT, (code) => code))).toBe(TEXT.join(''));
  expect(textOf(await pageOf(TEXT, (code) => code + 3, { map: (code) => code - 3 }))).toBe(TEXT.join(''));
  const font = '/Encoding /WinAnsiEncoding';
  const page = await pageOf(CODE, (code) => code, { font, plain: TEXT });
  expect(textOf(page)).toBe([...CODE, ...TEXT].join(''));
  expect(page.degraded).toBeUndefined();
});

test('a few unknown characters do not make a good page unreadable', async () => {
  const page = await pageOf(['\u0041\u0042'], (code) => code, { map: () => 0xe001, plain: TEXT });
  expect(page.degraded).toBeUndefined();
  expect(page.needsRecognition).toBeUndefined();
  expect(page.lostWords).toBeUndefined();
  expect(textOf(page)).toContain(TEXT.join(''));
  const bullets = await pageOf(['\u00a7', '\u00b7'], (code) => code, { map: (code) => 0xf000 + code, plain: TEXT });
  expect(textOf(bullets)).toBe(['▪•', ...TEXT].join(''));
});

test('words that are left out of a good page are counted', async () => {
  const page = await pageOf(['AB', 'AA', 'CAB'], (code) => code, { map: (code) => 0xe000 + 7 * code, plain: TEXT });
  expect(page.lostWords).toBe(2);
  expect(page.degraded).toBeUndefined();
});

test('icons, two by two at most, and an invisible layer are no words that are left out', async () => {
  const map = (code: number): number => 0xe000 + 7 * code;
  const lostOf = async (lines: string[], setting: Setting): Promise<number | undefined> =>
    (await pageOf(lines, (code) => code, { map, plain: TEXT, ...setting })).lostWords;
  expect(await lostOf(['AB', 'AABB'], {})).toBeUndefined();
  expect(await lostOf(['AB', 'CAB'], { mode: 3 })).toBeUndefined();
});

test('words of which all characters are replaced are counted, and lines of one character are not', async () => {
  const map = (): number => 0xfffd;
  const mixed = (code: number): number => 33 + ((code * 7) % 90);
  expect((await pageOf(['CABIN', 'A'], mixed, { map, plain: TEXT })).lostWords).toBe(1);
  expect((await pageOf(['AAAAA'], mixed, { map, plain: TEXT })).lostWords).toBeUndefined();
});
