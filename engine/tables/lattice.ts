/**
 * Lattices: grids drawn with rulings in both directions.
 *
 * Strokes that cross or meet belong together. The positions of the vertical ones are column edges, those of the horizontal
 * ones row edges; a side without a border is closed where the strokes of the other direction end. Two places of the grid with
 * no wall drawn between them are one cell, provided that such places make up a rectangle (otherwise they stay single).
 *
 * What a stroke cuts off outside of a closed frame that it crosses is no column: a ruling of the page that goes on behind a
 * box beside the text.
 *
 * Limits: strokes that are not straight and level are not seen; at most MAX_PLACES places.
 */
import { clusterValues, Groups, overlap } from '../geometry.js';
import type { Box } from '../model.js';
import type { Grid, GridCell } from './grid.js';
import type { Stroke, Strokes } from './strokes.js';

/** In points: how far a stroke may end before the one that it is meant to meet. */
const REACH = 3;
/** In points: edges closer than this are one edge. */
const EDGE = 3;
/** Share of a place's side that must be drawn for it to be a wall: strokes end short of each other and are broken by text. */
const WALL = 0.6;
/** More places than any table has: a raster. It bounds the work on pages made to be slow. */
const MAX_PLACES = 20_000;

/** All lattices of a page with at least two places, from the top. */
export function findLattices(strokes: Strokes): Grid[] {
  const grids: Grid[] = [];
  for (const { horizontal, vertical } of components(strokes)) {
    const xs = clusterValues([...vertical.map((s) => s.at), ...ends(horizontal)], EDGE);
    const ys = clusterValues([...horizontal.map((s) => s.at), ...ends(vertical)], EDGE);
    const places = (xs.length - 1) * (ys.length - 1);
    if (places < 2 || places > MAX_PLACES) continue;
    const inFrame = withoutStrayColumns(xs, ys, { horizontal, vertical });
    if (inFrame.length > 1) grids.push({ xs: inFrame, ys, ...cellsOf(inFrame, ys, { horizontal, vertical }) });
  }
  return grids.toSorted((a, b) => a.ys[0]! - b.ys[0]!);
}

/** The column edges without that of an outermost column which a frame beside it leaves out, and one stroke alone reaches into. */
function withoutStrayColumns(xs: number[], ys: readonly number[], { horizontal, vertical }: Strokes): number[] {
  if (xs.length < 3) return xs;
  const [top, bottom] = [ys[0]!, ys.at(-1)!];
  const isOn = (at: number) => (stroke: Stroke) => Math.abs(stroke.at - at) <= EDGE;
  const isWall = (x: number): boolean => drawn(vertical.filter(isOn(x)), top, bottom);
  /** Whether the frame's top and bottom go along between two column edges. */
  const isFramed = (from: number, to: number): boolean =>
    [top, bottom].every((y) => drawn(horizontal.filter(isOn(y)), from, to));
  const isCrossed = (from: number, to: number): boolean =>
    horizontal.filter((stroke) => drawn([stroke], from, to)).length === 1;
  const [outer, inner, next] = [xs[0]!, xs[1]!, xs[2]!];
  const [last, before, beforeThat] = [xs.at(-1)!, xs.at(-2)!, xs.at(-3)!];
  const isLeft = !isWall(outer) && isWall(inner) && isCrossed(outer, inner);
  const isRight = !isWall(last) && isWall(before) && isCrossed(before, last);
  return xs.slice(isLeft && isFramed(inner, next) ? 1 : 0, isRight && isFramed(beforeThat, before) ? -1 : undefined);
}

/** Outermost ends of the strokes: edges on the sides where no border is drawn. */
function ends(strokes: readonly Stroke[]): number[] {
  return [Math.min(...strokes.map((s) => s.from)), Math.max(...strokes.map((s) => s.to))];
}

function components({ horizontal, vertical }: Strokes): Strokes[] {
  const groups = new Groups(horizontal.length + vertical.length);
  const byX = vertical.map((stroke, index) => ({ stroke, index })).toSorted((a, b) => a.stroke.at - b.stroke.at);
  horizontal.forEach((h, i) => {
    for (const { stroke: v, index } of byX) {
      if (v.at < h.from - REACH) continue;
      if (v.at > h.to + REACH) break;
      if (h.at >= v.from - REACH && h.at <= v.to + REACH) groups.join(i, horizontal.length + index);
    }
  });
  const found = new Map<number, Strokes>();
  const at = (index: number): Strokes => {
    const root = groups.find(index);
    const known = found.get(root) ?? { horizontal: [], vertical: [] };
    found.set(root, known);
    return known;
  };
  horizontal.forEach((stroke, i) => at(i).horizontal.push(stroke));
  vertical.forEach((stroke, i) => at(horizontal.length + i).vertical.push(stroke));
  return withSpacedCells([...found.values()].filter((part) => part.horizontal.length > 0 && part.vertical.length > 0));
}

