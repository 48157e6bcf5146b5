/** Lattices with areas of running text between their rows. */
import { describe, expect, test } from '@jest/globals';
import { findTables } from '../../../../engine/drawn-tables/find-tables.js';
import { ACROSS_LATTICE } from '../../../../engine/drawn-tables/text-across.js';
import type { Page } from '../../../../engine/model.js';
import { plainText } from '../../../../engine/markdown/text.js';
import { decisionsOf } from '../../../support/decisions.js';
import { across, BOLD, down, page, type TextAt } from '../../../support/pages.js';

const decided = (found: Page): string[] => decisionsOf(ACROSS_LATTICE, () => findTables(found, found.runs));

/** The first cells of the tables that are found. */
const tables = (found: Page): string[] =>
  findTables(found, found.runs).flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'table' ? [plainText(block.rows[0]![0]!.spans)] : [])),
  );

const LEFT = 40;
const STEP = 14;

interface Form {
  area: readonly (string | TextAt)[];
  below?: readonly string[];
  right?: number;
  boxes?: readonly [string, string];
}

/** A row of two boxes, an area of lines across both, and the lines of `below` across, above another row of two boxes. */
function form({ area, below = [], right = 560, boxes = ['Name', 'Keeper'] }: Form): Page {
  const middle = (LEFT + right) / 2;
  const bottom = 130 + STEP * area.length + 6;
  const after = bottom + 20 * below.length;
  const row = (y: number, texts: readonly string[]): TextAt[] =>
    texts.map((text, i) => ({ text, x: i === 0 ? LEFT + 5 : middle + 5, y }));
  const lines = area.map((line, i): TextAt =>
    typeof line === 'string' ? { text: line, x: LEFT + 5, y: 134 + STEP * i } : { ...line, y: 134 + STEP * i },
  );
  const ys = [100, 120, bottom, ...below.map((_, i) => bottom + 20 * (i + 1)), after + 20];
  return page(
    [
      ...row(114, boxes),
      ...lines,
      ...below.map((text, i): TextAt => ({ text, x: LEFT + 5, y: bottom + 14 + 20 * i })),
      ...row(after + 14, ['Date', 'Signature']),
    ],
    {
      rules: [
        ...ys.map((y) => across(y, LEFT, right)),
        down(LEFT, 100, after + 20),
        down(right, 100, after + 20),
        down(middle, 100, 120),
        down(middle, after, after + 20),
      ],
    },
  );
}

const HEADING: TextAt = { text: 'THE LAMPS', x: 275, y: 0, font: BOLD };
const TEXT = [
  'The keeper trims the lamps each evening before the sun has set and',
  'writes down in the book how much oil each of them has burned in the',
  'night before, so that the trust may order what the light will need.',
];

describe('an area across a lattice', () => {
  test('is text when it holds a list, and the lattice ends above it', () => {
    const found = form({ area: ['I ask the trust to send', '1. oil for the lamps', '2. a new wick'] });
    expect(decided(found)).toEqual(['text: items']);
    expect(tables(found)).toEqual(['Name', 'Date']);
    const used = findTables(found, found.runs).flatMap(({ runs }) => runs);
    expect(
      found.runs
        .filter(({ id }) => !used.includes(id))
        .map(({ text }) => text)
        .join(' '),
    ).toBe('I ask the trust to send 1. oil for the lamps 2. a new wick');
  });

  test('is text when a bold line stands in the middle above sentences', () => {
    expect(decided(form({ area: [HEADING, ...TEXT] }))).toEqual(['text: heading-over-text']);
    expect(decided(form({ area: [{ ...HEADING, x: LEFT + 5 }, ...TEXT] }))).toEqual(['row: otherwise']);
    expect(decided(form({ area: [HEADING, 'Oil', 'Wick'] }))).toEqual(['row: otherwise']);
    expect(decided(form({ area: [HEADING, TEXT[0]!] }))).toEqual(['row: otherwise']);
  });

  test('is text when its sentences stand in several parts', () => {
    const parts = [TEXT[0]!, TEXT[1]!, TEXT[0]!, '', TEXT[2]!, TEXT[1]!, TEXT[0]!, '', TEXT[2]!, TEXT[1]!];
    expect(decided(form({ area: parts }))).toEqual(['text: paragraphs']);
    expect(decided(form({ area: TEXT }))).toEqual(['row: otherwise']);
  });

  test('has with it the numbered item below, and the line above the next', () => {
    const list = ['1. oil for the lamps', '2. a new wick'];
    expect(tables(form({ area: list, below: ['3. a ladder'] }))).toEqual(['Name', 'Date']);
    const remark = form({ area: list, below: ['Remarks of the trust'] });
    expect(tables(remark)).toEqual(['Name', 'Remarks of the trust']);
  });

  test('is a row where it is the name of a group, a remark or a single note', () => {
    for (const area of [['Northern lights'], ['Northern lights', 'with the islands'], ['1. Without the islands']]) {
      const found = form({ area });
      expect(decided(found)).toEqual(['row: otherwise']);
      expect(tables(found)).toEqual(['Name']);
    }
  });

  test('is a row in a lattice narrower than a form', () =>
    expect(decided(form({ area: ['1. oil', '2. a wick'], right: 300 }))).toEqual(['row: narrow']));

  test('is a box among others with numbers', () => {
    const area = ['3. What is needed', 'a. oil for the lamps', 'b. a new wick'];
    expect(decided(form({ area, boxes: ['1. Name', '2. Keeper'] }))).toEqual(['row: numbered-box']);
    expect(decided(form({ area, boxes: ['1. Name', 'Keeper'] }))).toEqual(['text: items']);
  });

  test('is a row where notes end the table', () => {
    const notes = (marks: readonly string[]): Page => {
      const rules = [100, 120, 170].map((y) => across(y, 40, 560));
      return page(
        [
          { text: 'Oslo', x: 45, y: 114 },
          { text: '11.4', x: 305, y: 114 },
          ...marks.map((mark, i): TextAt => ({ text: `${mark} at low water`, x: 45, y: 134 + STEP * i })),
        ],
        { rules: [...rules, down(40, 100, 170), down(300, 100, 120), down(560, 100, 170)] },
      );
    };
    expect(decided(notes(['(1)', '(2)']))).toEqual(['row: notes']);
    expect(decided(notes(['1.', '2.']))).toEqual(['text: items']);
  });
});
