/** Totals and averages: the rows below the last line of a table, which sum up what stands above that line. */
import { median, overlap } from '../geometry.js';
import { SAME_EDGE } from '../measures.js';
import type { Box, ParsedPage } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { isValue } from '../tables/kinds.js';
import { rowSubject, segmentText, type TextRow } from '../tables/segments.js';
import { areSums } from '../tables/sums.js';

/** In usual distances of the table's rows, and in font sizes: how far below the last one a total stands at most. */
const WIDEST_STEP = 1.5;
const WIDEST_STEP_IN_SIZES = 2;
/** The next row of another table is as near as that, in distances of the row from the table above. */
const SAME_STEP = 1.2;
/** Values that a total has at least, and the share of those that the fullest row has. */
const LEAST_VALUES = 2;
const MOST_VALUES = 0.6;
/** Columns of values in a bill: quantity, price and amount. */
const MANY_VALUES = 3;
/** What totals are called, alone, at the begin of a longer label, or behind a word before it ("Grand total"). */
const NAME_OF_TOTAL = new RegExp(
  String.raw`(?:^|[\s-])(?:sub|sous-)?(?:totals?|totale[sn]?|totalt|totaux|totaal|totali|totais|totales|subtotale?s?)(?![\p{L}\p{M}])|` +
    String.raw`^(?:net|netto|sum|balance|summe|saldo|solde|somme|suma|soma|razem|celkem|toplam|yhteensä|summa)(?![\p{L}\p{M}])|` +
    String.raw`(?:^|\s)(?:closing|final|opening) balance|(?:zwischen|end|gesamt)summe|^(?:ins)?gesamt|^(?:итого|всего|σύνολο)|^(?:总计|合计|小计|總計|合計|小計|総計)|^(?:المجموع|الإجمالي|סה["״]כ)`,
  'iu',
);