interface Framed extends Strokes {
  box: Box;
}

/**
 * Browsers draw each cell as a box of its own, with space around it that may be wider than REACH: what lies within a lattice
 * and on its edges alone is a part of it.
 */
function withSpacedCells(parts: readonly Strokes[]): Strokes[] {
  const framed: Framed[] = parts.map(({ horizontal, vertical }) => ({
    horizontal: [...horizontal],
    vertical: [...vertical],
    box: boxOf({ horizontal, vertical }),
  }));
  const taken = new Set<Framed>();
  for (const part of framed) {
    const around = framed.find((other) => other !== part && !taken.has(other) && isCellOf(part, other));
    if (!around) continue;
    around.horizontal.push(...part.horizontal);
    around.vertical.push(...part.vertical);
    taken.add(part);
  }
  return framed.filter((part) => !taken.has(part));
}

function boxOf({ horizontal, vertical }: Strokes): Box {
  const [x0, x1] = ends(horizontal);
  const [y0, y1] = ends(vertical);
  return { x0: x0!, y0: y0!, x1: x1!, y1: y1! };
}

function isCellOf({ box, horizontal, vertical }: Framed, around: Framed): boolean {
  const isWithin = box.x0 > around.box.x0 && box.x1 < around.box.x1 && box.y0 > around.box.y0 && box.y1 < around.box.y1;
  return isWithin && areOn(vertical, around.vertical) && areOn(horizontal, around.horizontal);
}

const areOn = (strokes: readonly Stroke[], edges: readonly Stroke[]): boolean =>
  strokes.every(({ at }) => edges.some((edge) => Math.abs(edge.at - at) <= EDGE));

/** For each edge the strokes drawn on it. */
function strokesByEdge(edges: readonly number[], strokes: readonly Stroke[]): Stroke[][] {
  const out = edges.map((): Stroke[] => []);
  for (const stroke of strokes) {
    let best = 0;
    edges.forEach((edge, i) => {
      if (Math.abs(edge - stroke.at) < Math.abs(edges[best]! - stroke.at)) best = i;
    });
    out[best]!.push(stroke);
  }
  return out;
}

function drawn(strokes: readonly Stroke[], from: number, to: number): boolean {
  let covered = 0;
  for (const stroke of strokes) covered += overlap(stroke.from, stroke.to, from, to);
  return covered >= WALL * (to - from);
}

/** The cells between the walls that are drawn. */
function cellsOf(xs: readonly number[], ys: readonly number[], strokes: Strokes): Pick<Grid, 'cells' | 'open'> {
  const columns = xs.length - 1;
  const rows = ys.length - 1;
  const onX = strokesByEdge(xs, strokes.vertical);
  const onY = strokesByEdge(ys, strokes.horizontal);
  const groups = new Groups(columns * rows);
  for (let r = 0; r < rows; r += 1) {
    for (let c = 0; c < columns; c += 1) {
      const place = r * columns + c;
      if (c + 1 < columns && !drawn(onX[c + 1]!, ys[r]!, ys[r + 1]!)) groups.join(place, place + 1);
      if (r + 1 < rows && !drawn(onY[r + 1]!, xs[c]!, xs[c + 1]!)) groups.join(place, place + columns);
    }
  }
  return rectangles(groups, rows, columns);
}

function rectangles(groups: Groups, rows: number, columns: number): Pick<Grid, 'cells' | 'open'> {
  const places = new Map<number, number[]>();
  for (let place = 0; place < rows * columns; place += 1) {
    const root = groups.find(place);
    const known = places.get(root);
    if (known) known.push(place);
    else places.set(root, [place]);
  }
  const cells: GridCell[] = [];
  const open: number[][] = [];
  for (const group of places.values()) {
    const row = Math.floor(group[0]! / columns);
    const rowSpan = Math.floor(group.at(-1)! / columns) - row + 1;
    const inRow = group.map((place) => place % columns);
    const column = Math.min(...inRow);
    const colSpan = Math.max(...inRow) - column + 1;
    if (rowSpan * colSpan === group.length) {
      cells.push({ row, column, rowSpan, colSpan });
    } else {
      for (const place of group) cells.push(single(place, columns));
      open.push(group);
    }
  }
  return {
    cells: cells.toSorted((a, b) => a.row - b.row || a.column - b.column),
    ...(open.length > 0 ? { open } : {}),
  };
}

function single(place: number, columns: number): GridCell {
  return { row: Math.floor(place / columns), column: place % columns, rowSpan: 1, colSpan: 1 };
}
