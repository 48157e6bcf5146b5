/** Pages whose fonts are drawn in a unit of their own. */
import { describe, expect, test } from '@jest/globals';
import type { ParsedPage } from '../../../../engine/model.js';
import { FONT_SIZES, withMeasuredSizes } from '../../../../engine/normalise/measured-sizes.js';
import { decided } from '../../../support/decisions.js';
import { page, type TextAt } from '../../../support/pages.js';

const TEXT: TextAt[] = [
  { text: 'The Keeping of the Lights at Sea', x: 60, y: 80, size: 18 },
  ...Array.from({ length: 8 }, (_, i) => ({ text: 'the lamp is lit by the keeper at dusk', x: 60, y: 110 + 12 * i })),
  { text: '12', x: 300, y: 300 },
];

/** The page as it is read where all of its fonts have one unit. */
const inUnits = (one: ParsedPage, size: number): ParsedPage => ({
  ...one,
  runs: one.runs.map((run) => ({ ...run, size, box: { ...run.box, y0: run.baseline - size, y1: run.baseline } })),
});

describe('the sizes of a page', () => {
  const of = (letters: number, width: number): string => decided(FONT_SIZES, { page: page(TEXT), letters, width });

  test('are measured where letters are wider than they can be', () =>
    expect(of(400, 4)).toBe('measured: letters-wider-than-their-size'));
  test('are those of the fonts elsewhere', () => {
    expect(of(400, 0.5)).toBe('read: otherwise');
    expect(of(12, 4)).toBe('read: few-letters');
  });
});

test('text in a unit of its own gets the sizes that its letters show, and lines as high as they are', () => {
  const sized = withMeasuredSizes([inUnits(page(TEXT), 0.12)])[0]!;
  const sizes = sized.runs.map(({ size }) => size);
  const [title, text] = [sizes[0]!, sizes.at(-1)!];
  expect(new Set(sizes)).toEqual(new Set([title, text]));
  expect(title / text).toBeGreaterThan(1.5);
  expect(text).toBeGreaterThan(9);
  expect(text).toBeLessThan(13);
  const { box, baseline } = sized.runs.at(-1)!;
  expect(baseline - box.y0).toBeGreaterThan(0.5 * text);
});

test('the mark of a note is as small as its digit', () => {
  const marked = inUnits(page([...TEXT, { text: '1', x: 300, y: 190, size: 7 }]), 0.12);
  const sizes = withMeasuredSizes([marked])[0]!.runs.map(({ size }) => size);
  const [mark, text] = [sizes.at(-1)!, sizes.at(-2)!];
  expect(mark / text).toBeLessThan(0.8);
});

test('other pages stay as they are', () => {
  const read = [page(TEXT)];
  expect(withMeasuredSizes(read)).toBe(read);
});
