/**
 * Words that are not painted, on a page where letters are drawn as shapes: programs that outline a font, or recognise a page
 * of outlines, put them there. Whether the shapes show them is looked at as with words under a picture.
 */
import { BoxIndex } from '../box-index.js';
import type { Box, ParsedPage, ParsedRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { holds } from './painted-boxes.js';

/** In font sizes: words that were recognised are not exactly where their letters are drawn. */
const REACH = 0.25;
/** In font sizes: no letter is wider, as a line below a word is. */
const WIDEST_LETTER = 1.5;
/** Shapes for each letter: of those that touch, and of thin ones, there are fewer than letters. */
const SHAPES_OF_LETTER = 0.5;
/** Share of the letters that are not painted for which there are shapes. */
const DRAWN_SHARE = 0.5;
/** Fewer letters than this are a stamp, a logo or the name of one. */
const FEW_LETTERS = 24;
/** More shapes at a word than letters that it can have. */
const MOST_SHAPES = 100;

export interface UnpaintedWords {
  page: ParsedPage;
  words: readonly ParsedRun[];
  letters: number;
  /** Share of them in words at which there are as many shapes as their letters would be. */
  drawnShare: number;
}

/** What words of a page are that it does not paint. Asked of pages that paint text too. */
export const DRAWN_LETTERS: DecisionTable<UnpaintedWords, 'open' | 'unpainted'> = {
  name: 'drawn-letters',
  rules: [
    {
      name: 'few-letters',
      why: 'The name of a logo may be anywhere, and looking at the page would cost more than it gives.',
      test: ({ letters }) => (letters <= FEW_LETTERS ? 'unpainted' : null),
    },
    {
      name: 'shapes-for-letters',
      why: 'Where small shapes are drawn at the words, one for each letter, the page may show them: it has to be looked at.',
      test: ({ drawnShare }) => (drawnShare >= DRAWN_SHARE ? 'open' : null),
    },
  ],
  otherwise: 'unpainted',
  subject: ({ page, words }) => ({
    page: page.number,
    box: { x0: 0, y0: 0, x1: page.width, y1: page.height },
    text: words.map(({ text }) => text).join(' '),
  }),
  numbers: ({ letters, drawnShare }) => ({ letters, drawnShare }),
};

/** The page with its unpainted words marked as to be looked at, if their letters seem to be drawn as shapes. */
export function withDrawnLetters(page: ParsedPage): ParsedPage {
  const words = page.runs.filter(isUnpainted);
  if (words.length === 0 || words.length === page.runs.length) return page;
  const shapes = lettersDrawnOn(page);
  const letters = lettersOf(words);
  const drawn = lettersOf(words.filter((word) => shapes(word).length >= SHAPES_OF_LETTER * lettersOf([word])));
  const drawnShare = letters === 0 ? 0 : drawn / letters;
  if (decide(DRAWN_LETTERS, { page, words, letters, drawnShare }) === 'unpainted') return page;
  return { ...page, runs: page.runs.map((run) => (isUnpainted(run) ? { ...run, pictured: true as const } : run)) };
}

/** The page without the shapes that are the letters of the words: layout would take them for shading and rulings. */
export function withoutShapesOf(page: ParsedPage, words: readonly ParsedRun[]): ParsedPage {
  if (words.length === 0) return page;
  const drawnOn = lettersDrawnOn(page);
  const drawn = new Set(words.filter(({ text }) => LETTER.test(text)).flatMap(drawnOn));
  return {
    ...page,
    fills: page.fills.filter((box) => !drawn.has(box)),
    rules: page.rules.filter(({ box }) => !drawn.has(box)),
    ...(page.dots ? { dots: page.dots.filter((box) => !drawn.has(box)) } : {}),
  };
}

const LETTER = /[\p{L}\p{N}]/u;
const lettersOf = (runs: readonly ParsedRun[]): number =>
  runs.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0);

const isUnpainted = ({ invisible, covered }: ParsedRun): boolean => invisible === true && !covered;

/** Finds the shapes at a word that are no larger than its letters. */
function lettersDrawnOn({ fills, dots = [], rules }: ParsedPage): (word: ParsedRun) => Box[] {
  const shapes = new BoxIndex([...fills, ...dots, ...rules.map(({ box }) => box)]);
  return ({ box, size }) => {
    const reach = REACH * size;
    const place = { x0: box.x0 - reach, y0: box.y0 - reach, x1: box.x1 + reach, y1: box.y1 + reach };
    const isLetter = (shape: Box): boolean => holds(place, shape) && shape.x1 - shape.x0 <= WIDEST_LETTER * size;
    return shapes.touching(place, MOST_SHAPES).filter(isLetter);
  };
}
