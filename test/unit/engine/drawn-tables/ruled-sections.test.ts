/** Which sections between lines of one extent belong to one table; more of them are in ruled-off.test.ts. */
import { describe, expect, test } from '@jest/globals';
import { findTables } from '../../../../engine/drawn-tables/find-tables.js';
import { RULED_SECTION } from '../../../../engine/drawn-tables/ruled-sections.js';
import type { Page } from '../../../../engine/model.js';
import { decisionsOf } from '../../../support/decisions.js';
import { across, cells, MONO, page, type TextAt } from '../../../support/pages.js';

interface Drawn {
  texts: readonly TextAt[];
  /** Lines across. */
  ys: readonly number[];
}
const drawn = ({ texts, ys }: Drawn): Page => page(texts, { rules: ys.map((y) => across(y, 100, 400)) });
function decided(what: Drawn): string[] {
  const found = drawn(what);
  return decisionsOf(RULED_SECTION, () => findTables(found, found.runs));
}

const rows = (some: readonly (readonly string[])[], y = 112): TextAt[] =>
  cells(some, { xs: [105, 205, 305], y, pitch: 12, boldRows: 0 });
const HEAD = ['Port', 'Depth', 'Owner'];
const BODY = [
  ['Oslo', '11.4', 'Board'],
  ['Hull', '9.8', 'Board'],
  ['Leith', '7.1', 'Town'],
];

describe('what stands between two lines below the rows of a table, with a title,', () => {
  const below = (title: readonly TextAt[], second = rows([HEAD, ...BODY], 200)): string[] =>
    decided({
      texts: [...rows([HEAD, ...BODY]), ...title, ...second],
      ys: [100, 116, 155, 204, 245],
    });
  const title = (over: Partial<TextAt> = {}): TextAt => ({ text: 'Harbours', x: 105, y: 180, size: 14, ...over });

  test('is part of another where the title is in larger type than all rows', () => {
    const parts = ['part: cells-in-a-line', 'part: columns', 'end: title-of-another', 'part: columns'];
    expect(below([title()])).toEqual(parts);
    const found = page([...rows([HEAD, ...BODY]), title(), ...rows([HEAD, ...BODY], 200)], {
      rules: [100, 116, 155, 204, 245].map((y) => across(y, 100, 400)),
    });
    expect(findTables(found, found.runs)).toHaveLength(2);
  });

  test('is part of the same where the line is in the type of the rows, or has cells', () => {
    expect(below([title({ size: 10 })])[2]).toBe('part: cells-in-a-line');
    expect(below([title(), { text: 'Depth', x: 205, y: 180, size: 14 }])[2]).toBe('part: cells-in-a-line');
  });

  test('is none of another where nothing else stands with the title, or no rows above it', () => {
    expect(below([title()], rows(BODY, 216))[2]).toBe('end: otherwise');
    const texts = [title({ y: 114 }), ...rows([HEAD, ...BODY], 132)];
    expect(decided({ texts, ys: [100, 136, 175] })[0]).toBe('part: cells-in-a-line');
  });
});

test('what stands between two lines is no part of a table where it ends in a heading, which the lower line underlines', () => {
  const heading = (over: Partial<TextAt> = {}): TextAt => ({ text: 'Harbours', x: 105, y: 152, size: 14, ...over });
  const ending = (last: TextAt): string | undefined =>
    decided({ texts: [...rows(BODY, 112), last], ys: [100, 156, 200] })[0];
  expect(ending(heading())).toBe('end: underlined-heading');
  expect(ending(heading({ size: 10 }))).toBe('part: columns');
  expect(decided({ texts: [heading({ y: 112 })], ys: [100, 116] })).not.toContain('end: underlined-heading');
});

describe('what stands between two lines below the rows of a table, with a sentence,', () => {
  const sentence = 'The boats pay for each night that they lie at a quay.';
  const below = (texts: readonly TextAt[]): string | undefined =>
    decided({ texts: [...rows([HEAD, ...BODY]), ...texts], ys: [100, 116, 155, 230] })[2];
  const totals = rows(
    [
      ['', 'Sum', '31'],
      ['', 'Tax', '6'],
    ],
    170,
  );

  test('is text below the table, as far as the next line, where the sentence lies over the columns', () => {
    expect(below([...totals, { text: sentence, x: 105, y: 206 }])).toBe('end: sentence-over-columns');
    const group = [{ text: sentence, x: 105, y: 166 }, ...rows(BODY, 180)];
    expect(below(group)).not.toBe('end: sentence-over-columns');
    expect(below([...totals, { text: 'The boats', x: 105, y: 206 }])).not.toBe('end: sentence-over-columns');
    expect(below([...totals, { text: sentence.slice(0, -1), x: 105, y: 206 }])).not.toBe('end: sentence-over-columns');
    expect(below([...totals, { text: sentence, x: 300, y: 206 }])).not.toBe('end: sentence-over-columns');
  });
});

