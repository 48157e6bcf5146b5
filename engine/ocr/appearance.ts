/** The appearance of printed words in a page's picture: how thick their strokes are, and whether all characters are of one width. */
import type { Bitmap } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { subjectOf, type PagePlace } from './subject.js';
import type { SeenLine, SeenWord } from './tesseract.js';

/** Times the usual thickness that bold strokes have at least. Regular to bold is 1.4 to 2 in common typefaces. */
const BOLD_RATIO = 1.35;
/** Of all widths measured in a word, this share is below that of its upright strokes: blurred letters run into each other. */
const USUAL_SHARE = 0.4;
/** Bold words among regular ones are at least so long: a short word is measured badly. */
const MEASURED_LETTERS = 3;
/** Characters that a line must have for their distances to say anything, and how much these may differ, as a share of the usual one. */
const PITCH_CHARACTERS = 10;
const PITCH_SPREAD = 0.075;
/** Shares of the distances, ascending: the outer fifths on both sides are left aside, as letters touch or are read badly. */
const OUTER_SHARE = 0.2;
const MIDDLE = 0.5;
/** Share of a line's measured letters from which all of it is bold. */
const BOLD_LINE_SHARE = 0.75;

/** Usual width of the upright strokes of a word, in pixels to a fraction; null where it has none. */
export function strokeWidth({ width, grey }: Bitmap, { bbox }: SeenWord, threshold: number): number | null {
  const widths: number[] = [];
  const paper = (threshold + 255) / 2;
  for (let y = bbox.y0; y < bbox.y1; y++) {
    let sum = 0;
    let dark = false;
    for (let x = bbox.x0; x <= bbox.x1; x++) {
      const value = x === bbox.x1 ? 255 : grey[y * width + x]!;
      // grey edges count by their share of ink, so that a fraction of a pixel is seen
      if (value < paper) {
        sum += (255 - value) / 255;
        dark ||= value < threshold;
      } else {
        if (dark) widths.push(sum);
        [sum, dark] = [0, false];
      }
    }
  }
  if (widths.length === 0) return null;
  widths.sort((a, b) => a - b);
  return widths[Math.floor(widths.length * USUAL_SHARE)]!;
}

export interface MeasuredWord {
  word: SeenWord;
  /** Width of its strokes, and of most strokes of the page, by the size of their lines; null where it has none. */
  thickness: number | null;
  usual: number;
  place: PagePlace;
}

export const WORD_WEIGHT: DecisionTable<MeasuredWord, 'bold' | 'regular' | 'unmeasured'> = {
  name: 'word-weight',
  rules: [
    {
      name: 'short-word',
      why: 'One or two letters have too few strokes to measure.',
      test: ({ word }) => (word.text.length < MEASURED_LETTERS ? 'unmeasured' : null),
    },
    {
      name: 'thick-strokes',
      why: 'Its strokes are thicker than those of most words by more than print varies.',
      test: ({ thickness, usual }) => ((thickness ?? 0) > BOLD_RATIO * usual ? 'bold' : null),
    },
  ],
  otherwise: 'regular',
  subject: ({ word, place }) => subjectOf([word], place),
  numbers: ({ thickness, usual }) => ({ strokeInUsualStrokes: (thickness ?? 0) / usual }),
};

/** What the words of a line are compared with. */
export interface LineStrokes extends Pick<MeasuredWord, 'usual' | 'place'> {
  thickness: readonly (number | null)[];
}

/** For each word of a line whether it is bold. */
export function boldWords(words: readonly SeenWord[], { thickness, usual, place }: LineStrokes): boolean[] {
  const weights = words.map((word, i) => decide(WORD_WEIGHT, { word, thickness: thickness[i] ?? null, usual, place }));
  const seen = weights.map((weight) => (weight === 'unmeasured' ? null : weight === 'bold'));
  const letters = (wanted: boolean): number =>
    words.reduce((sum, { text }, i) => sum + (seen[i] === wanted ? text.length : 0), 0);
  const most = letters(true) > letters(false);
  // a short word is set like its neighbours
  const known = seen.map((bold, i) => bold ?? seen[i + 1] ?? seen[i - 1] ?? most);
  const share = letters(true) / Math.max(1, letters(true) + letters(false));
  return share > BOLD_LINE_SHARE ? known.map(() => true) : known;
}

export interface LinePitch {
  line: SeenLine;
  /** Distances of neighbouring characters' centres within words, in pixels, ascending. */
  steps: readonly number[];
  place: PagePlace;
}

/** The distance that the share of the steps stays below. */
const stepAt = (steps: readonly number[], share: number): number => steps[Math.floor(share * (steps.length - 1))]!;
const halfSpread = ({ steps }: LinePitch): number => (stepAt(steps, 1 - OUTER_SHARE) - stepAt(steps, OUTER_SHARE)) / 2;

export const LINE_PITCH: DecisionTable<LinePitch, 'typewriter' | 'proportional'> = {
  name: 'line-pitch',
  rules: [
    {
      name: 'few-signs',
      why: 'A few characters may stand at equal distances by chance.',
      test: ({ steps }) => (steps.length < PITCH_CHARACTERS ? 'proportional' : null),
    },
    {
      name: 'even-steps',
      why: 'Characters of monospaced type stand at equal distances, but for their own shapes.',
      test: (pitch) => (halfSpread(pitch) < PITCH_SPREAD * stepAt(pitch.steps, MIDDLE) ? 'typewriter' : null),
    },
  ],
  otherwise: 'proportional',
  subject: ({ line, place }) => subjectOf(line.words, place),
  numbers: (pitch) => ({
    signs: pitch.steps.length,
    ...(pitch.steps.length > 0 ? { spreadInSteps: halfSpread(pitch) / stepAt(pitch.steps, MIDDLE) } : {}),
  }),
};

/** Whether a line is set in type of one width. */
export function isMonospaced(line: SeenLine, place: PagePlace): boolean {
  const steps: number[] = [];
  for (const { symbols } of line.words) {
    for (const [i, { bbox }] of symbols.entries()) {
      const before = symbols[i - 1]?.bbox;
      if (before) steps.push((bbox.x0 + bbox.x1 - before.x0 - before.x1) / 2);
    }
  }
  return decide(LINE_PITCH, { line, steps: steps.sort((a, b) => a - b), place }) === 'typewriter';
}
