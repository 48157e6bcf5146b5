/**
 * Whether a page's text has to be recognised from its picture. Never where its own text is good, and never on a blank
 * page. Judged by what can be painted and by the kinds of characters, never by words of a language.
 */
import type { Box, ParsedPage } from '../model.js';

export type Need = NonNullable<ParsedPage['needsRecognition']>;

/** From this share of a page's letters on, those of fonts that tell no characters make the rest worthless. */
const UNMAPPED_SHARE = 0.5;
/** Pictures that cover this share of a page may hold its text. */
const PICTURE_SHARE = 0.05;
/** So many painted shapes on a page without text are letters drawn as outlines. */
const OUTLINES = 60;
/** Fewer letters than this beside a picture of the page are a stamp on a scan, or a layer that holds nothing of it. */
const STAMP_LETTERS = 24;
const WHOLE_PAGE_SHARE = 0.8;

const LETTERS = /[\p{L}\p{N}]/gu;
const ENOUGH_LETTERS = new RegExp(`(?:[\\p{L}\\p{N}][^\\p{L}\\p{N}]*){${STAMP_LETTERS + 1}}`, 'u');
const BROKEN = /[\ufffd\ue000-\uf8ff]/gu;
const VOWEL = /[aeiouyæøœ]/iu;

const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;
const areaOf = ({ x0, y0, x1, y1 }: Box): number => Math.max(0, x1 - x0) * Math.max(0, y1 - y0);

/** @param unmappedShare share of the page's glyphs that were left out since their font tells no characters */
export function recognitionNeed(page: ParsedPage, unmappedShare: number): Need | null {
  if (page.degraded && page.degraded !== 'unmapped_text') return null;
  if (unmappedShare > UNMAPPED_SHARE) return 'unmapped_text';
  const pictured = page.images.reduce((sum, box) => sum + areaOf(box), 0) / (page.width * page.height);
  const painted = page.runs.filter((run) => !run.invisible).map(({ text }) => text);
  const text = painted.join('');
  const broken = count(text, BROKEN);
  // nearly all pages: no need to count further
  if (broken === 0 && ENOUGH_LETTERS.test(text)) return null;
  const letters = count(text, LETTERS);
  if (letters > 0 && broken > letters) return 'unmapped_text';
  if (letters > 0 && (letters > STAMP_LETTERS || pictured < WHOLE_PAGE_SHARE)) return null;
  const layer = page.runs.filter((run) => run.invisible).map(({ text }) => text);
  if (count(layer.join(''), LETTERS) > STAMP_LETTERS) return isSensible(layer) ? null : 'unreadable_layer';
  const shapes = page.fills.length + (page.dots?.length ?? 0);
  return pictured > PICTURE_SHARE || shapes > OUTLINES ? 'no_text' : null;
}

/**
 * Whether a text layer reads as words: mostly letters and figures, few broken characters, and where it is in Latin
 * letters, words with vowels and without capitals inside.
 */
function isSensible(words: readonly string[]): boolean {
  const text = words.join('');
  if (count(text, BROKEN) > 0.1 * text.length || count(text, LETTERS) < 0.6 * text.length) return false;
  const latin = words.filter((word) => /^[\p{Script=Latin}]{4,}$/u.test(word));
  if (latin.length < 8) return true;
  const odd = latin.filter((word) => !VOWEL.test(word.normalize('NFD')) || /\p{Ll}\p{Lu}/u.test(word));
  return odd.length < 0.3 * latin.length;
}
