/** Boxes of a page by their height on it, so that what touches a box is found without asking all of them. */
import { overlap } from './geometry.js';
import type { Box } from './model.js';

/** In points: about two lines of text. */
const BAND = 24;
/** A box that reaches over more bands is asked each time: areas behind the text are few, and would be in every band. */
const MOST_BANDS = 8;

export class BoxIndex {
  readonly #bands = new Map<number, Box[]>();
  readonly #tall: Box[] = [];

  constructor(boxes: readonly Box[]) {
    for (const box of boxes) {
      const [first, last] = bandsOf(box);
      if (!(last - first < MOST_BANDS)) this.#tall.push(box);
      else for (let band = first; band <= last; band++) this.#add(band, box);
    }
  }

  /** Those that have an area in common with the box, or the first `most` of them. */
  touching(box: Box, most = Infinity): Box[] {
    // each word of a page is asked about, also where nothing is kept
    if (this.#tall.length + this.#bands.size === 0) return [];
    const found = new Set<Box>();
    const [first, last] = bandsOf(box);
    const add = (others: readonly Box[]): void => {
      for (const other of others) {
        if (found.size >= most) return;
        if (areTouching(other, box)) found.add(other);
      }
    };
    add(this.#tall);
    for (let band = first; band <= last && found.size < most; band++) add(this.#bands.get(band) ?? []);
    return [...found];
  }

  /** Whether there is any. */
  touches(box: Box): boolean {
    if (this.#tall.some((other) => areTouching(other, box))) return true;
    const [first, last] = bandsOf(box);
    for (let band = first; band <= last; band++)
      if (this.#bands.get(band)?.some((other) => areTouching(other, box))) return true;
    return false;
  }

  #add(band: number, box: Box): void {
    const known = this.#bands.get(band);
    if (known) known.push(box);
    else this.#bands.set(band, [box]);
  }
}

const bandsOf = ({ y0, y1 }: Box): [first: number, last: number] => [Math.floor(y0 / BAND), Math.floor(y1 / BAND)];

const areTouching = (a: Box, b: Box): boolean =>
  overlap(a.x0, a.x1, b.x0, b.x1) > 0 && overlap(a.y0, a.y1, b.y0, b.y1) > 0;
