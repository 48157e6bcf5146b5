import { expect, test } from '@jest/globals';
import type { Block } from '../../../../engine/block-model.js';
import { plainText } from '../../../../engine/text/spans.js';
import { blocksOfPages } from '../../../../engine/pipeline.js';
import { info } from '../../../support/blocks.js';
import { BOLD, ITALIC, cells, gridRules, page, type TextAt } from '../../../support/pages.js';

const INFO = info(1);

const blocksOf = (texts: readonly TextAt[], drawn: Parameters<typeof page>[1] = {}): Block[] =>
  blocksOfPages(INFO, [page(texts, drawn)]).blocks;

/** Lines of text of one width, `pitch` apart. */
function lines(
  count: number,
  { x, y, word = 'text', words = 14 }: { x: number; y: number; word?: string; words?: number },
): TextAt[] {
  return Array.from({ length: count }, (_, i) => ({ text: Array(words).fill(word).join(' '), x, y: y + 12 * i }));
}

test('bold type that fills a line within a paragraph splits nothing', () => {
  const bold = (count: number, x: number, y: number): TextAt[] =>
    lines(1, { x, y, word: 'bold', words: count }).map((line) => ({ ...line, font: BOLD }));
  const blocks = blocksOf([
    ...lines(1, { x: 60, y: 100 }),
    ...lines(1, { x: 60, y: 112, words: 9 }),
    ...bold(5, 60 + 9 * 23, 112),
    ...bold(14, 60, 124),
    ...lines(4, { x: 60, y: 136 }),
  ]);
  expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph']);
});

/** The first word of each block. */
const starts = (blocks: readonly Block[]): string[] =>
  blocks.map((block) => ('spans' in block ? plainText(block.spans).split(' ')[0]! : block.kind));

test('side notes that keep no step with the text are read after it, not between its lines', () => {
  const notes = ['Doctor Jane Doe', 'School of Physical', 'Education in Sports', 'Some University'];
  const blocks = blocksOf([
    ...lines(20, { x: 200, y: 100 }),
    ...notes.map((text, i) => ({ text, x: 60, y: 131 + 9 * i, size: 7.5 })),
  ]);
  expect(starts(blocks)).toEqual(['text', 'Doctor']);
});

test('bold labels on a picture head nothing', () => {
  const texts = [
    ...lines(12, { x: 60, y: 100 }),
    { text: 'Locking nut', x: 100, y: 340, font: BOLD },
    ...lines(6, { x: 60, y: 400 }),
  ];
  const read = { ...page(texts), images: [{ x0: 60, y0: 260, x1: 300, y1: 360 }] };
  expect(blocksOfPages(INFO, [read]).blocks.map(({ kind }) => kind)).not.toContain('heading');
  expect(blocksOf(texts).map(({ kind }) => kind)).toContain('heading');
});

test('a paragraph continues past the figure at the foot of its column', () => {
  const read = page([
    ...lines(20, { x: 40, y: 100, words: 10 }),
    { text: 'Figure 3. A nut', x: 40, y: 460 },
    { text: 'and on it goes until it ends here.', x: 320, y: 100 },
    ...lines(19, { x: 320, y: 124, words: 10, word: 'more' }),
  ]);
  const { blocks } = blocksOfPages(INFO, [{ ...read, images: [{ x0: 40, y0: 350, x1: 250, y1: 440 }] }]);
  expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'figure', 'caption', 'paragraph']);
  expect(starts(blocks)[0]).toBe('text');
});

test('a box beside the text does not cut its paragraph', () => {
  const rows = [0, 1, 2, 3].map((i) => [`Label${i}`, `Value${i}`]);
  const blocks = blocksOf(
    [
      ...lines(14, { x: 40, y: 100, words: 10 }),
      ...cells(rows, { xs: [345, 420], y: 112, boldRows: 0 }),
      ...lines(3, { x: 40, y: 268, words: 21 }),
    ],
    { rules: gridRules([340, 415, 500], [100, 117, 132, 147, 162]) },
  );
  expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'table']);
});

test('raised and lowered digits around a fraction slash are a fraction', () => {
  const small = { size: 6, text: '1' };
  const blocks = blocksOf([
    ...lines(2, { x: 60, y: 100 }),
    { text: 'up to', x: 60, y: 124 },
    { ...small, x: 88, y: 120 },
    { text: '\u20444', x: 91, y: 124 },
    { text: 'inch', x: 104, y: 124 },
  ]);
  const spans = blocks.flatMap((block) => ('spans' in block ? block.spans : []));
  expect(spans.filter(({ superscript }) => superscript)).toEqual([]);
  expect(plainText(spans)).toMatch(/up to 1\u20444 inch$/);
});

test('lines of italics above paragraphs are headings where they come twice with space above', () => {
  const part = (title: string, y: number): TextAt[] => [
    { text: title, x: 60, y, font: ITALIC },
    ...lines(3, { x: 60, y: y + 12 }),
  ];
  const kinds = (...texts: TextAt[][]): string[] => blocksOf(texts.flat()).map(({ kind }) => kind);
  expect(kinds(lines(3, { x: 60, y: 76 }), part('One kind of nut', 124), part('Another kind', 184))).toEqual([
    'paragraph',
    'heading',
    'paragraph',
    'heading',
    'paragraph',
  ]);
  expect(kinds(lines(3, { x: 60, y: 76 }), part('One kind of nut', 124))).not.toContain('heading');
});

test('a heading that reads like a caption does not join the texts around it', () => {
  const { blocks } = blocksOfPages({ ...INFO, pageCount: 2 }, [
    page([...lines(3, { x: 60, y: 100 }), { text: 'Date:', x: 60, y: 160 }]),
    {
      ...page([
        { text: 'Exhibit A', x: 60, y: 80 },
        { text: 'of this agreement', x: 60, y: 120 },
      ]),
      number: 2,
    },
  ]);
  expect(starts(blocks)).toEqual(['text', 'Date:', 'Exhibit', 'of']);
});
