/** Totals: the row below the last line of a table, which sums up what stands above that line. */
import { median } from '../geometry.js';
import type { ParsedPage } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { isValue } from '../tables/kinds.js';
import { rowSubject, segmentText, type TextRow } from '../tables/segments.js';

/** In usual distances of the table's rows, and in font sizes: how far below the last one a total stands at most. */
const WIDEST_STEP = 1.5;
const WIDEST_STEP_IN_SIZES = 2;
/** Values that a total has at least, and the share of those that the fullest row has. */
const LEAST_VALUES = 2;
const MOST_VALUES = 0.6;

export interface RowBelow {
  page: ParsedPage;
  /** The table's rows, from the top. */
  known: readonly TextRow[];
  /** What stands below its last line, in its columns. */
  row: TextRow;
}

const valuesIn = ({ segments }: TextRow): number => segments.filter((part) => isValue(segmentText(part))).length;
const fullest = ({ known }: RowBelow): number => Math.max(0, ...known.map(valuesIn));

export const ROW_BELOW_LINE: DecisionTable<RowBelow, 'total' | 'outside'> = {
  name: 'row-below-line',
  rules: [
    {
      name: 'far-below',
      why: 'A total is as near to the rows that it sums up as these are to each other, but for the line between them.',
      test: (below) => (isFar(below) ? 'outside' : null),
    },
    {
      name: 'label-with-values',
      why: 'A label and below most columns of values a value: the sum of what stands above the line.',
      test: (below) => {
        const values = valuesIn(below.row);
        const [label] = below.row.segments;
        const isLabelled = label !== undefined && /\p{L}{2}/u.test(segmentText(label));
        return isLabelled && values >= LEAST_VALUES && values >= MOST_VALUES * fullest(below) ? 'total' : null;
      },
    },
  ],
  otherwise: 'outside',
  subject: ({ page, row }) => rowSubject(page.number, row),
  numbers: (below) => ({ values: valuesIn(below.row), valuesOfFullest: fullest(below) }),
};

export const isTotal = (below: RowBelow): boolean => decide(ROW_BELOW_LINE, below) === 'total';

function isFar({ known, row }: RowBelow): boolean {
  const last = known.at(-1);
  if (!last) return true;
  const steps = known.slice(1).map(({ baseline }, i) => baseline - known[i]!.baseline);
  const most = Math.max(WIDEST_STEP_IN_SIZES * row.size, steps.length > 0 ? WIDEST_STEP * median(steps) : 0);
  return row.baseline - last.baseline > most;
}
