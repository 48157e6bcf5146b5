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
    phi1: 'ϕ',
    pi1: 'ϖ',
    rho1: 'ϱ',
    sigma1: 'ς',
    theta1: 'ϑ',
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

const named = (entries: string): [name: string, text: string][] =>
  entries.split(' ').map((entry) => entry.split(':') as [string, string]);

/** Greek letters by their names in the Adobe Glyph List. */
const GREEK: ReadonlyMap<string, string> = new Map(
  named(
    'alpha:α beta:β gamma:γ delta:δ epsilon:ε zeta:ζ eta:η theta:θ iota:ι kappa:κ lambda:λ mu:μ nu:ν xi:ξ omicron:ο pi:π rho:ρ sigma:σ tau:τ upsilon:υ phi:φ chi:χ psi:ψ omega:ω',
  ).flatMap(([name, letter]): [string, string][] => [
    [name, letter],
    [name[0]!.toUpperCase() + name.slice(1), letter.toUpperCase()],
  ]),
);

/** Figures and signs by their names in the Adobe Glyph List: those that fonts have alternates of. */
const SIGNS: ReadonlyMap<string, string> = new Map(
  named(
    'zero:0 one:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 hyphen:- endash:– emdash:— plus:+ minus:− plusminus:± equal:= multiply:× divide:÷ less:< greater:> period:. comma:, semicolon:; exclam:! exclamdown:¡ question:? questiondown:¿ ampersand:& slash:/ bar:| backslash:\\ parenleft:( parenright:) bracketleft:[ bracketright:] braceleft:{ braceright:} at:@ numbersign:# percent:% dollar:$ cent:¢ sterling:£ yen:¥ Euro:€ quoteleft:‘ quoteright:’ quotedblleft:“ quotedblright:” guillemotleft:« guillemotright:» guilsinglleft:‹ guilsinglright:› bullet:• periodcentered:· copyright:© register:® registered:® trademark:™',
  ).concat([['colon', ':']]),
);

/** A letter in another form: Linotype's Greek Pi fonts number the forms in words, Symbol's makers in figures. */
const OTHER_FORM = /^(?<base>[A-Z]?[a-z]+?)(?:one|two|three|[1-3])$/;
/** Names that Adobe gave to the glyphs of its expert sets: small capitals have the codes of small letters there. */
const EXPERT_FORM = /^(?<base>[A-Z]?[a-z]*?)(?<form>small|oldstyle|fitted|superior|inferior|serif|sans)$/;

/** What the name of another form of a known character spells; '' where it is none. */
function textOfForm(name: string): string {
  const greek = GREEK.get(OTHER_FORM.exec(name)?.groups?.['base'] ?? name);
  if (greek !== undefined) return greek;
  const { base = name, form } = EXPERT_FORM.exec(name)?.groups ?? {};
  if (form === 'small' && /^[A-Z]$/.test(base)) return base.toLowerCase();
  if (form === 'superior' && /^[a-z]$/.test(base)) return base;
  return SIGNS.get(base) ?? '';
}

/** TeX's fonts of mathematics. */
const TEX_LETTERS: ReadonlyMap<number, string> = new Map([[0x0f, 'ϵ']]);
const TEX_SYMBOLS: ReadonlyMap<number, string> = new Map([
  [0x00, '−'],
  [0x05, '⋄'],
  [0x07, '∓'],
  [0x0d, '◯'],
  [0x10, '≍'],
  [0x16, '⪯'],
  [0x17, '⪰'],
  [0x1c, '≪'],
  [0x1d, '≫'],
  [0x1e, '≺'],
  [0x1f, '≻'],
]);
/**
 * Computer Modern as TeX embeds it: with its own encoding (The TeXbook, appendix F) and names that the Adobe Glyph List does
 * not have. Fonts whose glyphs a program has numbered anew have other names.
 */
const BY_CODE: readonly (readonly [name: RegExp, texts: ReadonlyMap<number, string>])[] = [
  [/^(?:[A-Z]{6}\+)?CMMIB?\d+$/, TEX_LETTERS],
  [/^(?:[A-Z]{6}\+)?(?:CMB?SY\d+|TeX_CM_Maths_Symbols)$/, TEX_SYMBOLS],
];

/** What codes stand for that only fonts of this name have; null for all other fonts. */
export const textsByCode = (fontName: string): ReadonlyMap<number, string> | null =>
  BY_CODE.find(([name]) => name.test(fontName))?.[1] ?? null;

/** Where Adobe put the glyphs of its expert sets: behind the places of the characters that they are forms of. */
const EXPERT_AREA = { first: 0xf720, last: 0xf7ff, of: 0xf700 };
const SERIF_SIGNS: ReadonlyMap<number, string> = new Map([
  [0xf6d9, '©'],
  [0xf6da, '®'],
  [0xf6db, '™'],
  [0xf6dc, '1'],
]);

/** What a character of Adobe's part of the private use area shows; null where it says nothing. */
export function textOfExpert(code: number): string | null {
  if (code < EXPERT_AREA.first || code > EXPERT_AREA.last) return SERIF_SIGNS.get(code) ?? null;
  return String.fromCodePoint(code - EXPERT_AREA.of);
}

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
 * What a glyph's name spells ("t_i", "f_t.alt", "uni00740069", "betatwo", "one.tnum"): null where it says nothing.
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
  return codes.length === 0 ? textOfForm(part) : codes.map((code) => scalarOf(Number.parseInt(code, HEX))).join('');
}

/** A character; '' for half of one, and for what has a meaning of its own here. */
const scalarOf = (code: number): string =>
  (code >= FIRST_SURROGATE && code <= LAST_SURROGATE) || code >= FIRST_PLACEHOLDER ? '' : String.fromCodePoint(code);
