/** Type that most of a document is set in. */
import { expect, test } from '@jest/globals';
import { COMMON_STYLE, withoutCommonStyle } from '../../../../engine/normalise/common-style.js';
import { decisionsOf } from '../../../support/decisions.js';
import { BOLD, MONO, page, PLAIN } from '../../../support/pages.js';

const PROSE = 'The keeper lights the lamp (at dusk) and trims it.';
const PROGRAM = 'let keeper = { lamp: lit(at_dusk) };';

const of = (...texts: readonly [text: string, font: number][]): { decided: string[]; mono: boolean; bold: boolean } => {
  const pages = [page(texts.map(([text, font], i) => ({ text, x: 72, y: 60 + 14 * i, font })))];
  const [{ fonts } = { fonts: [] }] = withoutCommonStyle(pages);
  return {
    decided: decisionsOf(COMMON_STYLE, () => withoutCommonStyle(pages)),
    mono: fonts[MONO]!.mono,
    bold: fonts[BOLD]!.bold,
  };
};

test('type that most of the text has marks nothing, type of less than that does', () => {
  expect(of([PROSE, MONO])).toEqual({ decided: ['plain: otherwise'], mono: false, bold: true });
  expect(of([PROSE, BOLD])).toEqual({ decided: ['plain: otherwise'], mono: true, bold: false });
  expect(of([PROSE, MONO], [PROSE, PLAIN])).toEqual({ decided: ['marks: some-of-the-text'], mono: true, bold: true });
});

test('the type of a program marks its lines, however much of the text they are', () =>
  expect(of([PROGRAM, MONO], [PROGRAM, MONO])).toEqual({ decided: ['marks: program'], mono: true, bold: true }));
