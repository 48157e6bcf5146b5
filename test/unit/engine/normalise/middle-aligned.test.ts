/** Rows of tables whose cells are set about one middle, on words written by hand; test/golden/trees/invoice-about-the-middle has a table of them. */
import { describe, expect, test } from '@jest/globals';
import { unionBox } from '../../../../engine/geometry.js';
import { MIDDLE_ALIGNED, withRowsAtTop, type MiddleAlignedRow } from '../../../../engine/normalise/middle-aligned.js';
import { cpuMs } from '../../../support/cpu-time.js';
import { decided } from '../../../support/decisions.js';
import { runs } from '../../../support/engine-inputs.js';
import { page, type TextAt } from '../../../support/pages.js';

type Segment = MiddleAlignedRow['single'][number];

const segment = (text: string, x: number, y: number): Segment => {
  const words = runs(text, { x, y });
  return { runs: words, box: unionBox(words.map(({ box }) => box)), baseline: y, size: 10 };
};
const about = (texts: readonly string[], x: number, middle: number): Segment[] =>
  texts.map((text, i) => segment(text, x, middle + 12 * (i - (texts.length - 1) / 2)));

describe('cells about one middle', () => {
  const at = { page: 1, edges: [], shared: 3, areAlone: true, isRuled: false };
  const single = [segment('LMP', 60, 106), segment('410', 400, 106)];
  const stacks = [about(['Harbour lamp of brass', 'with a lens'], 120, 106)];
  const judged = (over: Partial<MiddleAlignedRow>): string =>
    decided(MIDDLE_ALIGNED, { ...at, single, stacks, ...over });

  test('are a row where one stands between the two lines of another', () =>
    expect(judged({})).toBe('row: between-two-lines'));

  test('are none where they are two, as a label beside two lines', () =>
    expect(judged({ single: single.slice(0, 1) })).toBe('refused: few-cells'));

  test('are none where they stand close to each other, as what is before a fraction', () =>
    expect(judged({ single: [segment('LMP', 102, 106), single[1]!] })).toBe('refused: no-room-between'));

  test('are none before the cases of a formula', () =>
    expect(judged({ single: [segment('f(x) =', 60, 106), single[1]!] })).toBe('refused: before-the-cases'));

  test('are none where a drawn line parts them', () =>
    expect(judged({ isRuled: true })).toBe('refused: ruled-between'));

  test('are none where one has lines close above or below, as a column of text', () =>
    expect(judged({ areAlone: false })).toBe('refused: lines-beside'));

  test('are none where no other row has such columns', () =>
    expect(judged({ shared: 2 })).toBe('refused: columns-end'));

  test('may be a row beside the middle one of three lines, where other rows are', () => {
    const three = [about(['Harbour lamp', 'of brass', 'with a lens'], 120, 106)];
    expect(judged({ stacks: three })).toBe('refused: otherwise');
    expect(judged({ stacks: three, edges: [120] })).toBe('row: as-other-rows');
    const group = [...three, about(['94', '27', '35'], 330, 106)];
    expect(judged({ stacks: group, edges: [120] })).toBe('refused: rows-of-a-group');
  });
});

/** Cells by the x of their left edges, each line of a cell on its own baseline, about the middle of the row. */
const rowOf = (middle: number, cells: Record<number, readonly string[]>): TextAt[] =>
  Object.entries(cells).flatMap(([x, texts]) =>
    texts.map((text, i) => ({ text, x: Number(x), y: middle + 12 * (i - (texts.length - 1) / 2) })),
  );

const HEAD = rowOf(106, { 60: ['Item'], 120: ['Description'], 330: ['Quantity'], 400: ['Price', 'EUR'] });
const LAMP = rowOf(146, { 60: ['LMP'], 120: ['Harbour lamp of brass', 'with a lens'], 330: ['2'], 400: ['410.00'] });
const ROPE = rowOf(180, { 60: ['ROP'], 120: ['Manila rope'], 330: ['120'], 400: ['372.00'] });
const PAINT = rowOf(220, {
  60: ['PNT'],
  120: ['Paint', 'for the tower', 'and the house'],
  330: ['6'],
  400: ['171.00'],
});
const TABLE = [...HEAD, ...LAMP, ...ROPE, ...PAINT];

const topsOf = (texts: readonly TextAt[]): Record<string, number> =>
  Object.fromEntries(withRowsAtTop(page(texts)).runs.map(({ text, baseline }) => [text, baseline]));

