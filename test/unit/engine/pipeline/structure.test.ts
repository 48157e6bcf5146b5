import { expect, test } from '@jest/globals';
import type { Block, ListBlock } from '../../../../engine/block-model.js';
import { plainText } from '../../../../engine/text/spans.js';
import { at, pdf, structured, type Pdf } from '../../../support/pdf.js';

const LOREM =
  'The quick brown fox jumps over the lazy dog and then goes home to sleep under the old oak tree near the river. ';

function textOf(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
    case 'caption':
    case 'footnote':
      return plainText(block.spans);
    case 'code':
    case 'equation':
      return block.text;
    case 'list':
      return block.items.map((item) => `${item.marker} ${item.blocks.map(textOf).join(' ')}`).join(' ');
    case 'quote':
      return block.blocks.map(textOf).join(' ');
    case 'contents':
    case 'field':
    case 'figure':
    case 'table':
      return '';
  }
}

const outline = (blocks: readonly Block[]): [number, string][] =>
  blocks.flatMap((block) => (block.kind === 'heading' ? [[block.level, textOf(block)] as [number, string]] : []));

/** Lines at one left edge, from `y` down. */
function lines(doc: Pdf, x: number, y: number, texts: readonly string[]): void {
  for (const [i, text] of texts.entries()) at(doc, x, y + 14 * i, text);
}

test('two columns are read one after the other, a full-width part before them', async () => {
  const { blocks } = await structured(
    await pdf((doc) => {
      doc.fontSize(10);
      doc.text(`Above. ${LOREM.repeat(3)}`, 72, 72, { width: 450 });
      doc.text(`Left. ${LOREM.repeat(8)}`, 72, 160, { width: 210 });
      doc.text(`Right. ${LOREM.repeat(8)}`, 312, 160, { width: 210 });
    }),
  );
  expect(blocks.map((block) => textOf(block).split('.')[0])).toEqual(['Above', 'Left', 'Right']);
});

test('a paragraph continues over columns and pages', async () => {
  const { blocks } = await structured(
    await pdf((doc) => {
      doc.fontSize(11);
      doc.text(LOREM.replaceAll('. ', ', ').repeat(60).trimEnd(), { width: 450, align: 'justify' });
    }),
  );
  expect(blocks).toHaveLength(1);
  expect(blocks[0]!.source.map(({ page }) => page)).toEqual([1, 2]);
});

test('a broken word is joined where the document knows it whole, a true hyphen stays', async () => {
  const { blocks } = await structured(
    await pdf((doc) => {
      doc.fontSize(11);
      lines(doc, 72, 100, [
        'An agreement may be well-known to both parties before the other agree-',
        'ment is made, and such a thing would then be known as a very well-',
        'known agreement among all the people who have ever been party to it,',
        'though not in the years 1998-',
        '2001.',
      ]);
    }),
  );
  const text = blocks.map(textOf).join(' ');
  expect(text).toContain('other agreement is made');
  expect(text).toContain('very well-known agreement');
  expect(text).toContain('1998-2001');
});

test('running heads, page numbers and line numbers go to furniture, the text stays', async () => {
  const { blocks, furniture } = await structured(
    await pdf((doc) => {
      for (let page = 1; page <= 4; page++) {
        if (page > 1) doc.addPage();
        doc.fontSize(9);
        at(doc, 72, 40, page % 2 === 0 ? 'The Book of Tests' : 'An Author');
        at(doc, 290, 800, `Page ${page} of 4`);
        doc.fontSize(11);
        for (let line = 0; line < 40; line++) {
          at(doc, 40, 100 + 16 * line, String((page - 1) * 40 + line + 1));
          at(
            doc,
            72,
            100 + 16 * line,
            `Text ${page}.${line} that goes on and on until the end of the line is reached here`,
          );
        }
      }
    }),
  );
  const text = blocks.map(textOf).join(' ');
  expect(text).not.toMatch(/Book of Tests|An Author|Page \d of/);
  expect(text.match(/Text \d\.\d+/g)).toHaveLength(160);
  expect(furniture.filter((item) => item.text === 'The Book of Tests').map((item) => item.page)).toEqual([2, 4]);
  expect(furniture.filter((item) => /^\d+$/.test(item.text))).toHaveLength(160);
});

test('a first line that two pages share by chance is text', async () => {
  const { furniture } = await structured(
    await pdf((doc) => {
      for (let page = 1; page <= 6; page++) {
        if (page > 1) doc.addPage();
        doc.fontSize(11);
        const first =
          page % 3 === 0 ? 'The same words stand here.' : `Other words, ${'abcdef'.charAt(page)}, and more.`;
        lines(doc, 72, 100, [
          first,
          ...Array.from({ length: 20 }, (_, i) => `${'abcdef'.charAt(page)} line ${i}, which goes on like this.`),
        ]);
      }
    }),
  );
  expect(furniture).toEqual([]);
});

test('headings have the levels of their looks and numbers', async () => {
  const { title, blocks } = await structured(
    await pdf((doc) => {
      const heading = (size: number, text: string): void => {
        doc.moveDown(1).font('Helvetica-Bold').fontSize(size).text(text).moveDown(0.4).font('Helvetica').fontSize(11);
      };
      heading(24, 'Rules of the House');
      doc.text(LOREM.repeat(2));
      for (const n of [1, 2]) {
        heading(15, `${n}. Chapter of rules`);
        doc.text(LOREM.repeat(2));
        heading(12.5, `${n}.1 Part of a chapter`);
        doc.text(LOREM.repeat(3));
      }
    }),
  );
  expect(title).toBe('Rules of the House');
  expect(outline(blocks)).toEqual([
    [1, 'Rules of the House'],
    [2, '1. Chapter of rules'],
    [3, '1.1 Part of a chapter'],
    [2, '2. Chapter of rules'],
    [3, '2.1 Part of a chapter'],
  ]);
});

