/** Lines of a page from its runs: numbers beside the lines and characters that stand for a line taken out, drawn bullets put in. */
import type { Page, TextRun } from '../model.js';
import type { TableRegion } from '../tables/found-table.js';
import { buildLines, type Line } from '../text/line.js';
import { drawnBullets } from '../text-runs/bullets.js';
import { drawnCheckBoxes } from '../text-runs/check-boxes.js';
import { asideLines } from './asides.js';
import { captionSigns } from './caption-signs.js';
import { findLineNumbers } from './line-numbers.js';

export interface LinesInput {
  page: Page;
  text: readonly TextRun[];
  turned: readonly TextRun[];
  tables: readonly TableRegion[];
}

export interface PageLines {
  /** From the top. */
  lines: Line[];
  /** Lines whose text runs in another direction than the page's: stamps, labels of axes. */
  asides: Line[];
  /** Printed numbers of lines, which are no text. */
  lineNumbers: string[];
  /** Ids of the lines in drawn tables. */
  inTables: number[];
  /** Numbers or characters were taken out or bullets put in: drawn tables have to be found anew. */
  textChanged: boolean;
}

export function linesOfPage({ page, text, turned, tables }: LinesInput): PageLines {
  const cells = new Set(tables.flatMap(({ runs }) => runs));
  const free = text.filter(({ id }) => !cells.has(id));
  const numbers = findLineNumbers(free, page.number);
  const signs = captionSigns(free, page.number);
  const kept = numbers.size + signs.size === 0 ? text : text.filter((run) => !numbers.has(run) && !signs.has(run));
  const dots = drawnBullets(page, kept);
  const boxes = drawnCheckBoxes(page, kept, page.runs.length + (page.dots?.length ?? 0) + page.images.length);
  const bullets = [...dots, ...boxes];
  const lines = buildLines(page, [...kept, ...bullets]);
  return {
    lines,
    asides: asideLines(
      page,
      turned.filter(({ id }) => !cells.has(id)),
    ),
    lineNumbers: [...numbers].map((run) => run.text),
    inTables: lines.filter((line) => line.runs.every((run) => cells.has(run.id))).map(({ id }) => id),
    textChanged: numbers.size + signs.size + bullets.length > 0,
  };
}
