/**
 * Words that a picture was painted over: whether the page shows them all the same. A scan whose text lies beneath it shows
 * its words, and so does the picture of a logo that has its name under it; a photo or a plain block does not.
 *
 * Decided by looking at the page as it is painted, the cheapest way first:
 *   1. `COVERED_WORD`, of each word: is it painted after all, or is there nothing in its place that could be letters?
 *   2. `COVERED_LINE`, of each line of those that are left: are its words among those that are recognised there? Of the
 *      text of a whole page a part is looked at first, and the rest only if that part shows something else.
 */
import { unionBox } from '../geometry.js';
import type { Bitmap, Box, ParsedPage, ParsedRun } from '../model.js';
import { recognitionNeed } from '../read/recognition-need.js';
import { decide, type DecisionTable } from '../rules.js';
import { lettersOf, similarity } from '../text/similarity.js';
import { cropped, greysIn, shareOfChange } from './bitmap.js';
import { cleaned, recognisePage } from './recognise-page.js';
import { meanConfidence } from './runs.js';
import type { Recogniser } from './tesseract.js';

/** Share of a word's box that is painted otherwise without text: the thinnest word has more, the edge of a neighbour less. */
const LEAST_CHANGE = 0.02;
/** Letters that anyone can read differ by so much from what is behind them, of 255. */
const MIN_CONTRAST = 40;
/** Around a word, in sizes of its type: the words under a scan are not to the point where its letters are. */
const ROOM = 0.4;
/** In points: of type that is larger the page would be looked at anew for each word. */
const MOST_ROOM = 12;
/** Words under pictures, and pages that their boxes make together: more would take the time that a page has. */
const MOST_WORDS = 8_000;
const MOST_PAGES_OF_BOXES = 20;
/** Around what is recognised, in points: letters at the edge are read badly. */
const MARGIN = 12;
/** Between the words of a line, and of their baselines, in sizes. */
const WIDEST_GAP = 1.5;
const SAME_BASELINE = 0.3;
/** Share of a word's letters that are recognised as they are. */
const SAME_WORD = 0.6;
/** Share of a line's or page's letters in words that are found. */
const FOUND = 0.5;
/** A line of so many letters of which hardly any are found was not just misread. */
const LONG_LINE = 30;
const HARDLY_ANY = 0.1;
/** Of 100: what is recognised with less confidence may be any text. */
const LEGIBLE = 65;
/** Share of the page from which a picture is the page itself. */
const PAGE_SHARE = 0.5;
/** Letters that are recognised for each of the words': a picture with fewer shows no text. */
const TEXTLESS = 0.2;
/** Of more lines a part is looked at first, which counts if it has so many letters. */
const MOST_LINES = 40;
const SAMPLE_LINES = 12;
const SAMPLE_LETTERS = 100;

type Sight = 'seen' | 'unseen' | 'open';

/** The page as it is painted, and what recognises it. */
export interface PaintedPage {
  picture: Bitmap;
  withoutText: Bitmap;
  recogniser: Recogniser;
}

interface CoveredWord {
  page: number;
  run: ParsedRun;
  /** Share of its box that is painted otherwise without text. */
  change: number;
  /** From the darkest to the brightest in its place, of 255. */
  contrast: number;
}

export const COVERED_WORD: DecisionTable<CoveredWord, Sight> = {
  name: 'covered-word',
  rules: [
    {
      name: 'painted-after-all',
      why: 'Without text the place looks otherwise: something of the picture is clear, or words are set on it.',
      test: ({ change }) => (change > LEAST_CHANGE ? 'seen' : null),
    },
    {
      name: 'one-colour',
      why: 'Nothing in the place of the word could be its letters.',
      test: ({ contrast }) => (contrast < MIN_CONTRAST ? 'unseen' : null),
    },
  ],
  otherwise: 'open',
  subject: ({ page, run }) => ({ page, box: run.box, text: run.text }),
  numbers: ({ change, contrast }) => ({ changedShare: change, contrastOf255: contrast }),
};