describe('a table', () => {
  test('has the cells of each such row moved to its top', () => {
    const tops = topsOf(TABLE);
    expect([tops['Item'], tops['Price'], tops['EUR']]).toEqual([100, 100, 112]);
    expect([tops['LMP'], tops['Harbour'], tops['lens'], tops['410.00']]).toEqual([140, 140, 152, 140]);
    expect([tops['ROP'], tops['Manila']]).toEqual([180, 180]);
    expect([tops['PNT'], tops['Paint'], tops['tower'], tops['171.00']]).toEqual([208, 208, 220, 208]);
  });

  test('is one whose words differ in height by a hair', () => {
    const uneven = TABLE.map((one) => ({ ...one, y: one.y + (one.x > 300 ? 0.3 : 0) }));
    const tops = topsOf(uneven);
    expect(['Item', 'LMP', 'Manila'].map((word) => Math.round(tops[word]!))).toEqual([100, 140, 180]);
  });

  test('keeps a cell below the line that is drawn above it', () => {
    const drawn = page(TABLE, { rules: [{ box: { x0: 50, x1: 500, y0: 139, y1: 139.5 }, orientation: 'horizontal' }] });
    const tops = Object.fromEntries(withRowsAtTop(drawn).runs.map(({ text, baseline }) => [text, baseline]));
    expect([tops['LMP'], tops['Harbour'], tops['Item']]).toEqual([140, 140, 100]);
    const between = page(TABLE, {
      rules: [{ box: { x0: 50, x1: 500, y0: 142, y1: 142.5 }, orientation: 'horizontal' }],
    });
    const kept = Object.fromEntries(withRowsAtTop(between).runs.map(({ text, baseline }) => [text, baseline]));
    expect([kept['LMP'], kept['Harbour'], kept['Item']]).toEqual([146, 140, 100]);
  });

  test('moves the raised marks of a cell with it', () => {
    const marked = page([...TABLE, { text: '2', x: 430.5, y: 142, size: 6 }]);
    const mark = withRowsAtTop(marked).runs.at(-1)!;
    expect([mark.text, mark.baseline]).toEqual(['2', 136]);
  });

  test('takes the links of what is moved along, and mutates nothing', () => {
    const link = { box: { x0: 400, x1: 430, y0: 138, y1: 149 }, url: 'https://example.com' };
    const given = page(TABLE, { links: [link] });
    const before = structuredClone(given);
    expect(withRowsAtTop(given).links).toEqual([{ ...link, box: { ...link.box, y0: 132, y1: 143 } }]);
    expect(given).toEqual(before);
  });
});

test('a paragraph about whose middle a line of the other column stands, with its number, stays where it is', () => {
  const numbered = Array.from({ length: 12 }, (_, i) => [
    { text: 'lines of a column', x: 320, y: 100 + 12 * i },
    { text: `${46 + i}`, x: 540, y: 100 + 12 * i },
  ]).flat();
  const clause = ['a clause', 'of two lines'].map((text, i) => ({ text, x: 60, y: 154 + 12 * i }));
  const text = [...numbered, ...clause];
  expect(withRowsAtTop(page(text)).runs).toEqual(page(text).runs);
});

test('columns of text whose lines do not stand beside each other stay where they are', () => {
  const column = (x: number, from: number): TextAt[] =>
    Array.from({ length: 20 }, (_, i) => ({ text: 'words of a column', x, y: from + 12 * i }));
  const text = [...column(60, 100), ...column(220, 106), ...column(380, 100)];
  expect(withRowsAtTop(page(text)).runs).toEqual(page(text).runs);
});

test('a page of very many short texts is looked at in bounded time', () => {
  const texts = Array.from({ length: 6_000 }, (_, i) => ({ text: 'a', x: 40 + 30 * (i % 15), y: 50 + 6 * (i / 15) }));
  expect(cpuMs(() => withRowsAtTop(page(texts)))).toBeLessThan(2_000);
  // two bands of baselines, each text between two others
  const links = Array.from({ length: 1_000 }, (_, i) => ({
    box: { x0: i, x1: i + 9, y0: i, y1: i + 9 },
    url: 'https://example.com',
  }));
  const bands = Array.from({ length: 12_000 }, (_, i) => ({
    text: 'a',
    x: 40 + 20 * (i % 1_500),
    y: 50 + 6 * Math.floor(i / 1_500) + (i % 2) * 6,
  }));
  expect(cpuMs(() => withRowsAtTop(page(bands, { links })))).toBeLessThan(2_000);
});
