/**
 * Whether the words of a mapped block are printed at the place that the source map says, in that order. Asked of blocks
 * that differ from what their boxes show; the rules come in the order of what they cost.
 */
import type { DecisionTable, Subject } from '../rules.js';
import { isRightToLeft } from '../text/bidi.js';
import { displaced } from './sequence.js';

/** Words of a block that its box may lack: marks, letters that the page draws apart. */
const STRAY_WORDS = 2;
const STRAY_SHARE = 0.25;
/** The same of a row of a table, which has few words: a row that changed places with another is to be found. */
export const ROW_STRAY_WORDS = 1;
const ROW_STRAY_SHARE = 0.5;
/** Words that must have moved within a block for its order to be wrong. */
const MOVED_WORDS = 4;
const MOVED_SHARE = 0.1;

const LETTER = /\p{L}/u;

export interface MappedBlock {
  subject: Subject;
  /** Words of the block in the file. */
  words: readonly string[];
  /** A row of a table. */
  isRow: boolean;
  /** The labels of a figure. */
  isFigure: boolean;
  /** Whether its page runs from right to left. */
  isFromRight: () => boolean;
  /** Words that are printed in the block's boxes, in the order in which they are drawn. */
  printed: readonly string[];
  /** The same, row by row and from left to right; read only where the order of drawing differs. */
  printedInRows: () => readonly string[];
  /** Words of the block that its boxes do not show. */
  strays: readonly string[];
  /** No more words than this can have moved. */
  differing: number;
}

/** The number of words that must have moved. */
const leastMoved = ({ words }: MappedBlock): number => Math.max(MOVED_WORDS, MOVED_SHARE * words.length);

export const BLOCK_PLACE: DecisionTable<MappedBlock, 'in-place' | 'misplaced' | 'out-of-order'> = {
  name: 'block-place',
  rules: [
    {
      name: 'stray-words-in-row',
      why: 'Half of a row is printed elsewhere: it has changed places with another row.',
      test: ({ isRow, strays, words }) =>
        isRow && strays.length > ROW_STRAY_WORDS && strays.length >= ROW_STRAY_SHARE * words.length
          ? 'misplaced'
          : null,
    },
    {
      name: 'stray-words-in-block',
      why: 'A quarter of the words is printed elsewhere: more than marks and letters drawn apart account for.',
      test: ({ isRow, strays, words }) =>
        !isRow && strays.length > STRAY_WORDS && strays.length >= STRAY_SHARE * words.length ? 'misplaced' : null,
    },
    {
      name: 'few-differ',
      why: 'Between the first and the last word that differ there are too few for a sentence to have moved.',
      test: (block) => (block.differing < leastMoved(block) ? 'in-place' : null),
    },
    {
      name: 'labels-of-a-figure',
      why: 'The names in a drawing and along its axes are read in no order.',
      test: ({ isFigure }) => (isFigure ? 'in-place' : null),
    },
    {
      name: 'drawn-in-order',
      why: 'The page draws the words in the order of the file.',
      test: (block) => (displaced(block.words, block.printed) < leastMoved(block) ? 'in-place' : null),
    },
    {
      name: 'right-to-left',
      why: 'What runs from right to left is drawn the other way round.',
      test: ({ words }) => (words.some(isRightToLeft) ? 'in-place' : null),
    },
    {
      name: 'numbers-from-right',
      why: 'On a page that runs from right to left so do the columns of a table, also in a row of numbers alone.',
      test: (block) =>
        !block.words.some((word) => LETTER.test(word)) &&
        block.isFromRight() &&
        displaced(block.words, block.printedInRows().toReversed()) < leastMoved(block)
          ? 'in-place'
          : null,
    },
    {
      name: 'rows-in-order',
      why: 'Some programs draw column by column, or words in any order: then the rows say how the text is read.',
      test: (block) => (displaced(block.words, block.printedInRows()) < leastMoved(block) ? 'in-place' : null),
    },
  ],
  otherwise: 'out-of-order',
  subject: ({ subject }) => subject,
  numbers: ({ words, strays, differing }) => ({
    words: words.length,
    strayWords: strays.length,
    differingWords: differing,
  }),
};
