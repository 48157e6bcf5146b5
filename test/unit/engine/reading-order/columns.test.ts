/** Each rule of what divides columns and which is read first, and the columns of a few lines written by hand. */
import { describe, expect, test } from '@jest/globals';
import { unionBox } from '../../../../engine/geometry.js';
import { COLUMN_ORDER } from '../../../../engine/reading-order/column-order.js';
import { findColumns } from '../../../../engine/reading-order/columns.js';
import { findGutter, GUTTER } from '../../../../engine/reading-order/gutter.js';
import type { Line } from '../../../../engine/text/line.js';
import { decided, decisionsOf } from '../../../support/decisions.js';
import { LEFT, line, linesBelow } from '../../../support/engine-inputs.js';
import { MONO } from '../../../support/pages.js';

const RIGHT_COLUMN = 320;
const FULL = 'a line of text that fills all of its column';
const full = (count: number): string[] => Array.from({ length: count }, () => FULL);
const left = (texts: readonly string[], y = 100): Line[] => linesBelow(texts, { x: LEFT, y });
const right = (texts: readonly string[], y = 100): Line[] => linesBelow(texts, { x: RIGHT_COLUMN, y });
/** Rows of most different lengths, as an address has them. */
const ADDRESS = ['The Keeper of the Lighthouse at the Point', 'Shore Road', 'Northport', 'Seashire', 'Coastland'];

