/**
 * Lines of one baseline within a column: they are one line however wide the gaps between them are, but for display type,
 * where a number or a date stands at the other end of a title's row.
 */
import { median } from '../geometry.js';
import { LARGER_THAN_BODY, MOSTLY } from '../measures.js';
import type { Page } from '../model.js';
import { captionOf } from '../text/captions.js';
import { decide, type DecisionTable } from '../rules.js';
import { areLevel, makeLine, type Line } from '../text/line.js';
import { regionOf } from './rows.js';

/** Longer lines are made to be slow: joined part by part, each would be made anew for each of its parts. */
const MOST_RUNS = 500;
/** In sizes of the larger type: no gap between words of a title is so wide. */
const TITLE_GAP = 4;
/** In font sizes: the lines of one title are no further apart. */
const TITLE_STEP = 1.4;
/** Type this many times as large as the other is no part of its line: the number of a chapter beside the title. */
const OTHER_SIZE = 1.5;
/** In sizes of the smaller type: from here on it stands beside the line; nearer it is a drop capital or a summation sign. */
const NUMBER_GAP = 2;
/** Letters with which a line is so much of the column's text that its size is one of the text. */
const LEAST_LETTERS = 20;

/** A page number of an entry of contents, alone on its part of the row. */
const PAGE_ALONE = /^\d{1,4}$/u;
/** Entries whose numbers end at one edge make a table of contents. */
const LEAST_ENTRIES = 3;
/** In points: right edges that differ by less are one. */
const RIGHT_EDGE_STEP = 4;

export interface RowParts {
  left: Line;
  right: Line;
  /** Usual size of the column's text, in points. */
  textSize: number;
  /** They are the first of the column. */
  opens: boolean;
  /** The right one is a page number at the edge at which those of other entries end. */
  endsEntry: boolean;
}

const larger = ({ left, right }: RowParts): number => Math.max(left.size, right.size);
const smaller = ({ left, right }: RowParts): number => Math.min(left.size, right.size);
const gap = ({ left, right }: RowParts): number => right.box.x0 - left.box.x1;

const apartIf = (condition: boolean): 'apart' | null => (condition ? 'apart' : null);

export const ROW_PARTS: DecisionTable<RowParts, 'one-line' | 'apart'> = {
  name: 'row-parts',
  rules: [
    {
      name: 'other-size',
      why: 'A large number with white space around it stands beside lines of its own: the number of a chapter.',
      test: (parts) => apartIf(larger(parts) > OTHER_SIZE * smaller(parts) && gap(parts) > NUMBER_GAP * smaller(parts)),
    },
    {
      name: 'bold-row-at-the-top',
      why: 'A row in bold type above everything else of its column has the title, the date and the issuer of the page.',
      test: (parts) => {
        const isBold = Math.min(parts.left.bold, parts.right.bold) > MOSTLY;
        return apartIf(parts.opens && isBold && gap(parts) > TITLE_GAP * larger(parts));
      },
    },
    {
      name: 'captions',
      why: 'Two captions belong to what stands below or above each of them.',
      test: ({ left, right }) => apartIf(captionOf(left.text) !== null && captionOf(right.text) !== null),
    },
    {
      name: 'page-of-an-entry',
      why: 'At the edge where several rows end in rising numbers, a number is the page of the entry that it stands beside.',
      test: ({ endsEntry }) => (endsEntry ? 'one-line' : null),
    },
    {
      name: 'ends-of-a-title-row',
      why: 'What stands at the other end of the row of a title is a number, a date or a place, and no word of it.',
      test: (parts) =>
        apartIf(parts.left.size > LARGER_THAN_BODY * parts.textSize && gap(parts) > TITLE_GAP * larger(parts)),
    },
  ],
  otherwise: 'one-line',
  subject: ({ left, right }) => regionOf([left, right]),
  numbers: (parts) => ({ gapInSizes: gap(parts) / larger(parts), sizeInTextSizes: parts.left.size / parts.textSize }),
};

/** The lines of a column, those of one baseline joined; those of a row that are not from left to right. */
export function joinRows(page: Page, lines: readonly Line[]): Line[] {
  const texts = lines.filter(({ blocks, text }) => !blocks && text.length >= LEAST_LETTERS);
  const textSize = median(texts.map(({ size }) => size));
  const isEntryPage = entryPages(lines);
  const joined: Line[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    if (!last || last.blocks || line.blocks || !areLevel(last, line) || last.runs.length >= MOST_RUNS) {
      if (continuesTitle(line, joined)) joined.splice(-1, 0, line);
      else joined.push(line);
      continue;
    }
    const [left, right] = last.box.x0 <= line.box.x0 ? [last, line] : [line, last];
    const opens = areLevel(joined[0]!, line);
    const verdict = decide(ROW_PARTS, {
      left,
      right,
      textSize: textSize || left.size,
      opens,
      endsEntry: isEntryPage(right),
    });
    if (verdict === 'one-line') joined[joined.length - 1] = makeLine(page, [...last.runs, ...line.runs]);
    else joined.splice(-1, 1, left, right);
  }
  return tallFirst(joined);
}

/** Whether a line is a page number alone that ends where those of at least two others end, and does not fall among them. */
function entryPages(lines: readonly Line[]): (line: Line) => boolean {
  const numbers = lines.filter(({ text, blocks }) => !blocks && PAGE_ALONE.test(text));
  if (numbers.length < LEAST_ENTRIES) return () => false;
  const edges = Map.groupBy(numbers, ({ box }) => Math.round(box.x1 / RIGHT_EDGE_STEP));
  const rising = [...edges.values()].filter(
    (some) =>
      some.length >= LEAST_ENTRIES && some.every(({ text }, i) => i === 0 || Number(text) >= Number(some[i - 1]!.text)),
  );
  const pages = new Set(rising.flat());
  return (line) => pages.has(line);
}

/** Below a title that the word at the other end of its row left no room, in the same type: it is read before that word. */
function continuesTitle({ box, baseline, size, bold, blocks }: Line, joined: readonly Line[]): boolean {
  const [title, label] = joined.slice(-2);
  if (!title || !label || blocks || title.blocks || !areLevel(title, label)) return false;
  const step = baseline - title.baseline;
  const isAlike = size === title.size && bold > MOSTLY === title.bold > MOSTLY;
  return isAlike && step > 0 && step < TITLE_STEP * size && box.x0 >= title.box.x0 - size && box.x1 < label.box.x0;
}

/** The lines, each much larger one before the lines that it reaches down beside: the number of a chapter, then its title. */
function tallFirst(lines: readonly Line[]): Line[] {
  const ordered: Line[] = [];
  for (const line of lines) {
    let at = ordered.length;
    while (at > 0 && !line.blocks && reachesDown(line, ordered[at - 1]!)) at -= 1;
    ordered.splice(at, 0, line);
  }
  return ordered;
}

/** A line of far larger type that begins no lower than the other, beside it. */
function reachesDown(tall: Line, { box, size, blocks }: Line): boolean {
  const isBeside = tall.box.x1 <= box.x0 || tall.box.x0 >= box.x1;
  const middle = (box.y0 + box.y1) / 2;
  return !blocks && isBeside && tall.size > OTHER_SIZE * size && tall.box.y0 < middle && tall.box.y1 > middle;
}
