import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { structureDocument, verifyTree } from '../../../engine/index.js';
import type { Template } from '../../../contract/vocabulary.js';
import { cite } from '../../../reading/cite.js';
import { outline, outlinePart, type OutlinePart } from '../../../reading/outline.js';
import { search } from '../../../reading/search.js';
import { readableTree, type ReadableTree } from '../../../reading/tree.js';
import { textPdf } from '../../support/marked-pdf.js';
import { at, pdf, readPages } from '../../support/pdf.js';

async function converted(bytes: Uint8Array, template: Template | null): Promise<ReadableTree> {
  const { info, pages } = await readPages(bytes);
  const options = { template, source: { fileName: 'a.pdf', sha256: '0'.repeat(64), sizeBytes: 0 } };
  const { files } = verifyTree(info, pages, structureDocument(info, pages, options), {
    ...options,
    policy: 'balanced',
  });
  return readableTree(new Map(files.map(({ path, content }) => [path, content])));
}
const corpus = (name: string, template: Template) =>
  converted(readFileSync(join('test', 'golden', 'corpus', `${name}.pdf`)), template);

const PAGES = 30;
let marked: ReadableTree;
let book: ReadableTree;
let contract: ReadableTree;
beforeAll(async () => {
  marked = await converted(await textPdf(PAGES), null);
  book = await corpus('book', 'book');
  contract = await corpus('contract', 'legal-contract');
});

test('a search hit is on the page that has the word in the PDF', () => {
  for (let page = 1; page <= PAGES; page++) {
    const { results, total } = search(marked, { q: `ZQ${page}zq`, limit: 5 }, () => false);
    expect([page, total, results[0]?.page, results[0]?.endPage]).toEqual([page, 1, page, page]);
    const { path, line } = results[0]!;
    const [passage, ...others] = cite(marked, { path, start: line, end: line }).passages;
    expect([passage?.page, passage?.startLine, passage?.endLine, others]).toEqual([page, line, line, []]);
    expect(passage?.text).toContain(`zq${page}zq`);
  }
});

describe('cite', () => {
  test('says every line with text of every content file either by a passage or as made for the shelf', () => {
    for (const tree of [marked, book, contract])
      for (const [path, content] of tree.files) {
        if (!path.endsWith('.md')) continue;
        const { passages, unmapped, totalLines } = cite(tree, { path, start: 1, end: 1000 });
        expect(totalLines).toBe(content.split('\n').length - 1);
        const reasons = unmapped.map(({ startLine, reason }) => [startLine, reason]);
        expect([path, reasons]).toEqual([path, path === 'README.md' ? [[1, 'not_in_pdf']] : [[2, 'front_matter']]]);
        expect(path === 'README.md' || passages.length > 0).toBe(true);
        for (const { text, box, page } of passages) {
          expect(text).not.toBe('');
          expect(page).toBeGreaterThan(0);
          expect(box[0]! < box[2]! && box[1]! < box[3]!).toBe(true);
        }
      }
  });

  test('quotes the lines without signs, clipped to those asked for', () => {
    const { results } = search(contract, { q: 'Fees: the fees payable', limit: 1 }, () => false);
    const { path, line } = results[0]!;
    const { passages, heading } = cite(contract, { path, start: line, end: line + 1 });
    expect(passages.map(({ text }) => text)).toEqual([
      'Fees: the fees payable under clause 1.3 and set out in Schedule 1.',
    ]);
    expect(heading).toBe('1 Definitions and interpretation');
  });

  test('ends with the file', () => {
    const path = [...book.files.keys()][1]!;
    const { end, totalLines } = cite(book, { path, start: 1, end: 999_999 });
    expect(end).toBe(totalLines);
  });

  test('quotes each line of an address by itself, without the sign of its break', async () => {
    const bytes = await pdf((doc) =>
      ['Ada Moran', '12 Quay Street'].forEach((line, i) => at(doc, 72, 90 + 14 * i, line)),
    );
    const letter = await converted(bytes, null);
    const path = [...letter.files.keys()].find((name) => name !== 'README.md' && name.endsWith('.md'))!;
    expect(letter.files.get(path)).toContain('Ada Moran  \n12 Quay Street\n');
    const { passages } = cite(letter, { path, start: 1, end: 100 });
    expect(passages.map(({ text }) => text)).toEqual(['Ada Moran', '12 Quay Street']);
  });

  test('has no passages for what people have written', () => {
    const tree = readableTree(new Map([...book.files, ['99-mine.md', '# Mine\n\nA note.\n']]));
    expect(cite(tree, { path: '99-mine.md', start: 1, end: 3 })).toEqual({
      start: 1,
      end: 3,
      totalLines: 3,
      heading: 'Mine',
      trail: ['Mine'],
      passages: [],
      unmapped: [{ startLine: 1, endLine: 3, reason: 'not_in_pdf' }],
    });
  });
});

