/** Text from right to left and text without spaces, drawn with a font whose characters only the file's own map tells. */
import { rawPdf } from '../../support/raw-pdf.js';
import type { GoldenDocument } from './drawing.js';

interface Line {
  text: string;
  x: number;
  y: number;
  size?: number;
}

/** Codes of the characters, as a program numbers those that a document uses. */
function numbered(lines: readonly Line[]): Map<string, string> {
  const characters = new Set(lines.flatMap(({ text }) => Array.from(text)));
  return new Map([...characters].map((character, i) => [character, (i + 0x21).toString(16).padStart(4, '0')]));
}

/** What tells the character of each code. */
function toUnicode(codes: ReadonlyMap<string, string>): string {
  const utf16 = (character: string): string => Buffer.from(character, 'utf16le').swap16().toString('hex');
  const pairs = [...codes].map(([character, code]) => `<${code}> <${utf16(character)}>`);
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def
1 begincodespacerange <0000> <FFFF> endcodespacerange
${pairs.length} beginbfchar ${pairs.join('\n')} endbfchar
endcmap CMapName currentdict /CMap defineresource pop end end`;
}

/** A page of lines, `advance` thousandths of the size to a character. */
function page(lines: readonly Line[], advance: number): Buffer {
  const codes = numbered(lines);
  const codesOf = (text: string): string => Array.from(text, (character) => codes.get(character)).join('');
  const shown = lines.map(({ text, x, y, size = 12 }) => `BT /F1 ${size} Tf ${x} ${y} Td <${codesOf(text)}> Tj ET`);
  const stream = (text: string) => ({ dictionary: '', bytes: Buffer.from(text) });
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 4 0 R >> >> /Contents 7 0 R >>',
    '<< /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding /Identity-H /DescendantFonts [5 0 R] /ToUnicode 6 0 R >>',
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Own /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW ${advance} >>`,
    stream(toUnicode(codes)),
    stream(shown.join('\n')),
  ]);
}

const reversed = (text: string): string => Array.from(text).toReversed().join('');

const HEBREW = [
  'הנמל הוא מקום שבו עוגנות אוניות רבות',
  'בכל אביב מנקים את הקרקעית שלו מחול',
  'והדייגים יוצאים ממנו לים לפני הזריחה.',
];
const JAPANESE = [
  '港は毎年春に浚渫され、大きな船は潮を待って入る。水先人は',
  '沖の浮標で乗船し、岸壁で下船する。夜には三つの灯が点き、',
  '一番下の灯は赤い。',
];

export const SCRIPTS: readonly GoldenDocument[] = [
  {
    name: 'right-to-left',
    template: null,
    bytes: async () => {
      const set = (text: string, y: number, size: number): Line => ({
        text: reversed(text),
        x: 540 - text.length * size * 0.5,
        y,
        size,
      });
      return page([set('הנמל הישן', 700, 20), ...HEBREW.map((text, i) => set(text, 660 - 18 * i, 12))], 500);
    },
  },
  {
    name: 'without-spaces',
    template: null,
    bytes: async () =>
      page(
        [
          { text: '港の案内', x: 72, y: 700, size: 20 },
          ...JAPANESE.map((text, i) => ({ text, x: 72, y: 660 - 18 * i })),
        ],
        1000,
      ),
  },
];
