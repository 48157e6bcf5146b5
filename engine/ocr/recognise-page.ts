/** A page whose text is taken from its picture. */
import { turnBox } from '../geometry.js';
import type { Bitmap, ParsedPage } from '../model.js';
import { inkThreshold, rotated } from './bitmap.js';
import {
  bestRead,
  isReadWell,
  openDirections,
  uprightPicture,
  type OrientationInput,
  type Turn,
} from './orientation.js';
import { whitePaper } from './paper.js';
import { meanConfidence, RECOGNISED_FONTS, runsOf } from './runs.js';
import { takeRules } from './ruling.js';
import { measureSkew } from './skew.js';
import type { Recogniser, SeenLine } from './tesseract.js';

/** A picture that covers this share of the page is the page itself. */
const PAGE_SHARE = 0.5;
/** Less is not seen by any reader and not worth turning the picture for. */
const LEAST_SKEW = 0.04;
const ALL_DIRECTIONS = 4;

/**
 * The page with recognised words, and the ruling lines of its picture, in place of what was read of it. Everything lies
 * as on the picture once it is brought level, by `recognised.skew` degrees; of a picture that lies on its side or upside
 * down the words run in that direction, as those of a turned page do that was never scanned.
 */
export function recognisePage(page: ParsedPage, picture: Bitmap, recogniser: Recogniser): ParsedPage {
  const { degraded: _, needsRecognition: __, ...rest } = page;
  const white = cleaned(picture);
  if (white === null) return rest;
  const { clean, threshold } = white;
  const { turn, skew, level, rules, lines } = readUpright({ page: page.number, bitmap: clean, threshold, recogniser });
  const area = page.width * page.height;
  const read = { runs: runsOf({ number: page.number, lines, bitmap: level, threshold }), rules };
  return {
    ...rest,
    fonts: RECOGNISED_FONTS,
    ...asDisplayed(read, page, turn),
    fills: [],
    images: page.images.filter(({ x0, y0, x1, y1 }) => (x1 - x0) * (y1 - y0) < PAGE_SHARE * area),
    dots: [],
    recognised: { confidence: Math.round(meanConfidence(lines)), skew },
  };
}

interface UprightReading {
  turn: Turn;
  /** Degrees by which it was brought level; 0 where it was not turned for them. */
  skew: number;
  /** Without its ruling lines. */
  level: Bitmap;
  rules: ReturnType<typeof takeRules>;
  lines: SeenLine[];
}

/**
 * The picture as it is read, the right way up. A page that leaves all directions open, a cover say, most often stands upright:
 * all of it is read first, and that is its reading unless a band is clearly better in another direction.
 */
function readUpright(input: OrientationInput): UprightReading {
  const directions = openDirections(input);
  if (directions.length < ALL_DIRECTIONS) return readTurned(input, bestRead(input, directions));
  const { bitmap } = input;
  // a copy, since ruling lines are erased: the bands have them
  const asItStands = readTurned({ ...input, bitmap: { ...bitmap, grey: bitmap.grey.slice() } }, directions[0]!);
  if (isReadWell(asItStands.lines)) return asItStands;
  const turn = bestRead(input, directions);
  return turn === asItStands.turn ? asItStands : readTurned(input, turn);
}

/** Erases the ruling lines in `bitmap` itself where it is neither turned nor levelled. */
function readTurned({ bitmap, threshold, recogniser }: OrientationInput, turn: Turn): UprightReading {
  const upright = uprightPicture(bitmap, turn);
  const measured = measureSkew(upright, threshold);
  const skew = Math.abs(measured) < LEAST_SKEW ? 0 : measured;
  const level = skew === 0 ? upright : rotated(upright, -skew);
  const rules = takeRules(level, threshold);
  return { turn, skew, level, rules, lines: recogniser.recognise(level) };
}

type ReadPicture = Pick<ParsedPage, 'runs' | 'rules'>;

/** What was read of the upright picture, where it lies on the page as displayed. */
function asDisplayed({ runs, rules }: ReadPicture, { width, height }: ParsedPage, turn: Turn): ReadPicture {
  if (turn === 0) return { runs, rules };
  const isOnSide = turn !== 180;
  const upright = isOnSide ? { width: height, height: width } : { width, height };
  const placed = <T extends { box: ParsedPage['rules'][number]['box'] }>(one: T): T => ({
    ...one,
    box: turnBox(one.box, upright, 360 - turn),
  });
  return {
    runs: runs.map((run) => {
      const turned = placed(run);
      return { ...turned, baseline: turned.box.y1, rotation: turn };
    }),
    rules: rules.map((rule) => {
      const orientation = rule.orientation === 'horizontal' ? 'vertical' : 'horizontal';
      return isOnSide ? { ...placed(rule), orientation } : placed(rule);
    }),
  };
}

/** The picture on white paper, and what is ink in it; null for a blank page. */
export function cleaned(picture: Bitmap): { clean: Bitmap; threshold: number } | null {
  const rough = inkThreshold(picture);
  if (rough === null) return null;
  const clean = whitePaper(picture, rough);
  const threshold = inkThreshold(clean);
  return threshold === null ? null : { clean, threshold };
}
