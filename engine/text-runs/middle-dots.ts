/**
 * Middle dots that stand for bullets: design programs and word processors without a font of symbols set "·" right before the
 * first word of an item. At the beginning of several lines of one edge the dot becomes the bullet that it shows; elsewhere it
 * divides words ("A·B") or is an operator.
 */
import { firstAtLeast } from '../geometry.js';
import { SAME_EDGE } from '../measures.js';
import type { Page, TextRun } from '../model.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import { FARTHEST } from './bullets.js';
import { placeOf } from './letter-bullets.js';

const BULLET = '•';
/** A dot right before a word, in which there is no other. */
const BEFORE_WORD = /^·(?=\p{L}[^·]*$)/u;
/** A dot between two letters; that of Catalan ("col·lega") divides nothing. */
const BETWEEN_LETTERS = /(?!l·l)\p{L}·\p{L}/iu;
/** In font sizes: columns are further apart than the words of a line. */
const GUTTER = 1;
/** Dots at one edge that make a list. */
const LEAST_LISTED = 3;

/** A word with a middle dot before its first letter. */
export interface MiddleDot {
  word: TextRun;
  /** In font sizes: the white space left of it on its baseline. */
  gap: number;
  inCode: boolean;
  /** Words with such a dot at its edge that begin their lines. */
  listed: number;
  /** Dots of the page within lines and words. */
  dividing: number;
  page: number;
}

export const MIDDLE_DOT: DecisionTable<MiddleDot, 'bullet' | 'refused'> = {
  name: 'middle-dot',
  rules: [
    {
      name: 'in-code',
      why: 'In monospaced type the dot is an operator.',
      test: ({ inCode }) => refusedIf(inCode),
    },
    {
      name: 'within-a-line',
      why: 'Behind other text of its line the dot divides words or multiplies.',
      test: ({ gap }) => refusedIf(gap < GUTTER),
    },
    {
      name: 'not-listed',
      why: 'One or two lines may begin with a dot that divides words, where they are broken there.',
      test: ({ listed }) => refusedIf(listed < LEAST_LISTED),
    },
    {
      name: 'broken-at-dots',
      why: 'Where dots divide words within lines as often, lines that begin with one were broken there.',
      test: ({ dividing, listed }) => refusedIf(dividing >= listed),
    },
    {
      name: 'before-items',
      why: 'Several lines of one edge that each begin with a dot right before a word are the items of a list.',
      test: () => 'bullet',
    },
  ],
  otherwise: 'refused',
  subject: ({ word, page }) => ({ page, box: word.box, text: word.text }),
  numbers: ({ listed, dividing }) => ({ listed, dividing }),
};

/** The runs, with bullets for the middle dots that stand for them. */
export function withMiddleDots(
  runs: readonly TextRun[],
  { number, fonts }: Pick<Page, 'number' | 'fonts'>,
): readonly TextRun[] {
  const words = runs.filter(({ text }) => BEFORE_WORD.test(text));
  if (words.length === 0) return runs;
  const sorted = [...runs].sort((a, b) => a.baseline - b.baseline);
  const gapBefore = (word: TextRun): number => {
    const { before } = placeOf(word, sorted);
    return before ? (word.box.x0 - before.box.x1) / word.size : Infinity;
  };
  const places = words.map((word) => ({ word, gap: gapBefore(word) }));
  // beside another column an item may stand as close as columns do, but not all items of a list
  const starts = places.filter(({ gap }) => gap > FARTHEST);
  const edges = starts.map(({ word }) => word.box.x0).sort((a, b) => a - b);
  const dividing =
    places.filter(({ gap }) => gap < GUTTER).length + runs.filter(({ text }) => BETWEEN_LETTERS.test(text)).length;
  const bullets = new Map<TextRun, TextRun>();
  for (const { word, gap } of places) {
    const { x0 } = word.box;
    const listed = firstAtLeast(edges, x0 + SAME_EDGE) - firstAtLeast(edges, x0 - SAME_EDGE);
    const inCode = fonts[word.font]?.mono === true;
    if (decide(MIDDLE_DOT, { word, gap, inCode, listed, dividing, page: number }) === 'bullet') {
      bullets.set(word, { ...word, text: word.text.replace(BEFORE_WORD, BULLET) });
    }
  }
  return bullets.size === 0 ? runs : runs.map((run) => bullets.get(run) ?? run);
}
