/**
 * Fonts without a Unicode map: their glyphs come with their own codes for text, which reads as garbage ("7KH" for "The").
 *
 * A font is taken for unmapped when all its glyphs have their code for text and control characters are among them (a space
 * has code 3 in most subsets), or when most of its glyphs are control or private-use characters. Never judged by words.
 */

/** What was seen of a font's glyphs. */
export interface GlyphTally {
  glyphs: number;
  /** Glyphs whose text is their code. */
  identical: number;
  /** Glyphs whose text is a control or private-use character. */
  strange: number;
}

export function emptyTally(): GlyphTally {
  return { glyphs: 0, identical: 0, strange: 0 };
}

export function countGlyph(tally: GlyphTally, glyph: { unicode: string; originalCharCode?: number }): void {
  const code = glyph.unicode.codePointAt(0) ?? 0;
  tally.glyphs += 1;
  if (code === glyph.originalCharCode) tally.identical += 1;
  // the upper end of the private use area holds the symbols of symbol fonts, which have known meanings
  if (code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0xe000 && code < 0xf000)) tally.strange += 1;
}

export function isUnmapped(tally: GlyphTally, composite: boolean): boolean {
  if (tally.glyphs === 0) return false;
  if (tally.strange > 0.5 * tally.glyphs) return true;
  return composite && tally.identical === tally.glyphs && tally.strange > 0.04 * tally.glyphs;
}
