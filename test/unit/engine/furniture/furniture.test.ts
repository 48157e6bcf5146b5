import { describe, expect, test } from '@jest/globals';
import type { ParsedPage } from '../../../../engine/model.js';
import { runStages } from '../../../../engine/pipeline.js';
import { page, type TextAt } from '../../../support/pages.js';

const body = (y: number, word = 'line'): TextAt[] =>
  Array.from({ length: 8 }, (_, i) => ({ text: Array(14).fill(`${word}${i}`).join(' '), x: 60, y: y + 12 * i }));

/** What is taken for furniture on pages with these texts. */
const furnitureOf = (...pages: TextAt[][]): string[] => furnitureOn(pages.map((texts) => page(texts)));
const furnitureOn = (pages: readonly ParsedPage[]): string[] =>
  runStages(
    { pages: pages.map((each, i) => ({ parsed: { ...each, number: i + 1 } })) },
    { from: 'normalise', until: 'furniture' },
  ).furniture.map(({ text }) => text);

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

test('an artifact within the text is content, at its edge or on several pages it is not', () => {
  const sheet = (heads: readonly string[], word: string): ParsedPage => {
    const marked = heads.map((text, i) => ({ text, x: 60, y: 200 + 30 * i }));
    const read = page([{ text: 'Head', x: 60, y: 40 }, ...body(60, word), ...marked, ...body(400, word)]);
    return { ...read, runs: read.runs.map((run) => (/\d$/.test(run.text) ? run : { ...run, artifact: true })) };
  };
  expect(furnitureOn([sheet(['Sender Ltd'], 'some')])).toEqual(['Head']);
  const both = furnitureOn([sheet(['Sender Ltd', 'Draft'], 'some'), sheet(['Draft'], 'other')]);
  expect(both).toEqual(['Head', 'Draft', 'Head', 'Draft']);
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

test('a number of pages before the first is the foot of the only page, a letter is not', () => {
  const withFoot = (text: string): string[] => furnitureOf([...body(110), { text, x: 300, y: 780 }]);
  expect(withFoot('(xx)')).toEqual(['(xx)']);
  for (const text of ['x', 'XX', '(iiii)', 'ill']) expect(withFoot(text)).toEqual([]);
});

test('the copyright of a slide is its foot, where it stands alone and apart in small type', () => {
  const foot = { text: 'Lamps Ltd © 2024', x: 400, y: 700, size: 7 };
  expect(furnitureOf([...body(110), foot])).toEqual([foot.text]);
  expect(furnitureOf([...body(110), { ...foot, size: 10 }])).toEqual([]);
  expect(furnitureOf([...body(110), { ...foot, text: 'Lamps Ltd 2024' }])).toEqual([]);
  expect(furnitureOf([...body(600), foot])).toEqual([]);
  expect(furnitureOf([...body(110), { ...foot, x: 60 }, { ...foot, text: 'All lamps', x: 300 }])).toEqual([]);
});

test('the number of the second of two pages is its foot where the first has none', () => {
  const second = (text: string): TextAt[] => [...body(110, 'other'), { text, x: 300, y: 780 }];
  expect(furnitureOf(body(110), second('2'))).toEqual(['2']);
  expect(furnitureOf(body(110), second('12'))).toEqual([]);
});

describe('the head of a page that no other shows', () => {
  const head = { text: 'The Keeping of Lighthouses', x: 280, y: 60, size: 8 };
  const number = { text: '5', x: 417, y: 60, size: 8 };
  // lines that end at 421 points
  const lines = Array.from({ length: 8 }, (_, i) => ({
    text: Array(13).fill(`line${i}`).join(' '),
    x: 60,
    y: 100 + 12 * i,
  }));
  const right = { ...number, x: 417 };

  test('has its number at the outer edge of the text', () => {
    expect(furnitureOf([head, right, ...lines])).toEqual([head.text, '5']);
    expect(furnitureOf([{ ...head, x: 90 }, { ...number, x: 60 }, ...lines])).toEqual(['5', head.text]);
    expect(furnitureOf([{ ...head, text: `${head.text} 5`, x: 315 }, ...lines])).toEqual([`${head.text} 5`]);
  });

  test('is none in other places or of other types', () => {
    expect(furnitureOf([head, { ...number, x: 410 }, ...lines])).toEqual([]);
    expect(furnitureOf([head, { ...right, text: '2019' }, ...lines])).toEqual([]);
    expect(furnitureOf([{ ...head, size: 10 }, { ...right, size: 10 }, ...lines])).toEqual([]);
    expect(furnitureOf([{ ...head, text: 'Invoice No:' }, right, ...lines])).toEqual([]);
    expect(furnitureOf([{ ...head, y: 90 }, { ...right, y: 90 }, ...lines])).toEqual([]);
    expect(furnitureOf([right, ...lines])).toEqual([]);
  });

  test('has the number of its page on one of two pages', () => {
    const first = [{ text: 'The Lights of Home', x: 200, y: 80, size: 16 }, ...body(110)];
    const second = (text: string): TextAt[] => [{ ...head, text: 'A. Moran et al.' }, { ...right, text }, ...lines];
    expect(furnitureOf(first, second('2'))).toEqual(['A. Moran et al.', '2']);
    expect(furnitureOf(first, second('3'))).toEqual([]);
  });
});
