/** Braces and the like that TeX sets in a font of mathematics within code. */
import { describe, expect, test } from '@jest/globals';
import { SIGN_OF_CODE, withSignsOfCode } from '../../../../engine/normalise/signs-of-code.js';
import { decisionsOf } from '../../../support/decisions.js';
import { BOLD, MONO, page, PLAIN, type TextAt } from '../../../support/pages.js';

const code = (text: string, y: number, x = 72): TextAt => ({ text, x, y, font: MONO });
const sign = (text: string, x: number, y: number, font = PLAIN): TextAt => ({ text, x, y, font });

/** What is decided of the signs, and the fonts of those runs that are signs. */
const decided = (texts: readonly TextAt[]): string[] => decisionsOf(SIGN_OF_CODE, () => withSignsOfCode([page(texts)]));

describe('a sign in other type is of the code', () => {
  test('whose row it ends', () =>
    expect(decided([code('main()', 100), sign('{', 105, 100)])).toEqual(['code: row-of-code']));

  test('whose characters it is in line with, alone in its row', () => {
    // each character is 5 points wide
    expect(decided([code('return(x)', 100, 82), sign('}', 72, 112)])).toEqual(['code: alone-on-the-grid']);
    expect(decided([code('return(x)', 100, 82), sign('}', 74, 112)])).toEqual(['other: otherwise']);
    expect(decided([code('return(x)', 100, 82), sign('}', 72, 140)])).toEqual(['other: otherwise']);
  });

  test('and is set in its type then', () => {
    const [set] = withSignsOfCode([page([code('main()', 100), sign('{', 105, 100)])]);
    expect(set!.runs.map(({ font }) => font)).toEqual([MONO, MONO]);
  });
});

describe('a sign in other type is none of code', () => {
  test('beside other text, or below a line of it that names code', () => {
    const words = { text: 'if it is', x: 120, y: 100 };
    expect(decided([code('a', 100), sign('<', 90, 100), words])).toEqual(['other: among-other-text']);
    expect(decided([code('a', 100), words, sign('}', 72, 112)])).toEqual(['other: otherwise']);
  });

  test('in bold type, or on a page without code', () => {
    expect(decided([code('main()', 100), sign('{', 105, 100, BOLD)])).toEqual([]);
    expect(decided([sign('{', 105, 100)])).toEqual([]);
  });
});
