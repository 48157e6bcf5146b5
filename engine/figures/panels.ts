/**
 * Panels: a figure of several charts, one above the other, which stand as far apart as the names of their axes and their titles
 * ask for. Drawings further apart are one figure only where nothing but such labels stands between them.
 */
import { overlap, unionBox } from '../geometry.js';
import { MOSTLY } from '../measures.js';
import type { Box } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { captionOf } from '../text/captions.js';
import type { Line } from '../text/line.js';

/** In points: between two panels there is no more room, and the least height and width of a panel. */
const MOST_ROOM = 60;
const LEAST_SIDE = 25;
/** In points: what is drawn of a chart goes up by so much; rulings of a table do not. */
const LEAST_RISE = 8;
/** Share of the narrower panel's width that stands above the other. */
const LEAST_SHARED = 0.5;
/** Words of a label between panels, and its size in that of the caption. */
const MOST_WORDS = 6;
const LARGEST = 1.05;
/** In points: titles above the uppermost panel follow each other closely. More of them are a paragraph. */
const TITLE_STEP = 14;
const MOST_TITLES = 2;

export interface PanelAbove {
  caption: Line;
  /** What of the figure is known. */
  area: Box;
  /** What is drawn next above it, and of what. */
  panel: Box;
  shapes: readonly Box[];
  /** Lines of text in the room between. */
  between: readonly Line[];
}

type Verdict = 'panel' | 'end';

const end = (condition: boolean): Verdict | null => (condition ? 'end' : null);
const roomIn = ({ area, panel }: PanelAbove): number => area.y0 - panel.y1;
const width = ({ x0, x1 }: Box): number => x1 - x0;

const isLabel = ({ text, size, bold }: Line, caption: Line): boolean =>
  text.split(' ').length <= MOST_WORDS && size <= LARGEST * caption.size && bold < MOSTLY && captionOf(text) === null;

export const PANEL: DecisionTable<PanelAbove, Verdict> = {
  name: 'figure-panel',
  rules: [
    {
      name: 'far-above',
      why: 'The labels of two panels take a few lines.',
      test: (at) => end(roomIn(at) > MOST_ROOM),
    },
    {
      name: 'no-labels-between',
      why: 'An empty strip separates two figures, or a figure and what is ruled above it.',
      test: ({ between }) => end(between.length === 0),
    },
    {
      name: 'text-between',
      why: 'Text, a heading or another caption between two drawings separates them.',
      test: ({ between, caption }) => end(!between.every((line) => isLabel(line, caption))),
    },
    {
      name: 'drawn-above',
      why: 'Above the labels stands another drawing over half of the width.',
      test: ({ area, panel, shapes }) =>
        overlap(area.x0, area.x1, panel.x0, panel.x1) > LEAST_SHARED * Math.min(width(area), width(panel)) &&
        Math.min(width(panel), panel.y1 - panel.y0) >= LEAST_SIDE &&
        shapes.some(({ y0, y1 }) => y1 - y0 > LEAST_RISE)
          ? 'panel'
          : null,
    },
  ],
  otherwise: 'end',
  subject: ({ caption, panel }) => ({ page: caption.page, box: panel, text: caption.text }),
  numbers: (at) => ({ roomInPoints: roomIn(at), labels: at.between.length }),
};

/**
 * The area with the panel that its figure has above it, null where there is none.
 *
 * @param above shapes further up, the lowest first; those within `between` points of each other make one panel.
 */
export function withPanel(
  { area, caption, lines }: { area: Box; caption: Line; lines: readonly Line[] },
  above: readonly Box[],
  between: number,
): Box | null {
  const shapes: Box[] = [];
  let panel: Box | null = null;
  for (const shape of above) {
    if (panel && panel.y0 - shape.y1 > between) break;
    shapes.push(shape);
    panel = panel ? unionBox([panel, shape]) : shape;
  }
  if (!panel) return null;
  const top = panel.y1;
  const inRoom = lines.filter(
    ({ box }) => (box.y0 + box.y1) / 2 > top && (box.y0 + box.y1) / 2 < area.y0 && box.x0 < area.x1 && box.x1 > area.x0,
  );
  if (decide(PANEL, { caption, area, panel, shapes, between: inRoom }) === 'end') return null;
  return withTitles(unionBox([area, panel]), caption, lines);
}

/** The area with the few lines right above it that are labels like those between the panels. */
function withTitles(area: Box, caption: Line, lines: readonly Line[]): Box {
  let { y0 } = area;
  const near = lines.filter(({ box }) => box.y0 < area.y0 && box.x0 < area.x1 && box.x1 > area.x0);
  const rows = new Set<number>();
  for (const line of near.sort((a, b) => b.box.y1 - a.box.y1)) {
    if (y0 - line.box.y1 > TITLE_STEP || !isLabel(line, caption)) break;
    if (rows.add(Math.round(line.baseline)).size > MOST_TITLES) return area;
    y0 = Math.min(y0, line.box.y0);
  }
  return { ...area, y0 };
}
