import { describe, expect, it } from '@jest/globals';
import type { Block, DocumentInfo, ParsedPage } from '../../../engine/model.js';
import { structureBlocks } from '../../../engine/outline/structure.js';
import { plainText } from '../../../engine/layout/spans.js';
import { BOLD, page, type TextAt } from '../../support/pages.js';

const INFO: DocumentInfo = {
  pageCount: 1,
  title: null,
  authors: [],
  language: null,
  bookmarks: [],
  pageLabels: null,
  tagged: false,
};

const structure = (pages: readonly ParsedPage[]): Block[] =>
  structureBlocks(
    { ...INFO, pageCount: pages.length },
    pages.map((one, i) => ({ ...one, number: i + 1 })),
  ).blocks;

const printed = (blocks: readonly Block[]): string[] =>
  blocks.map((block) => ('spans' in block ? `${block.kind}: ${plainText(block.spans)}` : block.kind));

/** As wide as the others, so that nothing tells the end of a paragraph but the space below. */
const LINE = 'each of the parties shall bear the costs that it has had in the matter of this agreement';

const lines = (count: number, top: number, step: number): TextAt[] =>
  Array.from({ length: count }, (_, i) => ({ text: LINE, x: 72, y: top + i * step }));

describe('clauses', () => {
  it('takes numbered clauses under a bold heading for no table', () => {
    const blocks = structure([
      page([
        ...lines(3, 60, 12),
        { text: '1.', x: 72, y: 110, font: BOLD },
        { text: 'Fees', x: 110, y: 110, font: BOLD },
        { text: '1.1', x: 72, y: 130 },
        { text: 'The fees are due in arrears.', x: 110, y: 130 },
        { text: '1.2', x: 72, y: 150 },
        { text: 'They bear interest.', x: 110, y: 150 },
        { text: '1.3', x: 72, y: 170 },
        { text: 'No sum may be set off.', x: 110, y: 170 },
      ]),
    ]);
    expect(printed(blocks.slice(1))).toEqual([
      'heading: 1. Fees',
      'paragraph: 1.1 The fees are due in arrears.',
      'paragraph: 1.2 They bear interest.',
      'paragraph: 1.3 No sum may be set off.',
    ]);
  });

  it('keeps paragraphs apart where most have a single line', () => {
    const single = lines(12, 60, 18);
    const double = [0, 1, 2, 3].flatMap((i) => lines(2, 60 + 12 * 18 + i * 30, 12));
    expect(structure([page([...single, ...double])])).toHaveLength(16);
  });
});
