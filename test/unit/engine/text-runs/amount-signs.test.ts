/** Signs of currencies, brackets and per cent signs that stand in columns of their own. */
import { describe, expect, test } from '@jest/globals';
import { AMOUNT_SIGN, withSignsAtAmounts, type AmountSign } from '../../../../engine/text-runs/amount-signs.js';
import type { TextRun } from '../../../../engine/model.js';
import { plainText } from '../../../../engine/text/spans.js';
import { cpuMs } from '../../../support/cpu-time.js';
import { decided } from '../../../support/decisions.js';
import { emptyPage, runs } from '../../../support/engine-inputs.js';
import { down } from '../../../support/pages.js';
import { at, pdf, structured, type Pdf } from '../../../support/pdf.js';

const [dollar] = runs('$', { x: 300 });
const run = (text: string, x: number): TextRun => runs(text, { x })[0]!;

describe('of a sign and the text beside it', () => {
  const about = (over: Partial<AmountSign>): string =>
    decided(AMOUNT_SIGN, {
      page: 1,
      sign: dollar!,
      amount: run('881', 340),
      other: undefined,
      opens: true,
      isRuled: () => false,
      ...over,
    });

  test('the amount in its column gets it', () => {
    expect(about({})).toBe('comes-to-it: column-of-signs');
    expect(about({ amount: run('(1,204)', 340) })).toBe('comes-to-it: column-of-signs');
    expect(about({ amount: run('—', 340) })).toBe('comes-to-it: column-of-signs');
    expect(about({ amount: run('881', 340), other: run('Oil', 270) })).toBe('comes-to-it: column-of-signs');
  });

  test('the figures before a bracket or a per cent sign get it', () => {
    const closing = (sign: string, figures: string, x = 327, other?: TextRun): string =>
      about({ sign: run(sign, x), amount: run(figures, 300), other, opens: false });
    expect(closing(')', '(77')).toBe('comes-to-it: column-of-signs');
    expect(closing('%', '41.2')).toBe('comes-to-it: column-of-signs');
    expect(closing(')', '77')).toBe('refused: no-amount');
    expect(closing('%', '41.2', 345)).toBe('refused: otherwise');
    expect(closing('%', '41.2', 323)).toBe('refused: otherwise');
    expect(closing('%', '2016', 327, run('Chg', 335))).toBe('refused: beside-text');
  });

  test('words, a word beside the sign, a line between and other columns keep it where it is', () => {
    expect(about({ amount: run('Oil', 340) })).toBe('refused: no-amount');
    expect(about({ amount: undefined })).toBe('refused: no-amount');
    expect(about({ other: run('in', 288) })).toBe('refused: beside-text');
    expect(about({ isRuled: () => true })).toBe('refused: line-between');
    expect(about({ amount: run('881', 420) })).toBe('refused: otherwise');
    expect(about({ amount: run('881', 306) })).toBe('refused: otherwise');
  });
});

test('signs come to their amounts, over no line that is drawn', () => {
  const row = runs('Oil', { x: 72 }).concat(runs('$', { x: 300 }), runs('(77', { x: 340 }), runs(')', { x: 362 }));
  const moved = withSignsAtAmounts(row, emptyPage());
  expect(moved.map(({ text }) => text)).toEqual(['Oil', '$', '(77', ')']);
  expect(moved[1]!.box.x1).toBeCloseTo(339);
  expect(moved[3]!.box.x0).toBe(moved[2]!.box.x1);
  const ruled = withSignsAtAmounts(row.slice(0, 3), emptyPage({ rules: [down(320, 80, 120)] }));
  expect(ruled).toEqual(row.slice(0, 3));
});

test('a sign with hundreds of words at its height stays where it is, as what stands beside it is not found', () => {
  const words = Array.from({ length: 400 }, (_, i) => run('x', 1_000 + 10 * i));
  const row = [run('881', 340), ...words, run('$', 300)];
  expect(withSignsAtAmounts(row, emptyPage())).toEqual(row);
  expect(withSignsAtAmounts(row.slice(0, 1).concat(row.slice(3)), emptyPage()).at(-1)).not.toEqual(row.at(-1));
});

test('thousands of signs and lines take no long time', () => {
  const signs = Array.from({ length: 2_500 }, (_, i) =>
    runs('$', { x: 300, y: 20 * i }).concat(runs('(77', { x: 340, y: 20 * i })),
  ).flat();
  const rules = Array.from({ length: 5_000 }, (_, i) => down(600 + i / 10, 0, 50_000));
  let moved: readonly TextRun[] = [];
  expect(cpuMs(() => (moved = withSignsAtAmounts(signs, emptyPage({ rules }))))).toBeLessThan(2_000);
  expect(moved).not.toEqual(signs);
});

test('a statement without rules is a table of amounts', async () => {
  const figures = (doc: Pdf, y: number, [name, now, before]: readonly string[]): void => {
    at(doc, 72, y, name!);
    for (const [x, amount] of [[320, now!] as const, [420, before!] as const]) {
      at(doc, x, y, '$');
      const bare = amount.replace(')', '');
      at(doc, x + 60 - doc.widthOfString(bare), y, bare);
      if (amount.endsWith(')')) at(doc, x + 66, y, ')');
    }
  };
  const statement = [
    ['Cash and equivalents', '1,204', '1,100'],
    ['Accounts receivable', '881', '790'],
    ['Allowance for losses', '(77)', '(80)'],
    ['Total assets', '2,008', '1,810'],
  ];
  const bytes = await pdf((doc) => {
    doc.fontSize(11);
    statement.forEach((row, i) => figures(doc, 120 + 14 * i, row));
  });
  const [table, ...rest] = (await structured(bytes)).blocks;
  expect(rest).toEqual([]);
  const rows = statement.map(([name, ...amounts]) => [name, ...amounts.map((amount) => `$${amount}`)]);
  if (table?.kind !== 'table') throw new Error('no table');
  expect(table.rows.map((row) => row.map(({ spans }) => plainText(spans)))).toEqual(rows);
});
