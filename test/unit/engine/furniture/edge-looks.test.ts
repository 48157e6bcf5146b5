/** What lines at the edges of pages look like in numbers, and what the learned score makes of them. */
import { describe, expect, test } from '@jest/globals';
import { edgeLines } from '../../../../engine/furniture/candidates.js';
import { edgeLooks } from '../../../../engine/furniture/edge-looks.js';
import { NO_EVIDENCE } from '../../../../engine/furniture/edge-rules.js';
import { FURNITURE_LOOK, withoutText, type FoundEdge } from '../../../../engine/furniture/edge-score.js';
import { NAMES } from '../../../../engine/furniture/edge-weights.js';
import type { LinedPage } from '../../../../engine/furniture/lined-page.js';
import type { Look } from '../../../../engine/learned-score.js';
import { decideWithRule } from '../../../../engine/rules.js';
import type { Line } from '../../../../engine/text/line.js';
import { line } from '../../../support/engine-inputs.js';

const TEXT = 'The lamp of the tower burned all through the night, and';
const body = (y = 120): Line[] => Array.from({ length: 20 }, (_, i) => line(TEXT, { y: y + 14 * i, size: 10 }));
const sheet = (number: number, lines: readonly Line[], over: Partial<LinedPage> = {}): LinedPage => ({
  number,
  width: 595,
  height: 842,
  lines: lines.map((each, id) => ({ ...each, id, page: number })),
  ...over,
});

/** The look of the line that has the text, on the first page that has it. */
function lookOf(text: string, pages: readonly LinedPage[], found: readonly string[] = []): Look {
  const candidates = edgeLines(pages);
  const lines = candidates.map((candidate) => candidate.line).filter((each) => found.includes(each.text));
  const candidate = candidates.find((each) => each.line.text === text)!;
  return edgeLooks(pages, candidates, new Set(lines))(candidate);
}

describe('the look of a line at the edge of a page', () => {
  const head = line('Lamps of the North 7', { y: 60, size: 8 });
  const pages = [sheet(7, [head, ...body()])];

  test('has a number for each name that the trees ask for, and no other', () =>
    expect(Object.keys(lookOf(head.text, pages))).toEqual(NAMES));

  test('tells its place, the space to the text, and its type', () =>
    expect(lookOf(head.text, pages)).toMatchObject({
      isFoot: 0,
      depth: 0,
      apartInSizes: (120 - 60) / 8,
      apartOutwardInSizes: 20,
      sizeInBodySizes: 0.8,
      ruledOff: 0,
      isFirstPage: 1,
    }));

  test('tells a line between it and the text', () => {
    const rules = [{ orientation: 'horizontal' as const, box: { x0: 60, y0: 80, x1: 500, y1: 81 } }];
    expect(lookOf(head.text, [sheet(7, [head, ...body()], { rules })])).toMatchObject({ ruledOff: 1 });
  });

  test('tells the number of its page among its words', () => {
    expect(lookOf(head.text, pages)).toMatchObject({ isNumber: 0, numberAtEnd: 1, numberOfPageAtEnd: 1 });
    expect(lookOf('12', [sheet(7, [...body(), line('12', { y: 780 })])])).toMatchObject({
      isNumber: 1,
      isNumberOfPage: 0,
    });
  });

  test('tells what rules have found in its row and beyond', () => {
    const number = line('7', { x: 500, y: 60, size: 8 });
    const both = [sheet(7, [head, number, line('Oil', { y: 74, size: 8 }), ...body()])];
    expect(lookOf(head.text, both, ['7'])).toMatchObject({ partsOfRow: 2, foundInRow: 1, numberInRow: 1 });
    expect(lookOf('Oil', both, ['7', head.text])).toMatchObject({ foundOutward: 2, textOutward: 0 });
  });

  test('counts pages that repeat it in its place, but not copies of its sheet', () => {
    const other = (number: number, y: number): LinedPage =>
      sheet(number, [line(`Lamps of the North ${number}`, { y, size: 8 }), ...body(120 + number)]);
    expect(lookOf(head.text, [...pages, other(8, 60), other(9, 90)])).toMatchObject({ pagesWithKey: 0.5 });
    expect(
      lookOf(
        'Wicks',
        [1, 2].map((n) => sheet(n, [line('Wicks', { y: 60 }), ...body()])),
      ),
    ).toMatchObject({
      pagesWithKey: 0,
      pagesWithText: 0,
    });
  });
});

