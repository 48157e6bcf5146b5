/**
 * Whether a paragraph is set as a quote: in from both edges of its column, or in from the left one beside a rule.
 *
 * That it is so by intent shows in lines that end as far from the right edge as they begin from the left one, or before a
 * word that had room. A paragraph in a frame or on a ground of its own is a note, not a quote.
 */
import { unionBox } from '../geometry.js';
import type { Line } from '../text/line.js';
import { spaceBetween } from '../text/spacing.js';
import type { Box, ParsedPage } from '../model.js';
import type { ColumnEdges } from '../text-blocks/column-edges.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import type { DocumentStyle } from '../style/style.js';

/** Least indents on both sides, in body sizes; beside a rule the left one alone. */
export const INDENT = 1.2;
export const RULED_INDENT = 0.6;
/** Points by which edges that are meant alike may differ. */
export const ALIKE = 1.5;

/** @param page where the text block begins: its lines on other pages are not looked at. */
export function looksQuoted(textBlock: TextBlock, { bodySize }: DocumentStyle, page: ParsedPage): boolean {
  const { column, left, textLeft, bold, centred } = textBlock;
  const lines = textBlock.lines.filter((line) => line.page === textBlock.page);
  if (lines.length < 2 || bold || centred || left < textLeft - ALIKE) return false;
  if (lines.slice(1).some(({ box }) => Math.abs(box.x0 - column.left - textLeft) > ALIKE)) return false;
  const area = unionBox(lines.map(({ box }) => box));
  if (isFramed(area, { size: bodySize, column }, page)) return false;
  if (hasRule(area, bodySize, page)) return true;
  const short = column.right - area.x1;
  if (Math.min(short, textLeft) < INDENT * bodySize || short > 0.5 * (column.right - column.left)) return false;
  return Math.abs(short - textLeft) < ALIKE || lines.some((line, i) => i > 0 && hadRoom(lines[i - 1]!, line, column));
}

/** The first word of `line` had room behind `before`. */
function hadRoom(before: Line, line: Line, { right }: ColumnEdges): boolean {
  const end = line.runs.findIndex((run, i) => i > 0 && spaceBetween(line.runs[i - 1]!, run));
  const last = line.runs[(end < 0 ? line.runs.length : end) - 1];
  return last !== undefined && right - before.box.x1 > last.box.x1 - line.box.x0 + 0.7 * line.size;
}

const besides = (a: Box, b: Box, slack: number): boolean => a.y0 < b.y0 + slack && a.y1 > b.y1 - slack;

/** On a ground about as wide as the column, or left of a vertical rule. */
function isFramed(area: Box, { size, column }: { size: number; column: ColumnEdges }, page: ParsedPage): boolean {
  const most = column.right - column.left + 4 * size;
  const isGround = (box: Box): boolean =>
    box.x0 < area.x0 && box.x1 > area.x1 && box.x1 - box.x0 < most && besides(box, area, 0.5 * size);
  const isRight = (box: Box): boolean => box.x0 > area.x1 && besides(box, area, 0.5 * size);
  return page.fills.some(isGround) || verticals(page, size).some(isRight);
}

/** A rule down the left side of all the lines, that begins with them. */
function hasRule(area: Box, size: number, page: ParsedPage): boolean {
  return verticals(page, size).some(
    (box) =>
      box.x1 < area.x0 && area.x0 - box.x0 < 3 * size && besides(box, area, 0.5 * size) && box.y0 > area.y0 - 2 * size,
  );
}

/** Upright lines, and bars painted as narrow areas. */
function verticals({ rules, fills }: ParsedPage, size: number): Box[] {
  const bars = fills.filter(({ x0, x1, y0, y1 }) => x1 - x0 < 0.6 * size && y1 - y0 > size);
  return [...rules.filter(({ orientation }) => orientation === 'vertical').map(({ box }) => box), ...bars];
}
