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

/** Found in constant time: places are cells as wide as the reach of a word, which has at most four of them. */
export class PaintedWords {
  readonly #words = new Map<string, PaintedWord>();

  /** The same word less than a tenth of its size away. */
  at(look: WordLook, box: Box): PaintedWord | undefined {
    const reach = TWICE * look.size;
    const columns = cellsAround(box.x0, reach, sideOf(look));
    const rows = cellsAround(box.y0, reach, sideOf(look));
    for (const column of columns) {
      for (const row of rows) {
        const word = this.#words.get(keyOf(look, column, row));
        if (word && Math.hypot(word.box.x0 - box.x0, word.box.y0 - box.y0) < reach) return word;
      }
    }
    return undefined;
  }

  set(look: WordLook, word: PaintedWord): void {
    const side = sideOf(look);
    this.#words.set(keyOf(look, Math.floor(word.box.x0 / side), Math.floor(word.box.y0 / side)), word);
  }
}

/** In tenths of a point: sizes of one text differ by rounding. */
const sizeOf = ({ size }: WordLook): number => Math.max(1, Math.round(size * 10));
const sideOf = (look: WordLook): number => (2 * TWICE * sizeOf(look)) / 10;

const keyOf = (look: WordLook, column: number, row: number): string => `${look.text}\n${sizeOf(look)} ${column} ${row}`;

/** The few cells that lie within reach. */
function cellsAround(at: number, reach: number, side: number): number[] {
  const from = Math.floor((at - reach) / side);
  const to = Math.floor((at + reach) / side);
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
