/** Which text blocks of a document are found to be headings; the rules one by one: heading-rules.test.ts. */
import { describe, expect, test } from '@jest/globals';
import { findHeadings } from '../../../../engine/headings/headings.js';
import type { Bookmark, DocumentInfo } from '../../../../engine/model.js';
import type { BlockTag } from '../../../../engine/tag-model.js';
import type { TextBlock } from '../../../../engine/text-blocks/text-blocks.js';
import { emptyPage, line, style, textBlock } from '../../../support/engine-inputs.js';
import { BOLD } from '../../../support/pages.js';

const large = (text: string): TextBlock => textBlock([line(text, { size: 14 })]);
const bold = (text: string, over: Partial<TextBlock> = {}): TextBlock => textBlock([line(text, { font: BOLD })], over);
const CELL: BlockTag = { page: 1, element: 0, role: 'cell', level: 2, items: [], label: false };

describe('findHeadings', () => {
  const info = (bookmarks: Bookmark[] = []): DocumentInfo => ({
    pageCount: 1,
    title: null,
    authors: [],
    language: null,
    bookmarks,
    pageLabels: null,
    tagged: false,
  });
  const find = (blocks: readonly TextBlock[], bookmarks: Bookmark[] = []): string[] =>
    findHeadings(blocks, { style: style(), info: info(bookmarks), pageOf: () => emptyPage() }).map(
      ({ textBlock: { text } }) => text,
    );
  const text = textBlock('Running text that goes on for a while.');

  test('finds large and bold lines among running text, in their order', () =>
    expect(find([large('Report'), text, bold('Scope', { space: 1.8 }), text])).toEqual(['Report', 'Scope']));

  test('leaves out cells of a table that was not found as one', () => {
    const cell = { ...large('Alcona'), tag: CELL };
    const value = textBlock([line('1,204', { x: 300 })]);
    expect(find([cell, value, text])).toEqual([]);
    expect(find([cell, textBlock([line('1,204', { x: 300, y: 140 })]), text])).toEqual(['Alcona']);
  });

  test('leaves out what stands at the other end of the row of a title', () => {
    const kind = textBlock([line('Creatures', { font: BOLD, x: 400 })], { space: 2 });
    expect(find([bold('Armored Ogre', { space: 2 }), kind, text])).toEqual(['Armored Ogre']);
  });

  test('leaves out footnotes, tables and text across the page', () =>
    expect(
      find([
        { ...large('A note'), role: 'footnote' },
        { ...large('A table'), role: 'ready' },
        { ...large('A stamp'), aside: true },
      ]),
    ).toEqual([]));

  test('takes a call in larger type for a title above plain text of its column alone', () => {
    const column = { id: 7, left: 0, right: 100 };
    const below = textBlock('This guide tells new keepers all that they need to know of their lamps.');
    expect(find([large('Welcome!'), below])).toEqual(['Welcome!']);
    expect(find([large('Apply today!'), textBlock('555 0100'), below])).toEqual([]);
    expect(find([large('Apply today!'), { ...below, column }])).toEqual([]);
    expect(find([large('Apply today!'), { ...below, page: 2 }])).toEqual([]);
    expect(find([large('Apply today!'), { ...below, bold: true }])).toEqual([]);
    expect(find([large('Apply today!'), { ...below, size: 14 }])).toEqual([]);
    expect(find([large('Apply today!'), below, large('Apply today!'), below])).toEqual([]);
  });

  test('believes bookmarks where they name three headings: bold lines are none then', () => {
    const names = ['One', 'Two', 'Three'];
    const bookmarks = names.map((title) => ({ title, page: 1, y: null, children: [] }));
    const blocks = [...names.map((name) => textBlock(name)), bold('Emphasis', { space: 1.5 }), text];
    expect(find(blocks, bookmarks)).toEqual(names);
    expect(find(blocks)).toEqual(['Emphasis']);
  });

  test('does not take type for larger that running text is set in too', () => {
    const letter = textBlock([1, 2, 3].map((n) => line('a letter in large type '.repeat(5), { size: 14, y: 20 * n })));
    expect(find([large('A line of the letter'), letter, text])).toEqual([]);
  });
});
