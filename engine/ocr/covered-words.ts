/**
 * Words under a picture, or over letters that are drawn as shapes: whether the page shows them all the same. A scan over its
 * text layer does, and so does the picture of a logo over its name; a photo or a plain area does not.
 *
 * Decided on the page as it is painted, the cheapest test first:
 *   1. `COVERED_WORD`, for each word: is it visible after all, or is there nothing in its place that could be letters?
 *   2. `COVERED_LINE` (covered-lines.ts), for each line of the remaining words: are they among the words recognised there?
 */
import { overlap } from '../geometry.js';
import type { Box, ParsedPage, ParsedRun } from '../model.js';
import { withoutShapesOf } from '../read/drawn-letters.js';
import { recognitionNeed } from '../read/recognition-need.js';
import { decide, type DecisionTable } from '../rules.js';
import { lettersOf } from '../text/similarity.js';
import { greysIn, shareOfChange } from './bitmap.js';
import { placeOf, sightOfLines, type PaintedPage, type Sight } from './covered-lines.js';
import { recognisePage } from './recognise-page.js';

/** Share of a word's box that differs without the page's text: more for the thinnest word, less for a neighbour's edge. */
const LEAST_CHANGE = 0.02;
/** In sizes of the word: type from which on its box tells little about where it paints. */
const MUCH_LARGER = 3;
/** Of 255: legible letters differ from their background by at least this much. */
const MIN_CONTRAST = 40;
/** No letter or digit, and an underscore or three dashes. */
const LINE_AS_SIGNS = /^[^\p{L}\p{N}]*(?:_|-{3})[^\p{L}\p{N}]*$/u;
/** The most words under pictures, and the most pages that their boxes would fill: more would use up the page's time. */
const MOST_WORDS = 8_000;
const MOST_PAGES_OF_BOXES = 20;

interface CoveredWord {
  page: number;
  run: ParsedRun;
  /** Share of its box that differs between the page with and without its text. */
  change: number;
  /** The same without what lies in the boxes of words that no picture covers. */
  ownChange: number;
  /** Between the darkest and the brightest grey in its place, of 255. */
  contrast: number;
}

export const COVERED_WORD: DecisionTable<CoveredWord, Sight> = {
  name: 'covered-word',
  rules: [
    {
      name: 'under-other-words',
      why: 'What the text changes in its place is in the boxes of words that were painted over the picture: those are seen, and this word need not be.',
      test: ({ run, change, ownChange }) =>
        change > LEAST_CHANGE && ownChange <= LEAST_CHANGE && !run.invisible ? 'open' : null,
    },
    {
      name: 'painted-after-all',
      why: 'The place looks different without the text: the picture is transparent there, or words are painted on it.',
      test: ({ run, change }) => (change > LEAST_CHANGE && !run.invisible ? 'seen' : null),
    },
    {
      name: 'one-colour',
      why: 'The place is of one colour: nothing there could be letters.',
      test: ({ contrast }) => (contrast < MIN_CONTRAST ? 'unseen' : null),
    },
    {
      name: 'line-to-write-on',
      why: 'Recognition reads the lines of forms as underscores and rows of dashes.',
      test: ({ run }) => (run.invisible && LINE_AS_SIGNS.test(run.text) ? 'unseen' : null),
    },
  ],
  otherwise: 'open',
  subject: ({ page, run }) => ({ page, box: run.box, text: run.text }),
  numbers: ({ change, ownChange, contrast }) => ({
    changedShare: change,
    ownChangedShare: ownChange,
    contrastOf255: contrast,
  }),
};

/**
 * The page with its words under pictures decided: those that can be seen are like any other, and take the place of shapes that
 * are their letters; those that cannot are marked as covered, and those that stay `pictured` are reported unless they are not
 * painted. It still needs recognition for `covered_text`, which tells that it had text of its own. If all of that is covered,
 * the text of the picture is recognised.
 */
export function withoutCovered(page: ParsedPage, painted: PaintedPage): ParsedPage {
  const sight = sightOf(page, painted);
  const drawn: ParsedRun[] = [];
  const runs = page.runs.map((run): ParsedRun => {
    const seen = sight.get(run) ?? 'open';
    if (seen === 'open') return run;
    const { pictured: __, ...known } = run;
    if (seen === 'unseen') return { ...known, invisible: true, covered: true };
    if (!run.invisible || run.covered) return known;
    drawn.push(run);
    const { invisible: ___, ...shown } = known;
    return { ...shown, layer: true };
  });
  const settled = { ...withoutShapesOf(page, drawn), runs, ...(drawn.length > 0 ? { mixed: true as const } : {}) };
  const need = recognitionNeed(settled, 0);
  if (!need || need === 'covered_text') return settled;
  const hiddenWords = runs.filter(({ covered, text }) => covered && lettersOf(text) !== '').length;
  return {
    ...recognisePage(settled, painted.picture, painted.recogniser),
    needsRecognition: 'covered_text',
    ...(hiddenWords > 0 ? { hiddenWords } : {}),
  };
}

/** What is seen of each word; of none where there are too many words to look at. */
function sightOf(page: ParsedPage, painted: PaintedPage): Map<ParsedRun, Sight> {
  const sight = new Map<ParsedRun, Sight>();
  const open: ParsedRun[] = [];
  const pictured = page.runs.filter((run) => run.pictured);
  if (isTooMuch(page, pictured)) return sight;
  const shown = page.runs.filter(({ pictured: isCovered, invisible }) => !isCovered && !invisible);
  for (const run of pictured) {
    const seen = decide(COVERED_WORD, { page: page.number, run, ...appearanceOf(run, shown, painted) });
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

/** @param shown the words of the page that no picture covers */
function appearanceOf(
  { box, size, rotation }: ParsedRun,
  shown: readonly ParsedRun[],
  { picture, withoutText }: PaintedPage,
): Pick<CoveredWord, 'change' | 'ownChange' | 'contrast'> {
  const [darkest, brightest] = greysIn(picture, placeOf(box, size));
  const contrast = brightest - darkest;
  const change = shareOfChange(picture, withoutText, box);
  if (change <= LEAST_CHANGE) return { change, ownChange: change, contrast };
  // the box of a watermark holds much that it does not paint
  const over = shown.filter(
    (other) => other.rotation === rotation && other.size < MUCH_LARGER * size && overlaps(other.box, box),
  );
  const boxes = over.map((other) => other.box);
  return { change, ownChange: shareOfChange(picture, withoutText, box, boxes), contrast };
}

const overlaps = (one: Box, other: Box): boolean =>
  overlap(one.x0, one.x1, other.x0, other.x1) > 0 && overlap(one.y0, one.y1, other.y0, other.y1) > 0;
