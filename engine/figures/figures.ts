/**
 * Figures: what is drawn or shown above a caption "Figure 3: ...", with the labels in it. Axis marks and names in a drawing
 * are no text of the page: they become the figure's own.
 *
 * From the caption up, shapes are taken that follow each other closely and share its width. Without a caption nothing is a
 * figure, and a region that holds running text is none.
 */
import type { FigureBlock } from '../block-model.js';
import type { Box, Page, TextRun } from '../model.js';
import { holdsCentre, unionBox } from '../geometry.js';
import { decide, refusedIf, type DecisionTable, type Rule } from '../rules.js';
import { captionLabel } from '../text/captions.js';
import { buildLines, type Line } from '../text/line.js';
import { withPanel } from './panels.js';
import { filledLattices, withoutTables } from './tables-above.js';
import { totalLength } from '../text-rules.js';

export interface FigureRegion {
  box: Box;
  /** Ids of the runs of its labels. */
  runs: number[];
  block: FigureBlock;
}

/** What the first word of a figure's caption begins with, behind a symbol or not: most pages have none. */
const FIGURE_WORD = /^\W{0,2}(?:fig|abb)/iu;
/** Room between the caption and the lowest shape, for the marks of an axis, and between shapes, in points. */
const BELOW = 60;
const BETWEEN = 24;
/** How far the lowest shape may reach below the caption's top, and a shape stand beside the figure, in points. */
const OVERLAP = 2;
const BESIDE = 5;
/** A shape of this share of the page is its background or frame. */
const MOST_OF_PAGE = 0.7;
/** How far labels stand outside the drawing, in points: beside it, above it, and turned ones beside it. */
const ABOVE = 4;
const MARGIN = 14;
const TURNED_MARGIN = 34;
/** In points: "100,000" in small type. What is wider may be text of the column to the left. */
const WIDEST_AXIS_LABEL = 36;
const AXIS_NUMBER = /^[−–-]?[\d.,]+%?$/;
/** A figure is at least this large on both sides; the most words of a label, and the most letters of all its labels together. */
const MIN_SIDE = 25;
const MAX_WORDS = 7;
const MAX_LETTERS = 1500;
/** Lines of running text in a shape that make it their background. */
const LEAST_TEXT = 2;
/** In points: baselines of one row of labels. */
const ROW = 3;
/** Captions on a page that are looked at. */
const MOST_FIGURES = 40;

/** @param runs the page's readable text in all directions. */
export function findFigures(page: Page, runs: readonly TextRun[]): FigureRegion[] {
  if (!runs.some((run) => run.rotation === 0 && FIGURE_WORD.test(run.text))) return [];
  const shapes = [...page.images, ...page.fills, ...page.rules.map((rule) => rule.box), ...(page.drawings ?? [])];
  if (shapes.length === 0) return [];
  const inside = shapes.filter(({ x0, x1, y0, y1 }) => (x1 - x0) * (y1 - y0) < MOST_OF_PAGE * page.width * page.height);
  inside.sort((a, b) => b.y1 - a.y1);
  const lines = buildLines(
    page,
    runs.filter((run) => run.rotation === 0),
  );
  const turned = runs.filter((run) => run.rotation !== 0);
  const captions = lines.filter(isCaption);
  if (captions.length === 0) return [];
  const others = lines.filter((line) => !captions.includes(line));
  const text = others.filter((line) => line.text.split(' ').length > MAX_WORDS);
  const drawn = inside.filter((shape) => text.filter(({ box }) => holdsCentre(shape, box)).length < LEAST_TEXT);
  const labels = inRows(others);
  const lattices = filledLattices(page, lines);
  const found: FigureRegion[] = [];
  const taken = new Set<number>();
  for (const caption of captions.slice(0, MOST_FIGURES)) {
    // areas of captions beside or below each other may overlap: a label is of one figure
    const isFree = (run: TextRun): boolean => !taken.has(run.id);
    const free = { lines: labels.filter((line) => line.runs.every(isFree)), turned: turned.filter(isFree) };
    for (const figure of figureIn(
      { page, caption, captions, ...free },
      withoutTables(drawn, { page, caption, lines, lattices }),
    )) {
      found.push(figure);
      for (const id of figure.runs) taken.add(id);
    }
  }
  return found;
}

function isCaption({ text }: Line): boolean {
  const label = captionLabel(text);
  return label !== null && label.closed && label.of === 'figure';
}

