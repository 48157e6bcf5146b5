/**
 * Words of scripts that run from right to left, from the order in which they are drawn (left to right) to the order in
 * which they are read. Numbers and Latin within them keep their order; brackets are drawn as their mirror image.
 */

const RTL = /[\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const RTL_FORM = /[\ufb1d-\ufdff\ufe70-\ufefc]/u;
/** Numbers and Latin words, which go from left to right whatever stands around them; else one character. */
const PARTS = /[\p{Nd}\p{Script=Latin}](?:[\p{Nd}\p{Script=Latin}.,:/'’-]*[\p{Nd}\p{Script=Latin}])?|[^]/gu;
const MIRRORED: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '«': '»',
  '»': '«',
};

/** Brackets that stand alone, as they are meant among words from right to left. */
export const mirrored = (text: string): string =>
  Array.from(text, (sign) => MIRRORED[sign] ?? sign)
    .reverse()
    .join('');

export const isRightToLeft = (text: string): boolean => RTL.test(text);

/** A drawn word in reading order; words without letters of such scripts come back as they are. */
export function logicalOrder(drawn: string): string {
  if (!RTL.test(drawn)) return drawn;
  // marks are drawn before their letter here: one by one is the right way round
  const parts = drawn.match(PARTS) ?? [];
  return parts
    .reverse()
    .map((part) => MIRRORED[part] ?? part)
    .join('');
}

/**
 * A glyph's text as part of a drawn word: the letters of ligatures and of positional forms ("ﻻ") in drawn order, so that
 * `logicalOrder` of the word puts them right.
 */
export function drawnOrder(glyph: string): string {
  if (!RTL.test(glyph)) return glyph;
  const plain = RTL_FORM.test(glyph) ? glyph.normalize('NFKC') : glyph;
  return plain.length > 1 ? Array.from(plain).reverse().join('') : plain;
}
