/** Each rule of which painted shapes are bullets, on shapes and words written by hand. */
import { describe, expect, test } from '@jest/globals';
import type { Box } from '../../../../engine/model.js';
import { DRAWN_BULLET, drawnBullets } from '../../../../engine/text-runs/bullets.js';
import { decided } from '../../../support/decisions.js';
import { emptyPage, runs } from '../../../support/engine-inputs.js';

const BASELINE = 100;
/** A disc of 4 points at half the height of the letters. */
const DOT = { x0: 78, y0: 95, x1: 82, y1: 99 };
const beside = (x: number, dot: Box = DOT): string =>
  decided(DRAWN_BULLET, { dot, word: runs('item', { x, y: BASELINE })[0]!, page: 1 });

describe('a painted shape', () => {
  test('is no bullet where it touches the word or is far from it', () => {
    expect(beside(82)).toBe('refused: not-just-left');
    expect(beside(70)).toBe('refused: not-just-left');
    expect(beside(120)).toBe('refused: not-just-left');
  });

  test('is no bullet below the baseline or above the capitals', () => {
    expect(beside(90, { ...DOT, y0: 100, y1: 104 })).toBe('refused: not-at-letter-height');
    expect(beside(90, { ...DOT, y0: 88, y1: 92 })).toBe('refused: not-at-letter-height');
  });

  test('is no bullet where it is higher than a capital', () =>
    expect(beside(90, { ...DOT, y0: 93, y1: 101 })).toBe('refused: too-high'));

  test('is a bullet just left of a word at the height of its letters', () =>
    expect(beside(90)).toBe('bullet: small-shape-before-a-word'));
});

describe('a line', () => {
  const line = [...runs('first item', { x: 90, y: BASELINE }), ...runs('second item', { x: 90, y: BASELINE + 14 })];
  const bulletsOf = (dots: Box[]): number[] => drawnBullets(emptyPage({ dots }), line).map(({ baseline }) => baseline);
  const below = { ...DOT, y0: DOT.y0 + 14, y1: DOT.y1 + 14 };

  test('has one bullet, though that is painted twice or is a ring around a dot', () => {
    expect(bulletsOf([DOT, DOT])).toEqual([BASELINE]);
    expect(bulletsOf([DOT, { x0: 79, y0: 96, x1: 81, y1: 98 }])).toEqual([BASELINE]);
  });

  test('has the bullet nearest to it, whichever was painted first', () => {
    const further = { ...DOT, x0: DOT.x0 - 8, x1: DOT.x1 - 8 };
    const placesOf = (dots: Box[]): number[] => drawnBullets(emptyPage({ dots }), line).map(({ box }) => box.x0);
    expect(placesOf([DOT, further])).toEqual([DOT.x0]);
    expect(placesOf([further, DOT])).toEqual([DOT.x0]);
  });

  test('has its own bullet beside that of another line', () =>
    expect(bulletsOf([DOT, below, DOT]).sort((a, b) => a - b)).toEqual([BASELINE, BASELINE + 14]));
});

describe('a picture', () => {
  const picture = (y: number, side: number, x = 40): Box => ({ x0: x, y0: y - side, x1: x + side, y1: y });
  /** On a slide with three items and, below them, more text of `usual` points. */
  const found = (images: Box[], { width = 720, usual = 24, cell = 0 } = {}): number =>
    drawnBullets(emptyPage({ images, width, height: 540 }), [
      ...[100, 140, 180].flatMap((y) => runs('item', { x: 70, y, size: 24 })),
      ...runs('what is said of the items below them', { x: 70, y: 300, size: usual }),
      ...(cell > 0 ? runs('12', { x: cell, y: 140, size: 24 }) : []),
    ]).length;
  const three = [99, 139, 179].map((y) => picture(y, 15));

  test('is a bullet where it is small', () => expect(found([picture(98, 8, 50)], { width: 400 })).toBe(1));

  test('of a slide is one where three of its size stand one below the other', () => {
    expect(found(three)).toBe(3);
    expect(found(three.slice(1))).toBe(0);
    expect(found([...three.slice(1), picture(99, 15, 50)])).toBe(0);
    expect(found([...three.slice(1), picture(99, 12.5)])).toBe(0);
    const tiles = Array.from({ length: 51 }, (_, i) => picture(300 + 15 * i, 15));
    expect(found([...three, ...tiles])).toBe(0);
  });

  test('of another page, before titles or before the cells of a row is an icon', () => {
    expect(found(three, { width: 400 })).toBe(0);
    expect(found(three, { usual: 16 })).toBe(0);
    expect(found(three, { cell: 300 })).toBe(0);
  });
});
