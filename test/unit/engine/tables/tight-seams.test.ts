/** Columns that stand hardly further apart than words, which all rows show together. */
import { describe, expect, test } from '@jest/globals';
import { segmentText, textRows, type TextRow } from '../../../../engine/tables/segments.js';
import { cutAtSeams } from '../../../../engine/tables/tight-seams.js';
import { runs } from '../../../support/engine-inputs.js';

const EDGE = 200;

/** A row with a text that ends at `end`, and another `gap` behind it. */
function row(
  left: string,
  right: string,
  { y, gap = 4.6, end = EDGE }: { y: number; gap?: number; end?: number },
): TextRow {
  const before = left === '' ? [] : runs(left, { y });
  const width = before.at(-1)?.box.x1 ?? 0;
  const moved = before.map((run) => ({
    ...run,
    box: { ...run.box, x0: run.box.x0 + end - width, x1: run.box.x1 + end - width },
  }));
  return textRows([...moved, ...(right === '' ? [] : runs(right, { x: end + gap, y }))])[0]!;
}

const texts = (rows: readonly TextRow[]): string[][] =>
  cutAtSeams(rows).map(({ segments }) => segments.map(segmentText));
const PORTS = [
  ['11.4', 'Board of Oslo'],
  ['9.8', 'Town'],
  ['107.1', 'Board of Leith'],
] as const;
const NAMES = row('Depth', 'Owner', { y: 88 });
const ports = (over: { gap?: number } = {}): TextRow[] =>
  PORTS.map(([left, right], i) => row(left, right, { y: 100 + 12 * i, ...over }));
const below = (names: TextRow, rows: readonly TextRow[]): string[][] => texts([names, ...rows]).slice(1);

describe('texts that end at one edge before gaps wider than a space', () => {
  test('are of two columns', () => {
    expect(ports().map(({ segments }) => segments.length)).toEqual([1, 1, 1]);
    expect(below(NAMES, ports())).toEqual(PORTS.map((cells) => [...cells]));
  });

  test('are so where some rows have nothing on one side', () => {
    const some = [row('7.1', '', { y: 136 }), row('', 'Harbour', { y: 148 })];
    expect(below(NAMES, [...ports(), ...some])).toEqual([...PORTS.map((cells) => [...cells]), ['7.1'], ['Harbour']]);
  });

  test('are of one where the gaps are spaces', () =>
    expect(below(NAMES, ports({ gap: 3 }))).toEqual(PORTS.map((cells) => [cells.join(' ')])));

  test('are of one where no names stand above both', () => {
    const joined = PORTS.map((cells) => [cells.join(' ')]);
    expect(texts(ports())).toEqual(joined);
    expect(below(row('Depth', '', { y: 88 }), ports())).toEqual(joined);
    expect(below(row('Depth', '2019', { y: 88 }), ports())).toEqual(joined);
  });

  test('are of one where they are few', () => {
    const last = ports().slice(2);
    expect(below(NAMES, last)).toEqual([['107.1 Board of Leith']]);
    const early = row('8.2', '', { y: 100, end: EDGE - 12 });
    expect(below(NAMES, [early, ...last])[1]).toEqual(['107.1 Board of Leith']);
    const other = row('8.2', 'Town', { y: 100, end: EDGE - 12 });
    expect(below(NAMES, [other, ...last])).toEqual([['8.2 Town'], ['107.1 Board of Leith']]);
  });

  test('are of one where a text of any row goes across the place', () => {
    const text = row('Harbours', 'of the coast and the isles', { y: 88, end: EDGE + 2, gap: 3 });
    expect(below(NAMES, [text, ...ports()])).toEqual([
      ['Harbours of the coast and the isles'],
      ...PORTS.map((cells) => [cells.join(' ')]),
    ]);
  });
});
