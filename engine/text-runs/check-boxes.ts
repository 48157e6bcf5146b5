/**
 * Check boxes that are drawn: four rulings make a square, and lines across it tick it. Beside a word they
 * become characters of its line, so that an item begins there and a reader sees which ones are ticked.
 */
import { holdsCentre } from '../geometry.js';
import type { Box, Page, TextRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { EMPTY_BOX, TICKED_BOX } from '../text/bullets.js';
import { firstFrom } from '../text/from-baseline.js';
import { characterBeside } from './bullets.js';
import { ruledSquares } from './squares.js';

/** In font sizes: how far a box stands from the word behind it, and from one before it. */
const BEFORE_WORD = 2.6;
const BEHIND_WORD = 1;
/** In font sizes: how far the middle of a box may be from the middle of its word's letters. */
const LEVEL = 0.6;
/** In font sizes: half the x-height. */
const MIDDLE = 0.3;
/** In multiples of the font size: a box is no higher than a line. */
const HIGHEST = 1.4;
/** Words that are looked at for one box. It bounds the work on pages made to be slow. */
const MOST_NEAR = 200;

/** A small square that is drawn, and the nearest word level with it. */
export interface DrawnSquare {
  page: number;
  box: Box;
  word: TextRun | null;
  isEmpty: boolean;
  /** Whether it lies over a square that is a check box already. */
  isOutlinedTwice: boolean;
}

export const DRAWN_CHECK_BOX: DecisionTable<DrawnSquare, 'check-box' | 'refused'> = {
  name: 'drawn-check-box',
  rules: [
    {
      name: 'no-word-beside',
      why: 'What is to be ticked is said just behind the box, or just before it.',
      test: ({ word }) => (word ? null : 'refused'),
    },
    {
      name: 'higher-than-the-line',
      why: 'A box that is to be ticked is about as high as the letters beside it.',
      test: ({ box, word }) => (word && box.y1 - box.y0 > HIGHEST * word.size ? 'refused' : null),
    },
    {
      name: 'holds-text',
      why: 'A square with a word or number in it is a cell.',
      test: ({ isEmpty }) => (isEmpty ? null : 'refused'),
    },
    {
      name: 'second-outline',
      why: 'The field of a form is painted with its own border, often over a box that the page has, or with an inner edge: one box has two outlines.',
      test: ({ isOutlinedTwice }) => (isOutlinedTwice ? 'refused' : null),
    },
    {
      name: 'empty-square-beside-a-word',
      why: 'An empty square of the height of the letters beside it is to be ticked.',
      test: () => 'check-box',
    },
  ],
  otherwise: 'check-box',
  subject: ({ page, box, word }) => ({ page, box, text: word?.text ?? '' }),
  numbers: ({ box, word }) => ({ heightInSizes: word ? (box.y1 - box.y0) / word.size : 0 }),
};

/** Runs for the drawn check boxes of a page; their ids continue from `firstId`. */
export function drawnCheckBoxes(page: Page, runs: readonly TextRun[], firstId: number): TextRun[] {
  const squares = ruledSquares(page.rules);
  if (squares.length === 0) return [];
  const words = runs.toSorted((a, b) => a.baseline - b.baseline);
  const ticks = page.drawings ?? [];
  const found = new Map<TextRun, Box[]>();
  return squares.flatMap(({ box }, i) => {
    const word = wordBeside(words, box);
    const isEmpty = word === null || !near(words, box).some((run) => holdsCentre(box, run.box));
    const others = (word && found.get(word)) ?? [];
    const isOutlinedTwice = others.some((other) => holdsCentre(other, box));
    const verdict = decide(DRAWN_CHECK_BOX, { page: page.number, box, word, isEmpty, isOutlinedTwice });
    if (verdict === 'refused' || !word) return [];
    found.set(word, [...others, box]);
    return [
      characterBeside(word, {
        id: firstId + i,
        text: ticks.some((tick) => holdsCentre(box, tick)) ? TICKED_BOX : EMPTY_BOX,
        drawn: box,
      }),
    ];
  });
}

/** Words whose baselines are at the height of the box or little below it. */
function near(words: readonly TextRun[], { y0, y1 }: Box): readonly TextRun[] {
  const first = firstFrom(words, y0);
  return words.slice(first, Math.min(first + MOST_NEAR, firstFrom(words, y1 + (y1 - y0))));
}

/** The word just behind the box, else the one just before it. */
function wordBeside(words: readonly TextRun[], box: Box): TextRun | null {
  const middle = (box.y0 + box.y1) / 2;
  const level = near(words, box).filter(
    ({ baseline, size }) => Math.abs(baseline - MIDDLE * size - middle) <= LEVEL * size,
  );
  const gap = ({ box: { x0 } }: TextRun): number => x0 - box.x1;
  const behind = level
    .filter((word) => gap(word) >= 0 && gap(word) < BEFORE_WORD * word.size)
    .toSorted((a, b) => gap(a) - gap(b))[0];
  const before = (word: TextRun): boolean => box.x0 >= word.box.x1 && box.x0 - word.box.x1 < BEHIND_WORD * word.size;
  return behind ?? level.find(before) ?? null;
}