test('pages carry the labels that the PDF gives them', async () => {
  const { pageLabels } = JSON.parse(book.files.get('metadata.json')!) as { pageLabels?: string[] };
  expect(pageLabels?.slice(0, 4)).toEqual(['i', 'ii', 'iii', '1']);
  const { passages } = cite(book, { path: [...book.files.keys()][1]!, start: 1, end: 20 });
  expect(passages[0]).toMatchObject({ page: 1, pageLabel: 'i' });
  expect(JSON.parse(marked.files.get('metadata.json')!)).not.toHaveProperty('pageLabels');
});

describe('outline', () => {
  test('names each content file with its headings at their lines, in reading order', () => {
    const { files, pageCount } = outline(book, 6);
    expect(pageCount).toBe(18);
    expect(files.map(({ path }) => path)).toEqual([...book.files.keys()].filter((path) => /^\d.*\.md$/.test(path)));
    for (const { path, lines, sections, pages } of files) {
      const text = book.files.get(path)!.split('\n');
      expect(lines).toBe(text.length - 1);
      for (const { heading, level, line, endLine, page, endPage } of sections) {
        expect(text[line - 1]).toBe(`${'#'.repeat(level)} ${heading}`);
        expect(endLine === lines || text[endLine]!.startsWith('#')).toBe(true);
        expect([page! >= pages![0], endPage! <= pages![1], page! <= endPage!]).toEqual([true, true, true]);
      }
    }
  });

  test('counts words as metadata.json does, and never more in the sections of a file', () => {
    for (const tree of [book, contract, marked]) {
      const bare = new Map(tree.files);
      bare.delete('metadata.json');
      const counted = outline(readableTree(bare), 6).files;
      for (const [at, { words, sections }] of outline(tree, 6).files.entries()) {
        expect(Math.abs(counted[at]!.words - words)).toBeLessThanOrEqual(4 + words * 0.05);
        const top = Math.min(...sections.map(({ level }) => level));
        const inSections = sections.reduce((sum, one) => sum + (one.level === top ? one.words : 0), 0);
        expect(inSections).toBeLessThanOrEqual(counted[at]!.words);
      }
    }
  });

  test('leaves out headings below a depth', () => {
    const levels = (depth: number) =>
      outline(book, depth).files.flatMap(({ sections }) => sections.map(({ level }) => level));
    expect(Math.max(...levels(6))).toBeGreaterThan(2);
    expect(Math.max(...levels(2))).toBe(2);
  });

  test('a part of an outline is of a file or folder, from a file or heading on, and counts all of them', () => {
    const part = (asked: Partial<OutlinePart>) => outlinePart(book, { depth: 6, by: 'files', offset: 1, ...asked });
    const all = outline(book, 6).files;
    const headingsOf = (files: typeof all) =>
      files.flatMap(({ path, sections }) => sections.map(({ line }) => `${path} ${line}`));
    expect(part({})).toEqual({ ...outline(book, 6), total: all.length });
    const joined: string[] = [];
    const { total } = part({ by: 'headings' });
    for (let offset = 1; offset <= total; offset += 2)
      joined.push(...headingsOf(part({ by: 'headings', offset, limit: 2 }).files));
    expect(joined).toEqual(headingsOf(all));
    expect(part({ offset: 2, limit: 1 })).toMatchObject({ total: all.length, files: [all[1]] });
    const [first] = all;
    expect(part({ path: first!.path })).toMatchObject({ total: 1, files: [first] });
    expect(part({ path: 'none' })).toMatchObject({ total: 0, files: [] });
    expect(part({ offset: 1_000 }).files).toEqual([]);
  });

  test('knows files that people have added, by what is in them', () => {
    const tree = readableTree(
      new Map([
        ['02-b.md', '## New\r\n\r\nTwo words.\r\n'],
        ['notes.txt', 'one two three'],
      ]),
    );
    expect(outline(tree, 6)).toMatchObject({
      title: null,
      words: 6,
      files: [
        {
          path: '02-b.md',
          title: 'New',
          level: 2,
          pages: null,
          words: 3,
          lines: 3,
          sections: [{ heading: 'New', line: 1, endLine: 3, page: null }],
        },
        { path: 'notes.txt', title: 'notes.txt', level: null, pages: null, words: 3, lines: 1, sections: [] },
      ],
    });
  });
});
