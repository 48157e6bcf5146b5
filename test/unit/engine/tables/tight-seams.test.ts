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
const ports = (over: { gap?: number } = {}): TextRow[] =>
  PORTS.map(([left, right], i) => row(left, right, { y: 100 + 12 * i, ...over }));

describe('texts that end at one edge before gaps wider than a space', () => {
  test('are of two columns', () => {
    expect(ports().map(({ segments }) => segments.length)).toEqual([1, 1, 1]);
    expect(texts(ports())).toEqual(PORTS.map((cells) => [...cells]));
  });

  test('are so where some rows have nothing on one side', () => {
    const some = [row('7.1', '', { y: 136 }), row('', 'Harbour', { y: 148 })];
    expect(texts([...ports(), ...some])).toEqual([...PORTS.map((cells) => [...cells]), ['7.1'], ['Harbour']]);
  });

  test('are of one where the gaps are spaces', () =>
    expect(texts(ports({ gap: 3 }))).toEqual(PORTS.map((cells) => [cells.join(' ')])));

  test('are of one where they are few', () => {
    expect(texts(ports().slice(1))).toEqual(PORTS.slice(1).map((cells) => [cells.join(' ')]));
    const early = row('8.2', '', { y: 100, end: EDGE - 12 });
    expect(texts([early, ...ports().slice(1)])[1]).toEqual(['9.8 Town']);
    const other = row('8.2', 'Town', { y: 100, end: EDGE - 12 });
    expect(texts([other, ...ports().slice(1)])).toEqual([
      ['8.2 Town'],
      ...PORTS.slice(1).map((cells) => [cells.join(' ')]),
    ]);
  });

  test('are of one where a text of any row goes across the place', () => {
    const text = row('Harbours', 'of the coast and the isles', { y: 88, end: EDGE + 2, gap: 3 });
    expect(texts([text, ...ports()])).toEqual([
      ['Harbours of the coast and the isles'],
      ...PORTS.map((cells) => [cells.join(' ')]),
    ]);
  });
});
