/**
 * What a glyph's Unicode value becomes as text: ligatures as letters, all kinds of spaces as one space, control
 * characters as nothing, radicals and vertical forms as the plain characters they represent, the bullets of symbol fonts as the
 * bullets they show.
 */

import { isAscii } from '../text-rules.js';
import { drawnOrder, logicalOrder } from '../text/bidi.js';

/** From here on, in a private plane, characters are placeholders of glyphs that are not known (unknown-glyphs.ts). */
export const FIRST_PLACEHOLDER = 0xf0000;

/** Symbol fonts put their glyphs in the private use area at 0xF000 + code. */
const SYMBOLS: Record<number, string> = {
  0xf020: ' ',
  0xf0a7: '▪',
  0xf0b7: '•',
  0xf0a8: '◻',
  0xf0d8: '➢',
  0xf0fc: '✓',
  0xf06c: '●',
  0xf06e: '■',
  0xf06f: '□',
  0xf0a1: '○',
  0xf076: '❖',
  // parts of tall brackets and the like, which Adobe put there for all fonts
  0xf8e6: '⏐',
  0xf8e7: '⎯',
  0xf8e8: '®',
  0xf8e9: '©',
  0xf8ea: '™',
  0xf8eb: '⎛',
  0xf8ec: '⎜',
  0xf8ed: '⎝',
  0xf8ee: '⎡',
  0xf8ef: '⎢',
  0xf8f0: '⎣',
  0xf8f1: '⎧',
  0xf8f2: '⎨',
  0xf8f3: '⎩',
  0xf8f4: '⎪',
  0xf8f5: '⎮',
  0xf8f6: '⎞',
  0xf8f7: '⎟',
  0xf8f8: '⎠',
  0xf8f9: '⎤',
  0xf8fa: '⎥',
  0xf8fb: '⎦',
  0xf8fc: '⎫',
  0xf8fd: '⎬',
  0xf8fe: '⎭',
};

const LIGATURES: Record<string, string> = {
  ﬀ: 'ff',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
  ﬅ: 'st',
  ﬆ: 'st',
};

const cache = new Map<string, string>();
/** Distinct glyph values are few; a hostile file's are not. */
const CACHE_LIMIT = 20_000;

/** Readable text of one glyph: '' for nothing, ' ' for any space. */
export function readableText(unicode: string): string {
  const known = cache.get(unicode);
  if (known !== undefined) return known;
  const text = translate(unicode);
  if (cache.size < CACHE_LIMIT) cache.set(unicode, text);
  return text;
}

/** Radicals and forms for vertical setting that represent plain characters. */
const isForm = (code: number): boolean =>
  (code >= 0x2e80 && code < 0x2fe0) || (code >= 0xfe10 && code < 0xfe20) || (code >= 0xfe30 && code < 0xfe50);

const isControl = (code: number): boolean => code < 0x20 || (code >= 0x7f && code < 0xa0);
/**
 * Joiners, marks of direction and overrides of it, invisible operators, annotation anchors, variation selectors, tags, codes
 * of musical notation and shorthand: none of them is printed, and text can be hidden in all of them. A soft hyphen is one
 * where it is painted.
 */
export const UNSEEN = /(?!\u00ad)\p{Default_Ignorable_Code_Point}|[\ufff0-\ufffb]/u;

function translate(unicode: string): string {
  let text = '';
  for (const character of unicode) {
    const code = character.codePointAt(0) ?? 0;
    if (/\s/u.test(character) || character === '\u00a0') text += ' ';
    else if (isControl(code) || UNSEEN.test(character)) text += '';
    else if (code >= 0xd800 && code <= 0xdfff) text += '\ufffd';
    else if (isForm(code)) text += character.normalize('NFKC');
    else text += LIGATURES[character] ?? SYMBOLS[code] ?? character;
  }
  return text.trim() === '' && text !== '' ? ' ' : drawnOrder(text.trim());
}

/** The text in its order of reading. A soft hyphen that is painted within a word is the word's own hyphen. */
export const finalText = (text: string): string =>
  isAscii(text)
    ? text
    : logicalOrder(text)
        .normalize('NFC')
        .replace(/\u00ad(?=.)/gu, '-');
