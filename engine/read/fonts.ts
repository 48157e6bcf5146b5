/**
 * A font's style. Signals in order: pdf.js' own flags, then the PostScript name, where foundries write weight and slant
 * ("Tinos-BoldItalic", "CMBX10", "NimbusRomNo9L-Medi"). Never looks at glyph shapes.
 */
import type { FontStyle, ParsedRun } from '../model.js';
import { beginsWide } from '../text/wide.js';

/** What pdf.js reports of a font when `fontExtraProperties` is on. */
export interface FontFacts {
  name?: string;
  bold?: boolean;
  black?: boolean;
  italic?: boolean;
  isMonospace?: boolean;
  isSerifFont?: boolean;
  isType3Font?: boolean;
  isSymbolicFont?: boolean;
  type?: string;
  /** Names of glyphs by their codes, where the file gives no others. */
  defaultEncoding?: string[];
  /** Names of glyphs by their codes, as the file gives them. */
  differences?: Map<number, string>;
  vertical?: boolean;
  composite?: boolean;
  fontMatrix?: number[];
}

const BOLD =
  /bold|(?!^)(?:black|heavy|demi)|halbfett|[-,]fett|negrita|[-,]gras\b|[-,](?:[a-z]|Ult)?(?:Bd|Blk|Hv)(?:Cn|Com|Ex|Nr|It|Obl|\d+)*\b|^Lin(?:Libertine|Biolinum)TZ?B|(?:[-_, ]|No\d+L-)medi\b|\bBd\b|^(?:CM|SF|EC|T1|LM)?(?:BX|BXTI|SSBX|BXSL|CSBX)\d+$|^(?:CM|SF)B\d+$|^(?:SF|EC)(?:BI|BL|SX|SO|XC|RB)\d+$|\.BI?(?:\+\w+)?$|^Yoon\w*[5-9][6-9]0$/i;
/** The black faces of Chinese type, which is set in them where Latin type is bold. */
const BLACK = /^(?:(?:Sim|ST|Adobe|Fandol|FZ)Hei|FZHT)(?!.*(?:Light|Thin))/i;
/** "SemiBold" is bold for headings; "ExtraLight" or "Medium" are not. */
const ITALIC =
  /ital|oblique|slanted|inclined|kursiv|[-,]it\b|[-,]\w*(?:It|Obl)\b|^Lin(?:Libertine|Biolinum)T(?:B|Z)?I|-ReguIt|-MediIt|(?:BoldIt|MediIt)$|^(?:CM|SF|EC)(?:TI|SL|BXTI|BXSL|MI|MIB|SSI|ITT|SLTT)\d+$|^(?:SF|EC)(?:BI|BL|SI|SO|UI|IT|ST|OC)\d+$|\.B?I(?:\+\w+)?$/i;
const MONO =
  /mono|courier|consol|typewriter|menlo|inconsolata|fixed|code\b|source ?code|^(?:CM|SF|EC)(?:TT|ITT|SLTT|TCSC)\d+$|^(?:SF|EC)(?:IT|ST|TC)\d+$|^LMTT|LMTypewriter/i;
/** Share of a font's characters on a page that are of such a script. */
const MOSTLY_WIDE = 0.5;
/**
 * Fonts of scripts whose characters are all of one width are flagged as monospaced, though they set no code. Programs embed
 * their Latin letters, of half that width, as a font of its own; its name may be in such a script, in whatever encoding.
 */
const WIDE_SCRIPT =
  /[^ -~]|CJK|Mincho|Ming|Song|SimSun|Hei\b|Kai(?:ti)?(?:\b|_)|Batang|Gulim|Dotum|Myeongjo|(?:Yu ?|MS[ -]?P)Gothic|Hiragino|Meiryo/i;
