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

test('bold type of a size whose text is not bold marks words, however much of a table is bold', () => {
  const text = { text: Array(4).fill(PROSE).join(' '), x: 72, y: 60, size: 12, font: PLAIN };
  const title = { text: '3. The oil of lamps', x: 72, y: 80, size: 12, font: BOLD };
  const table = { text: Array(12).fill(PROSE).join(' '), x: 72, y: 100, size: 8, font: BOLD };
  const boldOf = (...texts: { text: string; x: number; y: number; size: number; font: number }[]): boolean[] => {
    const [{ fonts, runs } = { fonts: [], runs: [] }] = withoutCommonStyle([page(texts)]);
    return texts.map(({ y }) => fonts[runs.find((run) => run.baseline === y)!.font]!.bold);
  };
  expect(boldOf(text, title, table)).toEqual([false, true, false]);
  expect(boldOf({ ...text, text: PROSE }, title, table)).toEqual([false, false, false]);
  const layer = page([text, title, table]);
  const [read] = withoutCommonStyle([{ ...layer, runs: layer.runs.map((run) => ({ ...run, invisible: true })) }]);
  expect(read!.fonts.some(({ bold }) => bold)).toBe(false);
});
