/** Boxes of a page by their place and size, so that what touches a box is found without asking all of them. */
import { overlap } from './geometry.js';
import type { Box } from './model.js';

/** In points: about a line of text. Cells are as wide and high as this, or twice, four times, eight times as much. */
const CELL = 12;
/** More than the cells of one size side by side on any page: with it a column and a row make one key. */
const MOST_COLUMNS = 2 ** 26;

/** Cells that a box of a level's size lies in. */
const MOST_CELLS = 4;

/** Boxes of about the same size, in cells that are at least as large: each box is in a few of them. */
interface Level {
  width: number;
  height: number;
  cells: Map<number, Box[]>;
  all: Box[];
}

export class BoxIndex {
  readonly #levels = new Map<string, Level>();
  /** Those whose cells cannot be counted; no page that is made to be read has some. */
  readonly #anywhere: Box[] = [];

  constructor(boxes: readonly Box[]) {
    for (const box of boxes) this.#add(box);
  }

  /** Those that have an area in common with the box, or the first `most` of them. */
  touching(box: Box, most = Infinity): Box[] {
    // each word of a page is asked about, also where nothing is kept
    if (this.#levels.size + this.#anywhere.length === 0) return [];
    const found = new Set<Box>();
    for (const others of this.#near(box)) {
      for (const other of others) {
        if (found.size >= most) return [...found];
        if (areTouching(other, box)) found.add(other);
      }
    }
    return [...found];
  }

  /** Whether there is any. */
  touches(box: Box): boolean {
    for (const others of this.#near(box)) if (others.some((other) => areTouching(other, box))) return true;
    return false;
  }

  /** Boxes among which are all that touch the box, some of them twice. */
  #near(box: Box): (readonly Box[])[] {
    const near: (readonly Box[])[] = [this.#anywhere];
    for (const level of this.#levels.values()) {
      const keys = cellsOf(level, box);
      if (keys === null) {
        near.push(level.all);
        continue;
      }
      for (const key of keys) {
        const others = level.cells.get(key);
        if (others) near.push(others);
      }
    }
    return near;
  }

  #add(box: Box): void {
    const level = this.#levelOf(box);
    const keys = cellsOf(level, box);
    if (keys === null) {
      this.#anywhere.push(box);
      return;
    }
    level.all.push(box);
    for (const key of keys) {
      const known = level.cells.get(key);
      if (known) known.push(box);
      else level.cells.set(key, [box]);
    }
  }

  #levelOf({ x0, y0, x1, y1 }: Box): Level {
    const [width, height] = [cellFor(x1 - x0), cellFor(y1 - y0)];
    const key = `${width} ${height}`;
    const known = this.#levels.get(key);
    if (known) return known;
    const level = { width, height, cells: new Map<number, Box[]>(), all: [] };
    this.#levels.set(key, level);
    return level;
  }
}

/** The smallest side of a cell that is no shorter. */
const cellFor = (side: number): number => CELL * 2 ** Math.max(0, Math.ceil(Math.log2(side / CELL)));

/** The keys of the cells of a level that a box lies in; null where they are more than the boxes, or cannot be told. */
function cellsOf({ width, height, all }: Level, { x0, y0, x1, y1 }: Box): number[] | null {
  const [left, right] = [Math.floor(x0 / width), Math.floor(x1 / width)];
  const [top, bottom] = [Math.floor(y0 / height), Math.floor(y1 / height)];
  const count = (right - left + 1) * (bottom - top + 1);
  // what is not a number, or is none that cells can be counted by, compares as more
  if (!(count <= Math.max(MOST_CELLS, all.length)) || !isCountable(left, right, top, bottom)) return null;
  const keys: number[] = [];
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++) keys.push(row * MOST_COLUMNS + column);
  return keys;
}

const isCountable = (...places: readonly number[]): boolean =>
  places.every((place) => Math.abs(place) < MOST_COLUMNS / 2);

const areTouching = (a: Box, b: Box): boolean =>
  overlap(a.x0, a.x1, b.x0, b.x1) > 0 && overlap(a.y0, a.y1, b.y0, b.y1) > 0;
