/** What many pages together show of their heads and feet: what repeats, numbers, imprints. */
import { expect, test } from '@jest/globals';
import { body, furnitureOf } from '../../../support/furniture.js';
import type { TextAt } from '../../../support/pages.js';

test('text that repeats below a title is no running head', () => {
  const sheet = (title: string): TextAt[] => [
    { text: title, x: 60, y: 80, size: 16 },
    ...body(110),
    ...body(300, title),
  ];
  expect(furnitureOf(sheet('First'), sheet('Second'))).toEqual([]);
});

test('numbers alone below the text are page numbers though they begin anew', () => {
  const sheet = (word: string): TextAt[] => [...body(110, word), { text: '1', x: 300, y: 740 }];
  expect(furnitureOf(sheet('some'), sheet('other'))).toEqual(['1', '1']);
});

test('an imprint below the foot of the first page goes with the foot, in the type of the text it stays', () => {
  const foot = { text: 'Journal of Lights 12 (2004)', x: 60, y: 780, size: 7 };
  const words = ['some', 'other', 'more', 'last'];
  const sheets = words.map((word): TextAt[] => [...body(110, word), foot]);
  const imprint = { text: 'DOI 10.5555/lights.12', x: 60, y: 790, size: 7 };
  const feet = words.map(() => foot.text);
  const withFirst = (text: TextAt): string[] => furnitureOf([...sheets[0]!, text], ...sheets.slice(1));
  expect(withFirst(imprint)).toEqual([foot.text, imprint.text, ...feet.slice(1)]);
  expect(withFirst({ ...imprint, size: 10, y: 796 })).toEqual(feet.slice(1));
});

test('the number of a page in words is furniture above an imprint of many rows, the imprint stays', () => {
  const imprint = ['Lamps Ltd', 'Quay 4, Harbour', 'Bank of the Coast', 'Account 1204'];
  const foot = (number: string, y = 755): TextAt[] => [
    { text: number, x: 480, y },
    ...imprint.map((text, i) => ({ text, x: 60, y: 775 + 9 * i })),
  ];
  const second = [...body(110, 'other'), { text: 'Line of the second page alone', x: 60, y: 700 }];
  const found = (number: string, y?: number, more: TextAt[] = []): string[] =>
    furnitureOf(body(110), [...second, ...more, ...foot(number, y)]);
  expect(found('Page 2 of 2')).toEqual(['Page 2 of 2']);
  expect(found('Seite 2 von 2')).toEqual(['Seite 2 von 2']);
  expect(found('Page 1 of 2')).toEqual([]);
  expect(found('See page 2 of 2')).toEqual([]);
  expect(found('Page 2')).toEqual([]);
  expect(found('Page 2 of 2', 500)).toEqual([]);
  // a list of sheets, a stamp with a count of its own
  expect(found('Page 2 of 2', 755, [{ text: 'Page 1 of 2', x: 480, y: 400 }])).toEqual([]);
  expect(found('Page 2 of 2', 755, [{ text: 'Page 4 of 8', x: 480, y: 400 }])).toEqual(['Page 2 of 2']);
});

test('the last line of a sentence that two pages repeat is text, an imprint of several lines is none', () => {
  const last = 'I certify that all the lamps were lit before dusk, that their oil was measured, and that the';
  const end = { text: 'wicks were trimmed.', x: 60, y: 760 };
  const sheet = (mark: string, above: string, below: TextAt, word?: string): TextAt[] => [
    { text: mark, x: 60, y: 90 },
    ...body(110, word),
    { ...below, text: above, x: 60, y: 748 },
    below,
    { text: 'Copy of the keeper', x: 60, y: 800 },
  ];
  const found = (above: string, over: Partial<TextAt> = {}, word?: string): boolean => {
    const below = { ...end, ...over };
    return furnitureOf(sheet('First', above, below), sheet('Second', above, below, word)).includes(below.text);
  };
  expect(found(last)).toBe(false);
  // pages with text of their own are no copies, and have the lines as their foot
  expect(found(last, {}, 'other')).toBe(true);
  const short = sheet('Second', last, end).filter(({ y }) => y < 100 || y > 700);
  expect(furnitureOf(sheet('First', last, end), short)).toContain(end.text);
  // the line above ends its sentence, this one begins another, stands elsewhere or is the imprint's
  expect(found(`${last} wicks.`)).toBe(true);
  expect(found(last, { text: 'Wicks were trimmed.' })).toBe(true);
  expect(found(last, { x: 300 })).toBe(true);
  expect(found(last, { size: 7 })).toBe(true);
});

test('the number of all pages below the number of each is furniture', () => {
  const sheet = (n: number, count: string): TextAt[] => [
    ...body(110, `word${n}`),
    { text: `Page ${n} /`, x: 480, y: 790 },
    { text: count, x: 500, y: 802 },
  ];
  expect(furnitureOf(...[1, 2, 3].map((n) => sheet(n, '3')))).toEqual([
    'Page 1 /',
    '3',
    'Page 2 /',
    '3',
    'Page 3 /',
    '3',
  ]);
  expect(furnitureOf(...[1, 2, 3].map((n) => sheet(n, '40')))).not.toContain('40');
});

test('a number that ends the text of each page is not that of all pages', () => {
  const order = (n: number): TextAt[] => [
    ...body(110, `word${n}`),
    { text: `Oil for the lamp ${'abc'[n - 1]}`, x: 72, y: 778 },
    { text: 'Number of items', x: 72, y: 790 },
    { text: '3', x: 72, y: 802 },
  ];
  expect(furnitureOf(...[1, 2, 3].map(order))).toEqual([]);
});

test('a foot with the year of an issue and pages that begin with the number in step goes, a note stays', () => {
  const sheets = (foot: string): TextAt[][] => [
    [...body(110, 'some'), { text: foot, x: 60, y: 780, size: 6 }],
    ...['other', 'more', 'last'].map((word, i) => [...body(110, word), { text: String(84 + i), x: 300, y: 40 }]),
  ];
  const issue = 'Lamps, vol. 28 no 2, 2019, p. 83-108.';
  expect(furnitureOf(...sheets(issue))).toEqual([issue, '84', '85', '86']);
  expect(furnitureOf(...sheets('Moran, Lamps 28, 2019, p. 80-108.'))).toEqual(['84', '85', '86']);
});
