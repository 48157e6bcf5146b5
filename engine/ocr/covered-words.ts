/**
 * Words that a picture was painted over: whether the page shows them all the same. A scan whose text lies beneath it shows
 * its words, and so does the picture of a logo that has its name under it; a photo or a plain block does not.
 *
 * Decided by looking at the page as it is painted, the cheapest way first:
 *   1. `COVERED_WORD`, of each word: is it painted after all, or is there nothing in its place that could be letters?
 *   2. `COVERED_LINE` (covered-lines.ts), of each line of those that are left: are its words among those that are recognised
 *      there?
 */
import type { ParsedPage, ParsedRun } from '../model.js';
import { recognitionNeed } from '../read/recognition-need.js';
import { decide, type DecisionTable } from '../rules.js';
import { lettersOf } from '../text/similarity.js';
import { greysIn, shareOfChange } from './bitmap.js';
import { placeOf, sightOfLines, type PaintedPage, type Sight } from './covered-lines.js';
import { recognisePage } from './recognise-page.js';

/** Share of a word's box that is painted otherwise without text: the thinnest word has more, the edge of a neighbour less. */
const LEAST_CHANGE = 0.02;
/** Letters that anyone can read differ by so much from what is behind them, of 255. */
const MIN_CONTRAST = 40;
/** Words under pictures, and pages that their boxes make together: more would take the time that a page has. */
const MOST_WORDS = 8_000;
const MOST_PAGES_OF_BOXES = 20;

interface CoveredWord {
  page: number;
  run: ParsedRun;
  /** Share of its box that is painted otherwise without text. */
  change: number;
  /** From the darkest to the brightest in its place, of 255. */
  contrast: number;
}

export const COVERED_WORD: DecisionTable<CoveredWord, Sight> = {
  name: 'covered-word',
  rules: [
    {
      name: 'painted-after-all',
      why: 'Without text the place looks otherwise: something of the picture is clear, or words are set on it.',
      test: ({ change }) => (change > LEAST_CHANGE ? 'seen' : null),
    },
    {
      name: 'one-colour',
      why: 'Nothing in the place of the word could be its letters.',
      test: ({ contrast }) => (contrast < MIN_CONTRAST ? 'unseen' : null),
    },
  ],
  otherwise: 'open',
  subject: ({ page, run }) => ({ page, box: run.box, text: run.text }),
  numbers: ({ change, contrast }) => ({ changedShare: change, contrastOf255: contrast }),
};

/**
 * The page without a mark at the words that can be seen, and with those that cannot marked as covered; words that keep
 * their mark are reported. It still says `covered_text`, by which it is known that its text was read before. Where that was
 * all covered, it is recognised from the picture.
 */
export function withoutCovered(page: ParsedPage, painted: PaintedPage): ParsedPage {
  const sight = sightOf(page, painted);
  const runs = page.runs.map((run): ParsedRun => {
    const seen = sight.get(run) ?? 'open';
    if (seen === 'open') return run;
    const { pictured: __, ...known } = run;
    return seen === 'seen' ? known : { ...known, invisible: true, covered: true };
  });
  const settled = { ...page, runs };
  const need = recognitionNeed(settled, 0);
  if (!need || need === 'covered_text') return settled;
  const hiddenWords = runs.filter(({ covered, text }) => covered && lettersOf(text) !== '').length;
  return {
    ...recognisePage(settled, painted.picture, painted.recogniser),
    needsRecognition: 'covered_text',
    ...(hiddenWords > 0 ? { hiddenWords } : {}),
  };
}

/** Nothing is reported of any word where there is too much to look at. */
function sightOf(page: ParsedPage, painted: PaintedPage): Map<ParsedRun, Sight> {
  const sight = new Map<ParsedRun, Sight>();
  const open: ParsedRun[] = [];
  const pictured = page.runs.filter((run) => run.pictured);
  if (isTooMuch(page, pictured)) return sight;
  for (const run of pictured) {
    const seen = decide(COVERED_WORD, { page: page.number, run, ...looksOf(run, painted) });
    sight.set(run, seen);
    if (seen === 'open') open.push(run);
  }
  for (const [run, seen] of sightOfLines(page, open, painted)) sight.set(run, seen);
  return sight;
}

function isTooMuch({ width, height }: ParsedPage, words: readonly ParsedRun[]): boolean {
  const areas = words.map(({ box }) => {
    const [across, down] = [
      Math.min(box.x1, width) - Math.max(box.x0, 0),
      Math.min(box.y1, height) - Math.max(box.y0, 0),
    ];
    return Math.max(0, across) * Math.max(0, down);
  });
  const area = areas.reduce((sum, one) => sum + one, 0);
  return words.length > MOST_WORDS || area > MOST_PAGES_OF_BOXES * width * height;
}

function looksOf(
  { box, size }: ParsedRun,
  { picture, withoutText }: PaintedPage,
): { change: number; contrast: number } {
  const [darkest, brightest] = greysIn(picture, placeOf(box, size));
  return { change: shareOfChange(picture, withoutText, box), contrast: brightest - darkest };
}
