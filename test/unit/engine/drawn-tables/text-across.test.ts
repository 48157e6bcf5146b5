/** Lattices with areas of running text between their rows. */
import { describe, expect, test } from '@jest/globals';
import { joinTables } from '../../../../engine/blocks/join-tables.js';
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
  /** The row of boxes at the bottom is divided as that at the top. */
  alike?: boolean;
}

/** A row of two boxes, an area of lines across both, and the lines of `below` across, above another row of two boxes. */
function form({ area, below = [], right = 560, boxes = ['Name', 'Keeper'], alike = false }: Form): Page {
  const middle = (LEFT + right) / 2;
  const wall = alike ? middle : (LEFT + middle) / 2;
  const bottom = 130 + STEP * area.length + 6;
  const after = bottom + 20 * below.length;
  const row = (y: number, x: number, texts: readonly string[]): TextAt[] =>
    texts.map((text, i) => ({ text, x: i === 0 ? LEFT + 5 : x + 5, y }));
  const lines = area.map((line, i): TextAt =>
    typeof line === 'string' ? { text: line, x: LEFT + 5, y: 134 + STEP * i } : { ...line, y: 134 + STEP * i },
  );
  const ys = [100, 120, bottom, ...below.map((_, i) => bottom + 20 * (i + 1)), after + 20];
  return page(
    [
      ...row(114, middle, boxes),
      ...lines,
      ...below.map((text, i): TextAt => ({ text, x: LEFT + 5, y: bottom + 14 + 20 * i })),
      ...row(after + 14, wall, ['Date', 'Signature']),
    ],
    {
      rules: [
        ...ys.map((y) => across(y, LEFT, right)),
        down(LEFT, 100, after + 20),
        down(right, 100, after + 20),
        down(middle, 100, 120),
        down(wall, after, after + 20),
      ],
    },
  );
}

const HEADING: TextAt = { text: 'THE LAMPS', x: 275, y: 0, font: BOLD };
const TEXT = [
  'The keeper trims the lamps each evening before the sun has set and',
  'writes down in the book how much oil each of them has burned in the',
  'night before, so that the trust may order what the light will need.',
  'In winter a second keeper comes to the light, who has the lamps in',
  'the second half of the night and is paid by the trust for each week.',
];
/** A list as long as a form's. */
const LIST = ['I ask the trust to send', `1. ${TEXT[0]!}`, `2. ${TEXT[1]!}`, ...TEXT.slice(2)];

describe('an area across a lattice', () => {
  test('is text when it holds a list, and the lattice ends above it', () => {
    const found = form({ area: LIST });
    expect(decided(found)).toEqual(['text: items']);
    expect(tables(found)).toEqual(['Name', 'Date']);
    const used = findTables(found, found.runs).flatMap(({ runs }) => runs);
    expect(
      found.runs
        .filter(({ id }) => !used.includes(id))
        .map(({ text }) => text)
        .join(' '),
    ).toBe(LIST.join(' '));
  });

  test('leaves rows of boxes, which stay tables by themselves', () => {
    const blocks = findTables(form({ area: LIST }), form({ area: LIST }).runs).flatMap((region) => region.blocks);
    expect(joinTables(blocks).map(({ kind }) => kind)).toEqual(['table', 'table']);
  });

  test('is text when a bold line stands in the middle above sentences', () => {
    expect(decided(form({ area: [HEADING, ...TEXT] }))).toEqual(['text: heading-over-text']);
    expect(decided(form({ area: [{ ...HEADING, x: LEFT + 5 }, ...TEXT] }))).toEqual(['row: otherwise']);
  });

  test('is text when its sentences stand in several parts', () => {
    const parts = [TEXT[0]!, TEXT[1]!, TEXT[0]!, '', TEXT[2]!, TEXT[1]!, TEXT[0]!, '', TEXT[2]!, TEXT[1]!];
    expect(decided(form({ area: parts }))).toEqual(['text: paragraphs']);
    expect(decided(form({ area: TEXT }))).toEqual(['row: otherwise']);
  });

  test('has with it the next item below, and the line above the next', () => {
    expect(tables(form({ area: LIST, below: ['3. a ladder'] }))).toEqual(['Name', 'Date']);
    for (const other of ['1. a ladder', '4. a ladder', 'Remarks of the trust'])
      expect(tables(form({ area: LIST, below: [other] }))).toEqual(['Name', other]);
  });

  test('is a row where it is the name of a group, a remark, a single note or a short list', () => {
    for (const area of [
      ['Northern lights'],
      ['Northern lights', 'with the islands'],
      ['1. Without the islands'],
      ['1. Peel the onions', '2. Chop them finely', '3. Fry them in oil'],
      ['Which lamp burns longest?', 'A. Oil', 'B. Gas'],
      [HEADING, TEXT[0]!, TEXT[1]!],
      ['Total: ', ...Array.from({ length: 8 }, (_, i) => `${i + 1}. ${'_'.repeat(60)}`)],
    ]) {
      const found = form({ area });
      expect(decided(found)).toEqual(['row: short']);
      expect(tables(found)).toEqual(['Name']);
    }
  });

  test('is a row between rows that are divided alike', () => {
    const found = form({ area: LIST, alike: true });
    expect(decided(found)).toEqual(['row: among-rows']);
    expect(tables(found)).toEqual(['Name']);
  });

  test('is a row in a lattice narrower than a form', () =>
    expect(decided(form({ area: ['1. oil', '2. a wick'], right: 300 }))).toEqual(['row: narrow']));

  test('is a box among others with numbers', () => {
    const area = ['3. What is needed', ...LIST];
    expect(decided(form({ area, boxes: ['1. Name', '2. Keeper'] }))).toEqual(['row: numbered-box']);
    expect(decided(form({ area, boxes: ['1. Name', 'Keeper'] }))).toEqual(['text: items']);
  });

  test('is a row where notes end the table', () => {
    const notes = (marks: readonly string[], text: string): Page => {
      const rules = [100, 120, 190].map((y) => across(y, 40, 560));
      return page(
        [
          { text: 'Oslo', x: 45, y: 114 },
          { text: '11.4', x: 305, y: 114 },
          ...marks.map((mark, i): TextAt => ({ text: `${mark} ${text}`, x: 45, y: 134 + STEP * i })),
        ],
        { rules: [...rules, down(40, 100, 190), down(300, 100, 120), down(560, 100, 190)] },
      );
    };
    const long =
      'at low water, as it was measured by the keeper of the light, before the new mole was built in the harbour';
    expect(decided(notes(['(1)', '(2)', '(3)'], long))).toEqual(['row: notes']);
    expect(decided(notes(['1.', '2.'], 'at low water'))).toEqual(['row: short']);
    expect(decided(notes(['1.', '2.', '3.', '4.'], long))).toEqual(['text: items']);
  });
});
