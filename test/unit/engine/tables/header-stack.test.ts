/** Names of columns in several lines: each rule, on headers written by hand. */
import { describe, expect, test } from '@jest/globals';
import { HEADER_STACK } from '../../../../engine/tables/header-stack.js';
import { textGrid, type TextGridHints } from '../../../../engine/tables/text-grid.js';
import { decisionsOf } from '../../../support/decisions.js';
import { textRows, type TextRow } from '../../../../engine/tables/segments.js';
import { emptyPage, runs } from '../../../support/engine-inputs.js';
import { textRow } from '../../../support/text-rows.js';

const BODY = [
  ['Falls', '700', '14'],
  ['Fires', '174', '3'],
];
const TOP = 100;

interface Header extends Partial<TextGridHints> {
  pitch?: number;
}

const gridOf = (
  header: readonly (readonly string[])[],
  { pitch = 11, ...over }: Header = {},
): ReturnType<typeof textGrid> => {
  const end = TOP + pitch * header.length;
  const rows = [
    ...header.map((cells, r) => textRow(cells, { y: TOP + pitch * r })),
    ...BODY.map((cells, r) => textRow(cells, { y: end + 20 * (r + 1) })),
  ];
  const page = emptyPage();
  return textGrid(rows, { page, from: 95, to: 395, edges: [195, 295], separators: [], headerEnd: end, ...over });
};

const said = (header: readonly (readonly string[])[], over?: Header): string[] =>
  decisionsOf(HEADER_STACK, () => gridOf(header, over));
const names = (header: readonly (readonly string[])[], over?: Header): string[] => {
  const { grid, texts } = gridOf(header, over)!;
  return grid.cells.flatMap(({ row }, i) => (row === 0 ? [texts[i]!.map(({ text }) => text).join(' ')] : []));
};

const ALIGNED_AT_BOTTOM = [
  ['', 'Fatal', 'All'],
  ['Event', 'Deaths', 'Deaths'],
];

describe('rows of a header', () => {
  test('are one where names in several lines end in the line with the name of the rows', () => {
    expect(said(ALIGNED_AT_BOTTOM)).toEqual(['names: row-names-below']);
    expect(names(ALIGNED_AT_BOTTOM)).toEqual(['Event', 'Fatal Deaths', 'All Deaths']);
  });

  test('are one where the names of the lower one continue those above', () => {
    const header = [
      ['Event', 'Number of', 'Share'],
      ['', 'Deaths', '(percent)'],
    ];
    expect(said(header)).toEqual(['names: phrase-continues']);
    expect(names(header)).toEqual(['Event', 'Number of Deaths', 'Share (percent)']);
  });

  test('are one where those of a single line stand halfway between the lines of the others', () => {
    const header = (middle: number): TextRow[] => {
      const at = (text: string, x: number, y: number): ReturnType<typeof runs> => runs(text, { x, y });
      const top = [...at('Key', 100, TOP), ...at('Town', 200, middle), ...at('Key', 300, TOP)];
      return textRows([...top, ...at('Region', 100, TOP + 11), ...at('Harbour', 300, TOP + 11)]);
    };
    const decisions = (middle: number): string[] => {
      const body = BODY.map((row, r) => textRow(row, { y: TOP + 31 + 20 * r }));
      const hints = { page: emptyPage(), from: 95, to: 395, edges: [195, 295], separators: [], headerEnd: TOP + 12 };
      return decisionsOf(HEADER_STACK, () => textGrid([...header(middle), ...body], hints));
    };
    expect(decisions(TOP + 5.5)).toEqual(['names: others-halfway']);
    expect(decisions(TOP)).toEqual(['levels: otherwise']);
  });

  test('are levels where a line is drawn between them, or much room', () => {
    expect(said(ALIGNED_AT_BOTTOM, { separators: [104] })).toEqual(['levels: drawn-apart']);
    expect(said(ALIGNED_AT_BOTTOM, { pitch: 22 })).toEqual(['levels: far-below']);
  });

  test('are levels where one has years or numbers', () =>
    expect(said([['', '2007', '2008'], ALIGNED_AT_BOTTOM[1]!])).toEqual(['levels: numbers']));

  test('are levels where a name stands over several columns', () =>
    expect(said([['', 'A name over two of the columns'], ALIGNED_AT_BOTTOM[1]!])).toEqual(['levels: over-columns']));

  test('are levels where a name and what stands above it have no edge and no middle in common', () => {
    const rows = [
      textRows(runs('Fatal', { y: 100, x: 240 }))[0]!,
      textRow(ALIGNED_AT_BOTTOM[1]!, { y: 111 }),
      ...BODY.map((cells, r) => textRow(cells, { y: 140 + 20 * r })),
    ];
    const hints = { page: emptyPage(), from: 95, to: 395, edges: [195, 295], separators: [], headerEnd: 122 };
    expect(decisionsOf(HEADER_STACK, () => textGrid(rows, hints))).toEqual(['levels: not-aligned']);
  });

  test('are levels where one name groups others, which are new', () => {
    expect(
      said([
        ['', 'Deaths', ''],
        ['Event', 'Men', 'Women'],
      ]),
    ).toEqual(['levels: otherwise']);
    expect(
      said([
        ['Event', 'Men', 'Women'],
        ['Place', 'Ages', 'Years'],
      ]),
    ).toEqual(['levels: otherwise']);
  });

  test('are levels where the same names stand below different ones', () => {
    const row = (texts: readonly string[], y: number): TextRow =>
      textRows(texts.flatMap((text, i) => (text ? runs(text, { y, x: 100 + 50 * i }) : [])))[0]!;
    const rows = [
      row(['', 'Old', '', 'New', '', 'All'], 100),
      row(['Year', 'Men', 'Women', 'Men', 'Women', 'Ages'], 111),
      row(['2001', '1', '2', '3', '4', '5'], 140),
      row(['2002', '1', '2', '3', '4', '5'], 160),
    ];
    const edges = [145, 195, 245, 295, 345];
    const hints = { page: emptyPage(), from: 95, to: 395, edges, separators: [], headerEnd: 120 };
    expect(decisionsOf(HEADER_STACK, () => textGrid(rows, hints))).toEqual(['levels: same-names-below']);
  });

  test('are left alone where they are more than a header has', () =>
    expect(said(Array.from({ length: 6 }, () => ALIGNED_AT_BOTTOM[1]!))).toEqual([]));
});
