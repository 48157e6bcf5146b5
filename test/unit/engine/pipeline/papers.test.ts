/** What papers are set like: references that hang, scripts, headings in small type, names under the title. */
import { expect, test } from '@jest/globals';
import { plainText } from '../../../../engine/text/spans.js';
import type { Block } from '../../../../engine/block-model.js';
import type { ParsedPage } from '../../../../engine/model.js';
import { blocksOfPages } from '../../../../engine/pipeline.js';
import { info } from '../../../support/blocks.js';
import { page, words, type TextAt } from '../../../support/pages.js';

const INFO = info(1);

const blocksOf = (one: ParsedPage): Block[] => blocksOfPages(INFO, [one]).blocks;
const textOf = (block: Block): string => ('spans' in block ? plainText(block.spans) : '');
const headings = (blocks: readonly Block[]): string[] => blocks.filter(({ kind }) => kind === 'heading').map(textOf);

/** Lines of running text, 280 points wide from x = 100. */
const FULL = 'the words of a line that fills its column up to the edges';
const paragraph = (y: number, lines: number): TextAt[] =>
  Array.from({ length: lines }, (_, i) => ({
    text: i === lines - 1 ? 'and here it ends.' : FULL,
    x: 100,
    y: y + 12 * i,
  }));
/** Text in the middle of the column that `paragraph` fills. */
const centred = (text: string, y: number, size = 10): TextAt => {
  const [first, last] = [words({ text, x: 0, y, size }).at(0)!, words({ text, x: 0, y, size }).at(-1)!];
  const right = words({ text: FULL, x: 100, y }).at(-1)!.box.x1;
  return { text, x: (100 + right) / 2 - (last.box.x1 - first.box.x0) / 2, y, size };
};

test('a reference of two lines is one paragraph, each with its label', () => {
  const blocks = blocksOf(
    page([
      { text: '[1] A name, the title of something printed long ago, of which', x: 100, y: 100 },
      { text: 'the rest stands here, 1999.', x: 118, y: 112 },
      { text: '[2] Another name, and the title of something printed as long', x: 100, y: 124 },
      { text: 'ago, 2001.', x: 118, y: 136 },
      { text: '[3] A third name, and what it wrote about nothing much at all,', x: 100, y: 148 },
      { text: '2003.', x: 118, y: 160 },
    ]),
  );
  expect(blocks.map(textOf).map((text) => text.slice(0, 3))).toEqual(['[1]', '[2]', '[3]']);
});

test('names with initials that happen to stand in order are no list', () => {
  const hang = (y: number, text: string): TextAt[] => [
    { text, x: 100, y },
    { text: 'the rest stands here, 1999.', x: 125, y: y + 12 },
  ];
  const blocks = blocksOf(
    page([
      ...hang(100, 'A. Name, B. Other: the title of something printed long ago, of'),
      ...hang(124, 'B. Name, C. Other: the title of something printed long ago, of'),
      ...hang(148, 'C. Name, D. Other: the title of something printed long ago, of'),
    ]),
  );
  expect(blocks.map(({ kind }) => kind)).not.toContain('list');
});

test('a script hardly smaller than its word belongs to it', () => {
  const one = page([
    ...paragraph(100, 3),
    { text: 'so that a', x: 100, y: 136 },
    { text: 'holds here too.', x: 160, y: 136 },
  ]);
  const letter = one.runs.findLast((run) => run.text === 'a' && run.baseline === 136)!;
  const { x1 } = letter.box;
  one.runs.push({
    ...letter,
    text: '2',
    size: 9.4,
    baseline: 131.5,
    space: false,
    box: { x0: x1, y0: 124, x1: x1 + 5, y1: 133 },
  });
  const spans = blocksOf(one).flatMap((block) => ('spans' in block ? block.spans : []));
  expect(spans.find(({ text }) => text.trim() === '2')).toMatchObject({ superscript: true });
});

test('centred lines with numbers of a series are headings, and those of their look without one', () => {
  const blocks = blocksOf(
    page([
      centred('I. FIRST WORDS', 100),
      ...paragraph(120, 4),
      centred('II. SECOND WORDS', 190),
      ...paragraph(210, 4),
      centred('REFERENCES', 280),
      ...paragraph(300, 3),
    ]),
  );
  expect(headings(blocks)).toEqual(['I. FIRST WORDS', 'II. SECOND WORDS', 'REFERENCES']);
});

test('names set large under a title are no headings', () => {
  const blocks = blocksOf(
    page([
      centred('The Title of It All', 90, 18),
      centred('First Author', 120, 12),
      centred('Some Institute, Some Town', 134),
      centred('Second Author', 150, 12),
      { text: '1 Introduction', x: 100, y: 200, size: 14 },
      ...paragraph(220, 5),
      ...paragraph(290, 5),
      { text: '2 Methods', x: 100, y: 370, size: 14 },
      ...paragraph(390, 5),
    ]),
  );
  expect(headings(blocks)).toEqual(['The Title of It All', '1 Introduction', '2 Methods']);
});

test('a title of three lines stays whole over an abstract that is narrower than the text', () => {
  const narrow = FULL.slice(0, FULL.lastIndexOf(' up'));
  const blocks = blocksOf(
    page([
      centred('A Long Title of Several', 90, 18),
      centred('Words Over Three Full', 111, 18),
      centred('Lines', 132, 18),
      ...Array.from({ length: 8 }, (_, i) => ({ text: narrow, x: 112, y: 180 + 12 * i })),
      { text: '1 Introduction', x: 100, y: 300, size: 14 },
      ...paragraph(320, 3),
    ]),
  );
  expect(headings(blocks)).toEqual(['A Long Title of Several Words Over Three Full Lines', '1 Introduction']);
});
