/**
 * Figures: what is drawn or shown above a caption "Figure 3: ...", with the labels that stand in it. Axis marks and names in
 * a drawing are no text of the page: they become the figure's own.
 *
 * From the caption up, shapes are taken that follow each other closely and share its width. Without a caption nothing is a
 * figure, and a region that holds running text is none.
 */
import type { Box, FigureBlock, Page, TextRun } from '../model.js';
import { unionBox } from '../geometry.js';
import { buildLines, type Line } from '../text/line.js';

export interface FigureRegion {
  box: Box;
  /** Ids of the runs of its labels. */
  runs: number[];
  block: FigureBlock;
}

const CAPTION = /^fig(?:\.|ure)\s*[A-Z]?[\d.-]*\d[a-z]?\s*(?:[.:|–—-]|$)/iu;
/** Room between the caption and the lowest shape, for the marks of an axis, and between shapes, in points. */
const BELOW = 60;
const BETWEEN = 24;
/** How far labels stand outside the drawing: beside or above it, and turned ones. */
const MARGIN = 14;
const TURNED_MARGIN = 34;
/** A figure is at least this large on both sides; a label has so many words at most, all of them so many letters. */
const MIN_SIDE = 25;
const MAX_WORDS = 7;
const MAX_LETTERS = 1500;
/** Captions on a page that are looked at. */
const MOST_FIGURES = 40;

/** @param runs the page's readable text in all directions. */
export function findFigures(page: Page, runs: readonly TextRun[]): FigureRegion[] {
  if (!runs.some((run) => run.rotation === 0 && /^fig/i.test(run.text))) return [];
  const shapes = [...page.images, ...page.fills, ...page.rules.map((rule) => rule.box), ...(page.drawings ?? [])];
  if (shapes.length === 0) return [];
  const inside = shapes.filter(({ x0, x1, y0, y1 }) => (x1 - x0) * (y1 - y0) < 0.7 * page.width * page.height);
  inside.sort((a, b) => b.y1 - a.y1);
  const lines = buildLines(
    page,
    runs.filter((run) => run.rotation === 0),
  );
  const turned = runs.filter((run) => run.rotation !== 0);
  const captions = lines.filter((line) => CAPTION.test(line.text));
  const labels = inRows(lines.filter((line) => !CAPTION.test(line.text)));
  const found: FigureRegion[] = [];
  const taken = new Set<number>();
  for (const caption of captions.slice(0, MOST_FIGURES)) {
    const area = drawnAbove(caption, inside);
    // areas of captions beside or below each other may overlap: a label is of one figure
    const isFree = (run: TextRun): boolean => !taken.has(run.id);
    const free = { lines: labels.filter((line) => line.runs.every(isFree)), turned: turned.filter(isFree) };
    for (const figure of area ? figureIn(area, { page, caption, ...free }) : []) {
      found.push(figure);
      for (const id of figure.runs) taken.add(id);
    }
  }
  return found;
}

function drawnAbove(caption: Line, shapes: readonly Box[]): Box | null {
  let area: Box | null = null;
  let { x0, x1 } = caption.box;
  for (const shape of shapes) {
    if (shape.y1 > caption.box.y0 + 2 || shape.x1 < x0 - 5 || shape.x0 > x1 + 5) continue;
    if (area ? area.y0 - shape.y1 > BETWEEN : caption.box.y0 - shape.y1 > BELOW) {
      // nothing further up is nearer
      break;
    }
    area = area ? unionBox([area, shape]) : { ...shape };
    [x0, x1] = [Math.min(x0, area.x0), Math.max(x1, area.x1)];
  }
  return area && Math.min(area.x1 - area.x0, area.y1 - area.y0) >= MIN_SIDE ? area : null;
}

interface FigureContext {
  page: Page;
  caption: Line;
  /** In rows, without those of other figures. */
  lines: readonly Line[];
  turned: readonly TextRun[];
}

function figureIn(area: Box, { page, caption, lines, turned }: FigureContext): FigureRegion[] {
  const room = { x0: area.x0 - MARGIN, y0: area.y0 - 4, x1: area.x1 + MARGIN, y1: caption.box.y0 };
  const labels = lines.filter(({ box }) => {
    const middle = (box.y0 + box.y1) / 2;
    return box.x0 >= room.x0 && box.x1 <= room.x1 && middle >= room.y0 && middle <= room.y1;
  });
  const aside = turned.filter(({ box }) => {
    const [x, y] = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
    return x >= area.x0 - TURNED_MARGIN && x <= area.x1 + TURNED_MARGIN && y >= area.y0 - 4 && y <= room.y1;
  });
  const letters = labels.reduce((sum, { text }) => sum + text.length, 0);
  if (letters > MAX_LETTERS || labels.some(({ text }) => text.split(' ').length > MAX_WORDS)) return [];
  const runs = [...labels.flatMap((line) => line.runs), ...aside];
  const box = unionBox([area, ...runs.map((run) => run.box)]);
  const text = [...labels.map((line) => line.text), ...aside.map((run) => run.text)].join(' ');
  const block: FigureBlock = { kind: 'figure', labels: text, source: [{ page: page.number, box }] };
  return [{ box, runs: runs.map(({ id }) => id), block }];
}

/** Marks of one axis hardly ever share a baseline to the last decimal. */
function inRows(lines: readonly Line[]): Line[] {
  const row = ({ baseline }: Line): number => Math.round(baseline / 3);
  return lines.toSorted((a, b) => row(a) - row(b) || a.box.x0 - b.box.x0);
}

/** The page without what belongs to its figures: their lines and shades rule no table. */
export function withoutFigures(page: Page, figures: readonly FigureRegion[]): Page {
  if (figures.length === 0) return page;
  const free = (box: Box): boolean => !figures.some((figure) => within(box, figure.box));
  return {
    ...page,
    rules: page.rules.filter((rule) => free(rule.box)),
    fills: page.fills.filter(free),
    ...(page.dots ? { dots: page.dots.filter(free) } : {}),
  };
}

function within(box: Box, { x0, y0, x1, y1 }: Box): boolean {
  return box.x0 >= x0 - 1 && box.x1 <= x1 + 1 && box.y0 >= y0 - 1 && box.y1 <= y1 + 1;
}