/** What averages and the like are called; words that also begin names ("Max Holm") stand alone, or before a bracket or number. */
const NAME_OF_STATISTIC =
  /^(?:(?:(?:overall |grand |weighted )?(?:average|mean|median)s?|avg|minimum|maximum|standard deviation|mittelwert|durchschnitt|moyenne|médiane|promedio|gemiddelde|średnia)(?![\p{L}\p{M}])|(?:min|max|range|std|s\.?d|mittel|media|mediana)\.?\s*(?:$|[(:\d]))/iu;
/** Rows between a total and the one below that it is part of: taxes, discounts. */
const MOST_BETWEEN = 3;

export interface RowBelow {
  page: ParsedPage;
  /** The table's rows, from the top. */
  known: readonly TextRow[];
  /** What stands below its last line, in its columns. */
  row: TextRow;
  /** What stands below that in its columns. */
  following: readonly TextRow[];
}

const valuesIn = ({ segments }: TextRow): number => segments.filter((part) => isValue(segmentText(part))).length;
const fullest = ({ known }: RowBelow): number => Math.max(0, ...known.map(valuesIn));
const labelOf = ({ segments: [label] }: TextRow): string => (label ? segmentText(label) : '');

export const ROW_BELOW_LINE: DecisionTable<RowBelow, 'total' | 'outside'> = {
  name: 'row-below-line',
  rules: [
    {
      name: 'far-below',
      why: 'A total is as near to the rows that it sums up as these are to each other, but for the line between them.',
      test: (below) => (isFar(below) ? 'outside' : null),
    },
    {
      name: 'label-in-no-column',
      why: 'Sums of one column of several whose labels are aligned with no text above are a small table of their own below it, as in bills.',
      test: (below) =>
        valuesIn(below.row) === 1 && fullest(below) >= MANY_VALUES && isInNoColumn(below.known, below.row)
          ? 'outside'
          : null,
    },
    {
      name: 'sum-of-a-column',
      why: 'Its label says that it is a total, and each of its values is one, that of a bill its only value.',
      test: ({ known, row }) => (isNamedSum(known, row) ? 'total' : null),
    },
    {
      name: 'part-of-a-sum',
      why: 'A tax or a discount stands between two totals, of which the lower adds it up.',
      test: (below) => (isPartOfSum(below) ? 'total' : null),
    },
    {
      name: 'few-values',
      why: 'A total has a label, and a value below most columns of values.',
      test: (below) => {
        const values = valuesIn(below.row);
        const isRow = /[\p{L}\p{M}]{2}/u.test(labelOf(below.row)) && values >= LEAST_VALUES;
        return isRow && values >= MOST_VALUES * fullest(below) ? null : 'outside';
      },
    },
    {
      name: 'sums-of-columns',
      why: 'Its values are the sums of the last rows of their columns, or their differences.',
      test: ({ known, row }) => (areSums(known, row) ? 'total' : null),
    },
    {
      name: 'named-as-average',
      why: 'Its label says that its values are averages, medians or extremes, which no table begins with.',
      test: ({ row }) => (NAME_OF_STATISTIC.test(labelOf(row)) ? 'total' : null),
    },
    {
      name: 'further-rows',
      why: 'Rows that follow it at the same distance belong with it to another table.',
      test: (below) => (goesOn(below) ? 'outside' : null),
    },
    {
      name: 'named-as-total',
      why: 'Its label says that it is a total, which the rows above may not show: others were left out of the table.',
      test: ({ row }) => (NAME_OF_TOTAL.test(labelOf(row)) ? 'total' : null),
    },
  ],
  otherwise: 'outside',
  subject: ({ page, row }) => rowSubject(page.number, row),
  numbers: (below) => ({ values: valuesIn(below.row), valuesOfFullest: fullest(below) }),
};

/** The first of the rows below the last line of a table that belong to it. */
export function totalsBelow(page: ParsedPage, known: readonly TextRow[], below: readonly TextRow[]): TextRow[] {
  const isTotal = (row: TextRow, i: number): boolean =>
    decide(ROW_BELOW_LINE, {
      page,
      known: [...known, ...below.slice(0, i)],
      row,
      following: below.slice(i + 1),
    }) === 'total';
  const end = below.findIndex((row, i) => !isTotal(row, i));
  return end < 0 ? [...below] : below.slice(0, end);
}

const isNamedSum = (known: readonly TextRow[], row: TextRow): boolean =>
  NAME_OF_TOTAL.test(labelOf(row)) && valuesIn(row) > 0 && areSums(known, row);

function isPartOfSum({ known, row, following }: RowBelow): boolean {
  if (!/[\p{L}\p{M}]{2}/u.test(labelOf(row)) || valuesIn(row) === 0) return false;
  const rows = [row, ...following.slice(0, MOST_BETWEEN)];
  return rows.some((total, i) => {
    const above = [...known, ...rows.slice(0, i)];
    return i > 0 && isNamedSum(above, total) && !rows.slice(1, i + 1).some((one, j) => isFarBelow(rows[j]!, one));
  });
}

/** The label stands right of the first column, and begins or ends where no text above does. */
function isInNoColumn(known: readonly TextRow[], { segments: [label, ...values] }: TextRow): boolean {
  if (!label || values.length === 0) return false;
  // names of columns may stand close to each other
  const firsts = known.flatMap((row) => (valuesIn(row) > 0 ? [row.segments[0]!.box] : []));
  if (firsts.length === 0) return false;
  const leftmost = firsts.reduce((a, b) => (b.x0 < a.x0 ? b : a));
  const firstColumn = firsts.filter(({ x0, x1 }) => overlap(x0, x1, leftmost.x0, leftmost.x1) > 0);
  const boxes = known.flatMap(({ segments }) => segments.map(({ box }) => box));
  const isAligned = ({ x0, x1 }: Box): boolean =>
    Math.abs(x0 - label.box.x0) < SAME_EDGE || Math.abs(x1 - label.box.x1) < SAME_EDGE;
  return label.box.x0 > Math.max(...firstColumn.map(({ x1 }) => x1)) && !boxes.some(isAligned);
}

const isFarBelow = (above: TextRow, { baseline, size }: TextRow): boolean =>
  baseline - above.baseline > WIDEST_STEP_IN_SIZES * size;

function isFar({ known, row }: RowBelow): boolean {
  const last = known.at(-1);
  if (!last) return true;
  const steps = known.slice(1).map(({ baseline }, i) => baseline - known[i]!.baseline);
  const most = Math.max(WIDEST_STEP_IN_SIZES * row.size, steps.length > 0 ? WIDEST_STEP * median(steps) : 0);
  return row.baseline - last.baseline > most;
}

function goesOn({ known, row, following: [next] }: RowBelow): boolean {
  const last = known.at(-1);
  if (!last || !next || valuesIn(next) < LEAST_VALUES || NAME_OF_STATISTIC.test(labelOf(next))) return false;
  return next.baseline - row.baseline <= SAME_STEP * (row.baseline - last.baseline);
}
