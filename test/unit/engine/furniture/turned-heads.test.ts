/** Heads that run along the side of a page, on lines written by hand. */
import { describe, expect, test } from '@jest/globals';
import { TURNED_HEAD, turnedHeads, turnedMarks } from '../../../../engine/furniture/turned-heads.js';
import type { Line } from '../../../../engine/text/line.js';
import { decided } from '../../../support/decisions.js';
import { line, linesBelow } from '../../../support/engine-inputs.js';

const WIDTH = 595;
/** A line along the side whose left edge is at `x`. */
const turned = (text: string, x: number, marked = false): Line => {
  const one = line(text);
  return {
    ...one,
    box: { x0: x, y0: 200, x1: x + 10, y1: 300 },
    runs: one.runs.map((run) => (marked ? { ...run, artifact: true } : run)),
  };
};
const text = linesBelow(['The oil of the lamps', 'and their wicks']);

describe('a turned line', () => {
  const found = (aside: Line, areArtifactsBelieved = true): number =>
    turnedHeads({ width: WIDTH, lines: text, asides: [aside] }, new Set(), {
      areArtifactsBelieved,
      marks: new Set(),
    }).length;

  test('is one at the edge of the page where it is marked as an artifact', () => {
    const marked = turned('Summary', 570, true);
    expect(found(marked)).toBe(1);
    expect(found(marked, false)).toBe(0);
    expect(found(turned('Photo: Maria Lind', 570))).toBe(0);
  });

  test('is none within the text or away from the edge', () => {
    const evidence = { line: line('Oil'), isBeyondText: true, isAtEdge: true, isArtifact: true, isRepeated: false };
    expect(decided(TURNED_HEAD, evidence)).toBe('furniture: artifact');
    const repeated = { ...evidence, isArtifact: false, isRepeated: true };
    expect(decided(TURNED_HEAD, repeated)).toBe('furniture: repeats-at-the-side');
    expect(decided(TURNED_HEAD, { ...repeated, isBeyondText: false })).toBe('text: within-the-text');
    expect(decided(TURNED_HEAD, { ...evidence, isBeyondText: false })).toBe('text: within-the-text');
    expect(decided(TURNED_HEAD, { ...evidence, isAtEdge: false })).toBe('text: away-from-the-edge');
    expect(found(turned('Number of lamps', 500, true))).toBe(0);
  });
});

describe('the marks of a copy', () => {
  const long = linesBelow(Array.from({ length: 6 }, (_, i) => `${i} The keeper trims the wicks of the lamps at noon`));
  const marksOf = (sheets: readonly { lines?: readonly Line[]; asides: Line[] }[]): string[] =>
    [...turnedMarks(sheets.map(({ lines = long, asides }) => ({ width: WIDTH, lines, asides })))].map(
      (one) => one.text,
    );

  test('stand in one place at the side of most pages', () => {
    const sheet = (): { asides: Line[] } => ({ asides: [turned('demo version', 10)] });
    expect(marksOf([sheet(), sheet(), sheet()])).toHaveLength(3);
    expect(marksOf([sheet(), sheet()])).toEqual([]);
    expect(marksOf([sheet(), sheet(), { asides: [turned('demo version', 20)] }])).toEqual([]);
    expect(
      marksOf([...Array.from({ length: 3 }, sheet), ...Array.from({ length: 4 }, () => ({ asides: [] }))]),
    ).toEqual([]);
  });

  test('are on pages of text: on those of charts the axes have names', () => {
    const chart = (): { lines: readonly Line[]; asides: Line[] } => ({ lines: text, asides: [turned('Height', 10)] });
    expect(marksOf([chart(), chart(), chart()])).toEqual([]);
  });

  test('stand alone: labels of rows stand above each other', () => {
    const rows = (): { asides: Line[] } => ({ asides: [turned('Knowledge', 10), turned('Skills', 10)] });
    expect(marksOf([rows(), rows(), rows()])).toEqual([]);
  });

  test('stand at both sides of one page of text in several words, as the names of axes do on a chart', () => {
    const both = (words: string): Line[] => [turned(words, 10), turned(words, 570)];
    expect(marksOf([{ asides: both('Print without legal value') }])).toHaveLength(2);
    expect(marksOf([{ asides: both('Price in pounds') }])).toEqual([]);
    expect(marksOf([{ asides: [turned('Print without legal value', 10)] }])).toEqual([]);
    expect(marksOf([{ lines: text, asides: both('Number of ships per day') }])).toEqual([]);
  });
});
