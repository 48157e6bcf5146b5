/** Each rule of a heading's level, and the levels of whole documents, on headings written by hand. */
import { describe, expect, test } from '@jest/globals';
import type { HeadingCandidate } from '../../../../engine/headings/candidate.js';
import { PART_PLACE } from '../../../../engine/levels/appearance.js';
import {
  assignLevels,
  HEADING_LEVEL,
  HEADING_SCOPE,
  type LevelEvidence,
  type ScopeEvidence,
} from '../../../../engine/levels/levels.js';
import { CONTENTS_DEPTHS, type ContentsDepthEvidence } from '../../../../engine/levels/listed-ranks.js';
import { divisionsAround } from '../../../../engine/levels/open-divisions.js';
import { RANK_IN_DIVISION } from '../../../../engine/levels/ranks.js';
import { TAG_LEVELS } from '../../../../engine/levels/tag-ranks.js';
import { decideWithRule } from '../../../../engine/rules.js';
import type { TextBlock } from '../../../../engine/text-blocks/text-blocks.js';
import { candidateOf, line, style, textBlock } from '../../../support/engine-inputs.js';
import { BOLD, ITALIC, PLAIN } from '../../../support/pages.js';

type Font = typeof PLAIN | typeof BOLD | typeof ITALIC;

const heading = (
  text: string,
  { size = 12, font = BOLD, ...over }: { size?: number; font?: Font } & Partial<HeadingCandidate> = {},
): HeadingCandidate => candidateOf(textBlock([line(text, { size, font })]), over);
const text = textBlock('Running text of the section. '.repeat(30));

/** The levels of headings that each have text below, by their text. */
function levels(headings: readonly HeadingCandidate[]): Record<string, number> {
  const blocks = [text, ...headings.flatMap(({ textBlock: block }) => [block, text])];
  const found = assignLevels(headings, blocks, style());
  return Object.fromEntries([...found].map(([block, { level }]) => [block.text, level]));
}

describe('the depths of printed contents', () => {
  const judged = (over: Partial<ContentsDepthEvidence>): string => {
    const evidence = { first: heading('Lamps'), bookmarked: 0, listed: 9, depths: 2, sizes: 2, agreed: 9, ...over };
    const { verdict, rule } = decideWithRule(CONTENTS_DEPTHS, evidence);
    return `${verdict}: ${rule}`;
  };

  test('are believed where sizes agree', () => expect(judged({})).toBe('believed: otherwise'));
  test('are not where bookmarks say more, or few are listed', () => {
    expect(judged({ bookmarked: 3 })).toBe('refused: bookmarks-say-more');
    expect(judged({ listed: 2 })).toBe('refused: few-are-listed');
  });
  test('are not where entries stand at one edge and headings have several sizes', () =>
    expect(judged({ depths: 1 })).toBe('refused: one-depth-of-several-sizes'));
  test('are not where one depth has many sizes', () => expect(judged({ agreed: 5 })).toBe('refused: sizes-disagree'));
});

