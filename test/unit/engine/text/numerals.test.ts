import { expect, it } from '@jest/globals';
import { pageNumberValue, withoutNumber } from '../../../../engine/text/numerals.js';

it.each([
  ['2.1 Oil and wicks', 'Oil and wicks'],
  ['IV. The lamp', 'The lamp'],
  ['II Background', 'Background'],
  ['A. Drawing', 'Drawing'],
  ['B.2 Tables', 'Tables'],
  ['Chapter 3: The watch', 'The watch'],
  ['CHAPTER ONE: Creators', 'Creators'],
])('takes the number off "%s"', (title, bare) => expect(withoutNumber(title)).toBe(bare));

it.each(['Civil Liberties', 'CIVIL LIBERTIES', 'A Guide to Lamps', 'I have seen the light', 'Vi and other editors'])(
  'leaves "%s" as it is',
  (title) => expect(withoutNumber(title)).toBe(title),
);

it.each([
  ['Page 3 of 7', 3],
  ['- 15 -', 15],
  ['－ 15 －', 15],
  ['１５', 15],
])('reads the page number "%s"', (text, value) => expect(pageNumberValue(text)).toEqual({ value, roman: false }));
