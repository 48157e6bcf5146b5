import { describe, expect, it } from '@jest/globals';
import type { Block } from '../../../../engine/block-model.js';
import { plainText } from '../../../../engine/text/spans.js';
import { blocksOfPages } from '../../../../engine/pipeline.js';
import { info } from '../../../support/blocks.js';
import { page, type TextAt } from '../../../support/pages.js';

const INFO = info(1);

const printed = (texts: readonly TextAt[]): string[] =>
  blocksOfPages(INFO, [page(texts)]).blocks.map((block: Block) =>
    'spans' in block ? `${block.kind}: ${plainText(block.spans).slice(0, 18)}` : block.kind,
  );

const LINE = 'and then there is the vessel to deliver at the place and on the date in the box';
const text = (top: number, first: string): TextAt[] =>
  [0, 1, 2].map((i) => ({
    text: i === 0 ? `${first} ${LINE.slice(first.length + 1)}` : LINE,
    x: 150,
    y: top + i * 12,
  }));
const title = (y: number, words: string): TextAt => ({ text: words, x: 60, y, size: 8 });

describe('titles of clauses in the margin', () => {
  it('are headings before the text that they stand beside, over two lines too', () => {
    const clauses = [
      title(60, '1. Delivery'),
      ...text(60, 'First'),
      title(110, '2. Loading and'),
      title(120, 'Discharging'),
      ...text(110, 'Second'),
      title(160, '3. Freight'),
      ...text(160, 'Third'),
    ];
    expect(printed(clauses).map((block) => block.replace(/^(paragraph: \w+).*/, '$1'))).toEqual([
      'heading: 1. Delivery',
      'paragraph: First',
      'heading: 2. Loading and Dis',
      'paragraph: Second',
      'heading: 3. Freight',
      'paragraph: Third',
    ]);
  });

  it('are no marks, and no notes that stand anywhere beside the text', () => {
    const marks = [1, 2, 3].flatMap((n) => [{ text: `${n}.`, x: 130, y: 10 + 50 * n }, ...text(10 + 50 * n, 'Item')]);
    expect(printed(marks)).toEqual(['list']);
    const notes = [0, 1, 2].flatMap((n) => [title(78 + 48 * n, 'see above'), ...text(60 + 36 * n, 'More')]);
    expect(printed(notes).filter((block) => block.startsWith('heading'))).toEqual([]);
  });
});