describe('the level of a heading', () => {
  const level = (over: Partial<LevelEvidence>): string => {
    const evidence = {
      candidate: heading('Scope'),
      isTitle: false,
      base: 0,
      top: 2,
      headsContents: false,
      endMatter: false,
      chapter: null,
      numbered: null,
      above: undefined,
      ...over,
    };
    const { verdict, rule } = decideWithRule(HEADING_LEVEL, evidence);
    return `${verdict}: ${rule}`;
  };

  test('is 1 for the title, the depth of a bookmark, or one below the heading above', () => {
    expect(level({ isTitle: true })).toBe('1: title');
    expect(level({ candidate: heading('Scope', { bookmark: 2 }), base: 1, above: 1 })).toBe('3: bookmark-depth');
    expect(level({ above: 2 })).toBe('3: below-a-better-rank');
    expect(level({})).toBe('1: otherwise');
  });

  test('is that of its depth in the printed contents, or of the sections beside it', () => {
    expect(level({ candidate: heading('Scope', { contents: 2 }), base: 1, above: 1 })).toBe('3: contents-depth');
    expect(level({ candidate: heading('2.2 Scope'), numbered: 3, above: 3 })).toBe('3: by-its-number');
    expect(level({ candidate: heading('2.2 Scope', { contents: 1 }), numbered: 3 })).toBe('3: by-its-number');
  });

  test('is that of the main sections for the title of the contents', () => {
    expect(level({ candidate: heading('Contents'), headsContents: true, above: 2 })).toBe('2: heads-printed-contents');
    expect(level({ candidate: heading('SUMMARY'), endMatter: true, chapter: 1, above: 2 })).toBe('2: end-of-a-chapter');
    expect(level({ candidate: heading('SUMMARY'), endMatter: true, above: 2 })).toBe('3: below-a-better-rank');
    expect(level({ candidate: heading('Lamps'), headsContents: true, above: 2 })).toBe('3: below-a-better-rank');
  });

  test('is the same for "2.1" and "2.2", whatever is printed between them', () =>
    expect(
      levels([
        heading('2 Two', { size: 16 }),
        heading('2.1 Lamps'),
        heading('Wicks', { size: 13, font: ITALIC }),
        heading('2.2 Oil'),
      ]),
    ).toEqual({ '2 Two': 1, '2.1 Lamps': 2, Wicks: 2, '2.2 Oil': 2 }));

  test('of plain headings is below bold ones with a number, in one size', () =>
    expect(levels([heading('2 Two', { size: 16 }), heading('2.1 Lamps'), heading('Wicks', { font: ITALIC })])).toEqual({
      '2 Two': 1,
      '2.1 Lamps': 2,
      Wicks: 3,
    }));

  test('of what contents do not list is below what they list', () =>
    expect(
      levels([
        heading('Lamps', { contents: 1 }),
        heading('Wicks', { size: 12, font: ITALIC }),
        heading('Oil', { contents: 1 }),
        heading('Keepers', { contents: 1 }),
      ]),
    ).toEqual({ Lamps: 1, Wicks: 2, Oil: 1, Keepers: 1 }));

  test('goes down by size, then by the depth of numbers', () =>
    expect(
      levels([heading('1 One', { size: 16 }), heading('Sub', { size: 14 }), heading('2 Two', { size: 16 })]),
    ).toEqual({ '1 One': 1, Sub: 2, '2 Two': 1 }));

  test('of a series of which bookmarks name the first is that of the first, also where one is missing', () => {
    const titles = [heading('1. Why?', { bookmark: 1 }), heading('Costs', { size: 14, bookmark: 1 })];
    expect(levels([...titles, heading('2. How?'), heading('4. When?')])).toEqual({
      '1. Why?': 1,
      Costs: 1,
      '2. How?': 1,
      '4. When?': 1,
    });
    expect(levels([...titles, heading('9. How?')])['9. How?']).toBe(2);
  });

  test('goes down by the depth of numbers in one size, and run-in headings stand lowest', () =>
    expect(
      levels([heading('1 One'), heading('1.1 Sub'), heading('Detail', { runIn: true }), heading('2 Two')]),
    ).toEqual({
      '1 One': 1,
      '1.1 Sub': 2,
      Detail: 3,
      '2 Two': 1,
    }));

  test('of roman numerals alone is one, of letters alone the next; an index has letters alone of one level', () => {
    const levelsOf = (...texts: string[]): number[] => {
      const headings = texts.map((one) => heading(one));
      const found = assignLevels(headings, [text, ...headings.flatMap(({ textBlock: one }) => [one, text])], style());
      return headings.map(({ textBlock: one }) => found.get(one)!.level);
    };
    expect(levelsOf('I', 'A', 'B', 'II', 'A', 'III')).toEqual([1, 2, 2, 1, 2, 1]);
    expect(levelsOf('G', 'H', 'I', 'K', 'L')).toEqual([1, 1, 1, 1, 1]);
  });

  test('puts numbers that begin again in an annex below it', () =>
    expect(levels([heading('1 Rent', { size: 14 }), heading('Annex A'), heading('1 Rooms', { size: 14 })])).toEqual({
      '1 Rent': 1,
      'Annex A': 2,
      '1 Rooms': 3,
    }));

  test('gives the heading of a printed table of contents none below it', () => {
    const [contents, part] = [heading('Contents', { size: 16 }), heading('Introduction', { size: 14 })];
    const entries: TextBlock = { ...textBlock('Introduction 3'), role: 'contents' };
    const found = assignLevels([contents, part], [text, contents.textBlock, entries, part.textBlock], style());
    expect([...found.values()].map(({ level: at }) => at)).toEqual([1, 1]);
  });

  test('puts the contents of a chapter, whose title comes again, below the chapter', () => {
    const titles = [
      heading('Contents', { size: 14 }),
      heading('Part One', { size: 18 }),
      heading('Contents', { size: 14 }),
    ];
    const entries: TextBlock = { ...textBlock('Introduction 3'), role: 'contents' };
    const [all, part, own] = titles.map(({ textBlock: title }) => title);
    const found = assignLevels(titles, [text, all!, entries, part!, text, own!, entries], style());
    expect([...found.values()].map(({ level: at }) => at)).toEqual([1, 1, 2]);
    // without contents of the document
    const again = ['Part One', 'Contents', 'Part Two', 'Contents'].map((name, i) =>
      heading(name, { size: i % 2 === 0 ? 18 : 14 }),
    );
    const blocks = again.flatMap(({ textBlock: title }, i) => (i % 2 === 0 ? [title, text] : [title, entries]));
    expect([...assignLevels(again, [text, ...blocks], style()).values()].map(({ level: at }) => at)).toEqual([
      1, 1, 1, 1,
    ]);
  });
});

