/**
 * Bullets that are drawn and not set: browsers paint the disc of a list item as a small filled shape. A shape that stands
 * just left of a line's first word, at the height of its letters, becomes a bullet of that line.
 */
import { firstFrom } from '../text/from-baseline.js';
import type { Box, Page, TextRun } from '../model.js';
import { BASELINE_SHARE } from '../measures.js';
import { decide, refusedIf, type DecisionTable, type Rule } from '../rules.js';
import { isBullet } from '../text/bullets.js';
import { spaceBetween } from '../text/spacing.js';

/** From the word's left edge, in multiples of the font size. */
export const FARTHEST = 2.6;
const NEAREST = 0.1;
/** Height of capitals in multiples of the font size. */
const CAPITAL = 0.7;

/** In points: a picture of a bullet is larger and smaller than this, and about as high as wide. */
const LEAST_PICTURE = 1.5;
const LARGEST_PICTURE = 12;
const DIFFERENCE = 0.4;
/**
 * In points: bullets of slides, whose text is 20 to 32 points high, and how far their left edges and sizes differ. Elsewhere
 * pictures of this size are the icons of titles.
 */
const LARGEST_OF_SLIDES = 24;
const SAME_PLACE = 1.5;
/** Such bullets at one edge of a slide: two icons may stand before two titles, and more pictures are the tiles of one. */
const LEAST_OF_SLIDE = 3;
const MOST_OF_SLIDE = 50;
/** In sizes of most of a slide's letters: items are no larger, titles are. */
const LARGEST_ITEM = 1.25;

/** A drawn shape and the first word of the line that it stands before. */
interface Owned {
  dot: Box;
  owner: TextRun;
}

/** Runs for the drawn bullets of a page; their ids continue from those of its runs. */
export function drawnBullets(page: Page, runs: readonly TextRun[]): TextRun[] {
  // programs that make pages from templates show bullets as small pictures
  const small = [...(page.dots ?? []), ...page.images.filter((image) => isSquareBelow(image, LARGEST_PICTURE))];
  const large = picturesOfSlide(page);
  if (small.length + large.length === 0) return [];
  const starts = lineStarts(runs);
  const highest = CAPITAL * starts.reduce((largest, { size }) => Math.max(largest, size), 0);
  const owned = (dot: Box): Owned[] => {
    const middle = (dot.y0 + dot.y1) / 2;
    const from = firstFrom(starts, middle);
    // a line further below is not beside it: of a page's many shapes hardly any has one
    const owner = starts
      .slice(from, Math.min(from + MOST_NEAR, firstFrom(starts, middle + highest)))
      .find((word) => decide(DRAWN_BULLET, { dot, word, page: page.number }) === 'bullet');
    return owner ? [{ dot, owner }] : [];
  };
  const bullets = [...small.flatMap(owned), ...bulletsOfSlide(large.flatMap(owned), runs)];
  return oneToAnOwner(bullets).map(({ dot, owner }, i) =>
    characterBeside(owner, { id: page.runs.length + i, text: '•', drawn: dot }),
  );
}

/** A bullet may be a ring around a dot, or be painted twice, as on a page that has its text twice: the nearest shape is it. */
function oneToAnOwner(bullets: readonly Owned[]): Owned[] {
  const nearest = new Map<TextRun, Owned>();
  for (const bullet of bullets) {
    const other = nearest.get(bullet.owner);
    if (!other || bullet.dot.x1 > other.dot.x1) nearest.set(bullet.owner, bullet);
  }
  return [...nearest.values()];
}

/** Pictures as large as bullets of slides, which are wider than high. */
function picturesOfSlide({ images, width, height }: Page): Box[] {
  if (width <= height) return [];
  const found = images.filter((image) => isSquareBelow(image, LARGEST_OF_SLIDES) && sideOf(image) >= LARGEST_PICTURE);
  return found.length > MOST_OF_SLIDE ? [] : found;
}

/** Those of which several stand at one edge, each before a line of text, and none before a title or a row of cells. */
function bulletsOfSlide(found: readonly Owned[], runs: readonly TextRun[]): Owned[] {
  if (found.length < LEAST_OF_SLIDE) return [];
  const largest = LARGEST_ITEM * usualSize(runs);
  const items = new Set(found.filter(({ owner }) => owner.size <= largest && !hasCellBehind(owner, runs)));
  return found.filter(({ dot }) => {
    const column = found.filter((other) => isSamePlace(dot, other.dot));
    return column.length >= LEAST_OF_SLIDE && column.every((other) => items.has(other));
  });
}

/** The size of most letters. */
function usualSize(runs: readonly TextRun[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of runs) letters.set(size, (letters.get(size) ?? 0) + text.length);
  return [...letters].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0])[0];
}

/** Something stands in the line behind more white space than a line of text has. */
function hasCellBehind(first: TextRun, runs: readonly TextRun[]): boolean {
  const line = runs
    .filter(
      (run) => Math.abs(run.baseline - first.baseline) <= BASELINE_SHARE * first.size && run.box.x0 >= first.box.x0,
    )
    .toSorted((a, b) => a.box.x0 - b.box.x0);
  return line.some((run, i) => i > 0 && run.box.x0 - line[i - 1]!.box.x1 > FARTHEST * first.size);
}