/** The faces of such scripts that editors and consoles have: programs are listed in their half-width letters. */
const WIDE_CONSOLE = /NSimSun|新宋体|(?:MS|ＭＳ)[ -]?(?:Gothic|ゴシック)/i;
const SANS = /sans|arial|helvet|verdana|calibri|carlito|arimo|roboto|segoe|tahoma|^(?:CM|SF)SS|gothic|lato|inter\b/i;

export function fontStyle(facts: FontFacts | null): FontStyle {
  // a subset's name begins with six capitals and a plus
  const name = (facts?.name ?? '').replace(/^[A-Z]{6}\+/, '');
  return {
    name,
    bold: facts?.bold === true || facts?.black === true || BOLD.test(name) || BLACK.test(name),
    italic: facts?.italic === true || ITALIC.test(name),
    mono: MONO.test(name) || (facts?.isMonospace === true && !isOfWideScript(name)),
    serif: facts?.isSerifFont === true && !SANS.test(name),
  };
}

/** Whether its name says that its characters are of one width because all of its script are. */
const isOfWideScript = (name: string): boolean => WIDE_SCRIPT.test(name) && !WIDE_CONSOLE.test(name);

/** A glyph's name that says nothing but its number: "g12", "G0C", "glyph7". */
const NUMBERED = /^(?:[a-z]{1,2}|cid|glyph|index)[0-9A-F]+$/i;

/** A capital and a digit or capital: "A0" is the code 0 to drivers for TeX’s bitmaps, which count by 36: "CR" is 99, the letter c. */
const COUNTED = /^[A-Z][0-9A-Z]$/;

/** Whether all names only count. The control characters "CR" and "BS" and the name "CL" of other lists are among them. */
export function hasCountedNames(facts: FontFacts | null): boolean {
  const names = [...(facts?.differences?.values() ?? [])].filter((name) => name !== '.notdef');
  return names.length > 0 && names.every((name) => COUNTED.test(name));
}

/**
 * Whether a font's codes mean nothing but by a map to Unicode, which it may not have: neither its encoding nor its glyphs'
 * names say which letters they are. Bitmap fonts are not among them: TeX's have letters where ASCII has them.
 */
export function hasOwnCodes(facts: FontFacts | null): boolean {
  if (!facts || facts.isType3Font) return false;
  if (facts.composite) return true;
  const names = [...(facts.differences?.values() ?? [])].filter((name) => name !== '.notdef' && name !== 'space');
  if (names.length > 0) return names.every((name) => NUMBERED.test(name));
  // what pdf.js takes for a symbolic font of no encoding; one that has Windows' encoding can be read
  return facts.isSymbolicFont === true && facts.type === 'TrueType' && facts.defaultEncoding?.[0x80] === 'Adieresis';
}

/** Different characters that a page must set in a font before the font's word that all are of one width is taken. */
const WITNESSES = 3;
/** Letters that one glyph may show: some fonts have nothing but such glyphs. */
const LIGATURES = /ff[il]?|f[il]/g;
/** Different characters from which on no more are looked at. */
const ENOUGH = 50;

/**
 * The fonts, no longer monospaced where only the font's flag says so and the page sets nothing in it but digits
 * or a character or two, as a subset of these is of one width whatever its type, or mostly characters of scripts in which
 * all have one width. All digits together are one witness, and so are all ligatures.
 */
export function withoutChanceMono(fonts: readonly FontStyle[], runs: readonly ParsedRun[]): FontStyle[] {
  const seenIn = fonts.map((font) => (font.mono && !MONO.test(font.name) ? new Set<string>() : null));
  for (const { font, text } of runs) {
    const seen = seenIn[font];
    if (!seen || seen.size >= ENOUGH) continue;
    for (const sign of text.replace(/\d+/g, '0').replace(LIGATURES, 'ﬁ')) seen.add(sign);
  }
  return fonts.map((font, index) => {
    const signs = seenIn[index];
    if (!signs) return font;
    const wide = [...signs].filter(beginsWide).length;
    return signs.size < WITNESSES || wide > MOSTLY_WIDE * signs.size ? { ...font, mono: false } : font;
  });
}
