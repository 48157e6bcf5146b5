/** Lines that are drawn down between the columns of a table, where none are drawn across. */
import type { Box, ParsedPage } from '../model.js';
import type { TextRow } from '../tables/segments.js';

/** In points: how far a line may reach over the text beside it. */
const SLACK = 1;
/** Share of the rows' height that a line goes down. */
const MOST_OF_HEIGHT = 0.8;
/** Lines at both sides and between two columns. */
const LEAST_LINES = 3;

export interface ColumnsOfText {
  page: Pick<ParsedPage, 'rules'>;
  box: Box;
  rows: readonly TextRow[];
  /** Inner column edges. */
  edges: readonly number[];
}

/** Whether a line is drawn down at each inner edge, clear of the text, and at both sides of the columns. */
export function hasColumnLines({ page, box, rows, edges }: ColumnsOfText): boolean {
  const height = box.y1 - box.y0;
  const lines = page.rules
    .filter(({ orientation, box: { y0, y1 } }) => {
      const within = Math.min(y1, box.y1) - Math.max(y0, box.y0);
      return orientation === 'vertical' && within >= MOST_OF_HEIGHT * height;
    })
    .map((rule) => (rule.box.x0 + rule.box.x1) / 2);
  if (lines.length < LEAST_LINES) return false;
  const texts = rows.flatMap(({ segments }) => segments.map((segment) => segment.box));
  const hasLine = (edge: number): boolean => {
    const left = Math.max(...texts.filter(({ x0, x1 }) => (x0 + x1) / 2 < edge).map(({ x1 }) => x1));
    const right = Math.min(...texts.filter(({ x0, x1 }) => (x0 + x1) / 2 >= edge).map(({ x0 }) => x0));
    return lines.some((x) => x > left - SLACK && x < right + SLACK);
  };
  return edges.every(hasLine) && lines.some((x) => x < box.x0 + SLACK) && lines.some((x) => x > box.x1 - SLACK);
}
