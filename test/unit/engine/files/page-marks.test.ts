import { expect, test } from '@jest/globals';
import { bodyOf, structureDocument, verifyTree } from '../../../../engine/index.js';
import { joinFiles } from '../../../../engine/files/join.js';
import { markedPages } from '../../../../engine/files/page-marks.js';
import { checkTree } from '../../../../engine/verify/tree-check.js';
import { pageContent } from '../../../../reading/page-content.js';
import { readableTree } from '../../../../reading/tree.js';
import { info } from '../../../support/blocks.js';
import { pdf, readPages } from '../../../support/pdf.js';

test.each([
  ['<!-- page 12 -->', 12],
  ['> <!-- page 2 -->', 2],
  ['  <!-- page 3 -->', 3],
  ['\\<!-- page 3 -->', null],
  ['See <!-- page 3 -->', null],
  ['<!-- page 3 --> below', null],
])('the line %s marks the page %s', (line, page) => expect(markedPages([line])).toEqual([page]));

test.each([
  [
    ['```', '<!-- page 9 -->', '```', '<!-- page 2 -->'],
    [null, null, null, 2],
  ],
  [
    ['````', '```', '<!-- page 9 -->', '````', '<!-- page 2 -->'],
    [null, null, null, null, 2],
  ],
  [
    ['> ```', '> <!-- page 9 -->', '> ```', '> <!-- page 2 -->'],
    [null, null, null, 2],
  ],
  [
    ['```math', '<!-- page 9 -->', '```'],
    [null, null, null],
  ],
])('%j: within a code block it marks none', (lines, pages) => expect(markedPages(lines)).toEqual(pages));

const PROSE = 'The quick brown fox jumps over the lazy dog and then goes home to sleep near the river. ';
const LISTING = 'for page in shelf:\n  print(page)\n<!-- page 7 -->\n<!-- page 2 -->\n  print("```")\n  done(page)';

/** Two pages, with a listing on the first that prints page marks. */
async function shelf() {
  const bytes = await pdf((doc) => {
    doc.fontSize(11).text(PROSE.repeat(2)).moveDown();
    doc.font('Courier').fontSize(10).text(LISTING, { indentAllLines: true }).moveDown();
    doc.font('Helvetica').fontSize(11).text(`Afterwards. ${PROSE}`);
    doc.addPage().text(`Overleaf. ${PROSE.repeat(2)}`);
  });
  const { info: document, pages } = await readPages(bytes);
  const source = { fileName: 'a.pdf', sha256: '0'.repeat(64), sizeBytes: bytes.length };
  const options = { template: null, source };
  const unverified = structureDocument(document, pages, options);
  const { files, audit } = verifyTree(document, pages, unverified, { ...options, policy: 'balanced' });
  const content = files.find(({ path }) => path.startsWith('01'))!;
  return { document, unverified, audit, files, content };
}

test('a document that prints page marks in a listing has no wrong page, in its audit, its text and its reading', async () => {
  const { document, unverified, audit, files, content } = await shelf();
  expect(content.content).toContain(`\n${LISTING}\n`);
  expect(audit).toMatchObject({ status: 'passed', findings: [] });
  // what is printed does not make up for a mark that is lost
  const lost = { ...content, content: content.content.replace(/^<!-- page 2 -->\n\n(?=Overleaf)/m, '') };
  expect(lost.content).not.toBe(content.content);
  const damaged = { ...unverified, files: files.map((file) => (file === content ? lost : file)) };
  expect(checkTree(document, damaged)).toMatchObject([
    { code: 'bad_page_marks', message: expect.stringContaining('page 2 is not marked') },
  ]);
  for (const text of [bodyOf(content.content), joinFiles(files)]) {
    expect(text).toContain(`\n${LISTING}\n`);
    expect(text.match(/<!-- page/g)).toHaveLength(2);
  }
  // without a source map, as in files that people have changed, pages are those of the marks
  const tree = readableTree(new Map([[content.path, content.content]]));
  const lines = content.content.split('\n');
  const pageOf = (text: string) => tree.pages.of(content.path)(lines.findIndex((line) => line.startsWith(text)) + 1);
  expect(pageOf('Afterwards.')).toEqual([1, 1]);
  expect(pageOf('Overleaf.')).toEqual([2, 2]);
  const shown = readableTree(
    new Map([
      ['metadata.json', '{"pageCount":2}'],
      [content.path, content.content],
    ]),
  );
  const [start, end] = ['The quick', 'Afterwards.'].map((text) => lines.findIndex((line) => line.startsWith(text)) + 1);
  expect(pageContent(shown, 1)).toMatchObject({ passages: [{ startLine: start, endLine: end }] });
});

test('marks of footnotes that a listing prints need no footnote, also in a quote', () => {
  const text =
    '---\ntitle: "A"\npages: [1, 1]\n---\n\n<!-- page 1 -->\n\n> ```\n> a[^9]\n> [^8]: b\n> [^8]: c\n> ```\n';
  const files = [{ path: '01-a.md', content: text }];
  const codes = checkTree(info(1), { files } as unknown as Parameters<typeof checkTree>[1]).map(({ code }) => code);
  expect(codes).not.toContain('broken_note');
  expect(codes).not.toContain('bad_page_marks');
});
