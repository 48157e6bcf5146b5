/** The size of a line whose words have several. */
import { describe, expect, test } from '@jest/globals';
import { buildLines, makeLine } from '../../../../engine/text/line.js';
import { emptyPage, runs, type LineOptions } from '../../../support/engine-inputs.js';
import { BOLD, ITALIC, MONO, PLAIN } from '../../../support/pages.js';

const at = (x: number, size: number, font: LineOptions['font'] = PLAIN): LineOptions => ({ x, y: 100, size, font });
const sizeOf = (...texts: [string, LineOptions][]): number =>
  makeLine(
    emptyPage(),
    texts.flatMap(([text, options]) => runs(text, options)),
  ).size;

const texts = (...words: [string, LineOptions][]): string[] =>
  buildLines(
    emptyPage(),
    words.flatMap(([text, options]) => runs(text, options)),
  ).map(({ text }) => text);

test('is that of the text where monospaced type in it is smaller', () => {
  expect(sizeOf(['See', at(60, 10)], ['lighthouse.config.json', at(90, 9, MONO)])).toBe(10);
  expect(sizeOf(['lighthouse.config.json', at(60, 9, MONO)], ['.)', at(200, 10)])).toBe(10);
});

test('is that of an address in monospaced type behind the mark of a note', () =>
  expect(sizeOf(['1', at(60, 6)], ['https://port.example/lamp', at(70, 9, MONO)])).toBe(9));

test('is that of a symbol whose script is longer than itself', () => {
  const low = { ...at(66, 7.5), y: 103 };
  expect(sizeOf(['V', at(60, 10)], ['REF', low])).toBe(10);
  expect(sizeOf(['V', at(60, 10)], ['ref', { ...low, y: 100 }])).toBe(7.5);
  expect(sizeOf(['V', at(60, 10)], ['REF is 2.5 volts', low])).toBe(7.5);
  // a versal, an ordinal, words
  expect(sizeOf(['A', at(60, 10)], ['bout', { ...low, y: 101 }])).toBe(7.5);
  expect(sizeOf(['3', at(60, 10)], ['rd', low])).toBe(7.5);
  expect(sizeOf(['A', at(60, 10)], ['of us', low])).toBe(7.5);
});

test('is that of the larger capitals, the smaller of which are two thirds of it, behind a bullet too', () => {
  expect(sizeOf(['•', at(60, 9)], ['E', at(70, 10)], ['DIT MENU', at(77, 6.6)])).toBe(10);
  expect(sizeOf(['E', at(70, 10)], ['DIT MENU', at(77, 6.2)])).toBe(6.2);
});

test('a script that is lowered by half a line is of the word that it touches', () => {
  const low = { ...at(65, 7.5), y: 105 };
  expect(texts(['p', at(60, 10)], ['x', low], ['= 2', at(72, 10)])).toEqual(['px = 2']);
  expect(texts(['p', at(60, 10)], ['x', { ...low, y: 106 }], ['= 2', at(72, 10)])).toHaveLength(2);
  expect(texts(['p', at(60, 10)], ['x', { ...low, size: 5 }], ['= 2', at(72, 10)])).toHaveLength(2);
  expect(texts(['12', at(60, 10)], ['per month', { ...low, x: 70 }]).length).toBe(2);
  expect(texts(['p', at(60, 10)], ['x', { ...low, x: 67 }], ['= 2', at(75, 10)]).length).toBeGreaterThan(1);
});

test('the weight and the slant of a title are those of its name, whatever its number is set in', () => {
  const styleOf = (...texts: [string, LineOptions][]): { bold: number; italic: number } => {
    const { bold, italic } = makeLine(
      emptyPage(),
      texts.flatMap(([text, options]) => runs(text, options)),
    );
    return { bold, italic };
  };
  expect(styleOf(['1.3', at(60, 10)], ['Lamps', at(80, 10, BOLD)])).toEqual({ bold: 1, italic: 0 });
  expect(styleOf(['2.1', at(60, 10)], ['Lamps', at(80, 10, ITALIC)])).toEqual({ bold: 0, italic: 1 });
  // the mark of an item
  expect(styleOf(['1.', at(60, 10)], ['Lamps', at(80, 10, BOLD)]).bold).toBeCloseTo(5 / 7);
  expect(styleOf(['1.', at(60, 10, BOLD)], ['Lamps', at(80, 10)]).bold).toBeCloseTo(2 / 7);
  expect(styleOf(['See', at(60, 10)], ['Lamps', at(80, 10, BOLD)]).bold).toBeCloseTo(5 / 8);
});

