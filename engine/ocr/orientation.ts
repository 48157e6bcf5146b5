/**
 * Which way up the picture of a page is. Sheets are fed into scanners sideways and upside down, and the recognition's data
 * has no direction. Two questions, a table each:
 *   1. `TEXT_DIRECTION`: do the lines run across the picture or along it? By where the edges of letters fall.
 *   2. `LETTERS_STAND`: are they upright? Latin, Greek and Cyrillic letters have ascenders more often than descenders.
 *      Of characters of other scripts that is not so (Korean: 0.5), so that the contrary proves nothing.
 * What is left open is tried: a band of the page is recognised each way. Of a page of which nothing is known, a cover say,
 * `readUpright` in recognise-page.ts reads the whole first.
 */
import type { Bitmap } from '../model.js';
import { decide, type DecisionTable, type Subject } from '../rules.js';
import { quarterTurned, rowsOf } from './bitmap.js';
import { inkAround } from './letter-ink.js';
import { lineConcentration } from './skew.js';
import { takeRules } from './ruling.js';
import type { Recogniser, SeenLine } from './tesseract.js';
import { totalLength } from '../text-rules.js';

/** Clockwise degrees of the writing direction in the picture. */
export type Turn = 0 | 90 | 180 | 270;

/** Concentration of edges on lines across the picture by that on lines along it: 2.4 to 17 upright, 0.06 to 0.4 turned, 1.3 to 1.7 in newspapers and bad scans. */
const SURE_RATIO = 2;
/** Ink above the x-height by ink below the baseline: 1.5 to 5.8 upright, 0.15 to 0.65 upside down. */
const SURE_ASCENT = 1.7;
/** Share of the page's height that is tried each way. */
const BAND_SHARE = 0.2;
/** Fewer letters say nothing, with whatever confidence. */
const LEAST_LETTERS = 12;
/** A stamp, or the line that a scanner prints at the foot of a sheet that lies on its side, has fewer. */
const LETTERS_OF_PAGE = 60;
/** Of 100: another direction than the usual one is believed if it is read so much better. */
const BETTER_CONFIDENCE = 15;
const MOST_CONFIDENCE = 100;

/** A page's picture as the tables see it. */
interface SeenPicture {
  page: number;
  bitmap: Bitmap;
}

const subject = ({ page, bitmap }: SeenPicture): Subject => ({
  page,
  box: { x0: 0, y0: 0, x1: bitmap.width / bitmap.scale, y1: bitmap.height / bitmap.scale },
  text: '',
});

export interface SeenDirection extends SeenPicture {
  /** Concentration on lines across by that on lines along; null where there are too few edges. */
  acrossByAlong: number | null;
}

export const TEXT_DIRECTION: DecisionTable<SeenDirection, 'across' | 'along' | 'open'> = {
  name: 'text-direction',
  rules: [
    {
      name: 'hardly-any-ink',
      why: 'Of a few letters the edges say nothing, and most pages are the right way up.',
      test: ({ acrossByAlong }) => (acrossByAlong === null ? 'across' : null),
    },
    {
      name: 'edges-across',
      why: 'The lower edges of letters lie on few rows of the picture: its lines run across.',
      test: ({ acrossByAlong }) => (acrossByAlong! > SURE_RATIO ? 'across' : null),
    },
    {
      name: 'edges-along',
      why: 'The edges of letters lie on few columns of the picture: it lies on its side.',
      test: ({ acrossByAlong }) => (acrossByAlong! < 1 / SURE_RATIO ? 'along' : null),
    },
  ],
  otherwise: 'open',
  subject,
  numbers: ({ acrossByAlong }) => ({ acrossByAlong: acrossByAlong ?? 0 }),
};

export interface SeenLetters extends SeenPicture {
  /** Ink above the x-height by ink below the baseline; null where no lines stand out. */
  aboveByBelow: number | null;
}

export const LETTERS_STAND: DecisionTable<SeenLetters, 'upright' | 'open'> = {
  name: 'letters-stand',
  rules: [
    {
      name: 'no-lines',
      why: 'Where no lines stand out from the picture there is nothing to measure.',
      test: ({ aboveByBelow }) => (aboveByBelow === null ? 'open' : null),
    },
    {
      name: 'ascenders-above',
      why: 'Capitals and tall letters are more frequent than letters with tails.',
      test: ({ aboveByBelow }) => (aboveByBelow! > SURE_ASCENT ? 'upright' : null),
    },
  ],
  otherwise: 'open',
  subject,
  numbers: ({ aboveByBelow }) => ({ aboveByBelow: aboveByBelow ?? 0 }),
};

export interface OrientationInput {
  page: number;
  /** On white paper. */
  bitmap: Bitmap;
  /** Pixels that are darker than this are ink. */
  threshold: number;
  recogniser: Recogniser;
}

