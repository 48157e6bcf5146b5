/** Bookmarks and printed contents, and the text blocks that they name. */
import { describe, expect, test } from '@jest/globals';
import type { Bookmark } from '../../../../engine/model.js';
import { withOutline } from '../../../../engine/text-blocks/outline.js';
import { similarity } from '../../../../engine/text/similarity.js';
import type { TextBlock } from '../../../../engine/text-blocks/text-blocks.js';
import { emptyPage, line, noVocabulary, style, textBlock } from '../../../support/engine-inputs.js';

const context = {
  pageOf: () => emptyPage(),
  vocabulary: noVocabulary,
  style: style(),
};
const on = (page: number, text: string, over: Partial<TextBlock> = {}): TextBlock => {
  const one = textBlock([line(text, {}, { page })], { page, ...over });
  return one;
};
const entry = (text: string, x = 72): TextBlock => textBlock([line(text, { x })], { role: 'contents' });
const bookmark = (title: string, page: number, children: Bookmark[] = []): Bookmark => ({
  title,
  page,
  y: null,
  children,
});
const text = 'Running text of the chapter, which goes on for some lines and names nothing. '.repeat(4);

/** Text blocks that are listed, with their page and depth. */
const listed = (textBlocks: readonly TextBlock[], bookmarks: readonly Bookmark[] = []): string[] =>
  withOutline(textBlocks, bookmarks, context).flatMap((one) => {
    const depth = one.bookmarkDepth ?? one.contentsDepth;
    return depth === undefined ? [] : [`${one.page}: ${one.text} (${depth})`];
  });

