/** What a page shows of its foot and head where no other page repeats them. */
import { expect, test } from '@jest/globals';
import { body, furnitureOf, furnitureOn } from '../../../support/furniture.js';
import { page, type TextAt } from '../../../support/pages.js';

test('a number between dashes as wide as ideographs is the page number of the only page', () =>
  expect(furnitureOf([...body(110), { text: '－ 15 －', x: 300, y: 740 }])).toEqual(['－ 15 －']));

test('a caption at the foot of the only page stays, the number with its chapter goes', () => {
  const foot = [
    { text: 'Figure 7-26. Nuts.', x: 60, y: 775, size: 8 },
    { text: '7-45', x: 500, y: 800 },
  ];
  expect(furnitureOf([...body(110), ...foot])).toEqual(['7-45']);
});

test('a foot of two ends with a number goes with the head of the only page, a letter head stays', () => {
  const head = [
    { text: 'The Keeper of the Light', x: 60, y: 40 },
    { text: 'Introduction', x: 480, y: 40 },
  ];
  const foot = [
    { text: 'LX-2040 B', x: 60, y: 800 },
    { text: '19', x: 520, y: 800 },
  ];
  expect(furnitureOf([...head, ...body(110), ...foot])).toEqual([...head, ...foot].map(({ text }) => text));
  expect(furnitureOf([...head, ...body(110)])).toEqual([]);
});

test('words of pages at the foot of the only page go with what stands beside and below them in their type', () => {
  const foot = [
    { text: 'Lights of Italy', x: 60, y: 780, size: 8 },
    { text: 'Pagina 2 di 4', x: 480, y: 780, size: 8 },
    { text: 'A guide to lamps and oil', x: 60, y: 790, size: 8 },
  ];
  expect(furnitureOf([...body(110), ...foot])).toEqual(foot.map(({ text }) => text));
  const [, number, below] = foot;
  expect(furnitureOf([...body(110), number!, { ...below!, size: 10, y: 796 }])).toEqual([]);
});

test('a number of pages before the first is the foot of the only page, a letter, an item and kisses are not', () => {
  const withFoot = (text: string, y = 800): string[] => furnitureOf([...body(110), { text, x: 300, y }]);
  for (const text of ['xiv', '(xx)']) expect(withFoot(text)).toEqual([text]);
  expect(withFoot('(iii)', 771)).toEqual([]);
  for (const text of ['x', 'xx', 'XX', '(iiii)', 'ill']) expect(withFoot(text)).toEqual([]);
});

test('the copyright of a slide is its foot, where it stands alone and apart in small type', () => {
  const foot = { text: 'Lamps Ltd © 2024', x: 400, y: 360, size: 7 };
  const onSlide = (...texts: TextAt[]): string[] => furnitureOn([{ ...page(texts), width: 720, height: 405 }]);
  expect(onSlide(...body(110), foot)).toEqual([foot.text]);
  expect(onSlide(...body(110), { ...foot, text: '© 2024 Lamps and Oil Ltd' })).toHaveLength(1);
  expect(onSlide(...body(110), { ...foot, size: 10 })).toEqual([]);
  expect(onSlide(...body(255), foot)).toEqual([]);
  expect(onSlide(...body(110), { ...foot, x: 60 }, { ...foot, text: 'All lamps', x: 300 })).toEqual([]);
  for (const text of [
    'Lamps Ltd 2024',
    'Figure 2. Lamps © 2024 Maria Lind',
    'Photo © 2018 Maria Lind',
    'Source: Lamps Ltd © 2024',
    'The method was described in the handbook (c) 2019 and extended later.',
  ])
    expect(onSlide(...body(110), { ...foot, text })).toEqual([]);
  expect(furnitureOf([...body(110), { ...foot, y: 730 }])).toEqual([]);
});

test('the number of the second of two pages is its foot where the first has none, far below the text', () => {
  const second = (text: string, y = 800): TextAt[] => [...body(110, 'other'), { text, x: 300, y }];
  expect(furnitureOf(body(110), second('2'))).toEqual(['2']);
  expect(furnitureOf(body(110), second('12'))).toEqual([]);
  // an answer in the last line of the text
  expect(furnitureOf(body(110), second('2', 771))).toEqual([]);
  expect(furnitureOf(body(110), [...second('2'), { text: 'The answer is', x: 60, y: 776 }])).toEqual([]);
});