/** The direction in which a page's picture is read. */
export function orientationOf(input: OrientationInput): Turn {
  return bestRead(input, openDirections(input));
}

/** The directions that edges and letters leave open, the usual one first. */
export function openDirections(input: OrientationInput): Turn[] {
  const direction = directionOf(input);
  const across = direction === 'along' ? [] : candidates(input, { first: 0, second: 180 });
  const along = direction === 'across' ? [] : candidates(input, { first: 90, second: 270 });
  return [...across, ...along];
}

function directionOf(input: OrientationInput): 'across' | 'along' | 'open' {
  const { page, threshold } = input;
  const seen = (bitmap: Bitmap): ReturnType<typeof directionOf> => {
    const [across, along] = lineConcentration(bitmap, threshold);
    return decide(TEXT_DIRECTION, {
      page,
      bitmap,
      acrossByAlong: across === null || along === null ? null : across / along,
    });
  };
  const direction = seen(input.bitmap);
  if (direction !== 'open') return direction;
  // the lines of a ruled table lie both ways; they are taken out of a copy, as turning comes first
  const bare = { ...input.bitmap, grey: input.bitmap.grey.slice() };
  return takeRules(bare, threshold).length > 0 ? seen(bare) : 'open';
}

/** The directions that are left of two which differ by half a turn. */
function candidates(
  { page, bitmap, threshold }: OrientationInput,
  { first, second }: { first: Turn; second: Turn },
): Turn[] {
  const ink = inkAround(first === 0 ? bitmap : quarterTurned(bitmap, 'left'), threshold);
  const stand = decide(LETTERS_STAND, { page, bitmap, aboveByBelow: ink === null ? null : ink.above / ink.below });
  return stand === 'upright' ? [first] : [first, second];
}

/**
 * The one of several directions in which a band of the page is read best; the first one unless another is clearly better. A
 * band takes half a second: no other one is tried where none can be clearly better.
 */
export function bestRead(input: OrientationInput, [usual, ...others]: readonly Turn[]): Turn {
  if (others.length === 0) return usual!;
  let best = { turn: usual!, confidence: bandConfidence(input, usual!) + BETTER_CONFIDENCE };
  for (const turn of others) {
    if (best.confidence >= MOST_CONFIDENCE) break;
    const confidence = bandConfidence(input, turn);
    if (confidence > best.confidence) best = { turn, confidence };
  }
  return best.turn;
}

/** With how much confidence a band is read this way. */
function bandConfidence({ bitmap, threshold, recogniser }: OrientationInput, turn: Turn): number {
  return confidenceOf(recogniser.recognise(densestBand(uprightPicture(bitmap, turn), threshold)));
}

/** Whether a whole page is read so well that no other direction can be read clearly better. */
export function isReadWell(lines: readonly SeenLine[]): boolean {
  const letters = totalLength(lines.flatMap((line) => line.words));
  return letters >= LETTERS_OF_PAGE && confidenceOf(lines) + BETTER_CONFIDENCE >= MOST_CONFIDENCE;
}

/** Of 100, by the length of the words. */
function confidenceOf(lines: readonly SeenLine[]): number {
  const words = lines.flatMap((line) => line.words);
  const letters = totalLength(words);
  if (letters < LEAST_LETTERS) return 0;
  return words.reduce((sum, word) => sum + word.confidence * word.text.length, 0) / letters;
}

/** The picture as it is read: turned back by `turn` clockwise degrees. */
export function uprightPicture(bitmap: Bitmap, turn: Turn): Bitmap {
  switch (turn) {
    case 0:
      return bitmap;
    case 90:
      return quarterTurned(bitmap, 'left');
    case 180:
      return { ...bitmap, grey: bitmap.grey.toReversed() };
    case 270:
      return quarterTurned(bitmap, 'right');
  }
}

/** The rows, a share of the page, in which most ink begins and ends: there is text, and no bar or picture. */
export function densestBand(bitmap: Bitmap, threshold: number): Bitmap {
  const { width, height, grey } = bitmap;
  const rows = Math.max(1, Math.round(BAND_SHARE * height));
  const changes = new Float64Array(height + 1);
  for (let y = 0; y < height; y++) {
    let count = 0;
    for (let at = y * width + 1; at < (y + 1) * width; at++) {
      if (grey[at]! < threshold !== grey[at - 1]! < threshold) count++;
    }
    changes[y + 1] = changes[y]! + count;
  }
  let best = 0;
  for (let y = 0; y + rows <= height; y += Math.max(1, rows >> 2)) {
    if (changes[y + rows]! - changes[y]! > changes[best + rows]! - changes[best]!) best = y;
  }
  return rowsOf(bitmap, best, rows);
}