describe('what is under a heading', () => {
  const scope = (below: TextBlock | undefined, over: Partial<ScopeEvidence> = {}): string => {
    const evidence = { candidate: heading('Contents'), below, onTitlePage: false, ...over };
    const { verdict, rule } = decideWithRule(HEADING_SCOPE, evidence);
    return `${verdict}: ${rule}`;
  };

  test('is nothing under that of a printed table of contents', () => {
    expect(scope({ ...text, role: 'contents' })).toBe('holds-none: heads-printed-contents');
    expect(scope(text)).toBe('holds-headings: otherwise');
  });

  test('is nothing under a subtitle on the title page', () => {
    expect(scope(text, { onTitlePage: true })).toBe('holds-none: on-a-title-page');
    expect(scope(text, { onTitlePage: true, candidate: heading('1 Scope') })).toBe('holds-headings: otherwise');
    expect(scope(text, { onTitlePage: true, candidate: heading('Scope', { bookmark: 1 }) })).toBe(
      'holds-headings: otherwise',
    );
  });
});

describe('levels of tags', () => {
  const believed = (tagged: number, agreed: number): string => {
    const evidence = { first: heading('Scope'), headings: 10, tagged, agreed };
    const { verdict, rule } = decideWithRule(TAG_LEVELS, evidence);
    return `${verdict}: ${rule}`;
  };

  test('are believed where most headings have one and its size', () => {
    expect(believed(8, 7)).toBe('believed: otherwise');
    expect(believed(4, 4)).toBe('refused: few-are-tagged');
    expect(believed(8, 5)).toBe('refused: sizes-disagree');
  });

  test('rank headings without a tag by the nearest size', () =>
    expect(
      levels([
        heading('A', { size: 16, tag: 1 }),
        heading('B', { size: 14, tag: 2 }),
        heading('C', { size: 15, font: ITALIC }),
        heading('D', { size: 14, tag: 2 }),
      ]),
    ).toEqual({ A: 1, B: 2, C: 2, D: 3 }));
});

describe('parts', () => {
  const place = (chapters: number, annexes: number): string => {
    const { verdict, rule } = decideWithRule(PART_PLACE, { part: text, chapters, annexes });
    return `${verdict}: ${rule}`;
  };

  test('hold chapters, divide schedules, or stand by their appearance', () => {
    expect(place(2, 1)).toBe('-1: chapters-in-parts');
    expect(place(0, 1)).toBe('1: parts-in-schedules');
    expect(place(0, 0)).toBe('0: otherwise');
  });

  test('hold the chapters however small they are printed, and keep the size of the first of them', () =>
    expect(
      levels([
        heading('Part I', { size: 12 }),
        heading('Chapter 1', { size: 16 }),
        heading('Part II', { size: 8 }),
        heading('Chapter 2', { size: 16 }),
      ]),
    ).toEqual({ 'Part I': 1, 'Chapter 1': 2, 'Part II': 1, 'Chapter 2': 2 }));
});

test('sections counted through in one size are of one level, whether they are bold or in capitals', () => {
  const found = levels([
    heading('A Report', { size: 18 }),
    heading('1 Lamps'),
    heading('Oil', { size: 11 }),
    heading('2 Keepers', { font: PLAIN }),
    heading('3 GADR'),
    heading('4 Ships'),
    heading('Notes', { font: PLAIN }),
  ]);
  expect(found).toMatchObject({ '1 Lamps': 2, Oil: 3, '2 Keepers': 2, '3 GADR': 2, '4 Ships': 2, Notes: 3 });
});

describe('what stands between the sections of a division', () => {
  test('is below the division where it would rank above it', () => {
    const verdict = (own: number, division: number): string => {
      const { verdict: rank, rule } = decideWithRule(RANK_IN_DIVISION, { candidate: heading('Note'), own, division });
      return `${rank}: ${rule}`;
    };
    expect(verdict(0, 1)).toBe('below-the-division: sections-go-on-behind-it');
    expect(verdict(2, 1)).toBe('own-rank: otherwise');
  });

  test('is in it however large it is printed: a note, an example with a number of its own', () => {
    const found = levels([
      heading('A Report', { size: 24 }),
      heading('5 Lamps', { size: 16 }),
      heading('Note', { size: 18 }),
      heading('5.1 Oil', { size: 14 }),
      heading('6 Sample Chart', { size: 16 }),
      heading('Wicks', { size: 12 }),
      heading('5.2 Gas', { size: 14 }),
      heading('6 Keepers', { size: 16 }),
    ]);
    expect(found).toMatchObject({ '5 Lamps': 2, Note: 3, '5.1 Oil': 3, '6 Sample Chart': 3, '5.2 Gas': 3 });
    expect(found['6 Keepers']).toBe(2);
  });

  test('is no section that the number before it counts on to, and nothing that contents list', () => {
    const found = levels([
      heading('A Report', { size: 24 }),
      heading('7 Lamps', { size: 16 }),
      heading('8 7 Keepers', { size: 16 }),
      heading('7.1 Oil', { size: 14 }),
    ]);
    expect(found).toMatchObject({ '7 Lamps': 2, '8 7 Keepers': 2 });
    const [before, after] = [heading('7.1 Oil'), heading('7.2 Gas')];
    const [note, section] = [heading('Note'), heading('Notes', { contents: 1 })];
    expect([...divisionsAround([before, note, section, after])]).toEqual([[note, '7']]);
    // an annex or a part closes all divisions
    expect([...divisionsAround([before, heading('Part II'), note, after])]).toEqual([]);
  });
});
