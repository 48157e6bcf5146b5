/**
 * Lines of words under a picture: whether the picture shows them. What is painted there is recognised and compared with the
 * words (`COVERED_LINE`). Of a page that is one picture some lines are compared first, and the rest only if these are not
 * shown.
 */
import { unionBox } from '../geometry.js';
import type { Bitmap, Box, ParsedPage, ParsedRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { lettersOf, similarity } from '../text/similarity.js';
import { cropped } from './bitmap.js';
import { cleaned } from './recognise-page.js';
import { meanConfidence } from './runs.js';
import type { Recogniser } from './tesseract.js';

/** Margin around a word, in sizes of its type: a text layer is not exactly where the letters of its scan are. */
const ROOM = 0.4;
/** In points: with a margin as large as huge type, each word would have much of the page looked at again. */
const MOST_ROOM = 12;
/** Margin around what is recognised, in points: letters at the edge of a picture are misread. */
const MARGIN = 12;
/** In font sizes: the widest gap between words of a line, and how far their baselines differ. */
const WIDEST_GAP = 1.5;
const SAME_BASELINE = 0.3;
/** A word is found where at least this share of its letters is recognised. */
const SAME_WORD = 0.6;
/** A line or page is shown if at least this share of its letters is in words that are found. */
const FOUND = 0.5;
/** The same of a line that is not painted: of what nobody need see, less is left to errors of recognition. */
const FOUND_UNPAINTED = 0.8;
/** A line with so many letters, of which less than this share is found, was not merely misread. */
const LONG_LINE = 30;
const HARDLY_ANY = 0.1;
/** Of 100: text that is recognised with less confidence may be anything. */
const LEGIBLE = 65;
/** A picture that covers at least this share of the page is the page itself. */
const PAGE_SHARE = 0.5;
/** Recognised letters for each letter of the words: a picture with fewer shows no text. */
const TEXTLESS = 0.2;
/** Of more lines than this a sample is compared first, provided that it has so many letters. */
const MOST_LINES = 40;
const SAMPLE_LINES = 12;
const SAMPLE_LETTERS = 100;

export type Sight = 'seen' | 'unseen' | 'open';

/** The page as it is painted, and what recognises it. */
export interface PaintedPage {
  picture: Bitmap;
  withoutText: Bitmap;
  recogniser: Recogniser;
}

/** Where the letters of a word or line in type of the size may be painted. */
export const placeOf = (box: Box, size: number): Box => widened(box, Math.min(MOST_ROOM, ROOM * size));

const widened = ({ x0, y0, x1, y1 }: Box, room: number): Box => ({
  ...{ x0: x0 - room, y0: y0 - room, x1: x1 + room, y1: y1 + room },
});

/** The words of one line that are under pictures. */
interface CoveredLine {
  runs: ParsedRun[];
  box: Box;
  letters: number;
  /** They are written horizontally. */
  isLevel: boolean;
  /** The picture over them covers most of the page. */
  isPage: boolean;
}

interface Comparison {
  /** Share of the letters in words that are found in their place. */
  found: number;
  /** Letters recognised there for each letter of the words, and with what confidence, of 100. */
  recognised: number;
  confidence: number;
}

export interface ComparedLine extends CoveredLine {
  page: number;
  ofLine: Comparison;
  /** Of all lines that are compared together. */
  ofAll: Comparison;
}

/** Over letters that are drawn as shapes: each line has to be shown by itself. */
const isUnpainted = ({ runs }: CoveredLine): boolean => runs.some(({ invisible }) => invisible === true);

/** Under a picture of most of the page that shows most of the words under it. */
const isScan = (line: ComparedLine): boolean => line.isPage && line.ofAll.found >= FOUND && !isUnpainted(line);

/** What is recognised of a line; under a picture of the page, in which recognition misses single lines, of all lines. */
const readOf = ({ isPage, ofAll, ofLine }: ComparedLine): Comparison => (isPage ? ofAll : ofLine);

const isTextless = (line: ComparedLine): boolean => readOf(line).recognised < TEXTLESS;

export const COVERED_LINE: DecisionTable<ComparedLine, Sight> = {
  name: 'covered-line',
  rules: [
    {
      name: 'same-words',
      why: 'The picture shows these words.',
      test: (line) => (line.ofLine.found >= (isUnpainted(line) ? FOUND_UNPAINTED : FOUND) ? 'seen' : null),
    },
    {
      name: 'no-letters',
      why: 'Bullets and dashes are visible where the words around them are.',
      test: ({ letters, ofAll }) => (letters > 0 ? null : ofAll.found > 0 ? 'seen' : 'unseen'),
    },
    {
      name: 'unlike-the-rest-of-a-scan',
      why: 'A long line of a scan of which nothing is recognised was missed by recognition, or put there for machines.',
      test: (line) => (isScan(line) && line.letters >= LONG_LINE && line.ofLine.found < HARDLY_ANY ? 'open' : null),
    },
    {
      name: 'misread-in-a-scan',
      why: 'The picture of the page shows most of the words under it: the others were misread, now or by who made the layer.',
      test: (line) => (isScan(line) ? 'seen' : null),
    },
    {
      name: 'not-level',
      why: 'Words that are not written horizontally are not recognised.',
      test: ({ isLevel }) => (isLevel ? null : 'open'),
    },
    {
      name: 'hardly-readable',
      why: 'In the picture of a whole page the words may be written by hand, or too faint to be recognised.',
      test: (line) => (line.isPage && (isTextless(line) || readOf(line).confidence < LEGIBLE) ? 'open' : null),
    },
    {
      name: 'no-text',
      why: 'The picture shows no text, or hardly any, where the words are: it is a photo or a drawing.',
      test: (line) => (isTextless(line) ? 'unseen' : null),
    },
    {
      name: 'other-words',
      why: 'The picture shows other text in the place of the words.',
      test: () => 'unseen',
    },
  ],
  otherwise: 'unseen',
  subject: ({ page, box, runs }) => ({ page, box, text: runs.map(({ text }) => text).join(' ') }),
  numbers: (line) => ({
    foundShare: line.ofLine.found,
    foundShareOfAll: line.ofAll.found,
    recognisedShare: readOf(line).recognised,
    confidence: readOf(line).confidence,
  }),
};
/** What is seen of each word, decided line by line. */
export function sightOfLines(
  page: ParsedPage,
  words: readonly ParsedRun[],
  painted: PaintedPage,
): (readonly [word: ParsedRun, seen: Sight])[] {
  return comparedLines(linesOf(page, words), page.number, painted).flatMap(([{ runs }, seen]) =>
    runs.map((run) => [run, seen] as const),
  );
}

/** Words that follow each other on one baseline. */
function linesOf(page: ParsedPage, runs: readonly ParsedRun[]): CoveredLine[] {
  const lines: ParsedRun[][] = [];
  for (const run of runs) {
    const line = lines.at(-1);
    if (line && continuesLine(line.at(-1)!, run)) line.push(run);
    else lines.push([run]);
  }
  const area = page.width * page.height;
  const pages = page.images.filter(({ x0, y0, x1, y1 }) => (x1 - x0) * (y1 - y0) >= PAGE_SHARE * area);
  return lines.map((line) => {
    const box = unionBox(line.map((run) => run.box));
    const isPage = pages.some(({ x0, y0, x1, y1 }) => x0 < box.x1 && box.x0 < x1 && y0 < box.y1 && box.y0 < y1);
    const letters = line.reduce((sum, { text }) => sum + lettersOf(text).length, 0);
    return { runs: line, box, letters, isLevel: line[0]!.rotation === 0, isPage };
  });
}

const continuesLine = (before: ParsedRun, run: ParsedRun): boolean =>
  before.rotation === 0 &&
  run.rotation === 0 &&
  Math.abs(run.baseline - before.baseline) < SAME_BASELINE * run.size &&
  Math.abs(run.box.x0 - before.box.x1) < WIDEST_GAP * run.size;

type SeenLines = (readonly [line: CoveredLine, seen: Sight])[];

/** What is seen of each line. */
function comparedLines(lines: readonly CoveredLine[], page: number, painted: PaintedPage): SeenLines {
  const sample = sampleOf(lines);
  if (sample.length > 0) {
    const sampled = compared(sample, page, painted);
    const rest = lines.filter((line) => !sample.includes(line));
    if (sampled.every(([, seen]) => seen === 'seen'))
      return [...sampled, ...rest.map((line) => [line, 'seen'] as const)];
  }
  return lines.length === 0 ? [] : compared(lines, page, painted);
}

/** Lines from the middle of a page that is one picture; none where there are few. */
function sampleOf(lines: readonly CoveredLine[]): CoveredLine[] {
  if (lines.length <= MOST_LINES || !lines.every((line) => line.isPage && line.isLevel && !isUnpainted(line)))
    return [];
  const from = Math.floor((lines.length - SAMPLE_LINES) / 2);
  const sample = lines.toSorted((a, b) => a.box.y0 - b.box.y0).slice(from, from + SAMPLE_LINES);
  return sample.reduce((sum, { letters }) => sum + letters, 0) < SAMPLE_LETTERS ? [] : sample;
}

function compared(lines: readonly CoveredLine[], page: number, painted: PaintedPage): SeenLines {
  const words = wordsIn(unionBox(lines.map(({ box }) => box)), painted);
  const matches = lines.map((line) => matchOf(line, words));
  const ofAll = comparison(matches);
  return lines.map((line, i) => {
    const ofLine = comparison([matches[i]!]);
    return [line, decide(COVERED_LINE, { ...line, page, ofLine, ofAll })];
  });
}

interface FoundWord {
  text: string;
  letters: string;
  confidence: number;
  box: Box;
}

/** What is recognised in a part of the page, with boxes in the page's coordinates. */
function wordsIn(part: Box, { picture, recogniser }: PaintedPage): FoundWord[] {
  const { bitmap, left, top } = cropped(picture, widened(part, MARGIN));
  const white = cleaned(bitmap);
  if (white === null) return [];
  const inPoints = (x: number): number => x / picture.scale;
  return recogniser.recognise(white.clean).flatMap(({ words }) =>
    words.map(({ text, confidence, bbox }) => ({
      ...{ text, confidence, letters: lettersOf(text) },
      box: {
        ...{ x0: inPoints(bbox.x0 + left), y0: inPoints(bbox.y0 + top) },
        ...{ x1: inPoints(bbox.x1 + left), y1: inPoints(bbox.y1 + top) },
      },
    })),
  );
}

interface LineMatch {
  letters: number;
  found: number;
  /** What is recognised in its place. */
  there: FoundWord[];
}

/** What of a line is found in its place. */
function matchOf({ runs, box, letters }: CoveredLine, words: readonly FoundWord[]): LineMatch {
  const place = placeOf(box, Math.max(...runs.map(({ size }) => size)));
  const there = words.filter((word) => isIn(place, word.box));
  const text = there.map((word) => word.letters).join('');
  const isFound = (word: string): boolean =>
    (word.length > 2 && text.includes(word)) ||
    there.some((other) => similarity(other.letters, word, SAME_WORD) >= SAME_WORD);
  const found = runs.map((run) => lettersOf(run.text)).filter((word) => word !== '' && isFound(word));
  return { letters, found: found.join('').length, there };
}

function comparison(lines: readonly LineMatch[]): Comparison {
  const sum = (of: (line: LineMatch) => number): number => lines.reduce((total, line) => total + of(line), 0);
  const letters = sum((line) => line.letters);
  const words = lines.flatMap(({ there }) => there);
  return {
    found: letters > 0 ? sum(({ found }) => found) / letters : 0,
    recognised: letters > 0 ? words.map((word) => word.letters).join('').length / letters : 0,
    confidence: meanConfidence([{ words }]),
  };
}

/** Whether the middle of a box is in the place. */
const isIn = (place: Box, { x0, y0, x1, y1 }: Box): boolean => {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return x > place.x0 && x < place.x1 && y > place.y0 && y < place.y1;
};
