/**
 * Text that is struck out: a line is drawn through the middle of its words, by its author or by a reader's mark, which
 * pdf.js draws as well. Contracts on printed forms are made that way: what is struck out is not agreed. The words keep
 * their place and say that they are struck; the line rules nothing, and goes.
 */
import { overlap, unionBox } from '../geometry.js';
import type { Box, Page, TextRun } from '../model.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import { firstFrom } from '../text/from-baseline.js';

/** In font sizes above the baseline: the middle of letters. Underlines lie below it, lines between rows far above. */
const LOWEST = 0.14;
const HIGHEST = 0.45;
/** Share of a word's width that its line covers; of words joined by a slash ("Owners/Charterers") each is looked at. */
const COVERED = 0.85;
/** In font sizes: a line reaches this far beyond its words at the most, over the space behind them. */
const BEYOND = 0.5;
/** In font sizes: thicker ones are bars. */
const THICKEST = 0.2;
/** In font sizes: words of one line stand no further apart, a number and its clause's title included; cells do. */
const APART = 5;
/** In points: pieces of one line, drawn word by word, differ in height and stand apart by less. */
const SAME_HEIGHT = 0.3;
const PIECE_GAP = 1;
/** Words joined by slashes, but no address in the net. */
const JOINED = /^(?!.*:\/\/)[\p{Script=Latin}\p{N}*().,-]+(?:\/[\p{Script=Latin}\p{N}*().,-]+)+$/u;
/** A part of them that is told apart: the ends of shorter ones ("m/s", "12/05") are too uncertain. */
const WORD = /\p{L}{3}/u;
/** Usual widths of letters, in that of a small one; all others have that. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[mwMW]/, 1.6],
  [/[iljI.,()/-]/, 0.55],
  [/[frt]/, 0.7],
  [/\p{Lu}/u, 1.3],
];
/** Words that are looked at for one line. It bounds the work on pages made to be slow. */
const MOST_WORDS = 1_000;

export interface LineThroughText {
  page: number;
  line: Box;
  /** Words that it goes through at the height of their middle, from the left. */
  words: readonly TextRun[];
  /** All words on it, raised and lowered ones and those that it covers in part included, from left to right. */
  reach: { x0: number; x1: number };
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
      test: ({ line, words, reach }) => {
        const most = BEYOND * sizeOf(words);
        return refusedIf(reach.x0 - line.x0 > most || line.x1 - reach.x1 > most);
      },
    },
    {
      name: 'through-cells',
      why: 'A line that strikes words out has words all along; one through texts that stand apart is of a table.',
      test: ({ words }) =>
        refusedIf(words.some(({ box, size }, i) => i > 0 && box.x0 - words[i - 1]!.box.x1 > APART * size)),
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

/**
 * The page with its struck-out words marked, and without the lines through them.
 *
 * @param mirrored on such a page the letters of a word do not stand in their order: words that are joined stay whole.
 */
export function withStruckText(page: Page, { mirrored = false } = {}): Page {
  const levels = page.rules.filter(({ orientation }) => orientation === 'horizontal').map(({ box }) => box);
  if (levels.length === 0) return page;
  const words = page.runs.filter((run) => run.rotation === 0 && !run.invisible).sort((a, b) => a.baseline - b.baseline);
  const largest = words.reduce((most, { size }) => Math.max(most, size), 0);
  const struck = new Set<TextRun>();
  const lines = new Set<Box>();
  const parts = mirrored ? () => [] : partsFinder(page);
  for (const pieces of linesOf(levels)) {
    const line = unionBox(pieces);
    const y = (line.y0 + line.y1) / 2;
    const first = firstFrom(words, y - largest);
    const last = Math.min(first + MOST_WORDS, firstFrom(words, y + largest));
    const near = words.slice(first, last).filter(({ box }) => overlap(line.x0, line.x1, box.x0, box.x1) > 0);
    const through = near
      .flatMap((word) =>
        isThrough(line, word) ? [word] : parts(word).filter((part) => isThrough(line, part) && WORD.test(part.text)),
      )
      .sort((a, b) => a.box.x0 - b.box.x0);
    if (through.length === 0) continue;
    const onLine = near.filter(
      (word) => word.box.y0 < y && word.box.y1 > y && !parts(word).some((part) => through.includes(part)),
    );
    const reach = unionBox([...through, ...onLine].map(({ box }) => box));
    if (decide(STRUCK, { page: page.number, line, words: through, reach }) !== 'struck') continue;
    for (const word of through) struck.add(word);
    for (const piece of pieces) lines.add(piece);
  }
  if (struck.size === 0) return page;
  return {
    ...page,
    runs: page.runs
      .flatMap((run) => (!struck.has(run) && parts(run).some((part) => struck.has(part)) ? parts(run) : [run]))
      .map((run) => (struck.has(run) ? { ...run, struck: true } : run)),
    rules: page.rules.filter(({ box }) => !lines.has(box)),
  };
}

/** Finds the words and slashes of a run in which slashes join words, as runs with numbers of their own; always the same of one run. */
function partsFinder({ runs, fonts }: Page): (run: TextRun) => readonly TextRun[] {
  const found = new Map<TextRun, TextRun[]>();
  let nextId = runs.reduce((most, { id }) => Math.max(most, id), -1) + 1;
  return (run) => {
    if (!run.text.includes('/') || !JOINED.test(run.text)) return [];
    const known = found.get(run);
    if (known) return known;
    const isMono = fonts[run.font]?.mono === true;
    const [texts, { space, ...rest }] = [run.text.split(/(?<=\/)|(?=\/)/), run];
    const widths = texts.map((text) => widthOf(text, isMono));
    const scale = (run.box.x1 - run.box.x0) / widths.reduce((sum, width) => sum + width, 0);
    let x1 = run.box.x0;
    const parts = texts.map((text, i): TextRun => {
      const x0 = x1;
      x1 = i === texts.length - 1 ? run.box.x1 : x0 + widths[i]! * scale;
      const own = i === 0 ? { ...(space && { space }) } : { id: nextId++ };
      return { ...rest, ...own, text, box: { ...run.box, x0, x1 } };
    });
    found.set(run, parts);
    return parts;
  };
}

/** In widths of a small letter, as fonts usually have them. */
function widthOf(text: string, isMono: boolean): number {
  if (isMono) return text.length;
  return text.split('').reduce((sum, letter) => sum + (WIDTHS.find(([kind]) => kind.test(letter))?.[1] ?? 1), 0);
}

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