test('a centred title stays whole though its first line is as wide as the text', async () => {
  const title = 'On the Delivery of Goods in Narrow Streets';
  const file = await pdf((doc) => {
    const width = doc.fontSize(20).widthOfString(title);
    at(doc, 72, 72, title);
    at(doc, 72 + (width - doc.widthOfString('and Lanes')) / 2, 97, 'and Lanes');
    doc.fontSize(10);
    for (let i = 0; i < 8; i += 1) doc.text(LOREM.repeat(4), 72, 150 + 70 * i, { width });
  });
  const { blocks } = await structured(file);
  expect(outline(blocks)[0]).toEqual([1, `${title} and Lanes`]);
});

test('bookmarks give headings their level, whatever they look like', async () => {
  const { blocks } = await structured(
    await pdf((doc) => {
      doc.fontSize(11);
      const top = doc.outline.addItem('Alpha');
      doc.text('Alpha').moveDown().text(LOREM.repeat(2)).moveDown();
      top.addItem('Beta');
      doc.text('Beta').moveDown().text(LOREM.repeat(2)).moveDown();
      doc.outline.addItem('Gamma');
      doc.text('Gamma').moveDown().text(LOREM.repeat(2));
    }),
  );
  expect(outline(blocks)).toEqual([
    [1, 'Alpha'],
    [2, 'Beta'],
    [1, 'Gamma'],
  ]);
});

test('lists nest by their indent and keep their marks', async () => {
  const { blocks } = await structured(
    await pdf((doc) => {
      doc.fontSize(11);
      lines(doc, 72, 100, ['The parties agree as follows, and each of them shall see to it that:']);
      lines(doc, 90, 120, ['(a)', '(b)']);
      lines(doc, 112, 120, ['the first thing is done;', 'the second thing is done:']);
      lines(doc, 112, 148, ['(i)', '(ii)']);
      lines(doc, 134, 148, ['by day; and', 'by night.']);
      lines(doc, 90, 176, ['(c)']);
      lines(doc, 112, 176, ['the third thing is done.']);
    }),
  );
  const list = blocks.find((block): block is ListBlock => block.kind === 'list')!;
  expect(list.items.map((item) => item.marker)).toEqual(['(a)', '(b)', '(c)']);
  const inner = list.items[1]!.blocks.find((block): block is ListBlock => block.kind === 'list');
  expect(inner?.items.map((item) => item.marker)).toEqual(['(i)', '(ii)']);
});

test('a drawn disc makes a list item, initials do not', async () => {
  const { blocks } = await structured(
    await pdf((doc) => {
      doc.fontSize(11);
      lines(doc, 72, 100, ['N. Rahman and others wrote this down.']);
      doc.circle(80, 136, 2).fill('black');
      lines(doc, 90, 140, ['One item of a list']);
    }),
  );
  expect(blocks.map((block) => block.kind)).toEqual(['paragraph', 'list']);
});

test('a footnote is tied to its mark', async () => {
  const { blocks } = await structured(
    await pdf((doc) => {
      doc.fontSize(11);
      for (let i = 0; i < 30; i++)
        at(doc, 72, 100 + 14 * i, `Line ${i} of the text, which is set in the usual type of a book.`);
      at(doc, 72, 530, 'This is doubted by some');
      doc.fontSize(7);
      at(doc, 72 + 118, 526, '1');
      at(doc, 72, 746, '1');
      doc.fontSize(8.5);
      at(doc, 78, 750, 'But not by all of them.');
    }),
  );
  const note = blocks.find((block) => block.kind === 'footnote');
  expect(note).toMatchObject({ id: '1', mark: '1' });
  expect(textOf(note!)).toBe('But not by all of them.');
  const marks = blocks
    .flatMap((block) => (block.kind === 'paragraph' ? block.spans : []))
    .filter((span) => span.footnote);
  expect(marks).toMatchObject([{ text: '1', footnote: '1', superscript: true }]);
});

test('code keeps its lines and indents', async () => {
  const { blocks } = await structured(
    await pdf((doc) => {
      doc.fontSize(11).text(LOREM.repeat(2)).moveDown();
      doc.font('Courier').fontSize(10).text('if (a) {\n  b();\n}', { indentAllLines: true }).moveDown();
      doc.font('Helvetica').fontSize(11).text(LOREM);
    }),
  );
  expect(blocks.map((block) => block.kind)).toEqual(['paragraph', 'code', 'paragraph']);
  expect(textOf(blocks[1]!)).toBe('if (a) {\n  b();\n}');
});

test('every word comes out once, whatever the page looks like', async () => {
  let count = 0;
  const next = (): string => `w${count++}x`;
  const { blocks, furniture } = await structured(
    await pdf((doc) => {
      for (let page = 0; page < 3; page++) {
        if (page > 0) doc.addPage();
        for (let i = 0; i < 60; i++) {
          doc.fontSize(7 + ((i * 5) % 9));
          at(doc, 40 + ((i * 97) % 400), 60 + ((i * 131) % 700), `${next()} ${next()}`);
        }
        doc.save().rotate(90, { origin: [300, 400] });
        at(doc, 300, 400, next());
        doc.restore();
      }
    }),
  );
  const collected = JSON.stringify([blocks, furniture]).match(/w\d+x/g) ?? [];
  expect(collected.length).toBe(new Set(collected).size);
  expect(new Set(collected).size).toBe(count);
});
