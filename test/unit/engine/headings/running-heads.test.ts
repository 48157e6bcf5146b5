/** Headings that are running heads, and texts that name no section. */
import { describe, expect, test } from '@jest/globals';
import type { HeadingCandidate } from '../../../../engine/headings/candidate.js';
import { isAmount, isSymbols } from '../../../../engine/headings/not-titles.js';
import { isAddress, isDate } from '../../../../engine/text/dates-and-addresses.js';
import { endsAsNoTitle } from '../../../../engine/text-rules.js';
import { RUNNING_HEAD, withoutRunningHeads } from '../../../../engine/headings/running-heads.js';
import { decideWithRule } from '../../../../engine/rules.js';
import { candidateOf, line, textBlock } from '../../../support/engine-inputs.js';

const on = (page: number, y: number, over: Partial<HeadingCandidate> = {}): HeadingCandidate =>
  candidateOf(textBlock([line('The Keeping of Lighthouses', { y, size: 14 })], { page }), over);
const withText = (...found: readonly HeadingCandidate[]): HeadingCandidate[] =>
  withoutRunningHeads(
    found,
    found.map(({ textBlock }) => textBlock),
  );
const AFTER = 'The text below it, which is longer than the name of any chapter.';
/** The candidates, each between two texts of its page. */
const between = (
  texts: readonly string[],
  candidates: readonly HeadingCandidate[],
  after: string = AFTER,
): HeadingCandidate[] =>
  withoutRunningHeads(
    candidates,
    candidates.flatMap(({ textBlock: one }, i) => {
      const { page } = one;
      return [textBlock([line(texts[i]!, { y: 30 })], { page }), one, textBlock(after, { page })];
    }),
  );
const pagesOf = (found: readonly HeadingCandidate[]): number[] => found.map(({ textBlock: { page } }) => page);

describe('the same heading in one place of many pages', () => {
  test('is kept on the first', () =>
    expect(pagesOf(withText(on(2, 60), on(3, 60), on(4, 60.5), on(5, 60)))).toEqual([2]));
  test('stays on two pages, at other heights, or where the document names it', () => {
    expect(withText(on(2, 60), on(3, 60))).toHaveLength(2);
    expect(withText(on(2, 60), on(3, 160), on(4, 260))).toHaveLength(3);
    expect(withText(on(2, 60), on(3, 60, { bookmark: 1 }), on(4, 60))).toHaveLength(2);
  });
  test('stays between texts of which each page has its own above it, but for its number', () => {
    const found = [on(2, 60), on(3, 60), on(4, 60)];
    const kept = (names: readonly string[], after?: string): number[] =>
      pagesOf(
        between(
          names.map((name) => `${name}, the lighthouse that this sheet of the form tells of`),
          found,
          after,
        ),
      );
    expect(kept(['Start Point', 'Eddystone', 'Longstone'])).toEqual([2, 3, 4]);
    expect(kept(['Sheet 2', 'Sheet 3', 'Sheet 4'])).toEqual([2]);
    expect(kept(['Eddystone', 'Eddystone', 'Longstone'])).toEqual([2]);
    // a foot, and the second line of a head below the name of its chapter
    expect(kept(['Start Point', 'Eddystone', 'Longstone'], '3')).toEqual([2]);
    expect(pagesOf(between(['Start Point', 'Eddystone', 'Longstone'], found))).toEqual([2]);
  });
  test('stays where the same words head sections at many heights of other pages', () => {
    const inOnePlace = [on(2, 60), on(3, 60), on(4, 60)];
    const elsewhere = [on(5, 160), on(6, 300), on(6, 500)];
    expect(withText(...inOnePlace, ...elsewhere)).toHaveLength(6);
    // pages that were scanned askew
    expect(pagesOf(withText(...inOnePlace, on(5, 66), on(6, 72), on(7, 80)))).toEqual([2, 5, 6, 7]);
  });
  test('is decided by named rules', () => {
    const evidence = { candidate: on(3, 60), pages: 4, before: 1, belowOtherText: false, places: 1 };
    const rule = (over: object): string => decideWithRule(RUNNING_HEAD, { ...evidence, ...over }).rule;
    expect(rule({})).toBe('in-one-place');
    expect(rule({ places: 4 })).toBe('in-many-places');
    expect(rule({ belowOtherText: true })).toBe('below-other-text');
    expect(rule({ before: 0 })).toBe('first-of-them');
    expect(rule({ candidate: on(3, 60, { tag: 1 }) })).toBe('named-by-the-document');
  });
});

describe('no section is named by', () => {
  test('a day, but by a month', () => {
    expect(['April 6, 2016', '9 April 2019', 'Monday, 3 May 2021', '11.01.2021'].every(isDate)).toBe(true);
    const others = ['19 апреля 2020 г.', '3 maggio 2021', '2 de março de 2019', '1 września 2022 r.', '2020年4月19日'];
    expect(others.filter((date) => !isDate(date))).toEqual([]);
    expect(['April 2016', 'May it please the court', '2016'].some(isDate)).toBe(false);
  });
  test('an address', () => {
    expect(['Sunnyvale, CA 94087', 'keeper@example.org', 'www.example.org'].every(isAddress)).toBe(true);
    expect(isAddress('Lamps, Wicks and Oil')).toBe(false);
  });
  test('an amount', () => {
    expect(['$19.99', '€ 4 each'].every(isAmount)).toBe(true);
    expect(isAmount('$100 and what it buys')).toBe(false);
  });
  test('letters of a formula', () => {
    expect(['ΘΨ', 'α = 3'].every(isSymbols)).toBe(true);
    expect(['Οι φάροι της θάλασσας', 'A'].some(isSymbols)).toBe(false);
  });
  test('a line that breaks off', () => {
    expect(['by order of the', 'Bill said to Jim and'].every(endsAsNoTitle)).toBe(true);
    expect(['Lamps', 'What the Sea Is For a Keeper'].some(endsAsNoTitle)).toBe(false);
  });
});