/** Words of one line that are under pictures. */
interface CoveredLine {
  runs: ParsedRun[];
  box: Box;
  letters: number;
  /** They run across the page. */
  isLevel: boolean;
  /** What they lie under is a picture of most of the page. */
  isPage: boolean;
}

interface Comparison {
  /** Share of the letters in words that are recognised in their place. */
  found: number;
  /** Letters that are recognised there for each of their own, and with what confidence, of 100. */
  recognised: number;
  confidence: number;
}

export interface ComparedLine extends CoveredLine {
  page: number;
  ofLine: Comparison;
  /** Of all lines that were looked at. */
  ofAll: Comparison;
}

/** Whether the picture of most of the page shows most of the words under it. */
const isScan = ({ isPage, ofAll }: ComparedLine): boolean => isPage && ofAll.found >= FOUND;

/** What is recognised of a line; of a page-wide picture, in which single lines are overlooked, of all lines. */
const readOf = ({ isPage, ofAll, ofLine }: ComparedLine): Comparison => (isPage ? ofAll : ofLine);

const isTextless = (line: ComparedLine): boolean => readOf(line).recognised < TEXTLESS;

export const COVERED_LINE: DecisionTable<ComparedLine, Sight> = {
  name: 'covered-line',
  rules: [
    {
      name: 'same-words',
      why: 'The picture shows these words.',
      test: ({ ofLine }) => (ofLine.found >= FOUND ? 'seen' : null),
    },
    {
      name: 'no-letters',
      why: 'Bullets and lines are seen with the words that they stand among.',
      test: ({ letters, ofAll }) => (letters > 0 ? null : ofAll.found > 0 ? 'seen' : 'unseen'),
    },
    {
      name: 'unlike-the-rest-of-a-scan',
      why: 'A long line of a scan of which nothing is recognised may be overlooked, or put there for machines.',
      test: (line) => (isScan(line) && line.letters >= LONG_LINE && line.ofLine.found < HARDLY_ANY ? 'open' : null),
    },
    {
      name: 'misread-in-a-scan',
      why: 'The picture of the page shows most of the words under it: the others were misread, now or then.',
      test: (line) => (isScan(line) ? 'seen' : null),
    },
    {
      name: 'not-level',
      why: 'Words that do not run across the page are not recognised.',
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

/**
 * The page without a mark at the words that can be seen, and with those that cannot marked as covered; words that keep
 * their mark are reported. It still says `covered_text`, by which it is known that its text was read before. Where that was
 * all covered, it is recognised from the picture.
 */
export function withoutCovered(page: ParsedPage, painted: PaintedPage): ParsedPage {
  const sight = sightOf(page, painted);
  const runs = page.runs.map((run): ParsedRun => {
    const seen = sight.get(run) ?? 'open';
    if (seen === 'open') return run;
    const { pictured: __, ...known } = run;
    return seen === 'seen' ? known : { ...known, invisible: true, covered: true };
  });
  const settled = { ...page, runs };
  const need = recognitionNeed(settled, 0);
  if (!need || need === 'covered_text') return settled;
  const hiddenWords = runs.filter(({ covered, text }) => covered && lettersOf(text) !== '').length;
  return {
    ...recognisePage(settled, painted.picture, painted.recogniser),
    needsRecognition: 'covered_text',
    ...(hiddenWords > 0 ? { hiddenWords } : {}),
  };
}

/** Nothing is reported of any word where there is too much to look at. */
function sightOf(page: ParsedPage, painted: PaintedPage): Map<ParsedRun, Sight> {
  const sight = new Map<ParsedRun, Sight>();
  const open: ParsedRun[] = [];
  const pictured = page.runs.filter((run) => run.pictured);
  if (isTooMuch(page, pictured)) return sight;
  for (const run of pictured) {
    const seen = decide(COVERED_WORD, { page: page.number, run, ...looksOf(run, painted) });
    sight.set(run, seen);
    if (seen === 'open') open.push(run);
  }
  for (const [line, seen] of comparedLines(linesOf(page, open), page.number, painted))
    for (const run of line.runs) sight.set(run, seen);
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

function looksOf(
  { box, size }: ParsedRun,
  { picture, withoutText }: PaintedPage,
): { change: number; contrast: number } {
  const [darkest, brightest] = greysIn(picture, around(box, roomOf(size)));
  return { change: shareOfChange(picture, withoutText, box), contrast: brightest - darkest };
}

const roomOf = (size: number): number => Math.min(MOST_ROOM, ROOM * size);

const around = ({ x0, y0, x1, y1 }: Box, room: number): Box => ({
  ...{ x0: x0 - room, y0: y0 - room, x1: x1 + room, y1: y1 + room },
});

/** Words that follow each other on one baseline. */
function linesOf(page: ParsedPage, runs: readonly ParsedRun[]): CoveredLine[] {
  const lines: ParsedRun[][] = [];
  for (const run of runs) {
    const line = lines.at(-1);
    if (line && goesOn(line.at(-1)!, run)) line.push(run);
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

const goesOn = (before: ParsedRun, run: ParsedRun): boolean =>
  before.rotation === 0 &&
  run.rotation === 0 &&
  Math.abs(run.baseline - before.baseline) < SAME_BASELINE * run.size &&
  Math.abs(run.box.x0 - before.box.x1) < WIDEST_GAP * run.size;

type SeenLines = (readonly [line: CoveredLine, seen: Sight])[];

/** What is to be seen of the lines. */
function comparedLines(lines: readonly CoveredLine[], page: number, painted: PaintedPage): SeenLines {
  const sample = sampleOf(lines);
  if (sample.length > 0) {
    const looked = compared(sample, page, painted);
    const rest = lines.filter((line) => !sample.includes(line));
    if (looked.every(([, seen]) => seen === 'seen')) return [...looked, ...rest.map((line) => [line, 'seen'] as const)];
  }
  return lines.length === 0 ? [] : compared(lines, page, painted);
}

/** Some lines from the middle of a page that is all picture; none where there are few. */
function sampleOf(lines: readonly CoveredLine[]): CoveredLine[] {
  if (lines.length <= MOST_LINES || !lines.every(({ isPage, isLevel }) => isPage && isLevel)) return [];
  const from = Math.floor((lines.length - SAMPLE_LINES) / 2);
  const sample = lines.toSorted((a, b) => a.box.y0 - b.box.y0).slice(from, from + SAMPLE_LINES);
  return sample.reduce((sum, { letters }) => sum + letters, 0) < SAMPLE_LETTERS ? [] : sample;
}

function compared(lines: readonly CoveredLine[], page: number, painted: PaintedPage): SeenLines {
  const words = wordsIn(unionBox(lines.map(({ box }) => box)), painted);
  const looked = lines.map((line) => lookedFor(line, words));
  const ofAll = comparison(looked);
  return lines.map((line, i) => {
    const ofLine = comparison([looked[i]!]);
    return [line, decide(COVERED_LINE, { ...line, page, ofLine, ofAll })];
  });
}

interface FoundWord {
  text: string;
  letters: string;
  confidence: number;
  box: Box;
}

/** What is recognised in a part of the page, with boxes as those of the page. */
function wordsIn(part: Box, { picture, recogniser }: PaintedPage): FoundWord[] {
  const { bitmap, left, top } = cropped(picture, around(part, MARGIN));
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

interface Looked {
  letters: number;
  found: number;
  /** What is recognised in its place. */
  there: FoundWord[];
}

/** What of a line is found in its place. */
function lookedFor({ runs, box, letters }: CoveredLine, words: readonly FoundWord[]): Looked {
  const place = around(box, roomOf(Math.max(...runs.map(({ size }) => size))));
  const there = words.filter((word) => isIn(place, word.box));
  const text = there.map((word) => word.letters).join('');
  const isFound = (word: string): boolean =>
    (word.length > 2 && text.includes(word)) ||
    there.some((other) => similarity(other.letters, word, SAME_WORD) >= SAME_WORD);
  const found = runs.map((run) => lettersOf(run.text)).filter((word) => word !== '' && isFound(word));
  return { letters, found: found.join('').length, there };
}

function comparison(lines: readonly Looked[]): Comparison {
  const sum = (of: (line: Looked) => number): number => lines.reduce((total, line) => total + of(line), 0);
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
