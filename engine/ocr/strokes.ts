/** The look of printed words in a page's picture: how thick their strokes are, and whether all signs are of one width. */
import type { Bitmap } from '../model.js';
import type { SeenLine, SeenWord } from './tesseract.js';

/** Times the usual thickness that bold strokes have at least. Regular to bold is 1.4 to 2 in common typefaces. */
const BOLD_RATIO = 1.35;
/** Of all widths measured in a word, this share is below that of its upright strokes: blurred letters run into each other. */
const USUAL_SHARE = 0.4;
/** Bold words among regular ones are at least so long: a short word is measured badly. */
const MEASURED_LETTERS = 3;
/** Signs that a line must have for their width to tell anything, and how far apart their distances may lie. */
const PITCH_SIGNS = 10;
const PITCH_SPREAD = 0.075;

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

/** For each word of a line whether it is bold, given its strokes' width by the line's size and what is usual. */
export function boldWords(words: readonly SeenWord[], thickness: readonly (number | null)[], usual: number): boolean[] {
  const seen = words.map(({ text }, i) =>
    text.length < MEASURED_LETTERS ? null : (thickness[i] ?? 0) > BOLD_RATIO * usual,
  );
  const letters = (wanted: boolean): number =>
    words.reduce((sum, { text }, i) => sum + (seen[i] === wanted ? text.length : 0), 0);
  const most = letters(true) > letters(false);
  // a short word looks like its neighbours
  const known = seen.map((bold, i) => bold ?? seen[i + 1] ?? seen[i - 1] ?? most);
  const share = letters(true) / Math.max(1, letters(true) + letters(false));
  return share > 0.75 ? known.map(() => true) : known;
}

/** Whether a line is set in type of one width: its signs stand at equal distances. */
export function isMonospaced({ words }: SeenLine): boolean {
  const steps: number[] = [];
  for (const { symbols } of words) {
    for (const [i, { bbox }] of symbols.entries()) {
      const before = symbols[i - 1]?.bbox;
      if (before) steps.push((bbox.x0 + bbox.x1 - before.x0 - before.x1) / 2);
    }
  }
  if (steps.length < PITCH_SIGNS) return false;
  steps.sort((a, b) => a - b);
  const at = (share: number): number => steps[Math.floor(share * (steps.length - 1))]!;
  const middle = at(0.5);
  return (at(0.8) - at(0.2)) / 2 < PITCH_SPREAD * middle;
}
