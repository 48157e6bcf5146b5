/** Each rule of which large letters are drop capitals, on runs written by hand. */
import { describe, expect, test } from '@jest/globals';
import type { TextRun } from '../../../../engine/model.js';
import { DROP_CAPITAL } from '../../../../engine/text-runs/drop-capitals.js';
import { decided } from '../../../support/decisions.js';
import { LEADING, LEFT, runs, SIZE } from '../../../support/engine-inputs.js';

const TOP = 100;
const word = (row: number): TextRun => runs('words', { x: LEFT + 20, y: TOP + row * LEADING })[0]!;
/** A capital over two lines: 19 points from its top to the second baseline. */
const capital = ({ size = 27, row = 1 } = {}): TextRun => runs('T', { y: TOP + row * LEADING, size })[0]!;
const judged = (letter: TextRun, beside: readonly TextRun[]): string =>
  decided(DROP_CAPITAL, { letter, beside, usual: SIZE, page: 1 });

describe('a large letter', () => {
  test('is no drop capital beside a single line', () =>
    expect(judged(capital(), [word(0)])).toBe('refused: fewer-than-two-lines'));

  test('is no drop capital where it rises above the first line', () =>
    expect(judged(capital({ size: 40 }), [word(0), word(1)])).toBe('refused: not-level-at-top'));

  test('is no drop capital where it stands on no baseline of the lines beside it', () =>
    expect(judged(capital(), [word(0), word(2)])).toBe('refused: not-level-at-foot'));

  test('is a drop capital where it is level with the first line and with one below', () => {
    expect(judged(capital(), [word(0), word(1)])).toBe('drop-capital: level-with-its-lines');
    expect(judged(capital({ size: 44, row: 2 }), [word(0), word(1), word(2)])).toBe(
      'drop-capital: level-with-its-lines',
    );
  });
});
