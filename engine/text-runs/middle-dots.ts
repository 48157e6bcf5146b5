/**
 * Middle dots that stand for bullets: design programs and word processors without a font of symbols set "·" right before the
 * first word of an item. At the beginning of several lines of one edge the dot becomes the bullet that it shows; elsewhere it
 * divides words ("A·B") or is an operator.
 */
import type { Page, TextRun } from '../model.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import { FARTHEST } from './bullets.js';
import { placeOf } from './letter-bullets.js';

const BULLET = '•';
/** A dot right before a word, in which there is no other. */
const BEFORE_WORD = /^·(?=\p{L}[^·]*$)/u;
/** In points: items of one list begin at edges that differ by no more. */
const ONE_EDGE = 1;
/** Dots at one edge that make a list. */
const LEAST_LISTED = 3;

/** A word with a middle dot before its first letter. */
export interface MiddleDot {
  word: TextRun;
  /** The nearest left of it on its baseline. */
  before: TextRun | undefined;
  /** Words with such a dot at its edge that begin their lines, itself among them. */
  listed: number;
  page: number;
}

export const MIDDLE_DOT: DecisionTable<MiddleDot, 'bullet' | 'refused'> = {
  name: 'middle-dot',
  rules: [
    {
      name: 'within-a-line',
      why: 'Behind other text of its line the dot divides words or multiplies.',
      test: ({ word, before }) => refusedIf(!beginsLine(word, before)),
    },
    {
      name: 'not-listed',
      why: 'One or two lines may begin with a dot that divides words, where they are broken there.',
      test: ({ listed }) => refusedIf(listed < LEAST_LISTED),
    },
    {
      name: 'before-items',
      why: 'Several lines of one edge that each begin with a dot right before a word are the items of a list.',
      test: () => 'bullet',
    },
  ],
  otherwise: 'refused',
  subject: ({ word, page }) => ({ page, box: word.box, text: word.text }),
  numbers: ({ listed }) => ({ listed }),
};

const beginsLine = (word: TextRun, before: TextRun | undefined): boolean =>
  before === undefined || word.box.x0 - before.box.x1 > FARTHEST * word.size;

/** The runs, with bullets for the middle dots that stand for them. */
export function withMiddleDots(runs: readonly TextRun[], { number }: Pick<Page, 'number'>): readonly TextRun[] {
  const words = runs.filter(({ text }) => BEFORE_WORD.test(text));
  if (words.length === 0) return runs;
  const sorted = [...runs].sort((a, b) => a.baseline - b.baseline);
  const places = words.map((word) => ({ word, before: placeOf(word, sorted).before }));
  const edgeOf = ({ box }: TextRun): number => Math.round(box.x0 / ONE_EDGE);
  const starts = places.filter(({ word, before }) => beginsLine(word, before));
  const lists = Map.groupBy(starts, ({ word }) => edgeOf(word));
  const bullets = new Map<TextRun, TextRun>();
  for (const { word, before } of places) {
    const listed = lists.get(edgeOf(word))?.length ?? 0;
    if (decide(MIDDLE_DOT, { word, before, listed, page: number }) === 'bullet') {
      bullets.set(word, { ...word, text: word.text.replace(BEFORE_WORD, BULLET) });
    }
  }
  return runs.map((run) => bullets.get(run) ?? run);
}
