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
const number = line('15', { x: 570, y: 780 });

describe('a turned line', () => {
  const found = (
    aside: Line,
    over: { isOnly?: boolean; areArtifactsBelieved?: boolean; hasNumber?: boolean } = {},
  ): number => {
    const { isOnly = true, areArtifactsBelieved = true, hasNumber = true } = over;
    const page = { width: WIDTH, lines: hasNumber ? [...text, number] : text, asides: [aside] };
    return turnedHeads(page, new Set([number]), { isOnly, areArtifactsBelieved }).length;
  };

  test('is a head beside the number of the only page', () => {
    expect(found(turned('Survey of Lamps', 570))).toBe(1);
    expect(found(turned('Survey of Lamps', 570), { hasNumber: false })).toBe(0);
    expect(found(turned('Survey of Lamps', 570), { isOnly: false })).toBe(0);
    expect(found(turned('Survey of Lamps', 20))).toBe(0);
    expect(found(turned(Array(13).fill('lamp').join(' '), 570))).toBe(0);
  });

  test('is one at the edge of the page where it is marked as an artifact', () => {
    const marked = turned('Summary', 570, true);
    expect(found(marked, { isOnly: false })).toBe(1);
    expect(found(marked, { isOnly: false, areArtifactsBelieved: false })).toBe(0);
  });

  test('is none within the text or away from the edge', () => {
    const evidence = { line: line('Oil'), isBeyondText: true, isAtEdge: true, hasNumber: true, isArtifact: false };
    expect(decided(TURNED_HEAD, evidence)).toBe('furniture: beside-page-number');
    expect(decided(TURNED_HEAD, { ...evidence, isArtifact: true })).toBe('furniture: artifact');
    expect(decided(TURNED_HEAD, { ...evidence, isBeyondText: false })).toBe('text: within-the-text');
    expect(decided(TURNED_HEAD, { ...evidence, isAtEdge: false })).toBe('text: away-from-the-edge');
    expect(found(turned('Number of lamps', 500))).toBe(0);
  });
});
