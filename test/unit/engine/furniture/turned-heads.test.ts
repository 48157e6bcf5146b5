/** Heads that run along the side of a page, on lines written by hand. */
import { describe, expect, test } from '@jest/globals';
import { TURNED_HEAD, turnedHeads } from '../../../../engine/furniture/turned-heads.js';
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
    turnedHeads({ width: WIDTH, lines: text, asides: [aside] }, new Set(), { areArtifactsBelieved }).length;

  test('is one at the edge of the page where it is marked as an artifact', () => {
    const marked = turned('Summary', 570, true);
    expect(found(marked)).toBe(1);
    expect(found(marked, false)).toBe(0);
    expect(found(turned('Photo: Maria Lind', 570))).toBe(0);
  });

  test('is none within the text or away from the edge', () => {
    const evidence = { line: line('Oil'), isBeyondText: true, isAtEdge: true, isArtifact: true };
    expect(decided(TURNED_HEAD, evidence)).toBe('furniture: artifact');
    expect(decided(TURNED_HEAD, { ...evidence, isBeyondText: false })).toBe('text: within-the-text');
    expect(decided(TURNED_HEAD, { ...evidence, isAtEdge: false })).toBe('text: away-from-the-edge');
    expect(found(turned('Number of lamps', 500, true))).toBe(0);
  });
});