describe('what stands between the last line of a table and that of the foot of a page', () => {
  const column = (x: number, texts: readonly string[]): TextAt[] =>
    texts.map((text, i) => ({ text, x, y: 180 + 12 * i, size: 8 }));
  const PROSE = Array.from({ length: 7 }, () => [
    'The harbour was built in the',
    'years of the war, and its wall',
    'is of stone from the hills',
  ]);
  const below = (left: readonly string[], right: readonly string[], ys: number[] = []): string[] =>
    decided({
      texts: [...rows([HEAD, ...BODY]), ...column(105, left), ...column(255, right)],
      ys: [100, 116, 155, 450, ...ys],
    });
  const text = PROSE.flat();

  test('is the text of the page where its columns are of long lines that go on', () =>
    expect(below(text, text.toSpliced(3, 1, 'Lamps')).at(-1)).toBe('end: columns-of-text'));

  test('is part of the table where its cells are short, or begin anew', () => {
    const short = text.map((one) => one.split(' ').slice(0, 2).join(' '));
    expect(below(short, text).at(-1)).toBe('part: columns');
    const anew = text.map((one) => one.replace(/^./, (letter) => letter.toUpperCase()));
    expect(below(anew, anew).at(-1)).toBe('part: columns');
    expect(below(text.slice(0, 12), text.slice(0, 12)).at(-1)).toBe('part: columns');
    expect(below(text, text, [470])[2]).toBe('part: columns');
  });
});

describe('what stands between two lines in three, with the cells of the middle one beside the two others', () => {
  const about = (step: number, [upper, lower] = ['Oslo and', 'Bergen']): string => {
    const texts = [upper, '', lower].flatMap((label, i) =>
      rows([[label!, ...(i === 1 ? ['11.4', 'Board'] : [])]], 124 + step * i),
    );
    return decided({ texts: [...rows([HEAD]), ...texts], ys: [100, 116, 128 + 2 * step] })[1]!;
  };

  test('is a row that is set in its middle', () => expect(about(6)).toBe('part: cells-centred-on-a-line'));

  test('is none where the lines are those of a text', () => expect(about(12)).toBe('part: columns-of-sections-above'));

  test('is none where the upper one lies over the cells', () =>
    expect(about(6, ['The harbour of Oslo and the', 'Bergen'])).not.toBe('part: cells-about-a-line'));

  test('is none where they are not equally far apart', () => {
    const texts = [
      { text: 'Oslo and', x: 105, y: 124 },
      ...rows([['', '11.4', 'Board']], 128.5),
      { text: 'Bergen', x: 105, y: 136 },
    ];
    expect(decided({ texts: [...rows([HEAD]), ...texts], ys: [100, 116, 140] })[1]).not.toBe(
      'part: cells-about-a-line',
    );
  });
});

describe('what stands between lines of the width of shaded listings', () => {
  const LISTING: TextAt[] = ['> lamp <- light()', '> turn(lamp,  3)', '+ off(lamp)'].map((text, i) => ({
    text,
    x: 105,
    y: 112 + i * 12,
    font: MONO,
  }));
  const fills = [{ x0: 100, x1: 400, y0: 101, y1: 142 }];
  const decidedOf = (texts: readonly TextAt[], shades = fills): string[] => {
    const found = page(texts, { rules: [100, 143, 175, 230].map((y) => across(y, 100, 400)), fills: shades });
    return decisionsOf(RULED_SECTION, () => findTables(found, found.runs));
  };
  const numbered = (size: number): TextAt[] => [
    { text: '2', x: 105, y: 170, size },
    { text: 'Harbours', x: 150, y: 170, size },
  ];

  test('is a listing on its shade, a heading with its number, and a table elsewhere', () => {
    const texts = [...LISTING, ...numbered(16), ...rows([HEAD, ...BODY], 190)];
    expect(decidedOf(texts)).toEqual(['end: listing', 'end: numbered-heading', 'part: columns']);
    expect(decidedOf(texts, [])[0]).not.toBe('end: listing');
  });

  test('is a row of the table where its number and name are in the type of the others', () =>
    expect(decidedOf([...LISTING, ...numbered(10), ...rows([HEAD, ...BODY], 190)])[1]).toBe('part: cells-in-a-line'));

  test('is the name of a group where its name stands in the columns of the rows below', () => {
    const group = numbered(16).map((text, i) => (i === 1 ? { ...text, x: 205 } : text));
    expect(decidedOf([...LISTING, ...group, ...rows([HEAD, ...BODY], 190)])[1]).toBe('part: cells-in-a-line');
  });

  test('is no listing in a table that is monospaced throughout', () => {
    const typed = rows([HEAD, ...BODY], 190).map((text) => ({ ...text, font: MONO }));
    expect(decidedOf([...LISTING, ...typed])[0]).not.toBe('end: listing');
  });
});