test('several raised marks behind a name are of its line, other small words above it are not', () => {
  const name: [string, LineOptions] = ['Ada Byron', at(60, 10)];
  const raised = (x: number): LineOptions => ({ ...at(x, 7), y: 96.4 });
  expect(texts(name, ['2,', raised(105)], ['b)', raised(115)])).toEqual(['Ada Byron 2, b)']);
  expect(texts(name, ['2', raised(105)], ['†,', raised(111)], ['c', raised(121)])).toEqual(['Ada Byron 2 †, c']);
  expect(texts(name, ['2,', raised(105)], ['b)', raised(130)])).toHaveLength(2);
  expect(texts(name, ['2,', raised(105)], ['lamps', raised(115)])).toHaveLength(2);
  expect(texts(name, ['2', raised(105)], ['3', raised(111)])).toHaveLength(2);
});

test('a raised letter a little before a line is the mark of a note', () => {
  const raised = (text: string): string[] => texts([text, { ...at(60, 6), y: 97 }], ['See the lamps.', at(67, 8)]);
  expect(raised('a')).toEqual(['a See the lamps.']);
  expect(raised('ab')).toEqual(['abSee the lamps.']);
});

test('are parted at the gutter of two columns, but not where a title reaches over it below the two ends of a head', () => {
  const row = (left: string, right: string, y: number, x = 300): [string, LineOptions][] => [
    [left, { x: 60, y }],
    [right, { x, y }],
  ];
  const columns = Array.from({ length: 6 }, (_, i) =>
    row('the lamp is lit each day until ten', 'the lamp is lit each day', 200 + 12 * i, i === 0 ? 300 : 270),
  ).flat();
  const head = row('Harbour', 'Minutes 16', 60, 440);
  const title: [string, LineOptions] = ['Lighthouse, on Thursday, 16 May', { x: 180, y: 120, size: 14 }];
  expect(texts(...head, title, ...columns)).toContain(title[0]);
  expect(texts(...head, title, ...columns)).toContain('the lamp is lit each day until ten');
});

test('are parted at a gutter above a line across as well, where the columns below it begin further left', () => {
  const columns = (y: number, left: string, x: number): [string, LineOptions][] =>
    Array.from({ length: 6 }, (_, i): [string, LineOptions][] => [
      [left, { x: 60, y: y + 12 * i }],
      ['the lamp is lit each day', { x, y: y + 12 * i }],
    ]).flat();
  const [above, below] = [
    'the lamp is lit each day until ten at night now',
    'the lamp is lit each day until ten and a day',
  ];
  const across: [string, LineOptions] = ['The lamps of the north', { x: 182, y: 160 }];
  const all = texts(...columns(60, above, 284), across, ...columns(200, below, 280.5));
  expect(all).toEqual(expect.arrayContaining([above, across[0], below]));
});

describe('rows of two columns', () => {
  /** The left text ends `room` before the right column, which begins at x = 200; spaces are 3 points wide. */
  const row = (left: string, right: string, { y, room }: { y: number; room: number }): [string, LineOptions][] => [
    [left, { x: 200 - room - 5 * left.length + 2 * left.match(/ /g)!.length, y, size: 10 }],
    [right, { x: 200, y, size: 10 }],
  ];
  const below = [112, 124, 136, 148, 160].flatMap((y) =>
    row('some text of the left', 'and of the right one', { y, room: 8 }),
  );
  const first = (room: number, y = 100): string[] =>
    texts(...row('the text of a very full', 'row of the right one', { y, room }), ...below).filter(
      (text) => text.includes('full') || text.includes('row'),
    );

  test('are parted also where the left one is full', () => {
    const parted = ['the text of a very full', 'row of the right one'];
    expect(first(2)).toEqual(parted);
    expect(first(8)).toEqual(parted);
    expect(first(2, 172)).toEqual(parted);
  });

  test('but not a line across above them, which has the same space there as everywhere, or is apart', () => {
    const whole = ['the text of a very full row of the right one'];
    expect(first(3)).toEqual(whole);
    expect(first(2, 70)).toEqual(whole);
  });
});
