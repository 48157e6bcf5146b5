/**
 * Glyphs whose characters the font does not give, among others that it does: ligatures, as a rule. pdf.js gives the code of
 * such a glyph for its text ("condiDons", where the glyph of "ti" has the code of "D"), or a control character. The name of
 * the glyph says what it is where the file gives one; else it becomes a placeholder in a private plane, which is made out from the
 * words of the whole document (normalise/lost-letters.ts). No font has characters of its own there.
 */
import type { ParsedRun, UnknownGlyphs } from '../model.js';
import type { Glyph, RunFont } from './glyphs.js';
import { textOfExpert, textOfName } from './glyph-names.js';
import { FIRST_PLACEHOLDER, readableText } from './unicode.js';

const LAST_CODE = 0xfffd;
/** Share of a font's kinds of glyphs that have their codes for text by chance; where it is more, the codes are characters. */
const CHANCE_SHARE = 0.2;
/** Letters that ligatures are made of. */
const PARTS = /^[a-zT]$/;

/** ASCII but for the space. */
const isPrintable = (code: number): boolean => code > 0x20 && code < 0x7f;

const isWhite = (code: number): boolean => code >= 0x09 && code <= 0x0d;

/** The symbol of the return key: the maps that one system writes into its PDFs have it for the "ff" of TeX's fonts. */
const RETURN_SYMBOL = '\u21b5';

/** A code for text that is no character, white space aside. */
const isStrange = (code: number): boolean =>
  (code < 0x20 && !isWhite(code)) ||
  (code >= 0x7f && code < 0xa0) ||
  code === 0xfffd ||
  code === RETURN_SYMBOL.charCodeAt(0);

/** White space too, where it is the code of a glyph: TeX's ligatures have the codes of tab, line feed and return. */
const isNoText = (font: RunFont, code: number, given: number): boolean =>
  isStrange(given) || (font.codesAreGlyphs && given === code && isWhite(code));

/** The code of the glyph that a placeholder stands for. */
export const codeOfPlaceholder = (sign: string): number => sign.codePointAt(0)! - FIRST_PLACEHOLDER;

/** The code of the glyph that a character stands for in a font whose text is its codes. */
export function codeOfChar(char: string): number {
  const code = char.codePointAt(0)!;
  return code < FIRST_PLACEHOLDER ? code : code - FIRST_PLACEHOLDER;
}

/** The letters that ligatures begin with: f, t and T. */
const BEGINS_LIGATURE: readonly number[] = [0x66, 0x74, 0x54];

/**
 * Private characters of which the names of glyphs say more: those of fonts' alternates, and Adobe's. What is between them
 * belongs to symbol fonts, whose glyphs have names of letters by chance.
 */
const isPrivate = (code: number): boolean => (code >= 0xe000 && code < 0xf000) || (code >= 0xf6be && code < 0xf800);

/**
 * What the name of a glyph spells, or its place in fonts that are known, where the font gives no character for it, or only
 * the first letter of a ligature: some programs map the glyph of "fi" to "f". Undefined elsewhere.
 */
export function namedText(font: RunFont, glyph: Glyph): string | undefined {
  const code = glyph.originalCharCode;
  if (code === undefined || glyph.unicode.length !== 1 || glyph.width <= 0) return undefined;
  const given = glyph.unicode.charCodeAt(0);
  const isFirst = BEGINS_LIGATURE.includes(given);
  if (!isFirst && !isPrivate(given) && !lacksText(font, code, given)) return undefined;
  const name = font.names?.get(code);
  const named = name === undefined ? unnamedText(font, code, given) : textOfGlyphName(font, name, given);
  if (named === null) return undefined;
  const isMapped = isFirst && (named.length === 1 || !named.startsWith(glyph.unicode));
  return isMapped ? undefined : readableText(named);
}

/** Icons in the private use area may have the name of a letter. */
const textOfGlyphName = (font: RunFont, name: string, given: number): string | null =>
  isPrivate(given) && name.length === 1 ? null : textOfName(name, font.familyNames);

/** What a glyph shows whose name is in the font's program alone. Composite fonts have icons where Adobe has expert sets. */
function unnamedText(font: RunFont, code: number, given: number): string | null {
  if (font.codesAreGlyphs) return null;
  return given === code ? (font.textsByCode?.get(code) ?? null) : textOfExpert(given);
}

