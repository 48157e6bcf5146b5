/**
 * Cells that are read as one word. Spreadsheets cut off what is too long for its cell, and where the text of the next cell
 * begins right there, no gap parts the two ("Elizab2165" of "Elizabeth" and "2165 Main Street"). Where a ruling goes through
 * a word and what is behind it begins at the place where the texts of the next column do, the word becomes two, which the
 * cells of the table then take. Outside of tables they are put together again: no space is between them.
 *
 * A word that only reaches over a wall stays whole: into an empty cell, across the boxes of single characters, over a line
 * beside the text.
 */
import { BoxIndex } from '../box-index.js';
import type { Box, ParsedRun, Rule } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { strokesOf, type Stroke } from '../tables/strokes.js';
import type { RunCollector, Seam } from './glyphs.js';
import { round } from './matrix.js';
import { finalText } from './unicode.js';

/** In font sizes: texts of a column begin at one place but for the rounding of places. */
const SAME_START = 0.02;
/** In font sizes: the greatest distance from a wall to the text of its cell, and from the wall to where the cut text ends. */
const PADDING = 0.6;
const OVERHANG = 0.5;
/** Words that begin at the place: two may stand below each other by chance. */
const LEAST_STARTS = 3;
/** In font sizes: columns are wider, boxes of single characters are not. */
const LEAST_COLUMN = 3;
/** In font sizes: kerning of small letters is less. */
const KERNING = 0.06;
/** Words at one place that are looked at for one of them. It bounds the work on pages made to be slow. */
const MOST_AT_PLACE = 400;
/** Rulings at one word that are looked at, likewise. */
const MOST_WALLS = 20;
/** In points: words are looked up by places rounded to this, and rulings closer than this are one. */
const PLACE = 0.5;
/** In points: half the thickness of a ruling that is looked up. */
const THIN = 0.01;

/** A word that a ruling goes through, divided between two of its glyphs. */
export interface WordAcross {
  page: number;
  run: ParsedRun;
  left: string;
  right: string;
  /** In font sizes: from the glyph before to the next; negative where they overlap. */
  gap: number;
  /** Rulings that go through the word. */
  walls: number;
  /** In font sizes: from the ruling to the next one behind it; infinite without one. */
  columnWidth: number;
  /** Other words beside the ruling that begin where the right part does, each on a line of its own. */
  starts: number;
}

export const WORD_ACROSS: DecisionTable<WordAcross, 'cells' | 'word'> = {
  name: 'word-across-ruling',
  rules: [
    {
      name: 'boxes-of-characters',
      why: 'Rulings that go through a word in several places, or that are hardly further apart than its letters, are the boxes of single characters.',
      test: ({ walls, columnWidth }) => (walls > 1 || columnWidth < LEAST_COLUMN ? 'word' : null),
    },
    {
      name: 'letters-go-on',
      why: 'Small letter after small letter, no further apart than kerning sets them, is one word that reaches over the wall.',
      test: ({ left, right, gap }) =>
        /\p{Ll}$/u.test(left) && /^\p{Ll}/u.test(right) && Math.abs(gap) < KERNING ? 'word' : null,
    },
    {
      name: 'begins-where-its-column-does',
      why: 'Right behind the ruling, where the texts of other rows begin, begins the text of the next cell: that before it was too long for its own.',
      test: ({ starts }) => (starts >= LEAST_STARTS ? 'cells' : null),
    },
  ],
  otherwise: 'word',
  subject: ({ page, run }) => ({ page, box: run.box, text: run.text }),
  numbers: ({ gap, walls, columnWidth, starts }) => ({
    gapInSizes: gap,
    walls,
    columnWidthInSizes: columnWidth,
    startsAtPlace: starts,
  }),
};

