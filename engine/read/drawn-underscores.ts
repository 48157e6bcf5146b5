/**
 * Underscores that are drawn: TeX's older fonts have none, and "\_" draws a short line on the baseline between the letters
 * of "read_file". Without it names of files and functions fall apart in two words.
 */
import type { Box, ParsedRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { firstFrom } from '../text/from-baseline.js';
import { roundBox } from './matrix.js';

/** In font sizes: the line is 0.3 em of its font long, and fonts differ in what an em is of their size. */
const LENGTH = { least: 0.25, most: 0.4 };
/** In font sizes: how far its lower side may be off the baseline. */
const OFF_BASELINE = 0.1;
/** In font sizes: the letters before it are 0.06 em away, those behind it touch it. */
const BEFORE = { least: 0.02, most: 0.12 };
const BEHIND = { least: -0.05, most: 0.05 };
/** In points: lines of one height, as those of "__init__" are. */
const SAME_HEIGHT = 0.1;
/** In points: baselines of letters that are looked at for a line. */
const REACH = 3;
/** Underscores that end a word, and what a word ends in. */
const MOST_AT_END = 2;
const WORD_END = /[\p{L}\d]$/u;
/** Runs on about one baseline. It bounds the work on pages made to be slow. */
const MOST_NEAR = 300;

interface Range {
  least: number;
  most: number;
}

export interface DrawnUnderscore {
  page: number;
  /** One line, or several that follow each other closely. */
  lines: readonly Box[];
  /** The word that ends before it, and the one that begins behind it, drawn without a space. */
  left: ParsedRun | undefined;
  right: ParsedRun | undefined;
  /** A word is drawn above the line. */
  isBelowWord: boolean;
}

export const DRAWN_UNDERSCORE: DecisionTable<DrawnUnderscore, 'underscore' | 'line'> = {
  name: 'drawn-underscore',
  rules: [
    {
      name: 'below-a-word',
      why: 'A line under letters underlines them.',
      test: ({ isBelowWord }) => (isBelowWord ? 'line' : null),
    },
    {
      name: 'touches-the-letters-behind',
      why: 'TeX draws the letters behind its underscore without any gap, as no line to write on has them.',
      test: ({ right }) => (right ? 'underscore' : null),
    },
    {
      name: 'ends-a-word',
      why: 'One or two behind the last letter of a word, as far away as TeX draws it: more are a line to write on.',
      test: ({ left, lines }) =>
        left && lines.length <= MOST_AT_END && WORD_END.test(left.text) ? 'underscore' : null,
    },
  ],
  otherwise: 'line',
  subject: ({ page, lines, left, right }) => ({
    page,
    box: lines[0]!,
    text: `${left?.text ?? ''}${'_'.repeat(lines.length)}${right?.text ?? ''}`,
  }),
  numbers: ({ lines }) => ({ lines: lines.length, lengthInPoints: lines[0]!.x1 - lines[0]!.x0 }),
};

/** The runs with an underscore for each short line that is one. @param dashes short level lines of the page, in any order */
export function withDrawnUnderscores(runs: ParsedRun[], dashes: readonly Box[], page: number): ParsedRun[] {
  if (dashes.length === 0) return runs;
  const level = runs.filter(({ rotation }) => rotation === 0).sort((a, b) => a.baseline - b.baseline);
  const before = new Map<ParsedRun, ParsedRun>();
  const behind = new Map<ParsedRun, ParsedRun>();
  for (const lines of chainsOf(dashes)) {
    const found = underscoreOf(lines, level);
    if (!found || decide(DRAWN_UNDERSCORE, { page, ...found }) === 'line') continue;
    const { left, right } = found;
    if (left) behind.set(left, underscores(left, lines));
    else before.set(right!, underscores(right!, lines));
  }
  if (before.size + behind.size === 0) return runs;
  return runs.flatMap((run) => [before.get(run), run, behind.get(run)].filter((one) => one !== undefined));
}

/** Lines that follow each other on one height as closely as letters. */
function chainsOf(dashes: readonly Box[]): Box[][] {
  const chains: Box[][] = [];
  for (const dash of dashes.toSorted((a, b) => heightOf(a) - heightOf(b) || a.x0 - b.x0)) {
    const chain = chains.at(-1);
    const last = chain?.at(-1);
    const gap = last ? (dash.x0 - last.x1) / (last.x1 - last.x0) : 0;
    const isNext = last !== undefined && Math.abs(dash.y0 - last.y0) < SAME_HEIGHT && isIn(gap, GAP_IN_LENGTHS);
    if (isNext) chain!.push(dash);
    else chains.push([dash]);
  }
  return chains;
}

/** Which of the heights that count as one a line has. */
const heightOf = ({ y0 }: Box): number => Math.round(y0 / SAME_HEIGHT);

/** In lengths of a line. */
const GAP_IN_LENGTHS: Range = { least: BEFORE.least / LENGTH.most, most: BEFORE.most / LENGTH.least };

const isIn = (value: number, { least, most }: Range): boolean => value >= least && value <= most;

/** The lines with the words beside them; null where no word is near whose letters they are as long as underscores of. */
function underscoreOf(lines: readonly Box[], level: readonly ParsedRun[]): Omit<DrawnUnderscore, 'page'> | null {
  const [first, last] = [lines[0]!, lines.at(-1)!];
  const [from, to] = [firstFrom(level, first.y1 - REACH), firstFrom(level, first.y1 + REACH)];
  if (to - from > MOST_NEAR) return null;
  const fitting = level.slice(from, to).filter(({ size, baseline }) => {
    const isOnBaseline = Math.abs(first.y1 - baseline) <= OFF_BASELINE * size;
    return isOnBaseline && isIn((first.x1 - first.x0) / size, LENGTH);
  });
  const left = fitting.find(({ box, size }) => isIn((first.x0 - box.x1) / size, BEFORE));
  const right = fitting.find(({ box, size, space }) => !space && isIn((box.x0 - last.x1) / size, BEHIND));
  const middle = (first.x0 + first.x1) / 2;
  // a line below a space touches the word before it, from which TeX keeps its underscores away
  const isBelowWord = level
    .slice(from, to)
    .some(({ box, size }) => box.x0 < middle && box.x1 > Math.min(middle, first.x0 - BEFORE.least * size));
  return left || right ? { lines, left, right, isBelowWord } : null;
}

/** Underscores in the type of the word beside them. */
function underscores(word: ParsedRun, lines: readonly Box[]): ParsedRun {
  const box = roundBox({ ...word.box, x0: lines[0]!.x0, x1: lines.at(-1)!.x1 });
  const run = { ...word, text: '_'.repeat(lines.length), box };
  delete run.space;
  return run;
}