const isOwnCode = (font: RunFont, code: number, given: number): boolean =>
  font.ownCodes && given === code && isPrintable(given);

/** Whether the font does not give the character of a glyph. */
const lacksText = (font: RunFont, code: number, given: number): boolean =>
  !(font.countedNames && given !== code && isPrintable(code)) &&
  (isOwnCode(font, code, given) || isNoText(font, code, given));

/** The glyph that composite fonts show for what they lack: it is no character, whatever it looks like. */
const isNoGlyph = (font: RunFont, code: number): boolean => code === 0 && font.codesAreGlyphs && !font.drawn;

/** The text of a glyph that has no `namedText`, as it stands on the page: `text`, unless the font does not give it. */
export function knownText(font: RunFont, glyph: Glyph, text: string): string {
  const code = glyph.originalCharCode;
  if (code === undefined || glyph.unicode.length !== 1) return text;
  const given = glyph.unicode.charCodeAt(0);
  if (font.countedNames && given !== code && isPrintable(code)) return String.fromCharCode(code);
  if (!lacksText(font, code, given) || glyph.width <= 0 || code > LAST_CODE || isNoGlyph(font, code)) return text;
  const isGiven = isOwnCode(font, code, given) || text === RETURN_SYMBOL;
  return placeholderOf(font, glyph, { code, text: isGiven ? text : '' });
}

/** The placeholder that stands for a glyph, which is noted with its font. */
function placeholderOf(font: RunFont, { width }: Glyph, { code, text }: { code: number; text: string }): string {
  const sign = String.fromCodePoint(FIRST_PLACEHOLDER + code);
  font.unknown.set(sign, { text, width: width * font.widthScale });
  return sign;
}

/** The subsets of the font on the page, its own last: some programs put the ligatures of a face into a font of their own. */
function sameFace(font: RunFont, all: readonly RunFont[], nameOf: (index: number) => string): RunFont[] {
  const name = nameOf(font.index);
  const others = font.drawn || name === '' ? [] : all.filter((other) => other !== font && nameOf(other.index) === name);
  return [...others, font];
}

/** The widths of the letters that ligatures are made of, in ems. */
const letterWidths = ({ tally, widthScale }: RunFont): [letter: string, width: number][] =>
  [...tally.kinds.values()].flatMap(({ text, width }): [string, number][] =>
    PARTS.test(text) ? [[text, width * widthScale]] : [],
  );

/** Any of the placeholders. */
const PLACEHOLDERS = /[\u{f0000}-\u{ffffd}]/gu;

/**
 * The runs with the codes of fonts put back whose codes are characters, and what is known of the glyphs that are left.
 *
 * @param nameOf a font's name by its index
 */
export function settleUnknown(
  runs: ParsedRun[],
  fonts: Iterable<RunFont>,
  nameOf: (index: number) => string,
): { runs: ParsedRun[]; unknown: UnknownGlyphs[] } {
  const all = [...fonts];
  const suspects = all.filter((font) => font.unknown.size > 0);
  if (suspects.length === 0) return { runs, unknown: [] };
  const codes = new Map<number, RunFont>();
  const styles = Map.groupBy(suspects, (font) => font.unknown);
  const unknown: UnknownGlyphs[] = [];
  for (const same of styles.values()) {
    const font = same[0]!;
    const { kinds } = font.tally;
    const own = [...font.unknown.values()].filter(({ text }) => text !== '' && text !== RETURN_SYMBOL).length;
    if (own > CHANCE_SHARE * kinds.size) for (const style of same) codes.set(style.index, style);
    const left = [...font.unknown].filter(([, { text }]) => text === '' || !codes.has(font.index));
    const widths = Object.fromEntries(sameFace(font, all, nameOf).flatMap(letterWidths));
    const signs = left.map(([sign, glyph]) => ({ sign, ...glyph }));
    const indexes = same.map(({ index }) => index);
    const drawn = font.drawn ? { drawn: true as const } : {};
    if (signs.length > 0) unknown.push({ font: nameOf(font.index), fonts: indexes, ...drawn, signs, widths });
  }
  if (codes.size === 0) return { runs, unknown };
  const restored = runs.map((run) => {
    const font = codes.get(run.font);
    return font
      ? { ...run, text: run.text.replace(PLACEHOLDERS, (sign) => font.unknown.get(sign)?.text || sign) }
      : run;
  });
  return { runs: restored, unknown };
}
