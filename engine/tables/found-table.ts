/** Table blocks: made of a grid and the text in its cells. */
import { buildLines, type Line } from '../text/line.js';
import { beginsLowerCase } from '../text-rules.js';
import { lineSpans, append } from '../text/spans.js';
import { beginsWide, endsWide, isInSpacedWords } from '../text/wide.js';
import type { Block, Span, TableBlock, TableCell } from '../block-model.js';
import type { Box, ParsedPage, TextRun } from '../model.js';
import { overlap, unionBox } from '../geometry.js';
import { trustIn } from './confidence.js';
import type { ColumnExtent, FilledGrid } from './filled-grid.js';
import { gridBox } from './grid.js';
import type { Header } from './header.js';
import { measure } from './measures.js';

/** A table with what joining its parts over pages needs to know. */
export interface FoundTable extends TableBlock {
  /** Column edges on the page. */
  xs: number[];
  /** Columns that are drawn and have no text on the page: they are no columns of its rows. */
  emptyColumns?: ColumnExtent[];
  /** Whether its header rows are marked as such (bold, shaded, ruled off), not just taken for one. */
  headed: boolean;
  /** Column edges lie somewhere between the texts, as nothing is drawn. */
  loose?: boolean;
  /** One row alone: a table only as a part of another. */
  partial: boolean;
}

/** Column edges of the table as drawn, those of columns without text included. */
export const edgesAsDrawn = ({ xs, emptyColumns = [] }: Pick<FoundTable, 'xs' | 'emptyColumns'>): number[] =>
  [...xs, ...emptyColumns.map(({ x0 }) => x0)].sort((a, b) => a - b);

/** What was found in an area of a page, in the order to read, and the text that is in it. */
export interface TableRegion {
  box: Box;
  blocks: Block[];
  /** Ids. */
  runs: number[];
}

/** Of the lower one's height: texts beside each other in a cell that share so much of it stand in one row. */
const SHARED_HEIGHT = 0.6;

/** UTF-16 units of a letter and a hyphen at most: of a long cell nothing else is looked at. */
const LETTER_AND_HYPHEN = 3;

/** The last word of a line: the number of a section behind its sign, the code of a country, or a year, each broken behind its hyphen. */
const HALF_SIGNED = /^(?:§+\d[\d.]*|\+\d{1,3})-$/u;
const HALF_SPAN = /^(?:19|20)\d{2}-$/u;
const YEAR = /^(?:19|20)\d{2}$/u;

/** A cell's text as one paragraph. */
function cellSpans(page: ParsedPage, runs: readonly TextRun[]): Span[] {
  const spans: Span[] = [];
  let above: Line | null = null;
  let joined = false;
  for (const line of inRows(buildLines({ number: page.number, fonts: page.fonts, rules: [] }, runs))) {
    const next = lineSpans(page, line);
    const last = spans.at(-1);
    const broken = last && /\p{L}-$/u.test(last.text.slice(-LETTER_AND_HYPHEN)) && beginsLowerCase(next[0]?.text ?? '');
    joined = above !== null && joinsUnspaced(above, line, joined);
    const close = broken || joined || isHalfNumber(last, next);
    if (broken) last.text = last.text.slice(0, -1);
    next.forEach((span, i) => append(spans, span, i === 0 && spans.length > 0 && !close));
    above = line;
  }
  return spans;
}

/**
 * Whether two lines of a script without spaces join. A label in two languages, one below the other, has a line for each, which
 * no space would set apart: text that wraps has both scripts within its lines, and below a filled line at most a short word of
 * the other, behind which it goes on.
 *
 * @param joined whether the line above joins the one above it so
 */
function joinsUnspaced(above: Line, line: Line, joined: boolean): boolean {
  if (beginsWide(line.text)) return joined || !isInSpacedWords(above.text);
  return endsWide(above.text) && !(isInSpacedWords(line.text) && widthOf(line.box) >= widthOf(above.box));
}

const widthOf = ({ x0, x1 }: Box): number => x1 - x0;

/**
 * Whether the next line holds the other half of a number that the last one ends in. Behind other numbers a hyphen may be a minus
 * ("Loss 1,250-") or a dash ("Room 3-"). Only the last word is looked at, as cells may be long.
 */
function isHalfNumber(last: Span | undefined, next: readonly Span[]): boolean {
  const [first] = next;
  if (!last?.text.endsWith('-') || !first) return false;
  const word = last.text.slice(last.text.lastIndexOf(' ') + 1);
  return (HALF_SIGNED.test(word) && /^\d/u.test(first.text)) || (HALF_SPAN.test(word) && isYear(next));
}

const isYear = (line: readonly Span[]): boolean => line.length === 1 && YEAR.test(line[0]!.text);

/** Those of one row from left to right: what was typed into a field stands a little above or below its label. */
function inRows(lines: readonly Line[]): Line[] {
  const rows: Line[][] = [];
  for (const line of lines) {
    const row = rows.at(-1);
    if (row?.every((other) => areBeside(other.box, line.box))) row.push(line);
    else rows.push([line]);
  }
  return rows.flatMap((row) => row.toSorted((a, b) => a.box.x0 - b.box.x0));
}

const areBeside = (a: Box, b: Box): boolean =>
  overlap(a.x0, a.x1, b.x0, b.x1) === 0 &&
  overlap(a.y0, a.y1, b.y0, b.y1) > SHARED_HEIGHT * Math.min(a.y1 - a.y0, b.y1 - b.y0);

/** The table block of a filled grid. */
export function tableBlock(page: ParsedPage, filled: FilledGrid, header: Header): FoundTable {
  const { grid, texts } = filled;
  const rows: TableCell[][] = grid.ys.slice(1).map(() => []);
  grid.cells.forEach((cell, i) => {
    const spans = cellSpans(page, texts[i]!);
    rows[cell.row]!.push({
      spans: cell.row < header.rows ? withoutBold(spans) : spans,
      ...(cell.colSpan > 1 ? { colSpan: cell.colSpan } : {}),
      ...(cell.rowSpan > 1 ? { rowSpan: cell.rowSpan } : {}),
      ...(texts[i]!.length > 0
        ? { source: [{ page: page.number, box: unionBox(texts[i]!.map((run) => run.box)) }] }
        : {}),
    });
  });
  return {
    kind: 'table',
    rows,
    headerRows: header.rows,
    trust: trustIn(measure(filled, header.rows)),
    source: [{ page: page.number, box: gridBox(grid) }],
    xs: grid.xs,
    headed: header.headed,
    partial: rows.length === 1,
  };
}

/** Header cells and labels are set in bold by whoever shows them: that they are bold in print says nothing more. */
export function withoutBold(spans: readonly Span[]): Span[] {
  const out: Span[] = [];
  for (const span of spans) {
    const plain = { ...span };
    delete plain.bold;
    append(out, plain, false);
  }
  return out;
}
