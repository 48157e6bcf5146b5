/**
 * Fonts without a Unicode map whose codes are those of the characters moved by a constant: programs number the glyphs of a
 * TrueType font in their order in it, where the space is the third ("7KH" is "The", moved by 29), or from any other number
 * on. By how much is known from the commonest words of a few languages; text in another order has none of them.
 */
import { NO_BOX } from '../geometry.js';
import type { ParsedRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { codeOfChar } from './unknown-glyphs.js';

/** Of two letters at least: English, German, French, Spanish, Italian, Portuguese, Dutch. */
const COMMON = new Set(
  'the of and to in is that for it as was with be by on are or der die und den von zu das mit sich des auf ist nicht ein eine la le et les en un une du que qui dans el los del se por con una para il di che per non dei della do da os em um uma het van een op dat niet zijn'.split(
    ' ',
  ),
);
/** Letters that are looked at: a page's worth says enough. */
const MOST_LETTERS = 4000;
const FIRST_PRINTABLE = 0x20;
const LAST_PRINTABLE = 0x7e;
/** The shift of a TrueType font's glyphs in their standard order, and what stands behind ASCII in that order. */
const TRUE_TYPE = 29;
const BEHIND_ASCII =
  'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰';
const FIRST_BEHIND = 98;
/** Share of the characters that are printable when moved. */
const MOSTLY_PRINTABLE = 0.95;
/** Common words among all words: running text has a third, a list of names hardly any; and how many at least. */
const COMMON_SHARE = 0.12;
const LEAST_COMMON = 3;
const WORD = /\p{L}{2,}/gu;

/** A font whose text is its codes, moved. */
export interface ShiftedFont {
  page: number;
  name: string;
  shift: number;
  /** Its text when moved; what is no character then is U+FFFD. */
  text: string;
  /** Another font of the page is moved as far. */
  alike: boolean;
}

const isPrintable = ({ text }: ShiftedFont): boolean =>
  text.replaceAll('\ufffd', '').length >= MOSTLY_PRINTABLE * text.length;

export const SHIFTED_CODES: DecisionTable<ShiftedFont, 'shifted' | 'refused'> = {
  name: 'shifted-codes',
  rules: [
    {
      name: 'not-printable',
      why: 'Moved so, it has codes of no character.',
      test: (font) => (isPrintable(font) ? null : 'refused'),
    },
    {
      name: 'common-words',
      why: 'Moved so, it has as many of the commonest words as running text.',
      test: ({ text }) => (hasCommonWords(text) ? 'shifted' : null),
    },
    {
      name: 'as-another-font',
      why: 'Another font of the page is moved as far: one program numbers the glyphs of all its fonts alike.',
      test: ({ alike, text }) => (alike && /\p{L}/u.test(text) ? 'shifted' : null),
    },
  ],
  otherwise: 'refused',
  // a font sets text all over a page
  subject: ({ page, name }) => ({ page, box: NO_BOX, text: name }),
  numbers: ({ shift, text }) => ({ shift, commonWords: commonIn(text), words: wordsIn(text).length }),
};

const wordsIn = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];
const commonIn = (text: string): number => wordsIn(text).filter((word) => COMMON.has(word)).length;
const hasCommonWords = (text: string): boolean =>
  commonIn(text) >= Math.max(LEAST_COMMON, COMMON_SHARE * wordsIn(text).length);

/** By how much the codes of each font are moved, by the font; fonts whose codes mean something else are left out. */
export function shiftsOf<Font>(
  fonts: readonly { font: Font; name: string; texts: readonly string[] }[],
  page: number,
): Map<Font, number> {
  const shifts = new Map<Font, number>();
  // twice: a heading's font is as a text's that may come after it
  for (const _ of [1, 2]) {
    const known = new Set(shifts.values());
    for (const { font, name, texts } of fonts) {
      if (shifts.has(font)) continue;
      const codes = codesOf(texts.join(''));
      const shift = shiftOf(codes, known);
      const text = moved(codes, shift);
      if (decide(SHIFTED_CODES, { page, name, shift, text, alike: known.has(shift) }) === 'shifted')
        shifts.set(font, shift);
    }
  }
  return shifts;
}

const codesOf = (text: string): number[] => Array.from(text.slice(0, MOST_LETTERS), codeOfChar);

/** The shift under which the codes have the most common words; that of another font where they have few under any. */
function shiftOf(codes: readonly number[], known: ReadonlySet<number>): number {
  const first = codes.reduce((least, code) => Math.min(least, code), Infinity);
  let [best, most] = [[...known][0] ?? 0, 0];
  for (let start = FIRST_PRINTABLE; start <= LAST_PRINTABLE; start++) {
    const count = commonIn(moved(codes, start - first));
    if (count >= LEAST_COMMON && count > most) [best, most] = [start - first, count];
  }
  return best;
}

const moved = (codes: readonly number[], shift: number): string =>
  codes.map((code) => characterOf(code, shift)).join('');

function characterOf(code: number, shift: number): string {
  const value = code + shift;
  if (value >= FIRST_PRINTABLE && value <= LAST_PRINTABLE) return String.fromCharCode(value);
  return (shift === TRUE_TYPE ? BEHIND_ASCII[code - FIRST_BEHIND] : undefined) ?? '\ufffd';
}

/**
 * The words of a run whose codes are moved.
 *
 * @param widthOf a glyph's width by its code, in any unit
 */
export function unshifted(run: ParsedRun, shift: number, widthOf: (code: number) => number): ParsedRun[] {
  const codes = Array.from(run.text, codeOfChar);
  const total = codes.reduce((sum, code) => sum + widthOf(code), 0) || 1;
  const { space, ...plain } = run;
  const words: ParsedRun[] = [];
  let [at, open] = [0, false];
  for (const code of codes) {
    const text = characterOf(code, shift).normalize('NFKC');
    const [x0, x1] = [edgeAt(run, at / total), edgeAt(run, (at + widthOf(code)) / total)];
    at += widthOf(code);
    if (!text.trim()) {
      open = false;
      continue;
    }
    if (!open) {
      const isApart = words.length > 0 || space === true;
      words.push({ ...plain, text: '', box: { ...run.box, x0 }, ...(isApart ? { space: true } : {}) });
      open = true;
    }
    const word = words.at(-1)!;
    word.text += text;
    word.box.x1 = run.rotation === 0 ? x1 : run.box.x1;
  }
  return words;
}

/** Where a share of a level run ends; words of a turned run are all taken to be where it is. */
const edgeAt = ({ box, rotation }: ParsedRun, share: number): number =>
  rotation === 0 ? box.x0 + share * (box.x1 - box.x0) : box.x0;
