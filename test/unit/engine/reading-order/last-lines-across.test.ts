/** The last line of a text over both columns, which ends before the gutter. */
import { expect, test } from '@jest/globals';
import { LAST_LINE_ACROSS, type LineBelowAcross } from '../../../../engine/reading-order/last-lines-across.js';
import { bandsOf } from '../../../../engine/reading-order/bands.js';
import { decided } from '../../../support/decisions.js';
import { LEFT, line } from '../../../support/engine-inputs.js';

/** 79 letters of 5 points and spaces of 3: up to the right edge but for a short word. */
const above = line('Figure 1. The lamps of the coast and the houses of their keepers, in the order of years', {
  y: 100,
});
const last = line('of their building.', { y: 112 });

const about = (over: Partial<LineBelowAcross> = {}): string =>
  decided(LAST_LINE_ACROSS, {
    line: last,
    above,
    left: LEFT,
    right: above.box.x1 + 5,
    hasBeside: false,
    continues: false,
    ...over,
  });

test('a line is the last of the text across above it if its first word had no room there', () => {
  expect(about()).toBe('across: no-room-above');
  expect(about({ right: above.box.x1 + 60 })).toBe('column: otherwise');
  expect(about({ hasBeside: true })).toBe('column: text-beside');
  expect(about({ left: LEFT - 100 })).toBe('column: beside-a-margin');
  expect(about({ continues: true })).toBe('column: more-below');
});

test('a caption over both columns is one band, and text of the left column below it is not of it', () => {
  const gutter = { x0: 262, x1: 282 };
  const kinds = (lines: ReturnType<typeof line>[]): string[] =>
    bandsOf(lines, gutter).map((band) => `${band.kind} ${band.lines.length}`);
  const edge = line('right', { x: above.box.x1 - 25, y: 180 });
  const column = (y: number) => [line('The keeper of a lamp', { y }), line('delivers oil to all', { x: 282, y })];
  expect(kinds([above, last, ...column(140), ...column(152), edge])).toEqual(['across 2', 'columns 5']);
  expect(kinds([above, ...column(112), ...column(124), edge])).toEqual(['across 1', 'columns 5']);
  expect(kinds([above, line('of their building.', { y: 130 }), ...column(150), edge])).toEqual([
    'across 1',
    'columns 4',
  ]);
});
