/** Each check of the tree as a whole, on a tree that is damaged for it. */
import { describe, expect, test } from '@jest/globals';
import { unverifiedOf } from '../../../../engine/verify/unverified.js';
import type { UnverifiedTree } from '../../../../engine/shelf.js';
import { checkTree } from '../../../../engine/verify/tree-check.js';
import { heading, info, options, pagesOf, paragraph } from '../../../support/blocks.js';

const LINES = [
  ['The quick brown fox jumps', 'over the lazy dog today', 'and nobody minds it much'],
  ['A second page holds other', 'words that are its own', 'until the very end comes'],
];
const PAGES = pagesOf(LINES);

const whole = LINES.map((lines, index) => paragraph(lines.join(' '), index + 1));

describe('the tree', () => {
  const unverified = (): UnverifiedTree =>
    unverifiedOf({
      info: info(2),
      pages: PAGES,
      document: { title: 'T', blocks: [heading(1, 'T'), ...whole], furniture: [] },
      options,
      finest: 'template',
    });
  const damaged = (change: (files: UnverifiedTree['files']) => UnverifiedTree['files']): string[] => {
    const of = unverified();
    return checkTree(info(2), { ...of, files: change(of.files) }).map(({ code }) => code ?? '');
  };
  const edit = (path: RegExp, content: (text: string) => string) => (files: UnverifiedTree['files']) =>
    files.map((file) => (path.test(file.path) ? { ...file, content: content(file.content) } : file));

  test('as written has no findings', () => expect(damaged((files) => files)).toEqual([]));

  test.each<[string, (files: UnverifiedTree['files']) => UnverifiedTree['files']]>([
    ['broken_link', edit(/^01/, (text) => `${text}\n[gone](02-gone.md)\n`)],
    ['bad_page_marks', edit(/^01/, (text) => text.replace('<!-- page 2 -->', ''))],
    ['file_too_large', edit(/^01/, (text) => text + 'x'.repeat(250_001))],
    ['large_file', edit(/^01/, (text) => text + 'x'.repeat(110_000))],
    ['empty_file', (files) => [...files, { path: '02-empty.md', content: '---\ntitle: "x"\n---\n' }]],
    ['bad_path', (files) => [...files, { path: '../x.json', content: '{}' }]],
    ['twin_path', (files) => [...files, { path: 'METADATA.json', content: '{}' }]],
    ['bad_metadata', edit(/^metadata/, () => '{"files":[]}')],
    ['heading_jump', edit(/^01/, (text) => `${text}\n#### Deep\n`)],
  ])('with %s is found out', (code, change) => expect(damaged(change)).toContain(code));
});
