import { expect, test } from '@jest/globals';
import { UNTOLD_PICTURE, withPictures, type PagePicture, type ShelfPlaces } from '../../../../engine/files/pictures.js';
import type { Box, ParsedPage } from '../../../../engine/model.js';

const box = (x0: number, y0: number, x1: number, y1: number): Box => ({ x0, y0, x1, y1 });
const page = (number: number, images: Box[]): ParsedPage => ({
  ...{ number, width: 200, height: 400, images },
  ...{ fonts: [], runs: [], rules: [], fills: [], links: [] },
});
const line = (startLine: number, part: [number, number, number, number], pageNumber = 1, path = 'a.md') => ({
  ...{ path, startLine, endLine: startLine, page: pageNumber, box: part },
});

function pictures(pages: ParsedPage[], places: Partial<ShelfPlaces> = {}) {
  const pageSizes = new Map(pages.map(({ number, width, height }) => [number, { width, height }]));
  return withPictures(pages, { pageSizes, sourceMap: [], figures: [], tables: [], files: ['a.md', 'b.md'], ...places });
}

const PICTURE: PagePicture = { page: 1, box: box(20, 100, 180, 200), share: 0.2, pages: 1, isTold: false };
const ruleOf = (input: PagePicture) =>
  UNTOLD_PICTURE.rules.find(({ test: speaks }) => speaks(input))?.name ?? 'otherwise';

test.each<[string, Partial<PagePicture>]>([
  ['told', { isTold: true }],
  ['tiny', { box: box(20, 100, 180, 120) }],
  ['background', { share: 0.9 }],
  ['ornament', { pages: 3 }],
  ['picture-without-caption', { pages: 2 }],
])('%s', (rule, change) => expect(ruleOf({ ...PICTURE, ...change })).toBe(rule));

test('a picture is named with the line that is printed above it in its column, in reading order', () => {
  const sourceMap = [
    line(5, [0.1, 0.05, 0.45, 0.2]),
    line(7, [0.1, 0.6, 0.45, 0.7]),
    line(9, [0.55, 0.05, 0.9, 0.2]),
    line(3, [0.1, 0.05, 0.9, 0.2], 2, 'b.md'),
  ];
  const later = { file: 'b.md', line: 9, page: 2, box: null, caption: 'Figure 1' };
  expect(
    pictures([page(1, [box(110, 100, 180, 200), box(20, 100, 90, 200)]), page(2, [])], { sourceMap, figures: [later] }),
  ).toEqual([
    { file: 'a.md', line: 5, page: 1, box: [0.1, 0.25, 0.45, 0.5], caption: null },
    { file: 'a.md', line: 9, page: 1, box: [0.55, 0.25, 0.9, 0.5], caption: null },
    later,
  ]);
});

test('a picture above all text belongs to the first line of its page; a page without text has none to name', () => {
  const sourceMap = [line(4, [0.1, 0.6, 0.9, 0.7])];
  expect(pictures([page(1, [box(20, 20, 180, 200)]), page(2, [box(20, 20, 180, 200)])], { sourceMap })).toMatchObject([
    { line: 4, page: 1 },
  ]);
});

test('strips of one picture are one; what a figure or table of the text shows is not named twice', () => {
  const sourceMap = [line(4, [0.1, 0.01, 0.9, 0.04])];
  const strips = [box(20, 40, 180, 80), box(20, 80.5, 180, 120), box(20, 121, 180, 160)];
  expect(pictures([page(1, strips)], { sourceMap })).toMatchObject([{ box: [0.1, 0.1, 0.9, 0.4] }]);
  const told = { page: 1, box: [0.05, 0.08, 0.95, 0.42] as [number, number, number, number] };
  expect(pictures([page(1, strips)], { sourceMap, tables: [told] })).toEqual([]);
});

test('a logo on every page, a scan and icons are not named', () => {
  const sourceMap = [1, 2, 3].map((number) => line(number, [0.1, 0.01, 0.9, 0.04], number));
  const pages = [1, 2, 3].map((number) => page(number, [box(20, 20, 80, 80), box(150, 300, 170, 320)]));
  expect(pictures(pages, { sourceMap })).toEqual([]);
  expect(pictures([page(1, [box(0, 0, 200, 400)])], { sourceMap })).toEqual([]);
});
