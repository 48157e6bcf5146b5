import { expect, it } from '@jest/globals';
import type { Block, HeadingBlock } from '../../../../engine/block-model.js';
import { decideWithRule } from '../../../../engine/rules.js';
import { headingTree, TITLE_HEADING } from '../../../../engine/templates/section.js';
import { heading, paragraph } from '../../../support/blocks.js';

const outermost = (text: string): HeadingBlock => heading(1, text, 1, { title: false });
const title = (of: HeadingBlock, ...blocks: Block[]) => decideWithRule(TITLE_HEADING, { heading: of, blocks });

it('takes the heading that is marked for the title, wherever it stands', () => {
  const marked = heading(1, 'Tides');
  expect(title(marked, heading(2, 'Preface'), marked)).toEqual({ verdict: 'title', rule: 'marked-title' });
});

it('takes the only heading of level 1 for the title where it comes first', () => {
  const [first, second] = [outermost('Tides'), outermost('Winds')];
  expect(title(first, first, heading(2, 'Ebb'))).toEqual({ verdict: 'title', rule: 'only-heading-of-level-one' });
  expect(title(first, heading(2, 'Ebb'), first)).toEqual({ verdict: 'section', rule: 'not-first' });
  expect(title(first, first, second)).toEqual({ verdict: 'section', rule: 'one-of-several' });
});

it('nests sections by the levels of their headings', () => {
  const blocks = [
    heading(1, 'Tides'),
    paragraph('By A. Shaw'),
    heading(2, 'Ebb'),
    heading(3, 'Low'),
    heading(2, 'Flood'),
  ];
  const root = headingTree(blocks, 'Tides');
  expect(root.blocks).toHaveLength(2);
  expect(root.children.map((one) => [one.title, one.children.map(({ title }) => title)])).toEqual([
    ['Ebb', ['Low']],
    ['Flood', []],
  ]);
});
