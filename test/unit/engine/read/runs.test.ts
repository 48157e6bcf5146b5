/** Glyphs to words, where a font says of a glyph what cannot be. */
import { expect, test } from '@jest/globals';
import { createCollector, type RunFont } from '../../../../engine/read/glyphs.js';
import { initialState } from '../../../../engine/read/graphics-state.js';
import { IDENTITY } from '../../../../engine/read/matrix.js';
import { addGlyphs, endWord } from '../../../../engine/read/runs.js';
import { emptyTally } from '../../../../engine/read/unmapped.js';

const font: RunFont = {
  index: 0,
  inBold: 0,
  vertical: false,
  widthScale: 0.001,
  digits: new Map(),
  tally: emptyTally(),
  ownCodes: false,
  codesAreGlyphs: false,
  drawn: false,
  countedNames: false,
  signs: null,
  names: null,
  familyNames: null,
  unknown: new Map(),
};
const PAGE = { x0: 0, y0: 0, x1: 612, y1: 792 };

test('glyphs whose widths are no numbers have a place all the same, and so has what follows', () => {
  const collector = createCollector();
  const state = { ...initialState(IDENTITY, PAGE), fontSize: 10 };
  const glyphs = ['a', 'b', 'c'].map((unicode, i) => ({ unicode, width: i === 0 ? NaN : 500, isSpace: false }));
  const context = { state, font, hidden: false, mcid: null, artifact: false };
  const advance = addGlyphs(collector, glyphs, context, [1, 0, 0, 1, 72, 100]);
  endWord(collector);
  expect(advance).toBe(10);
  expect(collector.runs.map(({ text }) => text).join('')).toBe('abc');
  expect(collector.runs.flatMap(({ box }) => Object.values(box)).every(Number.isFinite)).toBe(true);
});
