/** Which of two columns beside each other is read first. */
import type { DecisionTable, Rule } from '../rules.js';
import { notesBeside, regionOf, standsBeside, type ColumnPair } from './rows.js';
import { totalLength } from '../text-rules.js';

/** Text of a side column, in fractions of the main one's. */
const SIDE_TEXT = 0.3;

const ORDER_RULES: readonly Rule<ColumnPair, 'left-first' | 'right-first'>[] = [
  {
    name: 'empty-side',
    why: 'A single column is read as it is.',
    test: ({ left, right }) => (left.length === 0 || right.length === 0 ? 'left-first' : null),
  },
  {
    name: 'side-notes-on-the-left',
    why: 'A narrow column of little text beside the main one holds notes: they are read after the text.',
    test: ({ left, right }) => {
      const areNotes = standsBeside(left, right) || notesBeside({ left, right });
      return totalLength(left) < SIDE_TEXT * totalLength(right) && areNotes ? 'right-first' : null;
    },
  },
];

/** Which of two columns is read first. */
export const COLUMN_ORDER: DecisionTable<ColumnPair, 'left-first' | 'right-first'> = {
  name: 'column-order',
  rules: ORDER_RULES,
  otherwise: 'left-first',
  subject: ({ left, right }) => regionOf([...left, ...right]),
  numbers: ({ left, right }) => ({ lettersLeft: totalLength(left), lettersRight: totalLength(right) }),
};
