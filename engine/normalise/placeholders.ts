/**
 * Placeholders: white type where a logo is painted, as the layout programs of journals leave it ("a1111111111", five times).
 * What is painted there is not white everywhere, so that reading does not take it for white on white.
 */
import { unionBox } from '../geometry.js';
import type { ParsedPage, ParsedRun } from '../model.js';
import { isWhite } from '../read/sight.js';
import { decide, type DecisionTable } from '../rules.js';

/** One character many times, behind a letter at most: no word and no number. */
const FILLING = /^\p{L}?([\p{L}\p{N}])\1{5,}$/u;
/** Times that a placeholder stands on its page at least. */
const LEAST_TIMES = 3;

/** White words of a page that are the same. */
export interface RepeatedWord {
  page: number;
  runs: readonly ParsedRun[];
}

export const PLACEHOLDER: DecisionTable<RepeatedWord, 'placeholder' | 'text'> = {
  name: 'placeholder',
  rules: [
    {
      name: 'once-or-twice',
      why: 'A single number of one digit throughout, in white on a dark area, may be a value.',
      test: ({ runs }) => (runs.length < LEAST_TIMES ? 'text' : null),
    },
    {
      name: 'filling',
      why: 'The same in white, again and again, of one character throughout fills the place of something else.',
      test: ({ runs }) => (runs.every(({ text }) => FILLING.test(text)) ? 'placeholder' : null),
    },
  ],
  otherwise: 'text',
  subject: ({ page, runs }) => ({ page, box: unionBox(runs.map(({ box }) => box)), text: runs[0]!.text }),
  numbers: ({ runs }) => ({ times: runs.length }),
};

/** The pages with placeholders marked as text that nobody sees. */
export function withPlaceholdersHidden(pages: readonly ParsedPage[]): readonly ParsedPage[] {
  return pages.map((page) => {
    const filling = page.runs.filter(
      ({ text, color, invisible }) => !invisible && isWhite(color) && FILLING.test(text),
    );
    if (filling.length === 0) return page;
    const found = new Set(
      [...Map.groupBy(filling, ({ text }) => text).values()]
        .filter((runs) => decide(PLACEHOLDER, { page: page.number, runs }) === 'placeholder')
        .flat(),
    );
    if (found.size === 0) return page;
    const hidden = (run: ParsedRun): ParsedRun => (found.has(run) ? { ...run, invisible: true, covered: true } : run);
    return { ...page, runs: page.runs.map(hidden) };
  });
}
