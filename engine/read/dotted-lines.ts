/**
 * Dotted and dashed lines that are painted dot by dot, as spreadsheets export their borders: each dot is a small filled
 * rectangle, too short to be a rule. Without them a lattice has its frame alone, and all its cells become one.
 */
import { overlap, unionBox } from '../geometry.js';
import type { Box, Rule } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { roundBox } from './matrix.js';

/** In points: a dot is no thicker, and shorter than what is a rule by itself. */
const THICKNESS = 1;
const LENGTH = 4;
/** In points: how far dots of one line may be off each other. */
const SAME_PLACE = 0.1;
/** In points, and in lengths of a dot: the gap between two dots of a line. */
const GAP = { points: 1, lengths: 1.5 };
/** Fewer are an ellipsis, or belong to a drawing. */
const LEAST_DOTS = 8;
/** In points: a row of a table is as high. Dots that overlap are the points of a curve. */
const LEAST_LENGTH = 10;
/** Share of dots that also stand in lines of the other direction, from which on they are a pattern. */
const PATTERN_SHARE = 0.5;
/** In points: lines of one direction so close to each other are a pattern too, from this number beside one. */
const CLOSE = 5;
const LINES_OF_PATTERN = 2;
/** It bounds the work on pages made to be slow. */
const MAX_DOTS = 50_000;

type Orientation = Rule['orientation'];

interface DotRow {
  page: number;
  dots: readonly Box[];
  /** Around all of them. */
  box: Box;
  /** How many of its dots stand in rows of the other direction too. */
  crossing: number;
  /** How many rows go along with it, closer than any two rows of a table. */
  alongside: number;
}

/** A row of dots. */
export const DOTTED_LINE: DecisionTable<DotRow, 'line' | 'nothing'> = {
  name: 'dotted-line',
  rules: [
    {
      name: 'few-dots',
      why: 'Three dots are an ellipsis, and some more the strokes of a drawing or of letters.',
      test: ({ dots }) => (dots.length < LEAST_DOTS ? 'nothing' : null),
    },
    {
      name: 'short',
      why: 'Dots that lie over each other are the points of a curve that is level for a while.',
      test: ({ box }) => (Math.max(box.x1 - box.x0, box.y1 - box.y0) < LEAST_LENGTH ? 'nothing' : null),
    },
    {
      name: 'pattern',
      why: 'Dots with others above, below and on both sides fill an area, as shading and pictures do.',
      test: ({ dots, crossing }) => (crossing > PATTERN_SHARE * dots.length ? 'nothing' : null),
    },
    {
      name: 'hatching',
      why: 'Several dotted lines close to each other fill an area: words on it are neither struck out nor cells.',
      test: ({ alongside }) => (alongside >= LINES_OF_PATTERN ? 'nothing' : null),
    },
  ],
  otherwise: 'line',
  subject: ({ page, box }) => ({ page, box, text: '' }),
  numbers: ({ dots, crossing, alongside }) => ({ dots: dots.length, crossing, alongside }),
};

/** Keeps a small shape that may be a dot of a line. @param dots those of the page so far */
export function addLineDot(dots: Box[], box: Box): void {
  const [width, height] = [box.x1 - box.x0, box.y1 - box.y0];
  if (
    Math.min(width, height) < 0 ||
    Math.min(width, height) > THICKNESS ||
    Math.max(width, height) >= LENGTH ||
    dots.length >= MAX_DOTS
  )
    return;
  dots.push(roundBox(box));
}

/** The lines that the dots of a page make. */
export function dottedLines(dots: readonly Box[], page: number): Rule[] {
  if (dots.length < LEAST_DOTS) return [];
  const level = rowsOf(dots, 'horizontal');
  const upright = rowsOf(dots, 'vertical');
  return [
    ...linesOf(level, upright, { page, orientation: 'horizontal' }),
    ...linesOf(upright, level, { page, orientation: 'vertical' }),
  ];
}

function linesOf(
  rows: readonly Box[][],
  others: readonly Box[][],
  { page, orientation }: { page: number; orientation: Orientation },
): Rule[] {
  const inOthers = new Set(others.filter(({ length }) => length >= LEAST_DOTS).flat());
  const boxed = rows.filter((dots) => dots.length > 1).map((dots) => ({ dots, box: unionBox(dots) }));
  const long = boxed.filter(({ dots }) => dots.length >= LEAST_DOTS).map(({ box }) => box);
  const alongside = new Map(long.map((box, i) => [box, countAlongside(long, i, orientation)]));
  return boxed
    .map(({ dots, box }) => ({
      page,
      dots,
      box,
      crossing: dots.filter((dot) => inOthers.has(dot)).length,
      alongside: alongside.get(box) ?? 0,
    }))
    .filter((row) => decide(DOTTED_LINE, row) === 'line')
    .map(({ box }) => ({ box, orientation }));
}

/** A line that is painted twice, a little off, counts once. @param rows in the order of their places */
function countAlongside(rows: readonly Box[], index: number, orientation: Orientation): number {
  const isLevel = orientation === 'horizontal';
  const at = ({ x0, y0, x1, y1 }: Box): number => (isLevel ? y0 + y1 : x0 + x1) / 2;
  const box = rows[index]!;
  const places = new Set<number>([0]);
  for (const step of [-1, 1]) {
    for (let i = index + step; rows[i] && Math.abs(at(rows[i]!) - at(box)) < CLOSE; i += step) {
      const { x0, y0, x1, y1 } = rows[i]!;
      const shared = isLevel ? overlap(box.x0, box.x1, x0, x1) : overlap(box.y0, box.y1, y0, y1);
      if (shared > 0) places.add(Math.round((at(rows[i]!) - at(box)) / THICKNESS));
    }
  }
  return places.size - 1;
}

interface PlacedDot {
  dot: Box;
  from: number;
  to: number;
  /** Which of the places that count as one its middle has across the row. */
  place: number;
}

/** Dots that follow each other closely in a direction; one that is longer across it belongs to no row. */
function rowsOf(dots: readonly Box[], orientation: Orientation): Box[][] {
  const placed = dots.map((dot) => placedAlong(dot, orientation)).filter((dot) => dot !== null);
  placed.sort((a, b) => a.place - b.place || a.from - b.from);
  const rows: PlacedDot[][] = [];
  for (const dot of placed) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    if (last?.place === dot.place && dot.from - last.to <= longestGap(last, dot)) row!.push(dot);
    else rows.push([dot]);
  }
  return rows.map((row) => row.map(({ dot }) => dot));
}

function placedAlong(dot: Box, orientation: Orientation): PlacedDot | null {
  const [width, height] = [dot.x1 - dot.x0, dot.y1 - dot.y0];
  const isLevel = orientation === 'horizontal';
  if (isLevel ? height > width + SAME_PLACE : width > height + SAME_PLACE) return null;
  const place = Math.round((isLevel ? dot.y0 + dot.y1 : dot.x0 + dot.x1) / 2 / SAME_PLACE);
  return { dot, place, from: isLevel ? dot.x0 : dot.y0, to: isLevel ? dot.x1 : dot.y1 };
}

const longestGap = (a: PlacedDot, b: PlacedDot): number =>
  Math.max(GAP.points, GAP.lengths * Math.max(a.to - a.from, b.to - b.from));
