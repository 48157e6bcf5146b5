/**
 * The words that were painted on a page by text, size and place. A page that is painted twice as a whole, once as
 * furniture and once with tags, has many words between the two copies of one, the same word at other places among them.
 */
import type { Box } from '../model.js';
import type { TextContext } from './glyphs.js';

/** In font sizes: text that is painted twice lies less apart. */
export const TWICE = 0.1;

/** A word as it was painted last, with the index of its run. */
export interface PaintedWord {
  box: Box;
  context: TextContext;
  run: number;
}

/** What makes two words the same but for their place. */
export interface WordLook {
  text: string;
  size: number;
}

/** The places where one text was painted at one size, by cells as wide as the reach of a word, which has at most four of them. */
type Places = Map<number, PaintedWord>;

/** Found in constant time; for most words it is enough that their text has not been painted before. */
export class PaintedWords {
  /** By size and text. */
  readonly #places = new Map<number, Map<string, Places>>();

  /** The same word less than a tenth of its size away. */
  at(look: WordLook, box: Box): PaintedWord | undefined {
    const places = this.#places.get(sizeOf(look))?.get(look.text);
    if (!places) return undefined;
    const reach = TWICE * look.size;
    const side = sideOf(look);
    const rows = cellsAround(box.y0, reach, side);
    for (const column of cellsAround(box.x0, reach, side)) {
      for (const row of rows) {
        const word = places.get(keyOf(column, row));
        if (word && Math.hypot(word.box.x0 - box.x0, word.box.y0 - box.y0) < reach) return word;
      }
    }
    return undefined;
  }

  set(look: WordLook, word: PaintedWord): void {
    const side = sideOf(look);
    this.#placesOf(look).set(keyOf(cellOf(word.box.x0, side), cellOf(word.box.y0, side)), word);
  }

  #placesOf(look: WordLook): Places {
    const size = sizeOf(look);
    let texts = this.#places.get(size);
    if (!texts) this.#places.set(size, (texts = new Map()));
    let places = texts.get(look.text);
    if (!places) texts.set(look.text, (places = new Map()));
    return places;
  }
}

/** In tenths of a point: sizes of one text differ by rounding. */
const sizeOf = ({ size }: WordLook): number => Math.max(1, Math.round(size * 10));
const sideOf = (look: WordLook): number => (2 * TWICE * sizeOf(look)) / 10;

/** The few cells that lie within reach. */
function cellsAround(at: number, reach: number, side: number): number[] {
  const from = cellOf(at - reach, side);
  return Array.from({ length: cellOf(at + reach, side) - from + 1 }, (_, i) => from + i);
}

const cellOf = (at: number, side: number): number => Math.floor(at / side);

/** Cells of one page have different keys: it has fewer than 2^26 of them on a side. */
const keyOf = (column: number, row: number): number => column * 2 ** 26 + row;