describe('printed contents', () => {
  const contents = [
    entry('“PIRACY” 15'),
    entry('CHAPTER ONE: Creators 21', 86),
    entry('Film 23', 100),
    entry('NOTES 40'),
  ];

  test('name no ruling of dashes above a heading', () =>
    expect(listed([...contents, on(27, '-----'), on(27, 'FILM'), on(43, 'Notes')])).toContain('27: FILM (3)'));

  test('name headings of other case and type, at depths by their indents', () =>
    expect(
      listed([
        ...contents,
        on(20, '“Piracy”'),
        on(25, 'CHAPTER ONE: Creators'),
        on(25, text),
        on(27, 'FILM'),
        on(43, 'Notes'),
      ]),
    ).toEqual(['20: “Piracy” (1)', '25: CHAPTER ONE: Creators (2)', '27: FILM (3)', '43: Notes (1)']));

  describe('most of which head nothing', () => {
    const names = ['Lamps', 'Wicks', 'Oil', 'Casks', 'Ropes', 'Buoys', 'Bells', 'Boats'];
    const lost = Array.from({ length: 14 }, (_, i) => entry(`${'abcdefghijklmn'[i]} entry of an index ${i + 20}`, 100));
    const headings = (title: (name: string, i: number) => string): TextBlock[] =>
      names.flatMap((name, i) => [on(i + 2, title(name, i)), on(i + 2, text)]);
    const plain = (name: string): string => name;
    const numbered = (name: string, i: number): string => `${i + 1} ${name}`;

    test('are believed where their upper rank, or their numbered entries, do', () => {
      const upper = names.map((name, i) => entry(`${name} ${i + 2}`));
      expect(listed([...upper, ...lost, ...headings(plain)])).toHaveLength(8);
      const inside = names.map((name, i) => entry(`${i + 1} ${name} ${i + 2}`, 100));
      expect(listed([...inside, ...lost, ...headings(numbered)])).toHaveLength(8);
    });

    test('are not where neither does', () => {
      const inside = names.map((name, i) => entry(`${name} ${i + 2}`, 100));
      expect(listed([...inside, ...lost, ...headings(plain)])).toEqual([]);
    });
  });

  test('name the place that agrees with the pages of their neighbours', () =>
    expect(
      listed([
        ...contents,
        on(20, '“Piracy”'),
        on(21, 'Film'),
        on(25, 'CHAPTER ONE: Creators'),
        on(27, 'Film'),
        on(41, 'Film'),
        on(44, 'Notes'),
      ]),
    ).toEqual(['20: “Piracy” (1)', '25: CHAPTER ONE: Creators (2)', '27: Film (3)', '44: Notes (1)']));

  test('name a heading rather than a line of the text of its page', () => {
    const heading = (page: number, text: string): TextBlock => on(page, text, { bold: true });
    const named = listed([
      ...contents,
      on(20, 'Piracy'),
      heading(20, '“Piracy”'),
      on(25, 'Chapter One: Creators,'),
      on(25, 'Chapter One: Creators'),
      on(27, 'Film'),
      on(44, 'Notes'),
    ]);
    expect(named).toEqual(['20: “Piracy” (1)', '25: Chapter One: Creators (2)', '27: Film (3)', '44: Notes (1)']);
    const farther = [
      on(20, '“Piracy”'),
      on(25, 'CHAPTER ONE: Creators'),
      on(27, 'Film'),
      heading(31, 'Film'),
      on(44, 'Notes'),
    ];
    expect(listed([...contents, ...farther])).toContain('27: Film (3)');
  });

  test('put chapters below parts that are counted with roman numbers at the same edge', () => {
    const names = ['1 Before', 'I Lamps', '2 Oil', '3 Gas', 'II Towers', '4 Stone', '5 Brick', 'Index'];
    const entries = names.map((name, i) => entry(`${name} ${10 + i}`));
    const headings = names.map((name, i) => on(20 + i, name));
    expect(listed([...entries, ...headings])).toEqual([
      '20: 1 Before (1)',
      '21: I Lamps (1)',
      '22: 2 Oil (2)',
      '23: 3 Gas (2)',
      '24: II Towers (1)',
      '25: 4 Stone (2)',
      '26: 5 Brick (2)',
      '27: Index (1)',
    ]);
  });

  test('continue to a line of leaders and the page number alone', () => {
    const title = 'Friend of the Dead, the Guide';
    const guide = textBlock([line(title), line('. . . . . 27', { y: 112 })], { role: 'contents' });
    const next = textBlock([line('The Dread Wolf . . . 28')], { role: 'contents' });
    expect(listed([guide, next, on(27, title), on(28, 'The Dread Wolf')])).toEqual([
      `27: ${title} (1)`,
      '28: The Dread Wolf (1)',
    ]);
    const apart = [
      textBlock([line(title)], { role: 'contents' }),
      textBlock([line('. . . . . 27')], { role: 'contents' }),
    ];
    expect(listed([...apart, next, on(27, title), on(28, 'The Dread Wolf')])).toHaveLength(2);
  });

  test('join the lines of a heading', () =>
    expect(
      listed([
        ...contents,
        on(20, '“Piracy”'),
        on(25, 'Chapter One'),
        on(25, 'Creators'),
        on(27, 'Film'),
        on(44, 'Notes'),
      ]),
    ).toContain('25: Chapter One Creators (2)'));

  test('have the depth of the line with which an entry of two lines begins', () =>
    expect(
      listed([
        entry('PIRACY 15'),
        entry('Rebuilding Freedoms Previously Presumed:', 86),
        entry('Examples 21', 120),
        entry('One Idea 25', 86),
        on(15, 'Piracy'),
        on(21, 'Rebuilding Freedoms Previously Presumed: Examples'),
        on(25, 'One Idea'),
      ]),
    ).toEqual(['15: Piracy (1)', '21: Rebuilding Freedoms Previously Presumed: Examples (2)', '25: One Idea (2)']));

  test('have the depth of others with as many numbers, also on a page without the edge of the main entries', () => {
    const second = (text: string, x: number): TextBlock =>
      textBlock([line(text, { x }, { page: 2 })], {
        role: 'contents',
        page: 2,
        column: { id: 0, left: x, right: 472 },
      });
    const entries = [
      entry('1 Lamps 3'),
      entry('1.1 Wicks 4', 86),
      entry('1.2 Oil 5', 86),
      entry('1.3 Glass 6', 86),
      second('1.4 Keepers 7', 86),
    ];
    const headings = ['1 Lamps', '1.1 Wicks', '1.2 Oil', '1.3 Glass', '1.4 Keepers'].map((one, i) => on(5 + i, one));
    expect(listed([...entries, ...headings])).toEqual([
      '5: 1 Lamps (1)',
      '6: 1.1 Wicks (2)',
      '7: 1.2 Oil (2)',
      '8: 1.3 Glass (2)',
      '9: 1.4 Keepers (2)',
    ]);
  });

  test('keep two depths of single figures that begin anew below each other', () => {
    const entries = [
      entry('1. General 3'),
      entry('1. Scope 3', 86),
      entry('2. Terms 4', 86),
      entry('3. Notices 5', 86),
      entry('4. Costs 6', 86),
      entry('2. Duties 7'),
      entry('1. Of the keeper 7', 86),
      entry('2. Of the owner 8', 86),
      entry('3. Of the guests 9', 86),
    ];
    const titles = ['1. General', '1. Scope', '2. Terms', '2. Duties', '1. Of the keeper'];
    const pages = [3, 3, 4, 7, 7];
    expect(listed([...entries, ...titles.map((one, i) => on(pages[i]!, one))])).toEqual([
      '3: 1. General (1)',
      '3: 1. Scope (2)',
      '4: 2. Terms (2)',
      '7: 2. Duties (1)',
      '7: 1. Of the keeper (2)',
    ]);
  });

  test('of another work name nothing', () =>
    expect(listed([...contents, on(20, 'The Lamp'), on(27, 'Film'), on(43, 'The Watch')])).toEqual([]));
});

describe('bookmarks', () => {
  test('name headings that lack letters, or have a number, on their page or the next', () =>
    expect(
      listed(
        [on(3, '1 Con guration of the lamp'), on(3, text), on(5, 'Watches')],
        [bookmark('Configuration of the lamp', 3, [bookmark('Watches', 4)])],
      ),
    ).toEqual(['3: 1 Con guration of the lamp (1)', '5: Watches (2)']));

  test('keep their depth where the contents have two of them as one title', () =>
    expect(
      listed(
        [
          entry('Part I 3'),
          entry('The Lamp 9'),
          entry('Watches 12'),
          on(3, 'Part'),
          on(3, 'I'),
          on(9, 'The'),
          on(9, 'Lamp'),
          on(12, 'Watches'),
        ],
        [bookmark('The', 9, [bookmark('Lamp', 9)])],
      ),
    ).toEqual(['3: Part I (1)', '9: The (1)', '9: Lamp (2)', '12: Watches (1)']));

  test('name nothing on other pages', () => expect(listed([on(3, 'Watches')], [bookmark('Watches', 9)])).toEqual([]));
});

test('similarity is the share of letters that two titles have in common', () => {
  expect(similarity('creators', 'creators', 0.85)).toBe(1);
  expect(similarity('conguration', 'configuration', 0.8)).toBeCloseTo(0.85, 1);
  expect(similarity('creators', 'recorders', 0.85)).toBe(0);
});
