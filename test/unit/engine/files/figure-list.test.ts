import { expect, test } from '@jest/globals';
import { listFigures, type WrittenFigure } from '../../../../engine/files/figure-list.js';
import type { Box } from '../../../../engine/model.js';

const SIZES = new Map([
  [1, { width: 100, height: 200 }],
  [2, { width: 100, height: 200 }],
]);
const box = (x0: number, y0: number, x1: number, y1: number): Box => ({ x0, y0, x1, y1 });

const figure = (line: number, at: Box, { labels = '', page = 1, file = 'a.md' } = {}): WrittenFigure => ({
  file,
  line,
  block: { kind: 'figure', labels, source: [{ page, box: at }] },
});
const caption = (line: number, at: Box, text: string, { page = 1, file = 'a.md' } = {}): WrittenFigure => ({
  file,
  line,
  block: { kind: 'caption', of: 'figure', spans: [{ text }], source: [{ page, box: at }] },
});

test('a figure has the caption below it, and its line where it has none of its own', () => {
  const written = [figure(6, box(10, 20, 90, 100)), caption(8, box(10, 104, 90, 114), 'Figure 1: A lamp.')];
  expect(listFigures(written, SIZES)).toEqual([
    { file: 'a.md', line: 8, page: 1, box: [0.1, 0.1, 0.9, 0.5], caption: 'Figure 1: A lamp.' },
  ]);
});

test('the line of a figure with labels is theirs', () => {
  const written = [
    figure(6, box(10, 20, 90, 100), { labels: 'time, height' }),
    caption(8, box(10, 104, 90, 114), 'Figure 1'),
  ];
  expect(listFigures(written, SIZES)[0]).toMatchObject({ line: 6, caption: 'Figure 1' });
});

test('figures beside and below each other keep their own captions, in whatever order they are written', () => {
  const written = [
    figure(4, box(0, 0, 40, 50)),
    figure(4, box(60, 0, 100, 50)),
    caption(6, box(60, 52, 100, 60), 'Figure 2'),
    caption(8, box(0, 52, 40, 60), 'Figure 1'),
    figure(8, box(0, 70, 40, 120)),
    caption(10, box(0, 122, 40, 130), 'Figure 3'),
  ];
  expect(listFigures(written, SIZES).map(({ caption: text, line }) => [text, line])).toEqual([
    ['Figure 1', 8],
    ['Figure 2', 6],
    ['Figure 3', 10],
  ]);
});

test('a caption without a drawing is a figure without a box; those of other pages and files are not its own', () => {
  const written = [
    caption(3, box(10, 150, 90, 160), 'Figure 1', { page: 2 }),
    figure(4, box(10, 20, 90, 100), { labels: 'a' }),
    caption(5, box(10, 104, 90, 114), 'Figure 2', { file: 'b.md' }),
  ];
  expect(listFigures(written, SIZES)).toEqual([
    { file: 'a.md', line: 3, page: 2, box: null, caption: 'Figure 1' },
    { file: 'a.md', line: 4, page: 1, box: [0.1, 0.1, 0.9, 0.5], caption: null },
    { file: 'b.md', line: 5, page: 1, box: null, caption: 'Figure 2' },
  ]);
});

test('at most a thousand are listed, with captions of bounded length', () => {
  const written = Array.from({ length: 1001 }, (_, at) => caption(at + 1, box(0, 0, 9, 9), 'x'.repeat(2000)));
  const listed = listFigures(written, SIZES);
  expect([listed.length, listed[0]?.caption?.length]).toEqual([1000, 1000]);
});
