/** Glyphs to words, where a font says of a glyph what cannot be. */
import { expect, test } from '@jest/globals';
import { createCollector, type RunFont } from '../../../../engine/read/glyphs.js';
import { initialState } from '../../../../engine/read/graphics-state.js';
import { IDENTITY } from '../../../../engine/read/matrix.js';
import { addGlyphs } from '../../../../engine/read/runs.js';
import { emptyTally } from '../../../../engine/read/unmapped.js';
import { endWord } from '../../../../engine/read/words.js';

const fontOf = (): RunFont => ({
  index: 0,
  inBold: 0,
  vertical: false,
  widthScale: 0.001,
  digits: new Map(),
  tally: emptyTally(),
  known: new Map(),
  ownCodes: false,
  codesAreGlyphs: false,
  drawn: false,
  countedNames: false,
  signs: null,
  names: null,
  familyNames: null,
  textsByCode: null,
  unknown: new Map(),
});
/** What glyphs of these texts and widths, in thousandths of the font size of 10, come to. */
function shown(glyphs: readonly (readonly [unicode: string, width: number])[]) {
  const collector = createCollector();
  const state = { ...initialState(IDENTITY, PAGE), fontSize: 10 };
  const context = { state, font: fontOf(), hidden: false, mcid: null, artifact: false };
  const all = glyphs.map(([unicode, width]) => ({ unicode, width, isSpace: false }));
  const advance = addGlyphs(collector, all, context, [1, 0, 0, 1, 72, 100]);
  endWord(collector);
  return { advance, runs: collector.runs };
}
const PAGE = { x0: 0, y0: 0, x1: 612, y1: 792 };

test('glyphs whose widths are no numbers have a place all the same, and so has what follows', () => {
  const { advance, runs } = shown([
    ['a', NaN],
    ['b', 500],
    ['c', 500],
  ]);
  expect(advance).toBe(10);
  expect(runs.map(({ text }) => text).join('')).toBe('abc');
  expect(runs.flatMap(({ box }) => Object.values(box)).every(Number.isFinite)).toBe(true);
});

test('a "1" as narrow as a superscript is one, but in condensed type', () => {
  const sizes = (...glyphs: [string, number][]): string[] =>
    shown(glyphs).runs.map(({ text, size }) => `${text} ${size}`);
  expect(sizes(['5', 500], ['1', 250])).toEqual(['5 10', '1 6.2']);
  expect(sizes(['1', 250])).toEqual(['1 6.2']);
  expect(sizes(['1', 250], ['5', 440])).toEqual(['15 10']);
  // narrow type with a superscript of its own
  expect(sizes(['1', 330], ['1', 270], ['5', 450])[1]).toBe('1 6.2');
  // superscripts of wide type
  expect(sizes(['1', 250], ['2', 400], ['5', 600])[0]).toBe('1 6.2');
});
