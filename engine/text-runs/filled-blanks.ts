/** Blanks of forms that were filled in: underscores under the text that is written on them are a line and no text. */
import { holdsCentre } from '../geometry.js';
import type { TextRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { firstFrom } from '../text/from-baseline.js';

const BLANK = /^_{3,}$/u;
/** In font sizes: text that is written on a blank stands so far above its baseline or below at the most. */
const ON_LINE = 0.6;
/** Words that are looked at for one blank. It bounds the work on pages made to be slow. */
const MOST_NEAR = 200;

export interface BlankToFill {
  page: number;
  blank: TextRun;
  /** What is written on it. */
  words: readonly TextRun[];
}

export const FILLED_BLANK: DecisionTable<BlankToFill, 'line' | 'text'> = {
  name: 'filled-blank',
  rules: [
    {
      name: 'written-on',
      why: 'The middle of a word lies on the underscores: they are the line that it is written on.',
      test: ({ words }) => (words.length > 0 ? 'line' : null),
    },
  ],
  otherwise: 'text',
  subject: ({ page, blank: { box, text } }) => ({ page, box, text }),
  numbers: ({ words }) => ({ words: words.length }),
};

/** The runs without the blanks that are filled in. */
export function withoutFilledBlanks(runs: readonly TextRun[], page: number): readonly TextRun[] {
  const blanks = runs.filter(({ text }) => BLANK.test(text));
  if (blanks.length === 0) return runs;
  const words = runs.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).sort((a, b) => a.baseline - b.baseline);
  const filled = new Set(
    blanks.filter((blank) => {
      const [from, to] = [blank.baseline - ON_LINE * blank.size, blank.baseline + ON_LINE * blank.size];
      const first = firstFrom(words, from);
      const near = words.slice(first, Math.min(first + MOST_NEAR, firstFrom(words, to)));
      const row = { ...blank.box, y0: from - blank.size, y1: to + blank.size };
      return decide(FILLED_BLANK, { page, blank, words: near.filter(({ box }) => holdsCentre(row, box)) }) === 'line';
    }),
  );
  return filled.size === 0 ? runs : runs.filter((run) => !filled.has(run));
}
