/** The lines of a column in groups, on columns written by hand. */
import { describe, expect, test } from '@jest/globals';
import { groupLines, textLeft, type LineGroup } from '../../../../engine/text-blocks/line-groups.js';
import { makeLine } from '../../../../engine/text/line.js';
import { column, emptyPage, fullLine, LEFT, line, runs, style } from '../../../support/engine-inputs.js';
import { MONO, PLAIN } from '../../../support/pages.js';

const FULL = 'a line of running text that goes on to the right edge of its column';
const textsOf = (groups: readonly LineGroup[]): string[][] => groups.map(({ lines }) => lines.map(({ text }) => text));

describe('the lines of a column', () => {
  test('are grouped by paragraph, with the distance between paragraphs', () => {
    const lines = [fullLine(FULL), line('and ends here.', { y: 112 }), fullLine(FULL, { y: 136 })];
    const groups = groupLines(
      column(lines),
      { style: style(), isScanned: false, rightOf: ({ right }) => right },
      () => [],
    );
    expect(textsOf(groups)).toEqual([[FULL, 'and ends here.'], [FULL]]);
    expect(groups.map(({ space }) => space)).toEqual([0, 2]);
  });

  test('are in groups that know whether they begin, end and fill the column', () => {
    const lines = [line('It ends here.'), line('So does this.', { y: 124 }), fullLine(FULL, { y: 148 })];
    const groups = groupLines(
      column(lines),
      { style: style(), isScanned: false, rightOf: ({ right }) => right },
      () => [],
    );
    expect(groups.map(({ first, last, full }) => ({ first, last, full }))).toEqual([
      { first: true, last: false, full: false },
      { first: false, last: false, full: false },
      { first: false, last: true, full: true },
    ]);
  });

  test('are grouped by list item, each with its marker and the left edge of its text', () => {
    const lines = [
      fullLine(`(a) ${FULL}`),
      line('and hangs here', { x: LEFT + 18, y: 112 }),
      line('(b) the second', { y: 124 }),
    ];
    const groups = groupLines(
      column(lines),
      { style: style(), isScanned: false, rightOf: ({ right }) => right },
      () => [],
    );
    expect(groups.map(({ marker }) => marker?.text)).toEqual(['(a)', '(b)']);
    expect(groups.map(({ lines: { length } }) => length)).toEqual([2, 1]);
    expect(groups.map(textLeft)).toEqual([LEFT + 18, LEFT + 18]);
  });

  test('are items where a bullet in other type stands before code, and code where its own signs begin the lines', () => {
    const after = (bullet: string, font: typeof PLAIN | typeof MONO): (string | undefined)[] => {
      const lines = [100, 112].map((y) =>
        makeLine(emptyPage(), [...runs(bullet, { y, font }), ...runs('make install', { x: LEFT + 12, y, font: MONO })]),
      );
      return groupLines(
        column(lines),
        { style: style(), isScanned: false, rightOf: ({ right }) => right },
        () => [],
      ).map(({ marker }) => marker?.text);
    };
    expect(after('•', PLAIN)).toEqual(['•', '•']);
    expect(after('–', PLAIN)).toEqual(['–', '–']);
    expect(after('•', MONO)).toEqual([undefined]);
    expect(after('∗', PLAIN)).toEqual([undefined]);
  });

  test('make no group where there are none', () =>
    expect(
      groupLines(column([]), { style: style(), isScanned: false, rightOf: ({ right }) => right }, () => []),
    ).toEqual([]));
});