describe('a strip between lines', () => {
  const between = (a: readonly Line[], b: readonly Line[]): string =>
    decided(GUTTER, { left: a, right: b, box: unionBox([...a, ...b].map(({ box }) => box)), inSide: false });

  test('is not asked about where no text stands beside other text', () => {
    const asked = (lines: readonly Line[]): string[] =>
      decisionsOf(GUTTER, () => findGutter(lines, unionBox(lines.map(({ box }) => box))));
    expect(asked([...left(full(6)), ...right(full(6))])).not.toEqual([]);
    expect(asked([...left(full(6)), ...right(full(6), 400)])).toEqual([]);
  });

  test('is no gutter beside a few rows', () => {
    expect(between(left(full(2)), right(full(6)))).toBe('refused: few-rows');
    expect(between(left(full(6)), right(full(2)))).toBe('refused: few-rows');
  });

  test('is a gutter where the rows of both sides fill a column', () =>
    expect(between(left(full(6)), right(full(6)))).toBe('gutter: text-on-both-sides'));

  test('is a gutter where short rows of code stand between those of text on both sides', () => {
    const words = Array.from({ length: 8 }, (_, i) => `lamp.turn(${i})`);
    const side = (x: number): Line[] => [
      ...linesBelow(full(6), { x, y: 100 }),
      ...linesBelow(words, { x, y: 190, font: MONO }),
    ];
    expect(between(side(LEFT), side(RIGHT_COLUMN))).toBe('gutter: text-with-code-on-both-sides');
    const plain = [...left(full(6)), ...linesBelow(words, { x: LEFT, y: 190 })];
    expect(between(plain, side(RIGHT_COLUMN))).not.toBe('gutter: text-with-code-on-both-sides');
    // two or three words at the end of a row are no column
    expect(between(side(LEFT), linesBelow(full(3), { x: RIGHT_COLUMN, y: 100 }))).not.toMatch('with-code');
  });

  test('is a gutter between columns of an index, whose entries are short and stand on common baselines', () => {
    const entries = ['oil, 12', 'casks, 307, 482', 'lamps, 9', 'wicks of the lamps of the coast, 45–46'];
    const side = (place: (texts: readonly string[]) => Line[], texts: readonly string[]): Line[] =>
      place([...texts, ...texts, ...texts]);
    expect(between(side(left, entries), side(right, entries))).toBe('gutter: index-on-both-sides');
    const prices = entries.map((text) => text.replaceAll(',', ''));
    expect(between(side(left, prices), side(right, prices))).not.toBe('gutter: index-on-both-sides');
  });

  test('is none between labels and rows of figures', () => {
    const figures = right(['33 003 33 461 33 961', '15 421 15 977 16 544', '7 606 - 8 042', '1 833 1 855 1 876']);
    expect(between(left(full(4)), figures)).toBe('refused: figures-with-labels');
    expect(between(left(full(4), 106), figures)).not.toBe('refused: figures-with-labels');
    expect(between(left(full(4)), [...figures, ...right(full(2), 148)])).not.toBe('refused: figures-with-labels');
  });

  test('is none between check boxes and the texts that they stand close before', () => {
    const boxes = (x: number, y = 100): Line[] => linesBelow(['☐', '☐', '☐', '☐'], { x, y });
    const answers = (rows: number): string[] => full(rows).map((words) => `No ${words}`);
    const strip = (x: number, y?: number): string =>
      between([...left(full(4)), ...boxes(x, y)], linesBelow(answers(5), { x: 380, y: 100 }));
    expect(strip(362)).toBe('refused: bullets-off-their-text');
    expect(strip(362, 107)).not.toMatch('bullets-off'); // level with nothing
    expect(strip(320)).not.toMatch('bullets-off'); // nearer to the words before, and far from those behind
    // one in a column of text is one by chance
    const one = boxes(362).slice(0, 1);
    expect(between([...left(full(4)), ...one], linesBelow(answers(4), { x: 380, y: 100 }))).not.toMatch('bullets-off');
    // boxes at the end of a form's lines, beside a column of text
    const text = linesBelow(full(5), { x: 380, y: 100 });
    expect(between([...left(full(4)), ...boxes(362)], text)).not.toMatch('bullets-off');
    const few = [...left(full(12)), ...boxes(362).slice(0, 2)];
    expect(between(few, linesBelow(answers(12), { x: 380, y: 100 }))).not.toMatch('bullets-off');
  });

  test('is none between entries and their dates', () => {
    const dates = ['2019 – present', 'Jan 2014 – Mar 2019', '2011', 'since 2009'];
    const entries = full(4).map((words) => words.charAt(0).toUpperCase() + words.slice(1));
    expect(between(left(entries), right(dates))).toBe('refused: dates-with-entries');
    expect(between(left(full(4)), right(dates))).not.toBe('refused: dates-with-entries');
    expect(between(left(entries, 106), right(dates))).not.toBe('refused: dates-with-entries');
    expect(between(left(entries), right([...dates.slice(1), 'in 2011 or so']))).not.toBe('refused: dates-with-entries');
  });

  test('is none between the statements of a listing and their comments', () => {
    const code = (texts: readonly string[], x: number): Line[] => linesBelow(texts, { x, y: 100, font: MONO });
    const statements = code(full(6), LEFT);
    const comments = full(6).map((text, i) => (i === 3 ? text : `// ${text}`));
    expect(between(statements, code(comments, RIGHT_COLUMN))).toBe('refused: comments-of-a-listing');
    expect(between(statements, code(full(6), RIGHT_COLUMN))).toBe('gutter: text-on-both-sides');
    expect(between(left(full(6)), right(comments))).toBe('gutter: text-on-both-sides');
  });

  test('is none between options of a listing and what they do, on one grid of characters', () => {
    const words = full(7).map((text) => text.replace('a line', 'A line'));
    const options = (x: number): Line[] => linesBelow(words.slice(1), { x, y: 100, font: MONO });
    // each character is 5 points wide
    expect(between(options(LEFT), options(LEFT + 250))).toBe('refused: one-listing');
    expect(between(options(LEFT), options(LEFT + 252))).toBe('gutter: text-on-both-sides');
    expect(
      between(
        options(LEFT),
        left(words.slice(1)).map((one) => ({ ...one, mono: 0.5 })),
      ),
    ).not.toBe('refused: one-listing');
    expect(between([...options(LEFT), ...left(words.slice(1), 172)], options(LEFT + 250))).toBe('refused: one-listing');
    expect(between([...options(LEFT), ...left(words, 172)], options(LEFT + 250))).not.toBe('refused: one-listing');
    // columns of wrapped text keep one grid by chance
    const wrapped = (x: number): Line[] => linesBelow(full(6), { x, y: 100, font: MONO });
    expect(between(wrapped(LEFT), wrapped(LEFT + 250))).toBe('gutter: text-on-both-sides');
  });

  test('is none between labels and their values, but is one between texts further apart', () => {
    const labels = left(['Receipt number', 'Date paid', 'Payment method']);
    const edge = unionBox(labels.map(({ box }) => box)).x1;
    const values = (x: number): Line[] => linesBelow(['2721', 'July 19', 'Visa 7267'], { x, y: 100 });
    expect(between(labels, values(edge + 8))).toBe('refused: labels-with-values');
    expect(between(labels, values(edge + 40))).not.toBe('refused: labels-with-values');
  });

  test('is none right of labels with colons, which stand beside the first of several lines', () => {
    const labels = (some: readonly string[]): Line[] => some.map((text, i) => left([text], 100 + 24 * i)[0]!);
    const names = right(full(6));
    expect(between(labels(['Present:', 'In attendance:', 'Apologies:']), names)).toBe('refused: labels-with-colons');
    expect(between(labels(['Present:', 'In attendance', 'Apologies:']), names)).not.toBe('refused: labels-with-colons');
    const form = right(['Name of the landlord:', 'Address:', 'Telephone:', 'Signature:', 'Date:', 'Place:']);
    expect(between(labels(['Name of the tenant:', 'Address:', 'Telephone:']), form)).not.toBe(
      'refused: labels-with-colons',
    );
    const long = labels(['The Board shall see to these works on the quay:', 'Works:', 'Rest:']);
    expect(between(long, names)).not.toBe('refused: labels-with-colons');
    const uneven = [...left(['Present:'], 106), ...left(['Apologies:', 'Clerk:'], 124)];
    expect(between(uneven, names)).not.toBe('refused: labels-with-colons');
  });

  test('is a gutter between the parties of a case and its number', () => {
    const parties = ['HARBOUR LIGHTS,', 'Plaintiff,', 'v.', 'NORTHPORT,', 'Defendant.'];
    expect(between(left(parties), right(['Case No. 17-123', 'ORDER']))).toBe('gutter: caption-of-a-case');
  });

  test('is a gutter between items that stand below each other on both sides', () => {
    const items = ['☐ Safety plan', '☒ Placement with relatives of the child', '☐ Other', '☐ None'];
    expect(between(left(items), right(items))).toBe('gutter: items-on-both-sides');
    expect(between(left(items), right(['☐ Yes', '☐ No', 'at sea']))).toBe('refused: otherwise');
  });

  test('is a gutter between ragged rows that keep no step', () =>
    expect(between(left(ADDRESS), right(full(6), 106))).toBe('gutter: rows-out-of-step'));

  test('is a gutter beside ragged notes in smaller type that keep no step, however near they are', () => {
    const notes = (size: number): Line[] =>
      ADDRESS.map((text, i) => {
        const one = line(text, { x: LEFT, y: 100 + 12 * i, size });
        return i > 0 ? one : { ...one, box: { ...one.box, x1: RIGHT_COLUMN - 3 } };
      });
    expect(between(notes(7), right(full(6), 106))).toBe('gutter: notes-beside-text');
    expect(between(notes(7), right(ADDRESS, 106))).toBe('refused: otherwise');
    expect(between(notes(10), right(full(6), 106))).toBe('refused: otherwise');
  });

  test('is none between ragged rows that share their baselines', () =>
    expect(between(left(ADDRESS), right(full(6)))).toBe('refused: otherwise'));
});

