import { expect, it } from '@jest/globals';
import {
  ENGLISH_NAMES,
  isDivisionName,
  OTHER_NAMES,
  pageNumberValue,
  withoutNumber,
} from '../../../../engine/text/numerals.js';

it.each([
  ['2.1 Oil and wicks', 'Oil and wicks'],
  ['IV. The lamp', 'The lamp'],
  ['II Background', 'Background'],
  ['A. Drawing', 'Drawing'],
  ['B.2 Tables', 'Tables'],
  ['Chapter 3: The watch', 'The watch'],
  ['CHAPTER ONE: Creators', 'Creators'],
  ['Schedule 3: Rates', 'Rates'],
  ['Exhibit B Floor plan', 'Floor plan'],
  ['Addendum 1 Deposit', 'Deposit'],
  ['Book II The Sea', 'The Sea'],
  ['Section 1983 Claims', 'Claims'],
  ['Capítulo 2 Historia', 'Historia'],
  ['Chapitre premier. De la mer', 'De la mer'],
  ['Anlage 3 Preise', 'Preise'],
])('takes the number off "%s"', (title, bare) => expect(withoutNumber(title)).toBe(bare));

it.each([
  'Civil Liberties',
  'CIVIL LIBERTIES',
  'A Guide to Lamps',
  'I have seen the light',
  'Vi and other editors',
  'Part of this',
  'Book civil rights lawyers',
  'Schedule a call',
  'Teil im Ganzen',
  'Parte general del plan',
])('leaves "%s" as it is', (title) => expect(withoutNumber(title)).toBe(title));

it.each([
  ['Page 3 of 7', 3],
  ['- 15 -', 15],
  ['－ 15 －', 15],
  ['１５', 15],
])('reads the page number "%s"', (text, value) => expect(pageNumberValue(text)).toEqual({ value, roman: false }));

it.each([0, -1])(
  'no name is lost by what is asked of its first letters: spelled with letter %d of each class',
  (at) => {
    const names = `${ENGLISH_NAMES}|${OTHER_NAMES}`.split('|');
    const spelled = names.map((name) => name.replace(/\[([^\]]+)\]/g, (_, letters: string) => letters.at(at)!));
    expect(spelled.filter((name) => !isDivisionName(name))).toEqual([]);
  },
);
