/** Figures: drawings above their captions, with the labels in them. */
import { expect, test } from '@jest/globals';
import { renderBlock } from '../../../../engine/markdown/blocks.js';
import { findFigures } from '../../../../engine/figures/figures.js';
import { plainText } from '../../../../engine/text/spans.js';
import { visibleLines } from '../../../../engine/verify/output-words.js';
import { page } from '../../../support/pages.js';
import { at, pdf, structured, type Pdf } from '../../../support/pdf.js';

const LOREM =
  'The quick brown fox jumps over the lazy dog and then goes home to sleep under the old oak tree near the river. ';

/** A curve over two axes with marks and a name, and text before and after it. */
function plot(doc: Pdf, caption: string): void {
  doc.fontSize(10).text(LOREM.repeat(3), 72, 72, { width: 450 });
  doc.moveTo(150, 160).lineTo(150, 260).lineTo(350, 260).stroke();
  doc.moveTo(150, 250).bezierCurveTo(200, 240, 250, 200, 340, 170).stroke();
  doc.fontSize(8);
  for (const [i, mark] of ['0', '10', '20'].entries()) at(doc, 150 + 90 * i, 264, mark);
  at(doc, 220, 276, 'Distance');
  doc.fontSize(10);
  at(doc, 150, 296, caption);
  doc.text(LOREM.repeat(3), 72, 330, { width: 450 });
}

test('labels of a drawing above its caption are the figure, not text', async () => {
  const { blocks } = await structured(await pdf((doc) => plot(doc, 'Figure 1: A curve.')));
  expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'figure', 'caption', 'paragraph']);
  expect(blocks[1]).toMatchObject({ labels: '0 10 20 Distance' });
});

test('a drawing without a caption keeps its words in the text', async () => {
  const { blocks } = await structured(await pdf((doc) => plot(doc, 'Nothing of the kind')));
  expect(blocks.some(({ kind }) => kind === 'figure')).toBe(false);
  const text = blocks.map((block) => ('spans' in block ? plainText(block.spans) : '')).join(' ');
  expect(text).toContain('Distance');
});

test('labels stay in the file for programs, where verification counts them', () => {
  const options = { footnotes: new Map<string, string>(), pageMarks: () => [] };
  const lines = renderBlock({ kind: 'figure', labels: 'a --> b *c*', source: [] }, options);
  expect(lines).toEqual(['<!-- figure: a - - > b *c* -->']);
  expect(visibleLines(lines.join('\n')).join(' ')).toBe('a - - > b *c*');
});

test('labels are of one figure where drawings of two overlap', () => {
  const found = page(
    [
      { text: 'Shared label', x: 280, y: 150 },
      { text: 'Figure 1: Left', x: 110, y: 230 },
      { text: 'Figure 2: Right', x: 330, y: 230 },
    ],
    {
      fills: [
        { x0: 100, y0: 100, x1: 340, y1: 210 },
        { x0: 260, y0: 100, x1: 500, y1: 210 },
      ],
    },
  );
  const labels = findFigures(found, found.runs).map(({ block }) => block.labels);
  expect(labels.join(' ').split('Shared label')).toHaveLength(2);
  expect(labels.join(' ')).not.toContain('Figure');
});

test('numbers that end at the left axis are labels however far out they begin; words are of the column beside', () => {
  const found = page(
    [
      { text: '100,00', x: 110, y: 120 },
      { text: 'Notes', x: 115, y: 140 },
      { text: 'of the column on the', x: 55, y: 150 },
      { text: 'Figure 1: Sums', x: 150, y: 230 },
    ],
    { fills: [{ x0: 148, y0: 100, x1: 340, y1: 210 }] },
  );
  const [figure] = findFigures(found, found.runs);
  expect(figure!.block.labels).toBe('100,00');
});

test('a comment is not text, and text that looks like one is no comment', () => {
  expect(visibleLines('a \\<!-- b --> c <!-- page: 3 -->').join('')).toMatch(/^a <!-- b --> c\s*$/);
});
