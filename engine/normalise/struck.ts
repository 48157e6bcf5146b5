/**
 * Text that is struck out: a line is drawn through the middle of its words, by its author or by a reader's mark, which
 * pdf.js draws as well. Contracts on printed forms are made that way: what is struck out is not agreed. The words keep
 * their place and say that they are struck; the line rules nothing, and goes.
 */
import { BoxIndex } from '../box-index.js';
import { overlap } from '../geometry.js';
import type { Box, Page, TextRun } from '../model.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';

/** In font sizes above the baseline: the middle of letters. Underlines lie below it, lines between rows far above. */
const LOWEST = 0.14;
const HIGHEST = 0.45;
/** Share of a word's width that its line covers. */
const COVERED = 2 / 3;
/** In font sizes: a line reaches this far beyond its words at the most, over the space behind them. */
const BEYOND = 0.5;
/** In font sizes: thicker ones are bars. */
const THICKEST = 0.2;
/** Share of the line's length that its words have. */
const FULL = 0.6;
/** In points: pieces of one line, drawn word by word, differ in height and stand apart by less. */
const SAME_HEIGHT = 0.3;
const PIECE_GAP = 1;
const HAIR = 0.05;
/** Words that are looked at for one line. It bounds the work on pages made to be slow. */
const MOST_WORDS = 200;

export interface LineThroughText {
  page: number;
  line: Box;
  /** Words that it goes through at the height of their middle, from the left. */
  words: readonly TextRun[];
}

export const STRUCK: DecisionTable<LineThroughText, 'struck' | 'refused'> = {
  name: 'struck-out',
  rules: [
    {
      name: 'no-word',
      why: 'A line through dashes or dots alone is a leader, or a part of them.',
      test: ({ words }) => refusedIf(!words.some(({ text }) => /[\p{L}\p{N}]/u.test(text))),
    },
    {
      name: 'bar',
      why: 'A thick line is a bar: of a chart, or one that blacks out.',
      test: ({ line, words }) => refusedIf(line.y1 - line.y0 > THICKEST * sizeOf(words)),
    },
    {
      name: 'longer-than-the-words',
      why: 'Lines of forms, tables and charts go on where the words that were written over them end.',
      test: ({ line, words }) => {
        const most = BEYOND * sizeOf(words);
        return refusedIf(words[0]!.box.x0 - line.x0 > most || line.x1 - words.at(-1)!.box.x1 > most);
      },
    },
    {
      name: 'few-words-along-it',
      why: 'A line that strikes words out has words nearly all along.',
      test: ({ line, words }) =>
        refusedIf(words.reduce((sum, { box }) => sum + box.x1 - box.x0, 0) < FULL * (line.x1 - line.x0)),
    },
    {
      name: 'through-the-middle',
      why: 'A line as long as the words and through their middle strikes them out.',
      test: () => 'struck',
    },
  ],
  otherwise: 'refused',
  subject: ({ page, line, words }) => ({ page, box: line, text: words.map(({ text }) => text).join(' ') }),
  numbers: ({ line, words }) => ({ words: words.length, lengthInSizes: (line.x1 - line.x0) / sizeOf(words) }),
};

const sizeOf = (words: readonly TextRun[]): number => Math.max(...words.map(({ size }) => size));

/** The page with its struck-out words marked, and without the lines through them. */
export function withStruckText(page: Page): Page {
  const levels = page.rules.filter(({ orientation }) => orientation === 'horizontal').map(({ box }) => box);
  if (levels.length === 0) return page;
  const words = new Map(page.runs.flatMap((run) => (run.rotation === 0 && !run.invisible ? [[run.box, run]] : [])));
  const index = new BoxIndex([...words.keys()]);
  const struck = new Set<TextRun>();
  const lines = new Set<Box>();
  for (const pieces of linesOf(levels)) {
    const line = { ...pieces[0]!, x1: Math.max(...pieces.map(({ x1 }) => x1)) };
    const through = index
      .touching(visible(line), MOST_WORDS)
      .map((box) => words.get(box)!)
      .filter((word) => isThrough(line, word))
      .sort((a, b) => a.box.x0 - b.box.x0);
    if (through.length === 0 || decide(STRUCK, { page: page.number, line, words: through }) !== 'struck') continue;
    for (const word of through) struck.add(word);
    for (const piece of pieces) lines.add(piece);
  }
  if (struck.size === 0) return page;
  return {
    ...page,
    runs: page.runs.map((run) => (struck.has(run) ? { ...run, struck: true } : run)),
    rules: page.rules.filter(({ box }) => !lines.has(box)),
  };
}

/** A hairline has no height, and touches nothing. */
const visible = (line: Box): Box => ({ ...line, y0: line.y0 - HAIR, y1: line.y1 + HAIR });

/** Level lines whose pieces touch, or nearly, each from the left. */
function linesOf(boxes: readonly Box[]): Box[][] {
  const lines: Box[][] = [];
  for (const row of rowsOf(boxes)) {
    let end = -Infinity;
    for (const box of row.sort((a, b) => a.x0 - b.x0)) {
      if (box.x0 - end > PIECE_GAP) lines.push([box]);
      else lines.at(-1)!.push(box);
      end = Math.max(end, box.x1);
    }
  }
  return lines;
}

function rowsOf(boxes: readonly Box[]): Box[][] {
  const rows: Box[][] = [];
  for (const box of [...boxes].sort((a, b) => a.y0 - b.y0)) {
    const row = rows.at(-1);
    if (row && box.y0 - row[0]!.y0 < SAME_HEIGHT) row.push(box);
    else rows.push([box]);
  }
  return rows;
}

function isThrough(line: Box, { box, baseline, size }: TextRun): boolean {
  const above = (baseline - (line.y0 + line.y1) / 2) / size;
  return (
    above >= LOWEST && above <= HIGHEST && overlap(line.x0, line.x1, box.x0, box.x1) >= COVERED * (box.x1 - box.x0)
  );
}
