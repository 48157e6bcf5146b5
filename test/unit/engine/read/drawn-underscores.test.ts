/** Underscores that TeX draws as short lines on the baseline. */
import { expect, test } from '@jest/globals';
import type { Box, ParsedRun } from '../../../../engine/model.js';
import { DRAWN_UNDERSCORE, withDrawnUnderscores } from '../../../../engine/read/drawn-underscores.js';
import { decideWithRule } from '../../../../engine/rules.js';
import { at, pdf, readPages, type Pdf } from '../../../support/pdf.js';

const word = (text: string, x0: number, x1: number, over: Partial<ParsedRun> = {}): ParsedRun => ({
  text,
  box: { x0, y0: 91, x1, y1: 102 },
  baseline: 100,
  size: 10,
  font: 0,
  rotation: 0,
  ...over,
});
const line = (x0: number, over: Partial<Box> = {}): Box => ({ x0, y0: 99.6, x1: x0 + 3, y1: 100, ...over });
const textsOf = (runs: ParsedRun[], ...lines: Box[]): string[] =>
  withDrawnUnderscores(runs, lines, 1).map(({ text }) => text);

test('a short line between two words on their baseline is an underscore', () => {
  expect(textsOf([word('read', 50, 68), word('file', 71.6, 88)], line(68.6))).toEqual(['read', '_', 'file']);
  expect(textsOf([word('init', 56.6, 72)], line(50), line(53.6))).toEqual(['__', 'init']);
  expect(textsOf([word('class', 50, 70)], line(70.6))).toEqual(['class', '_']);
  // not quite at one height
  expect(textsOf([word('init', 56.6, 72)], line(50), line(53.6, { y0: 99.599 }))).toEqual(['__', 'init']);
});

test('other lines stay lines', () => {
  const [read, file] = [word('read', 50, 68), word('file', 71.6, 88)];
  const none = [
    line(68.6, { y0: 96.6, y1: 97 }), // a minus
    line(68.6, { x1: 78.6 }), // a blank to fill in
    line(55), // below letters
    line(90), // away from letters
  ];
  for (const other of none) expect(textsOf([read, file], other)).toEqual(['read', 'file']);
  // a space that is underlined as well
  const spaced = word('file', 71.6, 88, { space: true });
  expect(textsOf([word('read', 50, 68.6), spaced], line(68.6))).toEqual(['read', 'file']);
  // the same where no space is drawn
  expect(textsOf([word('read', 50, 68.6), file], line(68.6))).toEqual(['read', 'file']);
  // a dashed line to write on, and a blank behind a colon
  const dashes = Array.from({ length: 9 }, (_, i) => line(70.6 + 3.6 * i));
  expect(textsOf([word('Name', 50, 70)], ...dashes)).toEqual(['Name']);
  expect(textsOf([word('Name:', 50, 70)], line(70.6))).toEqual(['Name:']);
});

test('is decided by named rules', () => {
  const [left, right] = [word('read', 50, 68), word('file', 71.6, 88)];
  const rule = (over: object): string =>
    decideWithRule(DRAWN_UNDERSCORE, { page: 1, lines: [line(68.6)], left, right, isBelowWord: false, ...over }).rule;
  expect(rule({})).toBe('touches-the-letters-behind');
  expect(rule({ right: undefined })).toBe('ends-a-word');
  expect(rule({ isBelowWord: true })).toBe('below-a-word');
});

test('they are read from strokes and from thin rectangles', async () => {
  const name = (doc: Pdf, y: number, draw: (x: number) => void): void => {
    at(doc, 72, y, 'read');
    const end = 72 + doc.widthOfString('read') + 0.6;
    draw(end);
    at(doc, end + 3, y, 'file');
  };
  const bytes = await pdf((doc) => {
    doc.fontSize(10);
    name(doc, 100, (x) =>
      doc
        .lineWidth(0.4)
        .moveTo(x, 99.8)
        .lineTo(x + 3, 99.8)
        .stroke(),
    );
    name(doc, 120, (x) => doc.rect(x, 119.6, 3, 0.4).fill());
  });
  const [page] = (await readPages(bytes)).pages;
  expect(page!.runs.map(({ text }) => text)).toEqual(['read', '_', 'file', 'read', '_', 'file']);
});
