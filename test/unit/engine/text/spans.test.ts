/** Which words of a line are one span. */
import { expect, test } from '@jest/globals';
import { lineSpans } from '../../../../engine/text/spans.js';
import { makeLine } from '../../../../engine/text/line.js';
import { BOLD, ITALIC, page, PLAIN, words } from '../../../support/pages.js';

/** Texts right behind each other, each in a font. */
function spansOf(...texts: readonly (readonly [string, number])[]): string[] {
  let x = 72;
  const runs = texts.flatMap(([text, font], i) => {
    const own = words({ text, x, y: 100, font }, 10 * i);
    x = own.at(-1)!.box.x1;
    return own;
  });
  const on = { ...page([]), runs };
  return lineSpans(on, makeLine(on, runs)).map(
    ({ text, bold, italic }) => `${text}${bold ? ' bold' : ''}${italic ? ' italic' : ''}`,
  );
}

test('a point between the digits of one number is set as these', () => {
  expect(spansOf(['2', PLAIN], ['.', ITALIC], ['3', PLAIN])).toEqual(['2.3']);
  expect(spansOf(['1', BOLD], [',', ITALIC], ['234', BOLD])).toEqual(['1,234 bold']);
  expect(spansOf(['is 1', PLAIN], [',', ITALIC], ['234', PLAIN], ['.', ITALIC], ['5 m', PLAIN])).toEqual([
    'is 1,234.5 m',
  ]);
});

test('a point beside letters, at an end or between numbers in two types keeps its own', () => {
  expect(spansOf(['x', PLAIN], ['.', ITALIC], ['3', PLAIN])).toEqual(['x', '. italic', '3']);
  expect(spansOf(['2', PLAIN], ['.', ITALIC])).toEqual(['2', '. italic']);
  expect(spansOf(['.', ITALIC], ['3', PLAIN])).toEqual(['. italic', '3']);
  expect(spansOf(['2', BOLD], ['.', ITALIC], ['3', PLAIN])).toEqual(['2 bold', '. italic', '3']);
  expect(spansOf(['2', PLAIN], ['x', ITALIC], ['3', PLAIN])).toEqual(['2', 'x italic', '3']);
});
