/**
 * Symbol fonts: their codes stand for no letters. Programs write them with codes in the private use area (0xF000 and the
 * code) or as the letters that other fonts have at these codes: a bullet of Wingdings comes out as "§", an arrow as "Ø".
 * Which symbol it is depends on the font: 0xB7 is a bullet in Symbol and a clock in Wingdings.
 */

/** The private use area of symbol fonts begins here. */
const PRIVATE = 0xf000;

/** Symbols from each code; blank where there is none. */
type SymbolRows = readonly (readonly [code: number, signs: string])[];

/** The encoding of Symbol. */
const SYMBOL_ROWS: SymbolRows = [
  [0x20, ` !∀#∃%&∋()∗+,−./0123456789:;<=>?`],
  [0x40, `≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_`],
  [0x60, `‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼ `],
  [0xa0, `€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵`],
  [0xc0, `ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓`],
  [0xe0, `◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ ⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭ `],
];

/** Symbols of lists and forms; what else the fonts have are ornaments. */
const WINGDINGS: Readonly<Record<number, string>> = {
  0x46: '☞',
  0x6c: '●',
  0x6d: '❍',
  0x6e: '■',
  0x6f: '□',
  0x70: '❐',
  0x71: '❑',
  0x72: '❒',
  0x73: '◆',
  0x74: '◆',
  0x75: '◆',
  0x76: '❖',
  0x77: '◆',
  0x9e: '·',
  0x9f: '•',
  0xa0: '▪',
  0xa1: '○',
  0xa2: '○',
  0xa3: '○',
  0xa4: '◉',
  0xa5: '◎',
  0xa7: '▪',
  0xa8: '◻',
  0xaa: '✦',
  0xab: '★',
  0xd8: '➢',
  0xdf: '←',
  0xe0: '→',
  0xe8: '➔',
  0xf0: '⇨',
  0xfb: '✗',
  0xfc: '✓',
  0xfd: '☒',
  0xfe: '☑',
};
const WINGDINGS_2: Readonly<Record<number, string>> = {
  0x4f: '✗',
  0x50: '✓',
  0x51: '☒',
  0x52: '☑',
  0x53: '☒',
  0x54: '☒',
  0x96: '•',
  0x97: '●',
  0x98: '●',
  0xa2: '■',
  0xa3: '□',
};
const WINGDINGS_3: Readonly<Record<number, string>> = { 0x75: '▶', 0x7d: '▶' };
const DINGBATS: Readonly<Record<number, string>> = {
  0x33: '✓',
  0x34: '✔',
  0x37: '✗',
  0x38: '✘',
  0x48: '★',
  0x6c: '●',
  0x6d: '❍',
  0x6e: '■',
  0x6f: '❏',
  0x70: '❐',
  0x71: '❑',
  0x72: '❒',
  0x75: '◆',
  0x76: '❖',
  0xd4: '➔',
  0xd5: '→',
  0xe2: '➢',
  0xe4: '➤',
};

/** WordPerfect's own characters: what it writes for bullets, boxes, quotes and dashes whatever font the text is in. */
const WORDPERFECT_ROWS: SymbolRows = [[0x21, '●○■•*¶§¡¿«»£¥₧ƒªº½¼¢²ⁿ®©¤¾³‛’‘‟”“–—‹›○□†‡™℠℞●◦■▪□▫‒ﬀﬃﬄﬁﬂ…']];

/** Symbols by the character that a font gives for them. */
export type FontSymbols = ReadonlyMap<string, string>;

const privately = (code: number): string => String.fromCharCode(PRIVATE + code);

const inRows = (rows: SymbolRows, names: (code: number) => string[]): FontSymbols =>
  new Map(
    rows.flatMap(([from, signs]) =>
      Array.from(signs).flatMap((sign, i) =>
        sign === ' ' ? [] : names(from + i).map((name): [string, string] => [name, sign]),
      ),
    ),
  );

/** A code, private and as the letter that other fonts have there. */
const eitherWay = (code: number): string[] => [privately(code), String.fromCharCode(code)];

const fontSymbols = (signs: Readonly<Record<number, string>>): FontSymbols =>
  new Map(
    Object.entries(signs).flatMap(([code, sign]) => eitherWay(Number(code)).map((from) => [from, sign] as const)),
  );

/**
 * The letters of Symbol are no mistake: its encoding is known, and pdf.js has read it. It knows that of the dingbats, too, but
 * not where the font is left to the reader, as by the check marks of forms: these came as "4" and "n".
 */
const FONTS: readonly (readonly [name: RegExp, signs: FontSymbols])[] = [
  [/wingdings[ -]*2/i, fontSymbols(WINGDINGS_2)],
  [/wingdings[ -]*3/i, fontSymbols(WINGDINGS_3)],
  [/wingdings/i, fontSymbols(WINGDINGS)],
  [/^(?:[A-Z]{6}\+)?(?:ITC ?)?Zapf ?Dingbats/i, fontSymbols(DINGBATS)],
  [/^(?:[A-Z]{6}\+)?symbol(?:mt|ps|ps?mt)?(?:[-,]|$)/i, inRows(SYMBOL_ROWS, (code) => [privately(code)])],
  [/^(?:[A-Z]{6}\+)?WP ?Typographic ?Symbols/i, inRows(WORDPERFECT_ROWS, eitherWay)],
];

/** The symbols of the font, null where it is no symbol font. */
export const symbolsOf = (font: { name?: string } | null): FontSymbols | null =>
  FONTS.find(([name]) => name.test(font?.name ?? ''))?.[1] ?? null;
