/** What the names of glyphs spell, where the lists that pdf.js has say nothing. */
import { FIRST_PLACEHOLDER } from './unicode.js';

/** A name of the Adobe Glyph List's rules; others say nothing here. */
const UNI = /^uni((?:[0-9A-F]{4})+)$/;
const SCALAR = /^u([0-9A-F]{4,6})$/;
const HEX = 16;
const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;

/** Ligatures, and names of TeX's and MathTime's fonts that the Adobe Glyph List does not have. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ff: 'ff',
    fi: 'fi',
    fl: 'fl',
    ffi: 'ffi',
    ffl: 'ffl',
    epsilon1: 'ϵ',
    rho1: 'ϱ',
    pi1: 'ϖ',
    star: '⋆',
    minusplus: '∓',
    latticetop: '⊤',
    turnstileleft: '⊢',
    turnstileright: '⊣',
    lessmuch: '≪',
    greatermuch: '≫',
    similarequal: '≃',
    precedesequal: '⪯',
    followsequal: '⪰',
    mapsto: '↦',
  }),
);

/**
 * Names of the fonts "Mathematical Pi", which number their glyphs: the Greek letters in the order of the alphabet, and signs.
 * The first signs are listed at https://stackoverflow.com/questions/13188587; the others are as journals print them.
 */
const MATHEMATICAL_PI: ReadonlyMap<string, string> = new Map([
  ...alphabet(9001, 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ'),
  ...alphabet(9251, 'αβγδεζηθικλμνξοπρσςτυφχψω'),
  ...Object.entries({
    H9278: 'ϕ',
    H9280: 'ϵ',
    H11001: '+',
    H11002: '−',
    H11003: '×',
    H11005: '=',
    H11006: '±',
    H11009: '∞',
    H11011: '∼',
    H11015: '≈',
    H11021: '<',
    H11022: '>',
    H11032: '′',
    H11033: '″',
    H11034: '°',
    H11349: '≤',
    H11350: '≥',
  }),
]);

/** Names of the signs of MathTime as Elsevier's typesetting writes them: "C" and the place in TeX's font of symbols (cmsy). */
const MATH_TIME_SYMBOLS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    C0: '−',
    C1: '·',
    C2: '×',
    C3: '∗',
    C4: '÷',
    C6: '±',
    C7: '∓',
    C14: '∘',
    C15: '•',
    C17: '≡',
    C20: '≤',
    C21: '≥',
    C24: '∼',
    C25: '≈',
    C28: '≪',
    C29: '≫',
    C32: '←',
    C33: '→',
    C47: '∝',
    C48: '′',
    C49: '∞',
    C50: '∈',
  }),
);

const FAMILIES: readonly (readonly [name: RegExp, texts: ReadonlyMap<string, string>])[] = [
  [/MathematicalPi-?One/i, MATHEMATICAL_PI],
  [/^(?:[A-Z]{6}\+)?Adv\w*M(?:a)?thSy/, MATH_TIME_SYMBOLS],
];

/** What the names of glyphs spell that only the fonts of this one's family have; null where it is of none. */
export const familyNames = (fontName: string): ReadonlyMap<string, string> | null =>
  FAMILIES.find(([family]) => family.test(fontName))?.[1] ?? null;

/** Numbered names of letters in the order of the alphabet. */
function alphabet(first: number, letters: string): [name: string, text: string][] {
  return Array.from(letters, (letter, i) => [`H${first + i}`, letter]);
}

/**
 * What a glyph's name spells ("t_i", "f_t.alt", "uni00740069"): null where it says nothing.
 *
 * @param family names that only the font's family has
 */
export function textOfName(name: string, family: ReadonlyMap<string, string> | null = null): string | null {
  const parts = name.replace(/\..*$/, '').split('_');
  const texts = parts.map((part) => family?.get(part) ?? textOfPart(part));
  return texts.every((text) => text !== '') ? texts.join('') : null;
}

function textOfPart(part: string): string {
  if (/^[A-Za-z]$/.test(part)) return part;
  const known = OTHER_NAMES.get(part);
  if (known !== undefined) return known;
  const codes = UNI.exec(part)?.[1]?.match(/.{4}/g) ?? SCALAR.exec(part)?.slice(1) ?? [];
  return codes.map((code) => scalarOf(Number.parseInt(code, HEX))).join('');
}

/** A character; '' for half of one, and for what has a meaning of its own here. */
const scalarOf = (code: number): string =>
  (code >= FIRST_SURROGATE && code <= LAST_SURROGATE) || code >= FIRST_PLACEHOLDER ? '' : String.fromCodePoint(code);