function drawnAbove(caption: Line, shapes: readonly Box[], lines: readonly Line[]): Box | null {
  let area: Box | null = null;
  let { x0, x1 } = caption.box;
  const isBeside = (shape: Box): boolean => shape.x1 < x0 - BESIDE || shape.x0 > x1 + BESIDE;
  for (const [i, shape] of shapes.entries()) {
    if (shape.y1 > caption.box.y0 + OVERLAP || isBeside(shape)) continue;
    if (!area && caption.box.y0 - shape.y1 > BELOW) break;
    if (area && area.y0 - shape.y1 > BETWEEN) {
      const above = shapes.slice(i).filter((other) => !isBeside(other));
      area = withPanel({ area, caption, lines }, above, BETWEEN) ?? area;
      // nothing further up is nearer
      if (area.y0 > shape.y1) break;
      continue;
    }
    area = area ? unionBox([area, shape]) : { ...shape };
    [x0, x1] = [Math.min(x0, area.x0), Math.max(x1, area.x1)];
  }
  return area;
}

interface FigureContext {
  page: Page;
  caption: Line;
  /** All captions of the page. */
  captions: readonly Line[];
  /** In rows, without those of other figures. */
  lines: readonly Line[];
  turned: readonly TextRun[];
}

/** What is drawn above a caption, with the text in it. */
export interface FigureCandidate {
  caption: Line;
  /** What is drawn above the caption; null where nothing is. */
  area: Box | null;
  labels: readonly Line[];
}

type Verdict = 'figure' | 'refused';

const shorterSide = (box: Box): number => Math.min(box.x1 - box.x0, box.y1 - box.y0);
const RULES: readonly Rule<FigureCandidate, Verdict>[] = [
  {
    name: 'nothing-drawn-above',
    why: 'A figure is drawn; a caption without a drawing near above it belongs to something else.',
    test: ({ area }) => refusedIf(area === null),
  },
  {
    name: 'too-small',
    why: 'A single line or dot above a caption is an ornament.',
    test: ({ area }) => refusedIf(area !== null && shorterSide(area) < MIN_SIDE),
  },
  {
    name: 'running-text',
    why: 'Labels are short: an area that holds running text is a page with lines and shades.',
    test: ({ labels }) =>
      refusedIf(totalLength(labels) > MAX_LETTERS || labels.some(({ text }) => text.split(' ').length > MAX_WORDS)),
  },
  {
    name: 'drawn-above-its-caption',
    why: 'What is drawn or shown right above the caption of a figure is the figure, with the labels in it.',
    test: ({ area }) => (area === null ? null : 'figure'),
  },
];

export const FIGURE: DecisionTable<FigureCandidate, Verdict> = {
  name: 'figure',
  rules: RULES,
  otherwise: 'refused',
  subject: ({ caption, area }) => ({ page: caption.page, box: area ?? caption.box, text: caption.text }),
  numbers: ({ area, labels }) => ({
    shorterSide: area ? shorterSide(area) : 0,
    labels: labels.length,
    letters: totalLength(labels),
  }),
};

function figureIn({ page, caption, captions, lines, turned }: FigureContext, shapes: readonly Box[]): FigureRegion[] {
  const area = drawnAbove(caption, shapes, [...lines, ...captions]);
  const labels = area ? labelsIn(area, caption, lines) : [];
  if (decide(FIGURE, { caption, area, labels }) === 'refused' || !area) return [];
  const bottom = caption.box.y0;
  const aside = turned.filter(({ box }) => {
    const [x, y] = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
    const isBeside = x >= area.x0 - TURNED_MARGIN && x <= area.x1 + TURNED_MARGIN;
    return isBeside && y >= area.y0 - ABOVE && y <= bottom;
  });
  const runs = [...labels.flatMap((line) => line.runs), ...aside];
  const box = unionBox([area, ...runs.map((run) => run.box)]);
  const text = [...labels.map((line) => line.text), ...aside.map((run) => run.text)].join(' ');
  const block: FigureBlock = { kind: 'figure', labels: text, source: [{ page: page.number, box }] };
  return [{ box, runs: runs.map(({ id }) => id), block }];
}

/** Lines within the drawing or just outside of it, down to the caption. */
function labelsIn(area: Box, caption: Line, lines: readonly Line[]): Line[] {
  return lines.filter(({ box, text }) => {
    const middle = (box.y0 + box.y1) / 2;
    const isWithin = box.x0 >= area.x0 - MARGIN && box.x1 <= area.x1 + MARGIN;
    return (
      (isWithin || (AXIS_NUMBER.test(text) && isOfLeftAxis(box, area))) &&
      middle >= area.y0 - ABOVE &&
      middle <= caption.box.y0
    );
  });
}

/** Numbers of an axis end at the drawing's left edge, however far out they begin. */
function isOfLeftAxis({ x0, x1 }: Box, area: Box): boolean {
  return x1 <= area.x0 + OVERLAP && x1 >= area.x0 - MARGIN && x1 - x0 <= WIDEST_AXIS_LABEL;
}

/** Marks of one axis hardly ever share a baseline to the last decimal. */
function inRows(lines: readonly Line[]): Line[] {
  const row = ({ baseline }: Line): number => Math.round(baseline / ROW);
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
