/**
 * Recognised lines as text runs like those of a born-digital page. Sizes come from the height of each line's letters and
 * are evened out over the page; a short line beside a longer one (a clause's number, a cell) shares its baseline.
 */
import type { Bitmap, FontStyle, ParsedRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { boldWords, isMonospaced, strokeWidth } from './appearance.js';
import { sizedLines, type ReadLine } from './line-sizes.js';
import { subjectOf, type PagePlace } from './subject.js';
import type { SeenLine, SeenWord } from './tesseract.js';

/** Boxes of runs reach so far above and below the baseline, as in read/frame.ts. */
const ASCENT = 0.76;
const DESCENT = 0.22;
/** A line of nothing but symbols, and with so little confidence, is dirt on the paper. */
const DIRT_CONFIDENCE = 60;
/** Of 100, mean confidence of a line's letters, and of a page's, below which words are as often wrong as right. */
const TRUSTED_LINE = 50;
const TRUSTED_PAGE = 65;
/** Share of a page's letters from which type of one width is the type of the page, and means nothing. */
const TYPEWRITTEN_SHARE = 0.6;

const BULLET = '\u2022';

const STYLES = [
  { bold: false, mono: false },
  { bold: true, mono: false },
  { bold: false, mono: true },
  { bold: true, mono: true },
];
export const RECOGNISED_FONTS: FontStyle[] = STYLES.map((style) => ({
  name: 'recognised',
  italic: false,
  serif: false,
  ...style,
}));

/** What was recognised in a page's picture. */
export interface SeenPage {
  number: number;
  lines: readonly SeenLine[];
  bitmap: Bitmap;
  /** Pixels that are darker than this are ink. */
  threshold: number;
}

/** Mean confidence of the letters, 0 to 100. */
export function meanConfidence(lines: readonly { words: readonly Pick<SeenWord, 'text' | 'confidence'>[] }[]): number {
  let [sum, letters] = [0, 0];
  for (const { text, confidence } of lines.flatMap(({ words }) => words)) {
    sum += confidence * text.length;
    letters += text.length;
  }
  return letters === 0 ? 0 : sum / letters;
}

export function runsOf({ number, lines, bitmap, threshold }: SeenPage): ParsedRun[] {
  const place: PagePlace = { page: number, scale: bitmap.scale };
  const read = sizedLines(
    lines.filter((line) => decide(RECOGNISED_LINE, { line, place }) === 'text'),
    bitmap.scale,
  );
  const thickness = read.map(({ line, size }) =>
    line.words.map((word) => {
      const width = strokeWidth(bitmap, word, threshold);
      return width === null ? null : width / size;
    }),
  );
  const usual = usualThickness(read, thickness);
  const mono = monospacedLines(read, place);
  const bullets = misreadBullets(read);
  const pageConfidence = meanConfidence(lines);
  return read.flatMap((one, i) => {
    const bold = boldWords(one.line.words, { thickness: thickness[i]!, usual, place });
    const doubtful = decide(LINE_TRUST, { line: one.line, place, pageConfidence }) === 'doubtful';
    const runs = lineRuns(one, { bold, mono: mono.has(one), doubtful }, bitmap.scale);
    const [first, second] = runs;
    const isBullet = first && bullets.test(first.text) && /^\p{L}/u.test(second?.text ?? '');
    return isBullet ? [{ ...first, text: BULLET }, ...runs.slice(1)] : runs;
  });
}

/** What a lone symbol before a line's first word is read as where a bullet is printed; quotation marks where none quote. */
function misreadBullets(lines: readonly ReadLine[]): RegExp {
  const text = lines.flatMap(({ line }) => line.words.map((word) => word.text)).join(' ');
  return /«[^»]*»/u.test(text) ? /^[¢°+]$/u : /^[¢°+«»]$/u;
}

interface PlacedLine {
  line: SeenLine;
  place: PagePlace;
}

const confidenceOf = ({ words }: SeenLine): number => Math.max(0, ...words.map((word) => word.confidence));

export const RECOGNISED_LINE: DecisionTable<PlacedLine, 'text' | 'dirt'> = {
  name: 'recognised-line',
  rules: [
    {
      name: 'letters',
      why: 'Dirt and the edges of pictures are seldom read as letters or digits.',
      test: ({ line }) => (line.words.some(({ text }) => /[\p{L}\p{N}]/u.test(text)) ? 'text' : null),
    },
    {
      name: 'confident',
      why: 'A row of stars or dashes is read with confidence; dirt is not.',
      test: ({ line }) => (confidenceOf(line) >= DIRT_CONFIDENCE ? 'text' : null),
    },
    {
      name: 'doubtful-symbols',
      why: 'Symbols that are read with little confidence are dirt on the paper, or edges of pictures.',
      test: () => 'dirt',
    },
  ],
  otherwise: 'dirt',
  subject: ({ line, place }) => subjectOf(line.words, place),
  numbers: ({ line }) => ({ confidence: confidenceOf(line) }),
};

interface JudgedLine extends PlacedLine {
  /** Mean confidence of the page's letters, 0 to 100. */
  pageConfidence: number;
}

/** Whether a recognised line is believed, or kept as text that is taken for nothing more: no heading, no name of a file. */
export const LINE_TRUST: DecisionTable<JudgedLine, 'trusted' | 'doubtful'> = {
  name: 'line-trust',
  rules: [
    {
      name: 'hardly-readable-page',
      why: 'Handwriting and the worst scans are read as letters that nobody wrote, in type of any size.',
      test: ({ pageConfidence }) => (pageConfidence < TRUSTED_PAGE ? 'doubtful' : null),
    },
    {
      name: 'hardly-readable-line',
      why: 'Logos, stamps and dirt are read with little confidence, and are often the largest on a page.',
      test: ({ line }) => (meanConfidence([line]) < TRUSTED_LINE ? 'doubtful' : null),
    },
  ],
  otherwise: 'trusted',
  subject: ({ line, place }) => subjectOf(line.words, place),
  numbers: ({ line, pageConfidence }) => ({ confidence: meanConfidence([line]), pageConfidence }),
};

/** Thickness of most letters' strokes by their size. */
function usualThickness(lines: readonly ReadLine[], thickness: readonly (readonly (number | null)[])[]): number {
  const all = lines.flatMap(({ line }, i) =>
    line.words.flatMap(({ text }, k) => {
      const value = thickness[i]![k];
      return typeof value === 'number' ? [{ value, letters: text.length }] : [];
    }),
  );
  all.sort((a, b) => a.value - b.value);
  let left = all.reduce((sum, { letters }) => sum + letters, 0) / 2;
  return all.find(({ letters }) => (left -= letters) <= 0)?.value ?? Infinity;
}

/** Lines in type of one width; none where most of the page is typed so, and it means nothing. */
function monospacedLines(lines: readonly ReadLine[], place: PagePlace): Set<ReadLine> {
  const found = lines.filter(({ line }) => isMonospaced(line, place));
  const letters = (of: readonly ReadLine[]): number => of.reduce((sum, one) => sum + one.letters, 0);
  return new Set(letters(found) > TYPEWRITTEN_SHARE * letters(lines) ? [] : found);
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

function lineRuns(
  { line, size, baseline }: ReadLine,
  { bold, mono, doubtful }: { bold: readonly boolean[]; mono: boolean; doubtful: boolean },
  scale: number,
): ParsedRun[] {
  return line.words.map(({ text, bbox }, i) => ({
    text: text.normalize('NFC'),
    ...(i > 0 ? { space: true } : {}),
    box: {
      x0: rounded(bbox.x0 / scale),
      y0: rounded(baseline - ASCENT * size),
      x1: rounded(bbox.x1 / scale),
      y1: rounded(baseline + DESCENT * size),
    },
    baseline: rounded(baseline),
    size: rounded(size),
    font: (bold[i] ? 1 : 0) + (mono ? 2 : 0),
    rotation: 0,
    ...(doubtful ? { doubtful: true as const } : {}),
  }));
}
