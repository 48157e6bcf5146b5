/** A page whose text is taken from its picture. */
import type { Bitmap, ParsedPage } from '../model.js';
import { inkThreshold, rotated } from './bitmap.js';
import { whitePaper } from './paper.js';
import { RECOGNISED_FONTS, runsOf } from './runs.js';
import { takeRules } from './ruling.js';
import { measureSkew } from './skew.js';
import type { Recogniser, SeenLine } from './tesseract.js';

/** A picture that covers this share of the page is the page itself. */
const PAGE_SHARE = 0.5;
/** Less is not seen by any reader and not worth turning the picture for. */
const LEAST_SKEW = 0.04;

/**
 * The page with recognised words, and the ruling lines of its picture, in place of what was read of it. Everything lies
 * as on the picture once it is brought level, by `recognised.skew` degrees.
 */
export function recognisePage(page: ParsedPage, picture: Bitmap, recogniser: Recogniser): ParsedPage {
  const { degraded: _, needsRecognition: __, ...rest } = page;
  const white = cleaned(picture);
  if (white === null) return rest;
  const { clean, threshold } = white;
  const skew = measureSkew(clean, threshold);
  const level = Math.abs(skew) < LEAST_SKEW ? clean : rotated(clean, -skew);
  const rules = takeRules(level, threshold);
  const lines = recogniser.recognise(level);
  const area = page.width * page.height;
  return {
    ...rest,
    fonts: RECOGNISED_FONTS,
    runs: runsOf({ number: page.number, lines, bitmap: level, threshold }),
    rules,
    fills: [],
    images: page.images.filter(({ x0, y0, x1, y1 }) => (x1 - x0) * (y1 - y0) < PAGE_SHARE * area),
    dots: [],
    recognised: { confidence: confidenceOf(lines), skew: level === clean ? 0 : skew },
  };
}

/** The picture on white paper, and what is ink in it; null for a blank page. */
function cleaned(picture: Bitmap): { clean: Bitmap; threshold: number } | null {
  const rough = inkThreshold(picture);
  if (rough === null) return null;
  const clean = whitePaper(picture, rough);
  const threshold = inkThreshold(clean);
  return threshold === null ? null : { clean, threshold };
}

/** Mean confidence of the letters, 0 to 100. */
function confidenceOf(lines: readonly SeenLine[]): number {
  let [sum, letters] = [0, 0];
  for (const { text, confidence } of lines.flatMap(({ words }) => words)) {
    sum += confidence * text.length;
    letters += text.length;
  }
  return letters === 0 ? 0 : Math.round(sum / letters);
}
