/** Heads that stand a little higher or lower than those of the other pages. */
import { describe, expect, test } from '@jest/globals';
import { body, furnitureOf } from '../../../support/furniture.js';
import type { TextAt } from '../../../support/pages.js';

describe('heads of two pages that stand higher and lower', () => {
  const head = (y: number, left: number, right: number): TextAt[] => [
    { text: 'Lamps and Lights', x: left, y },
    { text: 'Vol. 9 (2013)', x: left, y: y + 12, size: 8 },
    { text: 'Ada Moran: The Bell Rock', x: right, y },
  ];
  const texts = head(40, 60, 400)
    .map(({ text }) => text)
    .toSorted();
  const found = (one: readonly TextAt[], two: readonly TextAt[]): string[] =>
    furnitureOf([...one, ...body(110, 'some')], [...two, ...body(110, 'other')], body(110, 'more')).toSorted();

  test('show each other by rows that are displaced alike', () => {
    expect(found(head(40, 60, 400), head(43.5, 400, 60))).toEqual([...texts, ...texts].toSorted());
    expect(found(head(40, 60, 400), head(60, 400, 60))).toEqual([]);
  });

  test('are none of a letter and its answer, which begin with sentences of their own', () => {
    const answer = [{ text: 'Dear Ada,', x: 60, y: 98 }, ...body(110, 'other')];
    const letter = [...head(40, 60, 400), ...body(110, 'some')];
    expect(furnitureOf(letter, [...head(43.5, 400, 60), ...answer])).toEqual([]);
  });

  test('do not where a row differs, one row is all, or both are at the same side, as on two letters', () => {
    const letter = (y: number): TextAt[] => head(y, 60, 400).slice(0, 2);
    expect(found(letter(40), letter(43.5))).toEqual([]);
    const other = [...head(43.5, 400, 60).slice(0, 2), { text: 'The Northern Lights', x: 60, y: 43.5 }];
    expect(found(head(40, 60, 400), other)).toEqual([]);
    expect(found(head(40, 60, 400).slice(0, 1), head(43.5, 60, 400).slice(0, 1))).toEqual([]);
  });
});
