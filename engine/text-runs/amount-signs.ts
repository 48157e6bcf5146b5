/**
 * Symbols that financial statements align in columns of their own: "$" at the left edge of a column of right-aligned
 * figures, ")" and "%" after figures that end on one vertical. Each is moved next to its amount. The gap between the two is
 * as wide as one between columns: text would be split there, and a table would get columns of symbols alone.
 */
import { BoxIndex } from '../box-index.js';
import { SAME_ROW } from '../measures.js';
import type { Box, Page, Rule as Ruling, TextRun } from '../model.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import { isYear } from '../text-rules.js';
import { fromLeft } from '../text/spacing.js';
import { firstFrom } from '../text/from-baseline.js';

const OPENING = /^(?:US|CA?|AU?|NZ|HK|S)?[$€£¥₹₩]\(?$/u;
const CLOSING = /^(?:\)\s?%?|%\)?)$/u;
/** A number, or a dash where there is none; an opening bracket may be closed after the figures. */
const AMOUNT = /^[-–−+(]{0,2}\d[\d.,]*[)%]{0,2}$|^[-–—]{1,2}$/u;
const FIGURES = /^[-–−+(]{0,2}\d[\d.,]*\)?$/u;
const OPEN_FIGURES = /^[-–−+]?\([-–−]?\d[\d.,]*$/u;

/** In font sizes: a symbol that is nearer to its amount is in place already. */
const LEAST_GAP = 0.6;
/** In font sizes: the widest gap between an opening symbol and the shortest figure of its column. */
const MOST_GAP = 10;
/** In font sizes: the widest gap before a closing symbol, which is right next to the longest figure of its column. */
const MOST_CLOSING_GAP = 2;
/** In font sizes: the gap between a moved symbol and its amount, less than a space. */
const NEW_GAP = 0.1;
/** In points: left edges of one column are equal once rounded to this, or one step apart. */
const COLUMN_STEP = 2;
/** In points: thinner rulings count as this thick. */
const LEAST_THICKNESS = 0.01;
/** The most text runs that are looked at for one symbol: it bounds the work on pages made to be slow. */
const MOST_NEAR = 400;

export interface AmountSign {
  page: number;
  sign: TextRun;
  /** The next text run on the side where its amount would be, and on the other side. */
  amount: TextRun | undefined;
  other: TextRun | undefined;
  opens: boolean;
  /** Whether a ruling separates symbol and amount: computed only when asked, as a page may have many. */
  isRuled: () => boolean;
  /** A symbol of the same kind in another row begins at the same place, and has an amount as well. */
  inColumn: boolean;
}

/** In font sizes, from the symbol to the text run beside it; infinite without one. */
function gapTo({ box, size }: TextRun, beside: TextRun | undefined): number {
  return beside ? Math.max(beside.box.x0 - box.x1, box.x0 - beside.box.x1) / size : Infinity;
}

const isAmountOf = ({ sign, amount, opens }: Pick<AmountSign, 'sign' | 'amount' | 'opens'>): boolean => {
  if (!amount) return false;
  if (opens) return AMOUNT.test(amount.text);
  return (sign.text.startsWith(')') ? OPEN_FIGURES : FIGURES).test(amount.text);
};

export const AMOUNT_SIGN: DecisionTable<AmountSign, 'comes-to-it' | 'refused'> = {
  name: 'amount-sign',
  rules: [
    {
      name: 'no-amount',
      why: 'No figure follows the currency symbol, or the figure before a closing bracket has none to close.',
      test: (found) => refusedIf(!isAmountOf(found)),
    },
    {
      name: 'year',
      why: 'A year heads a column, and what is beside it heads the next one.',
      test: ({ amount }) => refusedIf(isYear(amount?.text ?? '')),
    },
    {
      name: 'beside-text',
      why: 'The symbol is in a line of text, a space away from the next word.',
      test: ({ sign, other }) => refusedIf(gapTo(sign, other) < LEAST_GAP),
    },
    {
      name: 'line-between',
      why: 'A vertical ruling separates the two: they are different cells.',
      test: ({ isRuled }) => refusedIf(isRuled()),
    },
    {
      name: 'alone',
      why: 'A column has such symbols in more than one row; a closing bracket needs no column, as the figures open it.',
      test: ({ sign, inColumn }) => refusedIf(!inColumn && !sign.text.startsWith(')')),
    },
    {
      name: 'column-of-signs',
      why: 'The symbol is at one edge of a column of figures, and the figure at the other.',
      test: ({ sign, amount, opens }) => {
        const gap = gapTo(sign, amount);
        // a bracket right after the figures may be nearer: no space of a text comes between the two
        const least = sign.text.startsWith(')') ? NEW_GAP : LEAST_GAP;
        return gap > least && gap < (opens ? MOST_GAP : MOST_CLOSING_GAP) ? 'comes-to-it' : null;
      },
    },
  ],
  otherwise: 'refused',
  subject: ({ page, sign: { box, text } }) => ({ page, box, text }),
  numbers: ({ sign, amount, other }) => ({ gapInSizes: gapTo(sign, amount), gapBeforeInSizes: gapTo(sign, other) }),
};

/** The text runs, with such symbols moved next to their amounts. */
export function withSignsAtAmounts(
  runs: readonly TextRun[],
  { number, rules }: Pick<Page, 'number' | 'rules'>,
): readonly TextRun[] {
  const signs = runs.filter(({ text }) => OPENING.test(text) || CLOSING.test(text));
  if (signs.length === 0) return runs;
  const found = besideSigns(runs, signs);
  const inColumn = columnsOf(found);
  const isRuledBetween = linesBetween(rules);
  const moved = new Map<TextRun, TextRun>();
  for (const one of found) {
    const isRuled = (): boolean => one.amount !== undefined && isRuledBetween(one.sign, one.amount);
    if (decide(AMOUNT_SIGN, { page: number, ...one, isRuled, inColumn: inColumn(one) }) === 'refused') continue;
    moved.set(one.sign, besideAmount(one.sign, one.amount!, one.opens));
  }
  return moved.size === 0 ? runs : runs.map((run) => moved.get(run) ?? run);
}

type Beside = Pick<AmountSign, 'sign' | 'amount' | 'other' | 'opens'>;

/** The neighbours of each symbol in its row. */
function besideSigns(runs: readonly TextRun[], signs: readonly TextRun[]): Beside[] {
  const sorted = runs.toSorted((a, b) => a.baseline - b.baseline);
  return signs.flatMap((sign) => {
    const reach = SAME_ROW * sign.size;
    const from = firstFrom(sorted, sign.baseline - reach);
    const near = sorted.slice(from, Math.min(from + MOST_NEAR, firstFrom(sorted, sign.baseline + reach)));
    const row = fromLeft(near);
    const at = row.indexOf(sign);
    if (at < 0) return []; // more runs are at its height than are looked at
    const opens = OPENING.test(sign.text);
    const [amount, other] = opens ? [row[at + 1], row[at - 1]] : [row[at - 1], row[at + 1]];
    return [{ sign, amount, other, opens }];
  });
}

/** Answers for a symbol whether one of its kind in another row has the same left edge and an amount. */
function columnsOf(found: readonly Beside[]): (one: Beside) => boolean {
  const rows = new Map<string, { first: number; last: number }>();
  const keyOf = ({ sign, opens }: Beside, step = 0): string =>
    `${opens ? 'opens' : 'closes'} ${Math.round(sign.box.x0 / COLUMN_STEP) + step}`;
  for (const one of found.filter(isAmountOf)) {
    const { baseline } = one.sign;
    const { first, last } = rows.get(keyOf(one)) ?? { first: baseline, last: baseline };
    rows.set(keyOf(one), { first: Math.min(first, baseline), last: Math.max(last, baseline) });
  }
  return (one) => {
    const apart = SAME_ROW * one.sign.size;
    return [-1, 0, 1].some((step) => {
      const column = rows.get(keyOf(one, step));
      return column && (column.first < one.sign.baseline - apart || column.last > one.sign.baseline + apart);
    });
  };
}

function besideAmount(sign: TextRun, amount: TextRun, opens: boolean): TextRun {
  const width = sign.box.x1 - sign.box.x0;
  const x0 = opens ? amount.box.x0 - NEW_GAP * sign.size - width : amount.box.x1;
  return { ...sign, box: { ...sign.box, x0, x1: x0 + width } };
}

/** Answers whether a vertical ruling separates a symbol from its amount. */
function linesBetween(rules: readonly Ruling[]): (sign: TextRun, amount: TextRun) => boolean {
  const down = rules.filter(({ orientation }) => orientation === 'vertical').map(({ box }) => thickened(box));
  const index = new BoxIndex(down);
  return (sign, amount) => {
    const [x0, x1] = [Math.min(sign.box.x1, amount.box.x1), Math.max(sign.box.x0, amount.box.x0)];
    const between = index.touching({ x0, x1, y0: sign.box.y0, y1: sign.baseline });
    return between.some((box) => box.x0 > x0 && box.x1 < x1);
  };
}

/** The index finds boxes by their area, and a ruling may have no width. */
const thickened = (box: Box): Box => ({ ...box, x1: Math.max(box.x1, box.x0 + LEAST_THICKNESS) });
