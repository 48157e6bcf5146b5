/** What may stand between the parts of a paragraph that the end of a column or page cuts. */
import { expect, test } from '@jest/globals';
import type { OrderedColumn } from '../../../../engine/reading-order/stage.js';
import { textBlocks } from '../../../../engine/text-blocks/stage.js';
import type { TextBlock } from '../../../../engine/text-blocks/text-blocks.js';
import type { Line } from '../../../../engine/text/line.js';
import { BOLD, MONO } from '../../../support/pages.js';
import { column, emptyPage, fullLine, line, style } from '../../../support/engine-inputs.js';

const CUT = 'and the light of the tower is seen by ships that pass the';

/** The texts of the blocks that two columns make, the second begun by other lines. */
function read(first: readonly Line[], second: readonly Line[], asides: Line[] = []): string[] {
  const columns: OrderedColumn[] = [column(first, { id: 0 }), column(second, { id: 1 })];
  const pages = [
    { page: emptyPage(), asides, edgeLines: [], columns: [columns[0]!] },
    { page: emptyPage({ number: 2 }), asides: [], edgeLines: [], columns: [columns[1]!] },
  ];
  return textBlocks({ pages, style: style(), info: { bookmarks: [] } }).textBlocks.map(({ text }: TextBlock) => text);
}

const open = [fullLine('The tower stands on a rock that no tide has ever reached,'), fullLine(CUT, { y: 112 })];
const rest = line('rock at night.', { y: 300 });

test('a stamp down the margin', () =>
  expect(read(open, [rest], [line('arXiv:1901.03003v1', { y: 500 })])).toEqual([
    expect.stringContaining('pass the rock at night.'),
    'arXiv:1901.03003v1',
  ]));

test('labels in smaller type', () => {
  const labels = [line('Lamp Lens Gallery', { size: 7, y: 100 }), line('Keeper', { size: 7, y: 150 })];
  const [text] = read(open, [...labels, rest]);
  expect(text).toContain('pass the rock at night.');
});

test('a caption with a mark before it', () => {
  const caption = line('■ Figure 5.1. The tower at night, seen from the sea.', { y: 100 });
  const [text, other] = read(open, [caption, rest]);
  expect(text).toContain('pass the rock at night.');
  expect(other).toMatch(/Figure 5\.1/);
});

test('but no code', () => {
  const code = line('lamp = light(oil);', { size: 8, y: 100, font: MONO });
  expect(read(open, [code, rest])).toHaveLength(3);
});

test('and no heading', () => {
  const other = line('Keepers of the rock: none.', { y: 100, font: BOLD });
  expect(read(open, [other, rest])).toHaveLength(3);
});
