/** Symbols of currencies, brackets and per cent signs that stand in columns of their own. */
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

describe('of a symbol and the text beside it', () => {
  const about = (over: Partial<AmountSign>): string =>
    decided(AMOUNT_SIGN, {
      page: 1,
      sign: dollar!,
      amount: run('881', 340),
      other: undefined,
      opens: true,
      isRuled: () => false,
      inColumn: true,
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
    expect(closing('%', '41.2', 327, run('Chg', 335))).toBe('refused: beside-text');
  });

  test('words, a word beside the symbol, a line between and other columns keep it where it is', () => {
    expect(about({ amount: run('Oil', 340) })).toBe('refused: no-amount');
    expect(about({ amount: undefined })).toBe('refused: no-amount');
    expect(about({ other: run('in', 288) })).toBe('refused: beside-text');
    expect(about({ isRuled: () => true })).toBe('refused: line-between');
    expect(about({ amount: run('881', 420) })).toBe('refused: otherwise');
    expect(about({ amount: run('881', 306) })).toBe('refused: otherwise');
  });

  test('a year keeps it, and so does its place without another such symbol, but for brackets', () => {
    expect(about({ amount: run('2023', 340) })).toBe('refused: year');
    expect(about({ sign: run('%', 327), amount: run('2023', 300), opens: false })).toBe('refused: year');
    expect(about({ inColumn: false })).toBe('refused: alone');
    expect(about({ sign: run('%', 327), amount: run('41.2', 300), opens: false, inColumn: false })).toBe(
      'refused: alone',
    );
    expect(about({ sign: run(')', 327), amount: run('(77', 300), opens: false, inColumn: false })).toBe(
      'comes-to-it: column-of-signs',
    );
  });
});

/** The texts of a row, each at its left edge. */
const rowAt = (y: number, size: number, ...texts: readonly (readonly [text: string, x: number])[]): TextRun[] =>
  texts.flatMap(([text, x]) => runs(text, { x, y, size }));

test('symbols come to their amounts, over no line that is drawn', () => {
  const rows = [
    ...rowAt(100, 10, ['Oil', 72], ['$', 300], ['(77', 340], [')', 362]),
    ...rowAt(114, 10, ['Wicks', 72], ['$', 300.4], ['50', 345]),
  ];
  const moved = withSignsAtAmounts(rows, emptyPage());
  expect(moved.map(({ text }) => text)).toEqual(['Oil', '$', '(77', ')', 'Wicks', '$', '50']);
  expect(moved[1]!.box.x1).toBeCloseTo(339);
  expect(moved[3]!.box.x0).toBe(moved[2]!.box.x1);
  expect(moved[5]!.box.x1).toBeCloseTo(344);
  const ruled = withSignsAtAmounts(rows, emptyPage({ rules: [down(320, 80, 120)] }));
  expect(ruled[1]).toBe(rows[1]);
});

test('what stands in one row only, or heads narrow columns, stays where it is', () => {
  const alone = rowAt(100, 10, ['Oil', 72], ['$', 300], ['77', 345], ['$', 400], ['50', 445]);
  expect(withSignsAtAmounts(alone, emptyPage())).toEqual(alone);
  const columns = ([a, b, c, d]: readonly string[]): [string, number][] => [
    [a!, 200],
    [b!, 228],
    [c!, 270],
    [d!, 298],
  ];
  const table = [
    ...rowAt(100, 8, ...columns(['2023', '%', '2022', '%'])),
    ...rowAt(110, 8, ...columns(['1,200', '5.1', '1,100', '4.9'])),
    ...rowAt(120, 8, ...columns(['2024', '%', '2021', '%'])),
  ];
  expect(withSignsAtAmounts(table, emptyPage())).toEqual(table);
});

test('a sign with hundreds of words at its height stays where it is, as what stands beside it is not found', () => {
  const words = Array.from({ length: 400 }, (_, i) => run('x', 1_000 + 10 * i));
  const next = [run('77', 340), run('$', 300)].map((one) => ({ ...one, baseline: one.baseline + 20 }));
  const row = [...next, run('881', 340), ...words, run('$', 300)];
  expect(withSignsAtAmounts(row, emptyPage()).at(-1)).toEqual(row.at(-1));
  const fewer = row.filter((one, at) => one.text !== 'x' || at % 2 === 0);
  expect(withSignsAtAmounts(fewer, emptyPage()).at(-1)).not.toEqual(fewer.at(-1));
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