describe('a line that rules have found', () => {
  const decided = (words: string, over: object = {}, named: Partial<FoundEdge> = {}): string => {
    const each = line(words, { y: 800, size: 7 });
    const look = { ...lookOf(words, [sheet(1, [...body(), each])]), ...over };
    const { verdict, rule } = decideWithRule(FURNITURE_LOOK, {
      ...NO_EVIDENCE,
      line: each,
      look: () => look,
      isInRowOfText: () => false,
      ...named,
    });
    return `${verdict}: ${rule}`;
  };
  /** As in a row of a table on a page that is full, with another row outside of it. */
  const inTable = {
    apartInSizes: 1.3,
    apartInLeadings: 1,
    sizeInBodySizes: 1,
    sizeInInner: 1,
    fromEdgeInPages: 0.2,
    partsOfRow: 6,
    partsOfInner: 6,
    textOutward: 2,
    depth: 2,
  };

  test('is text where it looks so', () => expect(decided('Harbour', inTable)).toBe('text: text-by-its-look'));

  test('is text where most of its row is, unless tags or the pages name it', () => {
    const isInRowOfText = (): boolean => true;
    const words = '© 2024 Harbour Press. Proceedings of the Society of Lamps';
    expect(decided(words, {}, { isInRowOfText })).toBe('text: row-of-text');
    expect(decided('12', inTable, { isInRowOfText, isPageNumber: true })).toBe('furniture: named-furniture');
  });

  test('stays furniture where it does not, or where tags or the pages name it', () => {
    expect(decided('© 2024 Harbour Press. Proceedings of the Society of Lamps')).toBe('furniture: otherwise');
    expect(decided('Harbour', inTable, { isArtifact: true })).toBe('furniture: named-furniture');
    expect(decided('12', inTable, { isPageNumber: true })).toBe('furniture: named-furniture');
  });
});

describe('what rules have found', () => {
  /** Of what the rules found on pages of tables that are alike, what stays furniture. */
  const left = (pages: readonly LinedPage[], words: readonly string[]): string[] => {
    const outermost = edgeLines(pages);
    const found = new Set(outermost.map(({ line: each }) => each).filter(({ text }) => words.includes(text)));
    const evidence = new Map([...found].map((each) => [each, { ...NO_EVIDENCE, line: each, pagesRepeating: 2 }]));
    return [...withoutText(pages, { found, evidence, outermost })].map(({ text }) => text);
  };
  const row = (y: number, words: readonly string[]): Line[] =>
    words.map((text, i) => line(text, { x: 60 + 80 * i, y, size: 10 }));
  const LAST = ['Totals', '4.7', '8.1', '9.2', '3.3', '1.1'];
  const table = (number: number): LinedPage => {
    const rows = Array.from({ length: 30 }, (_, i) =>
      row(100 + 14 * i, [`Sample ${i}`, ...LAST.slice(1).map((_, column) => `${(i * 7) % 10}.${column}`)]),
    );
    return sheet(number, [line('Register of Lamps', { x: 240, y: 40, size: 8 }), ...rows.flat(), ...row(520, LAST)]);
  };

  test('is text again in the last row of a table, and stays furniture above it', () =>
    expect(left([1, 2, 3].map(table), ['Register of Lamps', ...LAST])).toEqual(Array(3).fill('Register of Lamps')));

  test('stays where nothing was found, on pages without lines, and in rows of hundreds of parts', () => {
    expect(left([], [])).toEqual([]);
    expect(left([sheet(1, []), sheet(2, body())], [])).toEqual([]);
    const wide = sheet(1, [...Array.from({ length: 500 }, (_, i) => line('Oil', { x: i, y: 60 })), ...body()]);
    expect(left([wide], ['Oil'])).toHaveLength(500);
  });

  test('is looked at in time on thousands of scanned pages, whose heads stand a little higher or lower', () => {
    const pages = Array.from({ length: 3000 }, (_, i) =>
      sheet(i + 1, [line('Lamps of the North', { y: 60 + (i % 997) / 500, size: 8 }), ...body().slice(0, 6)]),
    );
    const startedMs = process.cpuUsage().user / 1000;
    expect(left(pages, ['Lamps of the North'])).toHaveLength(3000);
    expect(process.cpuUsage().user / 1000 - startedMs).toBeLessThan(20_000);
  });
});
