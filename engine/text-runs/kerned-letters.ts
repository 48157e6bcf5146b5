/**
 * Letters that are lowered a little and drawn into the letters on both sides of them, as the E of TeX's name is. They come to
 * the baseline of their word: some faces lower them by more than words of one line may differ.
 */
import type { Page, TextRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { firstFrom } from '../text/from-baseline.js';

const CAPITAL = /^\p{Lu}$/u;
/** In font sizes: how far below the baseline of its neighbours such a letter stands. */
const LEAST_DROP = 0.2;
const MOST_DROP = 0.35;
/** In font sizes: how far a neighbour reaches into its box. */
const LEAST_OVERLAP = 0.05;
const MOST_OVERLAP = 0.35;
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
      why: 'Letters of one size on both sides reach into the box of the lowered one, as words of two lines never do.',
      test: ({ left, right }) => (left && right ? 'level' : null),
    },
  ],
  otherwise: 'stays',
  subject: ({ page, letter: { box, text } }) => ({ page, box, text }),
  numbers: ({ letter, left }) => ({ dropInSizes: left ? (letter.baseline - left.baseline) / letter.size : 0 }),
};

/** The runs with such letters on the baselines of their words. */
export function withLevelLetters(runs: readonly TextRun[], page: Page): readonly TextRun[] {
  const letters = runs.filter(({ text }) => CAPITAL.test(text));
  if (letters.length === 0) return runs;
  const sorted = runs.toSorted((a, b) => a.baseline - b.baseline);
  const changed = new Map<TextRun, TextRun>();
  for (const letter of letters) {
    const { size, baseline, box } = letter;
    const above = sorted
      .slice(firstFrom(sorted, baseline - MOST_DROP * size), firstFrom(sorted, baseline - LEAST_DROP * size))
      .filter((run) => Math.abs(run.size - size) <= SAME_SIZE * size);
    const reaches = (overlap: number): boolean => overlap > LEAST_OVERLAP * size && overlap < MOST_OVERLAP * size;
    const left = above.find((run) => run.box.x0 < box.x0 && reaches(run.box.x1 - box.x0));
    const right = above.find((run) => run.box.x1 > box.x1 && reaches(box.x1 - run.box.x0));
    // hardly a capital that stands alone is lowered
    if (!left && !right) continue;
    if (decide(KERNED_LETTER, { page: page.number, letter, left, right }) === 'stays') continue;
    const drop = baseline - left!.baseline;
    changed.set(letter, {
      ...letter,
      baseline: left!.baseline,
      box: { ...box, y0: box.y0 - drop, y1: box.y1 - drop },
    });
  }
  return changed.size === 0 ? runs : runs.map((run) => changed.get(run) ?? run);
}
