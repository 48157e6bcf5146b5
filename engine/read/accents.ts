/**
 * Accents that are drawn as characters of their own over, under or across their letter, as TeX's older encodings do
 * ("e" and "´" for "é"). Accent and letter become one character where the accent's middle lies within the letter's width;
 * an accent beside letters stays a character of its own.
 */

/** Spacing accents and the combining characters that say the same. */
const COMBINING: Record<string, string> = {
  '`': '\u0300',
  '´': '\u0301',
  ˆ: '\u0302',
  '^': '\u0302',
  '˜': '\u0303',
  '~': '\u0303',
  '¯': '\u0304',
  ˉ: '\u0304',
  '˘': '\u0306',
  '˙': '\u0307',
  '¨': '\u0308',
  '˚': '\u030a',
  '°': '\u030a',
  '˝': '\u030b',
  ˇ: '\u030c',
  '¸': '\u0327',
  '˛': '\u0328',
};

const DOTLESS: Record<string, string> = { ı: 'i', ȷ: 'j' };

export const isAccent = (text: string): boolean => text in COMBINING;

/** Where a glyph lies: ends of its advance, its direction and its size. */
export interface GlyphPlace {
  start: [number, number];
  end: [number, number];
  frame: { along: [number, number]; up: [number, number]; size: number };
}

/** The accented letter, null when the two are no letter and its accent by their text or their places. */
export function accented(
  letter: string,
  accent: string,
  places: { letter: GlyphPlace; accent: GlyphPlace },
): string | null {
  const mark = COMBINING[accent];
  if (mark === undefined || !/^\p{L}$/u.test(letter) || !isOver(places.accent, places.letter)) return null;
  return ((DOTLESS[letter] ?? letter) + mark).normalize('NFC');
}

/** Whether the accent's middle is within the letter's width, and less than its size above or below. */
function isOver(accent: GlyphPlace, letter: GlyphPlace): boolean {
  const { along, up, size } = letter.frame;
  const dx = (accent.start[0] + accent.end[0]) / 2 - letter.start[0];
  const dy = (accent.start[1] + accent.end[1]) / 2 - letter.start[1];
  const width = (letter.end[0] - letter.start[0]) * along[0] + (letter.end[1] - letter.start[1]) * along[1];
  const at = dx * along[0] + dy * along[1];
  return at > 0 && at < width && Math.abs(dx * up[0] + dy * up[1]) < size;
}
