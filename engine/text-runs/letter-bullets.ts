/**
 * Letters that stand for bullets: word processors set "o" in Courier before the items of a list within a list. In that place
 * the letter becomes the circle that it shows.
 */
import { BASELINE_SHARE } from '../measures.js';
import type { Page, TextRun } from '../model.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import { firstFrom } from '../text/from-baseline.js';
import { FARTHEST, MOST_NEAR } from './bullets.js';

const LETTER = 'o';
const CIRCLE = '○';
/** In font sizes: how far behind the letter the text of its item begins at least. */
const CLEAR = 0.45;
/** In points: letters of one list, and the texts behind them, begin at edges that differ by no more. */
const ONE_EDGE = 1;
/** Letters at one edge with ordinary text in their lines that make a list. */
const LEAST_LISTED = 2;

type Verdict = 'bullet' | 'refused';

/** In points: the white space before the word. */
const gap = ({ letter, word }: LetterBullet): number => (word ? word.box.x0 - letter.box.x1 : 0);

/** A letter alone and the word behind it. */
export interface LetterBullet {
  letter: TextRun;
  /** The nearest on its baseline, left and right of it. */
  before: TextRun | undefined;
  word: TextRun | undefined;
  /** The word is in monospaced type as the letter is. */
  inCode: boolean;
  /** Others at its edge, with words at the edge of its word, have ordinary text in their lines. */
  isListed: boolean;
  page: number;
}

export const LETTER_BULLET: DecisionTable<LetterBullet, Verdict> = {
  name: 'letter-bullet',
  rules: [
    {
      name: 'in-code',
      why: 'Among words in monospaced type the letter is a variable or an option, but in a list of names with what they mean.',
      test: ({ inCode, isListed }) => refusedIf(inCode && !isListed),
    },
    {
      name: 'not-before-text',
      why: 'An item has its text behind the bullet, with white space between.',
      test: (at) => refusedIf(gap(at) < CLEAR * at.letter.size || gap(at) > FARTHEST * at.letter.size),
    },
    {
      name: 'within-a-line',
      why: 'An item begins its line: what stands close before the letter is of the same line.',
      test: ({ letter, before }) =>
        refusedIf(before !== undefined && letter.box.x0 - before.box.x1 < FARTHEST * letter.size),
    },
    {
      name: 'letter-before-an-item',
      why: 'A single letter in another type at the beginning of a line, with white space behind it, is a bullet.',
      test: () => 'bullet',
    },
  ],
  otherwise: 'bullet',
  subject: ({ letter, word, page }) => ({ page, box: letter.box, text: `${letter.text} ${word?.text ?? ''}` }),
  numbers: (at) => ({ gapInSizes: gap(at) / at.letter.size }),
};

/** The runs, letters that stand for bullets replaced by the bullet that they show. */
export function withLetterBullets(runs: readonly TextRun[], page: Pick<Page, 'number' | 'fonts'>): readonly TextRun[] {
  const isMono = (run: TextRun | undefined): boolean => run !== undefined && page.fonts[run.font]?.mono === true;
  const letters = runs.filter((run) => run.text === LETTER && isMono(run));
  if (letters.length === 0) return runs;
  const sorted = [...runs].sort((a, b) => a.baseline - b.baseline);
  const places = letters.map((letter) => placeOf(letter, sorted));
  const withText = places.filter(({ behind }) => isMono(behind[0]) && behind.some((run) => !isMono(run)));
  const lists = Map.groupBy(withText, edgesOf);
  const changed = new Map<TextRun, TextRun>();
  for (const place of places) {
    const { letter, before } = place;
    const [word] = place.behind;
    const isListed = (lists.get(edgesOf(place))?.length ?? 0) >= LEAST_LISTED;
    const evidence = { letter, before, word, inCode: isMono(word), isListed, page: page.number };
    if (decide(LETTER_BULLET, evidence) === 'bullet') changed.set(letter, { ...letter, text: CIRCLE });
  }
  return changed.size === 0 ? runs : runs.map((run) => changed.get(run) ?? run);
}

interface LetterPlace {
  letter: TextRun;
  before: TextRun | undefined;
  /** What stands behind it on its baseline, left to right. */
  behind: TextRun[];
}

/** @param sorted all runs by their baselines. */
export function placeOf(letter: TextRun, sorted: readonly TextRun[]): LetterPlace {
  const reach = BASELINE_SHARE * letter.size;
  const from = firstFrom(sorted, letter.baseline - reach);
  const near = sorted
    .slice(from, Math.min(from + MOST_NEAR, firstFrom(sorted, letter.baseline + reach)))
    .sort((a, b) => a.box.x0 - b.box.x0);
  const at = near.indexOf(letter);
  return { letter, before: near[at - 1], behind: near.slice(at + 1) };
}

/** Where the letter and the text behind it begin. */
const edgesOf = ({ letter, behind: [word] }: LetterPlace): string =>
  [letter, word].map((run) => (run ? Math.round(run.box.x0 / ONE_EDGE) : '')).join(' ');
