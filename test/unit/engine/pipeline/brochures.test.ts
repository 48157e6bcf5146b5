/** Boxes, captions and lists as brochures, textbooks and word processors print them: small pages of their own. */
import { expect, test } from '@jest/globals';
import type { Block } from '../../../../engine/block-model.js';
import { plainText } from '../../../../engine/text/spans.js';
import { at, pdf, structured, type Pdf } from '../../../support/pdf.js';

const textOf = (block: Block): string => ('spans' in block ? plainText(block.spans) : block.kind);
const blocksOf = async (draw: (doc: Pdf) => void): Promise<Block[]> =>
  (await structured(await pdf((doc) => draw(doc.font('Times-Roman').fontSize(11))))).blocks;
/** Lines at one left edge, from `y` down. */
const lines = (doc: Pdf, x: number, y: number, texts: readonly string[]): void =>
  texts.forEach((text, i) => at(doc, x, y + 14 * i, text));

const WIDE = [
  'The tower stands on a rock that no tide of the last three centuries has ever reached, and its',
  'light is seen by all the ships that pass the coast at night, which in a year are more than the',
];
const NARROW = [
  'harbours of the whole county',
  'can count, as the keepers say',
  'who have written each of them',
  'down since the first lamp was',
  'lit in the spring of 1811.',
];
const BOX = [
  'The first lamp burned oil of the whale,',
  'and the keepers carried it up by hand.',
  'It took them an hour each night.',
];

test('a box that the text runs around is read after the paragraph that it stands in', async () => {
  const blocks = await blocksOf((doc) => {
    doc.rect(260, 118, 220, 60).fill('#dde6f0').fillColor('black');
    lines(doc, 72, 100, WIDE);
    lines(doc, 72, 128, NARROW);
    lines(doc, 270, 137, BOX);
    lines(doc, 72, 198, WIDE);
  });
  expect(blocks.map((block) => textOf(block).split(' ').slice(0, 3).join(' '))).toEqual([
    'The tower stands',
    'The first lamp',
    expect.any(String),
  ]);
  expect(textOf(blocks[0]!)).toContain('more than the harbours of the whole county can count');
});

test('a framed box within a sentence does not part it', async () => {
  const blocks = await blocksOf((doc) => {
    lines(doc, 72, 100, WIDE);
    doc.rect(72, 124, 460, 56).stroke();
    lines(doc, 82, 140, BOX);
    lines(doc, 72, 200, ['harbours of the whole county can count.']);
  });
  expect(blocks.map(textOf)).toEqual([expect.stringMatching(/more than the harbours/), BOX.join(' ')]);
});

test('a label and a title in bold are a caption, on one line or two', async () => {
  const blocks = await blocksOf((doc) => {
    lines(doc, 72, 100, WIDE);
    doc.font('Times-Bold');
    at(doc, 72, 150, 'TABLE 5.1 Lamps of the Coast');
    at(doc, 72, 250, 'Table 5.2');
    at(doc, 72, 266, 'Ships that Passed the Coast');
    doc.font('Times-Roman');
    for (const top of [160, 276]) {
      for (const y of [top, top + 20, top + 40]) doc.moveTo(72, y).lineTo(300, y).stroke();
      for (const x of [72, 186, 300])
        doc
          .moveTo(x, top)
          .lineTo(x, top + 40)
          .stroke();
      lines(doc, 80, top + 14, ['Tower']);
      lines(doc, 200, top + 14, ['Lamps']);
      lines(doc, 80, top + 34, ['Rock']);
      lines(doc, 200, top + 34, ['12']);
    }
    lines(doc, 72, 350, WIDE);
  });
  const captions = blocks.filter(({ kind }) => kind === 'caption').map(textOf);
  expect(captions).toEqual(['TABLE 5.1 Lamps of the Coast', 'Table 5.2 Ships that Passed the Coast']);
  expect(blocks.filter(({ kind }) => kind === 'heading')).toEqual([]);
});

test('items within items are nested by their indent, also where the bullet is the letter o of Courier', async () => {
  const blocks = await blocksOf((doc) => {
    lines(doc, 72, 100, WIDE);
    const item = (x: number, y: number, bullet: string, text: string): void => {
      if (bullet === 'o') doc.font('Courier');
      at(doc, x, y, bullet);
      doc.font('Times-Roman');
      at(doc, x + 18, y, text);
    };
    item(90, 140, '•', 'lamps that burn oil');
    item(126, 154, 'o', 'of the whale');
    item(126, 168, 'o', 'of the olive');
    item(90, 182, '•', 'lamps that burn gas');
    item(126, 196, '•', 'from the works of the town');
    item(90, 210, '•', 'lamps without a flame');
  });
  const [list] = blocks.filter((block) => block.kind === 'list');
  const outline =
    list?.kind === 'list'
      ? list.items.map(({ blocks: [text, inner] }) => [textOf(text!), inner?.kind === 'list' ? inner.items.length : 0])
      : [];
  expect(outline).toEqual([
    ['lamps that burn oil', 2],
    ['lamps that burn gas', 1],
    ['lamps without a flame', 0],
  ]);
});
