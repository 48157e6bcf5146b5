/**
 * Symbols of amounts that statements set in columns of their own: "$" at the left edge of a column whose figures end at its
 * right, ")" and "%" behind figures that end in one line. Each comes to its amount, since between the two reads a gap as
 * wide as those between columns: as text it would split the page, and as a table it would make columns of nothing but symbols.
 */
import { BoxIndex } from '../box-index.js';
import type { Box, Page, Rule as Ruling, TextRun } from '../model.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import { isYear } from '../text-rules.js';
import { fromLeft } from '../text/spacing.js';
import { firstFrom } from './bullets.js';

const OPENING = /^(?:US|CA?|AU?|NZ|HK|S)?[$€£¥₹₩]\(?$/u;
const CLOSING = /^(?:\)\s?%?|%\)?)$/u;
/** A number, or the dash that stands for none; one that a bracket opens has it closed behind the figures. */
const AMOUNT = /^[-–−+(]{0,2}\d[\d.,]*[)%]{0,2}$|^[-–—]{1,2}$/u;
const FIGURES = /^[-–−+(]{0,2}\d[\d.,]*\)?$/u;
const OPEN_FIGURES = /^[-–−+]?\([-–−]?\d[\d.,]*$/u;

/** In font sizes: what is nearer stands beside it already. */
const LEAST_GAP = 0.6;
/** In font sizes: the widest column of figures, whose shortest figure stands so far behind its symbol. */
const MOST_GAP = 10;
/** In font sizes: what closes an amount stands behind the longest figure of the column, right beside its edge. */
const MOST_CLOSING_GAP = 2;
/** In font sizes: gap that a symbol gets, less than a space. */
const NEW_GAP = 0.1;
/** In font sizes: baselines of one row differ by less. */
const SAME_ROW = 0.35;
/** In points: left edges in one column are the same at this coarseness, or differ by one step. */
const SAME_EDGE = 2;
/** In points: as thick as a line counts at least. */
const LEAST_THICKNESS = 0.01;
/** Runs that are looked at for one symbol. It bounds the work on pages made to be slow. */
const MOST_NEAR = 400;

export interface AmountSign {
  page: number;
  sign: TextRun;
  /** The next text on the side where the amount of the symbol stands, and on the other side. */
  amount: TextRun | undefined;
  other: TextRun | undefined;
  opens: boolean;
  /** Whether a line is drawn between the symbol and the amount: asked late, as a page may have many lines. */
  isRuled: () => boolean;
  /** Another symbol on its side of an amount stands right above or below it, beside an amount too. */
  inColumn: boolean;
}

/** In font sizes, from the symbol to a text beside it; infinite without one. */
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
      why: 'No figure follows the symbol of a currency, or none with its bracket open stands before one that closes it.',
      test: (found) => refusedIf(!isAmountOf(found)),
    },
    {
      name: 'year',
      why: 'A year heads a column: what stands beside it heads the next one.',
      test: ({ amount }) => refusedIf(isYear(amount?.text ?? '')),
    },
    {
      name: 'beside-text',
      why: 'The symbol stands in a line of text, at the distance of a word.',
      test: ({ sign, other }) => refusedIf(gapTo(sign, other) < LEAST_GAP),
    },
    {
      name: 'line-between',
      why: 'A line is drawn down between the two: they are cells of their own.',
      test: ({ isRuled }) => refusedIf(isRuled()),
    },
    {
      name: 'alone',
      why: 'A column has such symbols in more than one row; but a bracket belongs to the one that the figures open.',
      test: ({ sign, inColumn }) => refusedIf(!inColumn && !sign.text.startsWith(')')),
    },
    {
      name: 'column-of-signs',
      why: 'The symbol stands at the edge of a column of figures, and the figure at its other one.',
      test: ({ sign, amount, opens }) => {
        const gap = gapTo(sign, amount);
        // no word stands between figures and the bracket that closes them
        const least = sign.text.startsWith(')') ? NEW_GAP : LEAST_GAP;
        return gap > least && gap < (opens ? MOST_GAP : MOST_CLOSING_GAP) ? 'comes-to-it' : null;
      },
    },
  ],
  otherwise: 'refused',
  subject: ({ page, sign: { box, text } }) => ({ page, box, text }),
  numbers: ({ sign, amount, other }) => ({ gapInSizes: gapTo(sign, amount), gapBeforeInSizes: gapTo(sign, other) }),
};

/** The runs, such symbols beside their amounts. */
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

/** What stands beside each of the symbols in its row. */
function besideSigns(runs: readonly TextRun[], signs: readonly TextRun[]): Beside[] {
  const sorted = runs.toSorted((a, b) => a.baseline - b.baseline);
  return signs.flatMap((sign) => {
    const reach = SAME_ROW * sign.size;
    const from = firstFrom(sorted, sign.baseline - reach);
    const near = sorted.slice(from, Math.min(from + MOST_NEAR, firstFrom(sorted, sign.baseline + reach)));
    const row = fromLeft(near);
    const at = row.indexOf(sign);
    if (at < 0) return []; // too much stands at its height
    const opens = OPENING.test(sign.text);
    const [amount, other] = opens ? [row[at + 1], row[at - 1]] : [row[at - 1], row[at + 1]];
    return [{ sign, amount, other, opens }];
  });
}

/** Tells of each of them whether another, in another row, has the same left edge and an amount. */
function columnsOf(found: readonly Beside[]): (one: Beside) => boolean {
  const rows = new Map<string, { first: number; last: number }>();
  const keyOf = ({ sign, opens }: Beside, step = 0): string =>
    `${opens ? 'opens' : 'closes'} ${Math.round(sign.box.x0 / SAME_EDGE) + step}`;
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

/** Tells whether a line is drawn down between the two. */
function linesBetween(rules: readonly Ruling[]): (sign: TextRun, amount: TextRun) => boolean {
  const down = rules.filter(({ orientation }) => orientation === 'vertical').map(({ box }) => thickened(box));
  const index = new BoxIndex(down);
  return (sign, amount) => {
    const [x0, x1] = [Math.min(sign.box.x1, amount.box.x1), Math.max(sign.box.x0, amount.box.x0)];
    const between = index.touching({ x0, x1, y0: sign.box.y0, y1: sign.baseline });
    return between.some((box) => box.x0 > x0 && box.x1 < x1);
  };
}

/** The index finds areas, and a stroke may be without width. */
const thickened = (box: Box): Box => ({ ...box, x1: Math.max(box.x1, box.x0 + LEAST_THICKNESS) });
