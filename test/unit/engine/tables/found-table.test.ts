/** The text of cells: rows of a cell and the texts in them. */
import { expect, test } from '@jest/globals';
import { tableBlock } from '../../../../engine/tables/found-table.js';
import { page, type TextAt } from '../../../support/pages.js';

/** The text of a cell that has all of these. */
function cell(texts: readonly TextAt[]): string {
  const drawn = page(texts);
  const grid = { xs: [90, 400], ys: [90, 200], cells: [{ row: 0, column: 0, rowSpan: 1, colSpan: 1 }] };
  const { rows } = tableBlock(drawn, { grid, texts: [drawn.runs] }, { rows: 0, headed: false });
  return rows[0]![0]!.spans.map(({ text }) => text).join('');
}

test('what was typed into a field a little above or below its label is read behind it', () => {
  const label = { text: 'House No:', x: 100, y: 120 };
  const next = { text: 'Age: 55', x: 100, y: 132 };
  for (const shift of [-2.5, 2.5])
    expect(cell([label, { text: '17', x: 300, y: 120 + shift }, next])).toBe('House No: 17 Age: 55');
});

test('a number that is broken behind its hyphen is read as one', () => {
  const lines = (...texts: string[]) => cell(texts.map((text, i) => ({ text, x: 100, y: 120 + 12 * i })));
  expect(lines('CR, §3-', '601(b)(2)(ii)')).toBe('CR, §3-601(b)(2)(ii)');
  expect(lines('Mob. No. +91-', '8447040077')).toBe('Mob. No. +91-8447040077');
  expect(lines('2019-', '2020')).toBe('2019-2020');
  expect(lines('Seasons', '1998-', '2004')).toBe('Seasons 1998-2004');
  // amounts with their minus behind them, grades, what a dash parts from the next word
  expect(lines('1,250-', '318')).toBe('1,250- 318');
  expect(lines('Loss 1,250-', '318')).toBe('Loss 1,250- 318');
  expect(lines('EUR90.00-', '17.00-')).toBe('EUR90.00- 17.00-');
  expect(lines('A-', '3')).toBe('A- 3');
  expect(lines('Room 3-', 'two beds')).toBe('Room 3- two beds');
  expect(lines('Room 3-', '12 beds')).toBe('Room 3- 12 beds');
  expect(lines('Annex B2-', '3 copies')).toBe('Annex B2- 3 copies');
  expect(lines('from 2019-', '12 persons')).toBe('from 2019- 12 persons');
  expect(lines('in 2019-', '2020 persons')).toBe('in 2019- 2020 persons');
  expect(lines('see § 4 on 3-', '12 beds')).toBe('see § 4 on 3- 12 beds');
});

test('lines of a script without spaces join, a label in two languages has a space between them', () => {
  const lines = (...texts: string[]) => cell(texts.map((text, i) => ({ text, x: 100, y: 120 + 12 * i })));
  expect(lines('Gross Weight', '毛重')).toBe('Gross Weight 毛重');
  expect(lines('Number of Lamps &', 'Wicks', '灯具及灯芯')).toBe('Number of Lamps & Wicks 灯具及灯芯');
  expect(lines('Num-', 'bers', '编号')).toBe('Numbers 编号');
  expect(lines('托运单', 'Shipping Order of Lamps')).toBe('托运单 Shipping Order of Lamps');
  expect(lines('발송 등대', '托运人')).toBe('발송 등대 托运人');
  // text that wraps, numbers and their units, a bracket
  expect(lines('收货人（名称及', '地址）')).toBe('收货人（名称及地址）');
  expect(lines('Consignee 收货人（名称及', '地址）')).toBe('Consignee 收货人（名称及地址）');
  expect(lines('这份文件可以用任何一种浏览器打开包括', 'Chrome')).toBe('这份文件可以用任何一种浏览器打开包括Chrome');
  expect(lines('任何一种浏览器打开包括', 'Chrome', '浏览器')).toBe('任何一种浏览器打开包括Chrome浏览器');
  expect(lines('2024', '年')).toBe('2024年');
  expect(lines('共 12', '盏灯')).toBe('共 12盏灯');
  expect(lines('A', '级')).toBe('A级');
});

test('lines of a cell are read from the top, however near they are', () => {
  const lines = ['the keeper of', 'the light'].map((text, i) => ({ text, x: 100 + 80 * i, y: 120 + 6 * i }));
  expect(cell(lines)).toBe('the keeper of the light');
  expect(
    cell([
      { text: 'below', x: 100, y: 126 },
      { text: 'above', x: 300, y: 120 },
    ]),
  ).toBe('above below');
});