describe('of two columns', () => {
  const order = (a: readonly Line[], b: readonly Line[]): string => decided(COLUMN_ORDER, { left: a, right: b });
  const notes = [0, 1, 2, 3].map((i) => line('see above', { x: LEFT, y: 106 + 24 * i }));

  test('one that is empty changes nothing', () => {
    expect(order([], right(full(6)))).toBe('left-first: empty-side');
    expect(order(left(full(6)), [])).toBe('left-first: empty-side');
  });

  test('notes left of the text are read after it', () =>
    expect(order(notes, right(full(12)))).toBe('right-first: side-notes-on-the-left'));

  test('the left one is read first', () => {
    expect(order(left(full(6)), right(full(6)))).toBe('left-first: otherwise');
    expect(order(left(full(12)), right(['see above', 'and below']))).toBe('left-first: otherwise');
  });
});

describe('the columns of lines', () => {
  const columns = (lines: readonly Line[]): string[][] =>
    findColumns(lines, (all) => all).map((column) => column.lines.map(({ text }) => text));

  test('are none without lines', () => expect(columns([])).toEqual([]));

  test('are one where the text is not divided, from top to bottom', () =>
    expect(columns(left(['one', 'two', 'three']).toReversed())).toEqual([['one', 'two', 'three']]));

  test('are read one after the other, between the lines that go across both', () => {
    const across = (text: string, y: number): Line => line(text, { x: LEFT, y });
    const above = `above the two columns ${FULL} ${FULL}`;
    const below = `below the two columns ${FULL} ${FULL}`;
    const numbered = (side: string): string[] => full(8).map((text, i) => `${side}${i} ${text}`);
    const [first, second] = [numbered('a'), numbered('b')];
    const lines = [across(above, 80), ...left(first), ...right(second), across(below, 240)];
    expect(columns(lines)).toEqual([[above], first, second, [below]]);
  });

  test('are not the columns of a table', () => {
    const labels = ['Height', 'Year of the first light', 'Keepers', 'Lamp', 'Range at night', 'Steps'];
    const cells = labels.map((label) => label.slice(0, 5));
    expect(columns([...left(labels), ...right(cells)])).toHaveLength(1);
  });

  test('have notes in smaller type beside them marked', () => {
    const notes = [0, 1, 2, 3, 4].map((i) => line('see the note above', { x: LEFT, y: 106 + 24 * i, size: 7 }));
    const found = findColumns([...notes, ...right(full(12))], (all) => all);
    expect(found.map((column) => [column.lines.length, column.notes ?? false])).toEqual([
      [12, false],
      [5, true],
    ]);
    const large = notes.map((one, i) => line('see the note', { x: LEFT, y: 106 + 24 * i }));
    expect(findColumns([...large, ...right(full(12))], (all) => all).some(({ notes: are }) => are)).toBe(false);
  });

  test('are given to be settled before they are divided', () => {
    const settled: number[] = [];
    findColumns([...left(full(8)), ...right(full(8))], (lines) => {
      settled.push(lines.length);
      return lines;
    });
    expect(settled).toEqual([16, 8, 8]);
  });
});
