/** Heads and page numbers in the margin, level with lines of the text. */
import { describe, expect, test } from '@jest/globals';
import type { LinedPage } from '../../../../engine/furniture/lined-page.js';
import { marginHeads } from '../../../../engine/furniture/margins.js';
import { line } from '../../../support/engine-inputs.js';

type Beside = readonly (readonly [text: string, y: number])[];

/** A page of sixteen lines of text, of which the first continues a sentence, with these texts left or right of it. */
const sheet = (number: number, beside: Beside, side: 'left' | 'right' = 'left', first = 'and'): LinedPage => {
  const words = (i: number): string =>
    `${i === 0 ? first : 'and'} goes on in line ${i} ${'with the oil of lamps '.repeat(3)}`.trim();
  const text = Array.from({ length: 16 }, (_, i) => line(words(i), { x: 130, y: 80 + 12 * i }));
  const x = side === 'left' ? 40 : 540;
  const margin = beside.map(([words, y]) => line(words, { x, y }));
  return { number, width: 595, height: 842, lines: [...text, ...margin].map((one) => ({ ...one, page: number })) };
};
const left = (number: number): LinedPage =>
  sheet(number, [
    ['ER', 80],
    ['29,2', 92],
    [`${161 + number}`, 128],
  ]);
const right = (number: number): LinedPage =>
  sheet(
    number,
    [
      ['Oil of', 80],
      ['lamps', 92],
      [`${161 + number}`, 128],
    ],
    'right',
  );
const found = (...pages: LinedPage[]): string[] => marginHeads(pages).map(({ text }) => text);

describe('in the margin of many pages', () => {
  test('a name of two lines and a number in step are their head', () =>
    expect(found(left(1), left(2), left(3))).toEqual(['ER', '29,2', '162', 'ER', '29,2', '163', 'ER', '29,2', '164']));

  test('numbers in step speak for the names with them, which only left or only right pages have', () =>
    expect(found(left(1), right(2), left(3), right(4))).toEqual([
      'ER',
      '29,2',
      '162',
      'Oil of',
      'lamps',
      '163',
      'ER',
      '29,2',
      '164',
      'Oil of',
      'lamps',
      '165',
    ]));

  test('the same head stands above what the first page has more', () => {
    const first = sheet(1, [
      ['ER', 80],
      ['29,2', 92],
      ['162', 128],
      ['Received', 140],
      ['Accepted', 152],
    ]);
    expect(found(first, left(2), left(3), left(4))).toEqual([
      'ER',
      '29,2',
      '162',
      'ER',
      '29,2',
      '163',
      'ER',
      '29,2',
      '164',
      'ER',
      '29,2',
      '165',
    ]);
  });
});

test('on a first page the head stands beside the title', () => {
  const more: Beside = [
    ['Received', 140],
    ['Accepted', 152],
  ];
  const head: Beside = [
    ['ER', 80],
    ['29,2', 92],
    ['162', 128],
  ];
  const first = sheet(1, [...head, ...more], 'left', 'The Oil of Lamps');
  expect(found(first, right(2), left(3), right(4), left(5)).slice(0, 4)).toEqual(['ER', '29,2', '162', 'Oil of']);
  const withoutNumber = sheet(1, [...head.slice(0, 2), ...more], 'left', 'The Oil of Lamps');
  expect(found(withoutNumber, right(2), left(3), right(4), left(5)).slice(0, 2)).toEqual(['29,2', 'Oil of']);
});

test('names on two pages are no head without a number', () =>
  expect(found(sheet(1, [['Oil', 80]]), sheet(2, []), sheet(3, [['Oil', 80]]), sheet(4, []))).toEqual([]));

test('labels, which are more, are none', () => {
  const labels: Beside = [
    ['Oil', 80],
    ['Wicks', 104],
    ['Lamps', 128],
    ['Rocks', 152],
  ];
  expect(found(sheet(1, labels), sheet(2, labels), sheet(3, labels))).toEqual([]);
});

describe('beside page numbers in the margin', () => {
  const numbered = (count: number, page: (number: number, own: Beside) => LinedPage): string[] =>
    found(...Array.from({ length: count }, (_, i) => page(i + 1, [[`${162 + i}`, 128]])));
  const numbers = (count: number): string[] => Array.from({ length: count }, (_, i) => `${162 + i}`);

  test('a label on few of many pages is none', () =>
    expect(numbered(20, (number, own) => sheet(number, number % 12 === 4 ? [['Example', 80], ...own] : own))).toEqual(
      numbers(20),
    ));

  test('a label of paragraphs is none', () =>
    expect(
      numbered(4, (number, own) =>
        number % 2 === 0 ? sheet(number, [['Example', 80], ...own], 'left', 'The sentence') : sheet(number, own),
      ),
    ).toEqual(numbers(4)));

  test('the words of the head are none beside a paragraph among other labels', () => {
    const labels: Beside = [
      ['Wicks', 104],
      ['Rocks', 152],
    ];
    const head = (number: number, own: Beside): LinedPage =>
      number === 4
        ? sheet(number, [['Oil', 80], ...labels, ...own], 'left', 'The sentence')
        : sheet(number, [['Oil', 80], ...own]);
    expect(numbered(4, head)).toEqual(['Oil', '162', 'Oil', '163', 'Oil', '164', '165']);
  });
});
