/**
 * Letters that are lowered a little, or smaller and raised, and drawn into the letters on both sides of them, as the E and the
 * A of LaTeX's name are. They come to the baseline of their word: they are no scripts, and some faces lower them by more than
 * words of one line may differ.
 */
import type { Page, TextRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { firstFrom } from '../text/from-baseline.js';

const CAPITAL = /^\p{Lu}$/u;
/** In font sizes of its neighbours: how far below their baseline a letter of their size stands, and how far above it a smaller one. */
const DROP = { least: 0.2, most: 0.35 };
const RISE = { least: 0.1, most: 0.35 };
/** Share of its neighbours' size that a raised letter has. */
const SMALLER = { least: 0.6, most: 0.9 };
/** In font sizes of a neighbour: how far it reaches into the box of the letter. */
const OVERLAP = { least: 0.05, most: 0.45 };
/** Runs on about one baseline. */
const MOST_NEAR = 300;
/** Share by which sizes of type may differ. */
const SAME_SIZE = 0.05;

export interface KernedLetter {
  page: number;
  letter: TextRun;
  /** Those that reach into its box from the left and from the right. */
  left: TextRun | undefined;
  right: TextRun | undefined;
}

export const KERNED_LETTER: DecisionTable<KernedLetter, 'level' | 'stays'> = {
  name: 'kerned-letter',
  rules: [
    {
      name: 'drawn-into-both-neighbours',
      why: 'Letters of one word reach into the box of the lowered or raised one from both sides, as words of two lines never do.',
      test: ({ left, right }) => (left && right ? 'level' : null),
    },
  ],
  otherwise: 'stays',
  subject: ({ page, letter: { box, text } }) => ({ page, box, text }),
  numbers: ({ letter, left }) => ({ dropInSizes: left ? (letter.baseline - left.baseline) / left.size : 0 }),
};

/** The runs with such letters on the baselines of their words. */
export function withLevelLetters(runs: readonly TextRun[], page: Page): readonly TextRun[] {
  const letters = runs.filter(({ text }) => CAPITAL.test(text));
  if (letters.length === 0) return runs;
  const sorted = runs.toSorted((a, b) => a.baseline - b.baseline);
  const changed = new Map<TextRun, TextRun>();
  for (const letter of letters) {
    const { box } = letter;
    for (const near of neighbours(letter, sorted)) {
      const left = near.find((run) => run.box.x0 < box.x0 && isWithin((run.box.x1 - box.x0) / run.size, OVERLAP));
      const right = near.find((run) => run.box.x1 > box.x1 && isWithin((box.x1 - run.box.x0) / run.size, OVERLAP));
      // hardly a capital that stands alone is lowered or raised
      if (!left && !right) continue;
      if (decide(KERNED_LETTER, { page: page.number, letter, left, right }) === 'stays') continue;
      const { size, baseline } = left!;
      changed.set(letter, { ...letter, size, baseline, box: { ...box, y0: left!.box.y0, y1: left!.box.y1 } });
    }
  }
  return changed.size === 0 ? runs : runs.map((run) => changed.get(run) ?? run);
}

/** What stands on a baseline that the letter is lowered from, and what does on one that it is raised from. */
function neighbours(letter: TextRun, sorted: readonly TextRun[]): TextRun[][] {
  const { size, baseline } = letter;
  const bands = [
    [baseline - DROP.most * size * (1 + SAME_SIZE), baseline - DROP.least * size * (1 - SAME_SIZE)],
    [baseline + (RISE.least / SMALLER.most) * size, baseline + (RISE.most / SMALLER.least) * size],
  ];
  return bands.map(([top, bottom]) => {
    const [from, to] = [firstFrom(sorted, top!), firstFrom(sorted, bottom!)];
    // no line has as many words: on a page that is made of single letters they would be compared with each other
    return to - from > MOST_NEAR ? [] : sorted.slice(from, to).filter((run) => isOff(letter, run));
  });
}

const isWithin = (value: number, { least, most }: { least: number; most: number }): boolean =>
  value > least && value < most;

/** Whether a letter is lowered in type of the size of a neighbour, or raised in smaller type. */
function isOff(letter: TextRun, neighbour: TextRun): boolean {
  const drop = (letter.baseline - neighbour.baseline) / neighbour.size;
  const share = letter.size / neighbour.size;
  return (
    (Math.abs(share - 1) <= SAME_SIZE && isWithin(drop, DROP)) || (isWithin(share, SMALLER) && isWithin(-drop, RISE))
  );
}
