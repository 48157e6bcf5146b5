/** The part of a page's picture that is read to try something out: which language it is in. */
import type { Bitmap } from '../model.js';
import { densestBand, orientationOf, uprightPicture } from './orientation.js';
import { cleaned } from './recognise-page.js';
import { meanConfidence } from './runs.js';
import type { Recogniser } from './tesseract.js';

/** Fewer letters show no language, with whatever confidence. */
const LEAST_LETTERS = 60;

/** A fifth of the page, upright and on white paper, where most of its text is; null for a blank page. */
export function bandOf(page: number, picture: Bitmap, recogniser: Recogniser): Bitmap | null {
  const white = cleaned(picture);
  if (white === null) return null;
  const { clean, threshold } = white;
  const turn = orientationOf({ page, bitmap: clean, threshold, recogniser });
  return densestBand(uprightPicture(clean, turn), threshold);
}

export interface ReadBand {
  words: string[];
  /** Mean of the letters, 0 to 100. */
  confidence: number;
}

/** The words of a band, with what confidence they are read; null where there are too few of them. */
export function readBand(band: Bitmap, recogniser: Recogniser): ReadBand | null {
  const lines = recogniser.recognise(band);
  const words = lines.flatMap((line) => line.words.map(({ text }) => text.normalize('NFC')));
  if (words.join('').replace(/\P{L}/gu, '').length < LEAST_LETTERS) return null;
  return { words, confidence: meanConfidence(lines) };
}
