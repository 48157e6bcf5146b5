/**
 * Glyphs of a text operator to characters, each in its place on the page, of which words.ts makes words, and word-runs.ts runs.
 * Spacing set for all characters alike ("l e t t e r s p a c e d") is no gap. Digits that a font draws small and raised (its
 * own superscripts) come out as small raised runs.
 * Never drops a painted character.
 */
import { frameOf, raised } from './frame.js';
import type { Glyph, KnownGlyph, RunCollector, RunFont, TextContext } from './glyphs.js';
import { apply, multiply, type Matrix } from './matrix.js';
import { readableText } from './unicode.js';
import { knownText, namedText } from './unknown-glyphs.js';
import { countGlyph, noteGlyph } from './unmapped.js';
import { addSpace, placeCharacter } from './words.js';

/** In font sizes: wider spacing between characters puts each into a column of a table. */
const MOST_SPACING = 1;
/** Share of the widest glyph of a digit below which another is the font's own superscript. */
const NARROW_SHARE = 0.72;
/** A digit narrower than this share of the font size is a superscript by its own glyph; a "1" can be narrow by nature. */
const SMALL_DIGIT = 0.36;
const SMALL_ONE = 0.31;
/** A digit of condensed type is narrower than this share of the font size, and a "1" as narrow as others' superscripts. */
const CONDENSED_DIGIT = 0.46;

/**
 * Adds one text operator's glyphs. Numbers among them move back by thousandths of the font size, as in the TJ operator.
 *
 * @returns the advance in text space: what the text matrix moves on by.
 */
export function addGlyphs(
  collector: RunCollector,
  glyphs: readonly (Glyph | number)[],
  context: TextContext,
  textMatrix: Matrix,
): number {
  const { state, font } = context;
  const size = state.fontSize;
  const toPage = multiply(state.ctm, textMatrix);
  const frame = frameOf(toPage, state, font.vertical);
  if (!frame) return 0;
  let at = 0;
  // most characters begin where the one before ends
  let lastOffset = NaN;
  let last: [number, number] = [0, 0];
  const place = (offset: number): [number, number] => {
    if (offset !== lastOffset) last = font.vertical ? apply(toPage, 0, offset) : apply(toPage, offset, state.rise);
    lastOffset = offset;
    return last;
  };
  measureDigits(font, glyphs);
  for (const glyph of glyphs) {
    if (typeof glyph === 'number') {
      at -= (glyph / 1000) * size * (font.vertical ? 1 : state.hScale);
      continue;
    }
    const spacing = state.charSpacing + (glyph.isSpace ? state.wordSpacing : 0);
    const natural = advanceOf(glyph, context);
    const step = finite(font.vertical ? natural - spacing : natural + spacing * state.hScale);
    const { text, showsDigit, kind } = font.known.get(glyph) ?? getToKnow(font, glyph);
    countGlyph(font.tally, kind);
    const script = showsDigit && isSmallDigit(font, text, glyph.width);
    collector.count += 1;
    if (text === ' ') {
      addSpace(collector, place, at, at + natural);
    } else if (text !== '') {
      placeCharacter(collector, text, {
        start: place(at),
        end: place(at + (belongsToGlyph(spacing, size) ? step : natural)),
        frame: script ? raised(frame) : frame,
        context,
      });
    }
    at += step;
  }
  return at;
}

/** How far a glyph itself moves the text on, in text space. */
const advanceOf = (glyph: Glyph, { state, font }: TextContext): number =>
  finite(
    font.vertical
      ? ((glyph.vmetric?.[0] ?? -1000) / 1000) * state.fontSize
      : glyph.width * font.widthScale * state.fontSize * state.hScale,
  );

/** Damaged fonts have widths that are no numbers: nothing would have a place behind such a glyph. */
const finite = (advance: number): number => (Number.isFinite(advance) ? advance : 0);

/**
 * Spacing between all characters is part of the glyph before it, so that it makes no words of letters. With a negative font
 * size it is negative, too.
 */
function belongsToGlyph(spacing: number, size: number): boolean {
  const share = spacing / size;
  return share > 0 && share < MOST_SPACING;
}

/** Notes with its font what a glyph says that is shown for the first time. */
function getToKnow(font: RunFont, glyph: Glyph): KnownGlyph {
  const sign = font.signs?.get(glyph.unicode) ?? namedText(font, glyph);
  const kind = noteGlyph(font.tally, sign === undefined ? glyph : { ...glyph, unicode: sign });
  const text = sign ?? knownText(font, glyph, readableText(glyph.unicode));
  const known = { text, showsDigit: isDigit(text), kind };
  font.known.set(glyph, known);
  return known;
}

const isDigit = (text: string): boolean => text.length === 1 && text >= '0' && text <= '9';

/** Notes how wide the digits of an operator are: the first is judged by those behind it, too. */
function measureDigits({ digits }: RunFont, glyphs: readonly (Glyph | number)[]): void {
  for (const glyph of glyphs) {
    if (typeof glyph === 'number' || !isDigit(glyph.unicode)) continue;
    const widest = digits.get(glyph.unicode) ?? 0;
    if (glyph.width > widest) digits.set(glyph.unicode, glyph.width);
  }
}

/**
 * Whether a digit's glyph is a superscript: clearly narrower than the same digit elsewhere, or than any digit is but those of
 * condensed type, of which the font has no other.
 */
function isSmallDigit({ digits, widthScale }: RunFont, digit: string, width: number): boolean {
  const em = width * widthScale;
  if (!(em > 0)) return false;
  if (width < NARROW_SHARE * (digits.get(digit) ?? 0)) return true;
  if (em >= (digit === '1' ? SMALL_ONE : SMALL_DIGIT)) return false;
  if (width < (digits.get(digit) ?? 0)) return true;
  const widest = Math.max(...digits.values()) * widthScale;
  return widest < SMALL_DIGIT || widest >= CONDENSED_DIGIT;
}
