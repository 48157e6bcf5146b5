/** Which of the lines that repeat the words of a bookmark it names. */
import { describe, expect, test } from '@jest/globals';
import { BOOKMARKED_LINE, bookmarkDepths } from '../../../../engine/headings/bookmarks.js';
import { belowEach } from '../../../../engine/headings/evidence.js';
import type { Bookmark } from '../../../../engine/model.js';
import { recordDecisions } from '../../../../engine/rules.js';
import type { TextBlock } from '../../../../engine/text-blocks/text-blocks.js';
import { line, style, textBlock, type LineOptions } from '../../../support/engine-inputs.js';
import { BOLD, ITALIC } from '../../../support/pages.js';

const on = (text: string, options: LineOptions = {}, over: Partial<TextBlock> = {}): TextBlock => {
  const page = over.page ?? 1;
  return textBlock([line(text, options, { page })], { page, ...over });
};
const large = (text: string, over: Partial<TextBlock> = {}): TextBlock => on(text, { size: 14 }, over);
const bold = (text: string, over: Partial<TextBlock> = {}): TextBlock => on(text, { font: BOLD }, over);
const italic = (text: string, over: Partial<TextBlock> = {}): TextBlock => on(text, { font: ITALIC }, over);
const to = (title: string, page: number | null = 1): Bookmark => ({ title, page, y: null, children: [] });

/** The depths of the text blocks, 0 of those that no bookmark names; and the rules that decided. */
function decided(
  textBlocks: readonly TextBlock[],
  bookmarks: readonly Bookmark[],
): { depths: number[]; rules: string[] } {
  const rules: string[] = [];
  const isLarger = ({ size }: TextBlock): boolean => size > 11;
  const depths = recordDecisions(
    ({ table, rule }) => {
      if (table === BOOKMARKED_LINE.name) rules.push(rule);
    },
    () => bookmarkDepths(textBlocks, bookmarks, { style: style(), after: belowEach(textBlocks), isLarger }),
  );
  return { depths: textBlocks.map((one) => depths.get(one) ?? 0), rules };
}
const named = (textBlocks: readonly TextBlock[], bookmarks: readonly Bookmark[]): number[] =>
  decided(textBlocks, bookmarks).depths;

describe('a bookmark names its heading and not', () => {
  const name = 'Keeper of the light';
  test.each([
    ['a salutation', on(`${name}:`)],
    ['the first line of a song', on(`${name},`)],
    ['a line of a song that goes on behind a dash', on(`${name} —`)],
    ['the very words in the text', on(name)],
    ['a signature in italics', italic(`—${name}`)],
    ['a call in the text', on(`${name}!`)],
    ['a bold line of the size of the text', bold(name)],
    ['a line of the text in the middle', on(name, {}, { centred: true })],
  ])('%s', (_, other) => {
    expect(named([large(name), other], [to(name)])).toEqual([1, 0]);
    expect(named([other, large(name)], [to(name)])).toEqual([0, 1]);
    expect(decided([large(name), other, other], [to(name)]).rules.filter((rule) => rule === 'best-line')).toHaveLength(
      1,
    );
  });

  test('a salutation alone on the page that it leads to', () => {
    expect(decided([on('Dear keeper,')], [to('Dear keeper')])).toEqual({ depths: [0], rules: ['sentence-goes-on'] });
    expect(named([on('Dear keeper,', {}, { bookmarkDepth: 2 })], [to('Dear keeper')])).toEqual([0]);
    expect(named([on('Dear keepers,', {}, { bookmarkDepth: 2 })], [to('Dear keeper')])).toEqual([0]);
  });

  test('a list of what the page holds', () =>
    expect(named([on('Oil'), on('Wicks'), bold('Oil'), bold('Wicks')], [to('Oil'), to('Wicks')])).toEqual([
      0, 0, 1, 1,
    ]));

  test('a line of the text before the page on which its heading was placed', () =>
    expect(named([on('Oil'), large('Oil', { page: 2, bookmarkDepth: 1 })], [to('Oil')])).toEqual([0, 1]));

  test('one of the text in its place, where a heading has its words as well', () =>
    expect(named([on('Oil', {}, { bookmarkDepth: 2 }), bold('Oil')], [to('Oil')])).toEqual([0, 1]));
});

describe('in the type of the text a bookmark names', () => {
  test('the only line with its words', () => expect(named([on('Oil')], [to('Oil')])).toEqual([1]));

  test('that with the very words', () => {
    expect(named([on('Oil:'), on('Oil')], [to('Oil')])).toEqual([0, 1]);
    expect(named([on('2.1 Oil:'), on('2.1 Oil')], [to('Oil')])).toEqual([0, 1]);
  });

  test('that with the comma which it has itself', () =>
    expect(named([on('Dear keeper,')], [to('Dear keeper,')])).toEqual([1]));

  test('that with space around it', () => {
    const within = on('Oil', {}, { space: 1 });
    const apart = on('Oil', {}, { space: 2 });
    const below = on('It burns.', {}, { space: 2 });
    expect(named([within, apart, below], [to('Oil')])).toEqual([0, 1, 0]);
  });

  test('that of its place, if nothing else tells them apart, else the first', () => {
    expect(named([on('Oil'), on('Oil', {}, { bookmarkDepth: 2 })], [to('Oil')])).toEqual([0, 2]);
    expect(decided([on('Oil'), on('Oil')], [to('Oil')])).toEqual({
      depths: [1, 0],
      rules: ['best-line', 'better-line-found'],
    });
  });
});

describe('headings that repeat are named', () => {
  test('as often as bookmarks list them', () =>
    expect(named([on('Oil'), on('Oil'), on('Oil')], [to('Oil'), to('Oil')])).toEqual([1, 1, 0]));

  test('on each page that a bookmark leads to', () => {
    const volumes = [1, 2, 3].map((page) => on('Introduction', {}, { page }));
    expect(named(volumes, [to('Introduction', 1), to('Introduction', 3)])).toEqual([1, 0, 1]);
    const placed = volumes.map((one) => ({ ...one, bookmarkDepth: 1 }));
    expect(
      named(
        placed,
        [1, 2, 3].map((page) => to('Introduction', page)),
      ),
    ).toEqual([1, 1, 1]);
  });

  test('by bookmarks without pages', () => {
    const volumes = [1, 2].map((page) => on('Introduction', {}, { page }));
    expect(named(volumes, [to('Introduction', null), to('Introduction', null)])).toEqual([1, 1]);
  });

  test('where they are set apart from the text in one type', () =>
    expect(decided([large('Oil'), large('Oil')], [to('Oil')])).toEqual({
      depths: [1, 1],
      rules: ['best-line', 'set-like-the-best'],
    }));

  test('with the depth of their own bookmark', () => {
    const part = { ...to('Oil'), children: [to('Oil', 2)] };
    expect(named([large('Oil'), large('1 Oil', { page: 2 })], [part])).toEqual([1, 2]);
  });
});

test('what was placed with other words is named', () =>
  expect(named([bold('Oils', { bookmarkDepth: 2 }), bold('Oil and Wicks', { bookmarkDepth: 1 })], [to('Oil')])).toEqual(
    [2, 1],
  ));

test('footnotes and long text are not', () => {
  const long = textBlock(Array.from({ length: 5 }, (_, i) => line('oil', { y: 100 + 12 * i })));
  expect(named([{ ...large('Oil'), role: 'footnote' }, long], [to('Oil'), to('oil oil oil oil oil')])).toEqual([0, 0]);
});
