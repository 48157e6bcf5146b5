import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bodyOf, structureDocument, verifyTree } from '../../../../engine/index.js';
import { pdf, readPages, type Pdf } from '../../../support/pdf.js';

type Part =
  | { kind: 'heading'; level: number; words: number }
  | { kind: 'paragraph'; words: number }
  | { kind: 'columns'; words: number }
  | { kind: 'list'; numbered: boolean; items: number[] }
  | { kind: 'table'; ruled: boolean; rows: number; columns: number; words: number }
  | { kind: 'break' };

const upTo = (max: number): fc.Arbitrary<number> => fc.integer({ min: 1, max });
const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ kind: fc.constant('heading' as const), level: upTo(3), words: upTo(7) }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('paragraph' as const), words: upTo(130) }) },
  fc.record({ kind: fc.constant('columns' as const), words: fc.integer({ min: 100, max: 200 }) }),
  fc.record({
    kind: fc.constant('list' as const),
    numbered: fc.boolean(),
    items: fc.array(upTo(30), { minLength: 2, maxLength: 6 }),
  }),
  fc.record({
    kind: fc.constant('table' as const),
    ruled: fc.boolean(),
    rows: fc.integer({ min: 2, max: 6 }),
    columns: fc.integer({ min: 2, max: 4 }),
    words: upTo(2),
  }),
  fc.constant({ kind: 'break' as const }),
);

/** Every word of a document is another one, so that each can be counted: q, the number in letters, q. */
function vocabulary() {
  let made = 0;
  const next = (): string => {
    const number = (made++).toString(16);
    return `q${number.replace(/./g, (digit) => 'abcdefghijklmnop'.charAt(parseInt(digit, 16)))}q`;
  };
  return { words: (count: number): string => Array.from({ length: count }, next).join(' '), all: () => made };
}

/** In points: room for 200 words in two columns. */
const COLUMN_HEIGHT = 220;

type Vocabulary = ReturnType<typeof vocabulary>;

function draw(doc: Pdf, one: Part, { words }: Vocabulary): void {
  const { left } = doc.page.margins;
  doc.font('Times-Roman').fontSize(11);
  switch (one.kind) {
    case 'heading':
      doc
        .font('Times-Bold')
        .fontSize(22 - 3 * one.level)
        .text(words(one.words), left)
        .moveDown(0.5);
      break;
    case 'paragraph':
      doc.text(words(one.words), left).moveDown();
      break;
    case 'columns': {
      if (doc.y > doc.page.maxY() - COLUMN_HEIGHT) doc.addPage();
      const top = doc.y;
      doc.text(words(one.words), left, top, { columns: 2, columnGap: 24, height: COLUMN_HEIGHT });
      doc.x = left;
      doc.y = top + COLUMN_HEIGHT;
      break;
    }
    case 'list':
      for (const [i, count] of one.items.entries()) {
        doc.text(`${one.numbered ? `${i + 1}.` : '•'} ${words(count)}`, left + 18, undefined, { indent: -12 });
      }
      doc.x = left;
      doc.moveDown();
      break;
    case 'table':
      doc.table({
        data: Array.from({ length: one.rows }, () => Array.from({ length: one.columns }, () => words(one.words))),
        ...(one.ruled ? {} : { defaultStyle: { border: false } }),
      });
      doc.x = left;
      doc.moveDown();
      break;
    case 'break':
      doc.addPage();
      break;
  }
}

function furniture(doc: Pdf): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page);
    doc.page.margins.bottom = 0;
    doc.font('Times-Roman').fontSize(9).text('Running head of the document', 72, 36, { lineBreak: false });
    doc.text(String(page + 1), 290, 800, { lineBreak: false });
  }
}

test('every word of a document is in its files, once and only once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 3, maxLength: 14 }), async (parts) => {
      const used = vocabulary();
      const bytes = await pdf((doc) => {
        for (const one of parts) draw(doc, one, used);
        furniture(doc);
      });
      const { info, pages } = await readPages(bytes);
      const options = {
        template: null,
        source: { fileName: 'a.pdf', sha256: '0'.repeat(64), sizeBytes: bytes.length },
      };
      const unverified = structureDocument(info, pages, options);
      const { files } = verifyTree(info, pages, unverified, { ...options, policy: 'balanced' });
      const contents = files.filter(({ path }) => path.endsWith('.md') && path !== 'README.md');
      const text = contents.map(({ content }) => bodyOf(content)).join('\n');
      const found = (text.match(/q[a-z]+q/g) ?? []).toSorted();
      const drawn = vocabulary().words(used.all()).split(' ').filter(Boolean).toSorted();
      expect(found).toEqual(drawn);
    }),
    // the seed is fixed so that every run tests the same; the limit keeps a slow machine's run short
    { seed: 4, numRuns: 40, interruptAfterTimeLimit: 45_000, endOnFailure: false },
  );
});
