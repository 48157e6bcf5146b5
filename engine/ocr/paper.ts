/**
 * The paper of a scan made white: shadows at the fold and the edge, yellowed sheets, lamps that light one side, and the
 * grain of the sensor. What is grey because of them would be taken for ink, and for ruling lines.
 */
import type { Bitmap } from '../model.js';

/** Side of the squares in which the paper's brightness is measured, in points: wider than any letter's stroke. */
const CELL = 8;
/** Of a cell's pixels, this share is at most as bright as its paper; the rest is the grain's brighter half. */
const PAPER_SHARE = 0.7;
/** Ink covers cells within black bars and pictures only; paper is so bright at the darkest. */
const DARKEST_PAPER = 90;
/** Everything above this share of the paper's own brightness is paper. */
const GRAIN = 0.88;
/** Pixels and cells are measured at their middle. */
const CENTRE = 0.5;

/** A copy with white paper, and without dots of one pixel. */
export function whitePaper(bitmap: Bitmap, threshold: number): Bitmap {
  const { width, height, grey } = bitmap;
  const paper = paperGrid(bitmap);
  const white = new Uint8Array(grey.length);
  const column = new Float64Array(width);
  for (let y = 0; y < height; y++) {
    paper.rowInto(column, y);
    const at = y * width;
    for (let x = 0; x < width; x++) {
      const value = grey[at + x]! * column[x]!;
      white[at + x] = value > 255 ? 255 : value;
    }
  }
  return { ...bitmap, grey: withoutDots(white, width, threshold) };
}

interface PaperGrid {
  /** For each pixel of a row, what its grey is multiplied by. */
  rowInto(factors: Float64Array, y: number): void;
}

function paperGrid(bitmap: Bitmap): PaperGrid {
  const side = Math.max(8, Math.round(CELL * bitmap.scale));
  const [columns, rows] = [Math.ceil(bitmap.width / side), Math.ceil(bitmap.height / side)];
  const factors = brightest(cellsOf(bitmap, { side, columns, rows }), columns, rows).map(
    (brightness) => 255 / (GRAIN * brightness),
  );
  const across = cellsAt(bitmap.width, columns, side);
  const down = cellsAt(bitmap.height, rows, side);
  const row = new Float64Array(columns);
  return {
    rowInto(into, y) {
      const [above, below, share] = [down.before[y]! * columns, down.after[y]! * columns, down.share[y]!];
      for (let i = 0; i < columns; i++) {
        const [a, b] = [factors[above + i]!, factors[below + i]!];
        row[i] = a + (b - a) * share;
      }
      for (let x = 0; x < into.length; x++) {
        const [left, right] = [row[across.before[x]!]!, row[across.after[x]!]!];
        into[x] = left + (right - left) * across.share[x]!;
      }
    },
  };
}

/** Between which cells the pixels along a side lie, and how near to the second one; by columns, for a loop over all pixels. */
interface CellsAt {
  before: Uint32Array;
  after: Uint32Array;
  share: Float64Array;
}

function cellsAt(pixels: number, count: number, side: number): CellsAt {
  const cells: CellsAt = {
    before: new Uint32Array(pixels),
    after: new Uint32Array(pixels),
    share: new Float64Array(pixels),
  };
  for (let pixel = 0; pixel < pixels; pixel++) {
    const position = Math.min(count - 1, Math.max(0, (pixel + CENTRE) / side - CENTRE));
    const low = Math.floor(position);
    cells.before[pixel] = low;
    cells.after[pixel] = Math.min(count - 1, low + 1);
    cells.share[pixel] = position - low;
  }
  return cells;
}

/** Brightness of each cell's paper, sampled; 255 for one of ink. */
function cellsOf(
  { width, height, grey }: Bitmap,
  { side, columns, rows }: { side: number; columns: number; rows: number },
): Float64Array {
  const cells = new Float64Array(columns * rows);
  const counts = new Uint16Array(256);
  for (let cell = 0; cell < cells.length; cell++) {
    counts.fill(0);
    let total = 0;
    const [left, top] = [(cell % columns) * side, Math.floor(cell / columns) * side];
    for (let y = top; y < Math.min(height, top + side); y += 2) {
      for (let x = left; x < Math.min(width, left + side); x += 2, total++) counts[grey[y * width + x]!]! += 1;
    }
    let value = 0;
    for (let seen = counts[0]!; seen < PAPER_SHARE * total && value < 255;) seen += counts[++value]!;
    cells[cell] = value < DARKEST_PAPER ? 255 : value;
  }
  return cells;
}

/** Each cell as bright as the middle of it and its neighbours: a cell full of bold letters has no paper of its own. */
function brightest(cells: Float64Array, columns: number, rows: number): Float64Array {
  return cells.map((own, cell) => {
    const [x, y] = [cell % columns, Math.floor(cell / columns)];
    const near: number[] = [];
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const inside = x + dx >= 0 && x + dx < columns && y + dy >= 0 && y + dy < rows;
        if (inside) near.push(cells[cell + dy * columns + dx]!);
      }
    }
    return Math.max(own, near.sort((a, b) => a - b)[near.length >> 1]!);
  });
}

/** Dark pixels with no dark one around them are dust and errors of a black and white scan. */
function withoutDots(grey: Uint8Array, width: number, threshold: number): Uint8Array {
  for (let at = width + 1; at < grey.length - width - 1; at++) {
    if (grey[at]! >= threshold) continue;
    const alone =
      grey[at - 1]! >= threshold &&
      grey[at + 1]! >= threshold &&
      grey[at - width]! >= threshold &&
      grey[at + width]! >= threshold &&
      grey[at - width - 1]! >= threshold &&
      grey[at - width + 1]! >= threshold &&
      grey[at + width - 1]! >= threshold &&
      grey[at + width + 1]! >= threshold;
    if (alone) grey[at] = 255;
  }
  return grey;
}