/** Divides the words of a page that are the texts of two cells. The collector's runs are changed. */
export function divideCells(collector: RunCollector, rules: readonly Rule[], page: number): void {
  const { seams, runs } = collector;
  if (seams.size === 0 || !rules.some(({ orientation }) => orientation === 'vertical')) return;
  const walls = wallsOf(strokesOf(rules).vertical);
  const beginnings = Map.groupBy(runs, ({ box }) => placeOf(box.x0));
  const parts = new Map<ParsedRun, ParsedRun>();
  for (const [run, ofRun] of seams) {
    if (run.rotation !== 0 || run.invisible) continue;
    const crossed = walls(run.box);
    const wall = crossed[0];
    const seam = wall && seamAt(ofRun, wall, run);
    if (!seam) continue;
    const texts = textsOf(run.text, seam);
    const starts = startsAt(beginnings, seam, { run, wall });
    const gap = (seam.to - seam.from) / run.size;
    const columnWidth = widthBehind(walls, wall, run);
    const word: WordAcross = { page, run, ...texts, gap, walls: crossed.length, columnWidth, starts };
    if (decide(WORD_ACROSS, word) === 'cells') parts.set(run, divide(run, word, seam));
  }
  if (parts.size === 0) return;
  collector.runs = runs.flatMap((run) => (parts.has(run) ? [run, parts.get(run)!] : [run]));
  for (const [run, part] of parts) {
    if (collector.cut.has(run)) collector.cut.add(part);
    collector.spacing.delete(run);
  }
}

/** Finds the rulings that go through the middle of a box's height, from the left. */
type Walls = (box: Box) => Stroke[];

function wallsOf(strokes: readonly Stroke[]): Walls {
  const byBox = new Map(
    strokes.map((stroke) => {
      const { at, from, to } = stroke;
      return [{ x0: at - THIN, y0: from, x1: at + THIN, y1: to }, stroke] as const;
    }),
  );
  const index = new BoxIndex([...byBox.keys()]);
  return ({ x0, x1, y0, y1 }) => {
    const middle = (y0 + y1) / 2;
    const found = index.touching({ x0, x1, y0: middle - THIN, y1: middle + THIN }, MOST_WALLS);
    return found.map((box) => byBox.get(box)!).toSorted((a, b) => a.at - b.at);
  };
}

/** Where a word may be divided at a ruling: before its first glyph that begins behind it, near it on both sides. */
function seamAt(seams: readonly Seam[], { at }: Stroke, { box, size, text }: ParsedRun): Seam | null {
  const seam = seams.find(({ to }) => to > at);
  if (!seam || box.x0 > at || seam.to > at + PADDING * size || Math.abs(seam.from - at) > OVERHANG * size) return null;
  // what is put in another order when a word is read has its glyphs in other places
  const { left, right } = textsOf(text, seam);
  return left !== '' && text.startsWith(left) && right !== '' && !/^\p{M}/u.test(right) ? seam : null;
}

function textsOf(text: string, seam: Seam): Pick<WordAcross, 'left' | 'right'> {
  const left = finalText(seam.text);
  return { left, right: text.slice(left.length) };
}

const placeOf = (x: number): number => Math.round(x / PLACE);

/** Lines on which a word beside the wall begins where the part behind the seam does. */
function startsAt(
  beginnings: ReadonlyMap<number, readonly ParsedRun[]>,
  { to }: Seam,
  { run, wall }: { run: ParsedRun; wall: Stroke },
): number {
  const place = placeOf(to);
  const near = [place - 1, place, place + 1].flatMap((at) => (beginnings.get(at) ?? []).slice(0, MOST_AT_PLACE));
  const level = near.filter(
    ({ box, rotation, baseline }) =>
      rotation === 0 &&
      Math.abs(box.x0 - to) <= SAME_START * run.size &&
      baseline !== run.baseline &&
      baseline > wall.from &&
      baseline < wall.to,
  );
  return new Set(level.map(({ baseline }) => Math.round(baseline))).size;
}

/** In font sizes: from a wall to the next one behind it at the height of a word, infinite where none is near. */
function widthBehind(walls: Walls, { at }: Stroke, { box, size }: ParsedRun): number {
  const [next] = walls({ ...box, x0: at + PLACE, x1: at + LEAST_COLUMN * size });
  return next ? (next.at - at) / size : Infinity;
}

/** Leaves the first part in the run, and makes a run of the other. */
function divide(run: ParsedRun, { left, right }: WordAcross, { from, to }: Seam): ParsedRun {
  const { space: _, ...look } = run;
  const part = { ...look, text: right, box: { ...run.box, x0: round(to) } };
  run.text = left;
  run.box = { ...run.box, x1: round(from) };
  return part;
}
