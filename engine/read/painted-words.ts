/**
 * The words that were painted on a page by text, size and place. A page that is painted twice as a whole, once as
 * furniture and once with tags, has many words between the two copies of one, the same word at other places among them.
 */
import type { Box } from '../model.js';
import type { OpenRun, TextContext } from './glyphs.js';

/** In font sizes: text that is painted twice lies less apart. */
export const TWICE = 0.1;
/** Share of the font size from which text that is painted twice looks bold. */
const BOLD_SHIFT = 0.005;

/** A word as it was painted last, with the index of its run. */
export interface PaintedWord {
  text: string;
  size: number;
  box: Box;
  context: TextContext;
  run: number;
}

/** The places where one text was painted at one size, by cells as wide as the reach of a word, which has at most four of them. */
type Places = Map<number, PaintedWord>;

/** Found in constant time; for most words it is enough that their text has not been painted before. */
export class PaintedWords {
  /** By size and text. */
  readonly #places = new Map<number, Map<string, Places>>();

  /** The same word less than a tenth of its size away, of whose run `word` is another copy. Remembers the word. */
  twinOf(word: PaintedWord): PaintedWord | undefined {
    const size = tenthsOf(word.size);
    let texts = this.#places.get(size);
    if (!texts) this.#places.set(size, (texts = new Map()));
    const side = (2 * TWICE * size) / 10;
    const places = texts.get(word.text);
    const twin = places && firstWithinReach(places, word, side);
    if (twin) word.run = twin.run;
    const key = keyOf(cellOf(word.box.x0, side), cellOf(word.box.y0, side));
    if (places) places.set(key, word);
    else texts.set(word.text, new Map([[key, word]]));
    return twin;
  }
}

/** What was painted within the word's reach, which has a few cells. */
function firstWithinReach(
  places: Places,
  { box: { x0, y0 }, size }: PaintedWord,
  side: number,
): PaintedWord | undefined {
  const reach = TWICE * size;
  const lastColumn = cellOf(x0 + reach, side);
  const firstRow = cellOf(y0 - reach, side);
  const lastRow = cellOf(y0 + reach, side);
  for (let column = cellOf(x0 - reach, side); column <= lastColumn; column += 1) {
    for (let row = firstRow; row <= lastRow; row += 1) {
      const word = places.get(keyOf(column, row));
      if (word && Math.hypot(word.box.x0 - x0, word.box.y0 - y0) < reach) return word;
    }
  }
  return undefined;
}

/** In tenths of a point: sizes of one text differ by rounding. */
const tenthsOf = (size: number): number => Math.max(1, Math.round(size * 10));

const cellOf = (at: number, side: number): number => Math.floor(at / side);

/** Cells of one page have different keys: it has fewer than 2^26 of them on a side. */
const keyOf = (column: number, row: number): number => column * 2 ** 26 + row;

/** Whether text that is painted again this far aside, in its own colour, looks bold. */
export const isBoldShift = (shift: number, { size, context }: OpenRun, again: TextContext): boolean =>
  shift > BOLD_SHIFT * size && again.state.fillColor === context.state.fillColor;