const sideOf = ({ x0, x1, y0, y1 }: Box): number => Math.max(x1 - x0, y1 - y0);

function isSquareBelow(image: Box, largest: number): boolean {
  const [width, height] = [image.x1 - image.x0, image.y1 - image.y0];
  const isSquare = Math.abs(width - height) < DIFFERENCE * Math.max(width, height);
  return isSquare && Math.min(width, height) > LEAST_PICTURE && sideOf(image) < largest;
}

/** Two pictures of one size stand at one left edge. */
const isSamePlace = (one: Box, other: Box): boolean =>
  Math.abs(one.x0 - other.x0) < SAME_PLACE && Math.abs(sideOf(one) - sideOf(other)) < SAME_PLACE;

/** A run for what is drawn beside a word: in its line and, where the page is tagged, in its element. */
export const characterBeside = (
  { box, baseline, size, font, mcid }: TextRun,
  { id, text, drawn }: { id: number; text: string; drawn: Box },
): TextRun => ({
  id,
  text,
  box: { ...box, x0: drawn.x0, x1: drawn.x1 },
  baseline,
  size,
  font,
  rotation: 0,
  ...(mcid === undefined ? {} : { mcid }),
});

/** How far from its line's baseline a bullet may be set, in multiples of the font size. */
const RAISED = 0.45;
/** Words looked at for one bullet. */
export const MOST_NEAR = 100;

/** The runs with bullets that are set higher or lower than the word behind them brought to its baseline. */
export function levelBullets(runs: readonly TextRun[]): readonly TextRun[] {
  const bullets = runs.filter(({ text }) => text.length === 1 && isBullet(text));
  if (bullets.length === 0) return runs;
  const words = runs.filter(({ text }) => !isBullet(text)).sort((a, b) => a.baseline - b.baseline);
  const baselines = new Map<TextRun, number>();
  for (const bullet of bullets) {
    const reach = RAISED * bullet.size;
    const from = firstFrom(words, bullet.baseline - reach);
    const near = words.slice(from, Math.min(from + MOST_NEAR, firstFrom(words, bullet.baseline + reach)));
    const alone = near.every(
      (word) => word.box.x0 > bullet.box.x1 || word.box.x1 < bullet.box.x0 - FARTHEST * word.size,
    );
    const owner = near.find(
      (word) => word.box.x0 > bullet.box.x1 && word.box.x0 - bullet.box.x1 < FARTHEST * word.size,
    );
    if (alone && owner) baselines.set(bullet, owner.baseline);
  }
  return baselines.size === 0
    ? runs
    : runs.map((run) => (baselines.has(run) ? { ...run, baseline: baselines.get(run)! } : run));
}

/** Words with nothing close on their left. */
function lineStarts(runs: readonly TextRun[]): TextRun[] {
  const sorted = [...runs].sort((a, b) => a.baseline - b.baseline || a.box.x0 - b.box.x0);
  return sorted.filter((run, i) => {
    const before = sorted[i - 1];
    if (!before || Math.abs(before.baseline - run.baseline) > BASELINE_SHARE * run.size) return true;
    return spaceBetween(before, run) && run.box.x0 - before.box.x1 > FARTHEST * run.size;
  });
}

/** A small painted shape and the first word of a line. */
export interface DrawnBullet {
  dot: Box;
  word: TextRun;
  page: number;
}

type Verdict = 'bullet' | 'refused';

const gap = ({ dot, word }: DrawnBullet): number => word.box.x0 - dot.x1;
/** How far the shape's middle is above the baseline, in points. */
const rise = ({ dot, word }: DrawnBullet): number => word.baseline - (dot.y0 + dot.y1) / 2;

const RULES: readonly Rule<DrawnBullet, Verdict>[] = [
  {
    name: 'not-just-left',
    why: 'A bullet stands left of the first word of its item, with white space of a few letters between.',
    test: (at) => refusedIf(gap(at) <= NEAREST * at.word.size || gap(at) >= FARTHEST * at.word.size),
  },
  {
    name: 'not-at-letter-height',
    why: 'A bullet is between the baseline and the height of the capitals.',
    test: (at) => refusedIf(rise(at) <= 0 || rise(at) >= CAPITAL * at.word.size),
  },
  {
    name: 'too-high',
    why: 'A bullet is no higher than a capital.',
    test: ({ dot, word }) => refusedIf(dot.y1 - dot.y0 >= CAPITAL * word.size),
  },
  {
    name: 'small-shape-before-a-word',
    why: 'A small shape at the height of the letters, just left of a word, is the bullet of an item.',
    test: () => 'bullet',
  },
];

export const DRAWN_BULLET: DecisionTable<DrawnBullet, Verdict> = {
  name: 'drawn-bullet',
  rules: RULES,
  otherwise: 'bullet',
  subject: ({ dot, word, page }) => ({ page, box: dot, text: word.text }),
  numbers: (at) => ({ gapInSizes: gap(at) / at.word.size, riseInSizes: rise(at) / at.word.size }),
};
