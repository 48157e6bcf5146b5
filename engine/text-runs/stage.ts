/**
 * The runs that are the page's text: what a reader sees, labels of figures aside, with bullets and drop capitals brought to
 * their lines. Text that runs in other directions is kept apart.
 */
import type { FigureRegion } from '../figures/figures.js';
import type { Page, ParsedPage, TextRun } from '../model.js';
import { readableRuns } from '../normalise/upright.js';
import { withSignsAtAmounts } from './amount-signs.js';
import { levelBullets } from './bullets.js';
import { levelDropCapitals } from './drop-capitals.js';
import { withFractions } from './fractions.js';
import { withLevelSymbols } from './hanging-signs.js';
import { withLevelLetters } from './kerned-letters.js';
import { withoutFilledBlanks } from './filled-blanks.js';
import { withLetterBullets } from './letter-bullets.js';
import { withMiddleDots } from './middle-dots.js';
import { withoutLeaders } from './leaders.js';
import { withoutOrnaments } from './ornaments.js';

export interface TextRunsInput {
  pages: readonly { parsed: ParsedPage; page: Page; figures: readonly FigureRegion[] }[];
}

export interface PageText {
  /** Runs that are written from left to right. */
  text: readonly TextRun[];
  /** Runs in other directions. */
  turned: readonly TextRun[];
}

export function textRuns({ pages }: TextRunsInput): { pages: PageText[] } {
  // hardly a document has drop capitals
  let known: Set<string> | null = null;
  const words = (): Set<string> => (known ??= wordsOf(pages.map(({ parsed }) => parsed)));
  return {
    pages: pages.map(({ page, figures }) => {
      const labels = new Set(figures.flatMap(({ runs }) => runs));
      const readable = readableRuns(page).filter(({ id }) => !labels.has(id));
      const upright = readable.filter((run) => run.rotation === 0);
      const text = withoutFilledBlanks(withoutLeaders(withoutOrnaments(upright, page), page), page.number);
      const level = withSignsAtAmounts(withLevelSymbols(withFractions(withLevelLetters(text, page), page), page), page);
      return {
        text: levelDropCapitals(levelBullets(withMiddleDots(withLetterBullets(level, page), page)), {
          page: page.number,
          words,
        }),
        turned: readable.filter((run) => run.rotation !== 0),
      };
    }),
  };
}

/** The document's words, lower case. */
function wordsOf(pages: readonly ParsedPage[]): Set<string> {
  return new Set(pages.flatMap(({ runs }) => runs.map(({ text }) => text.toLowerCase().replace(/[^\p{L}]+$/u, ''))));
}
