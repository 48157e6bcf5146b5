/** Each rule of which lines in a margin are titles of the text beside them, on lines written by hand. */
import { describe, expect, test } from '@jest/globals';
import { MARGIN_TITLES, type Title } from '../../../../engine/reading-order/margin-titles.js';
import type { Line } from '../../../../engine/text/line.js';
import { decided } from '../../../support/decisions.js';
import { line, linesBelow, type LineOptions } from '../../../support/engine-inputs.js';
import { BOLD } from '../../../support/pages.js';

const MARGIN = 40;
const SENTENCE = 'and then there is the vessel to deliver at the place and on the date in the box';
const tops = [100, 160, 220, 280];
const TEXT = tops.flatMap((y) => linesBelow([SENTENCE, SENTENCE, SENTENCE], { x: 200, y }));
const beside = (y: number): Line => TEXT.find(({ baseline }) => baseline === y)!;

/** Titles, each beside the first line of a paragraph. */
const titles = (texts: readonly string[], options: LineOptions = {}): Title[] =>
  texts.map((text, i) => ({ lines: [line(text, { x: MARGIN, y: tops[i]!, ...options })], beside: beside(tops[i]!) }));
const judged = (some: readonly Title[], text: readonly Line[] = TEXT): string =>
  decided(MARGIN_TITLES, { titles: some, text });

const NUMBERED = ['1. Delivery', '2. Loading', '3. Freight'];
const PLAIN = ['Delivery', 'Loading', 'Freight'];

describe('lines in a margin', () => {
  test('are no titles where they are few, long or without words', () => {
    expect(judged(titles(NUMBERED.slice(0, 2)))).toBe('refused: too-few-or-no-titles');
    expect(judged(titles(['1.', '2.', '3.']))).toBe('refused: too-few-or-no-titles');
    expect(judged(titles([...NUMBERED, `4. ${SENTENCE} and more`], { size: 5 }))).toBe('refused: too-few-or-no-titles');
  });

  test('are no titles where they have much text', () =>
    expect(judged(titles(NUMBERED), TEXT.slice(0, 1))).toBe('refused: too-much-text'));

  test('are no titles where they take more than a third of the width', () =>
    expect(judged(titles(['1. Delivery of the vessel at the place in the box of this', ...NUMBERED.slice(1)]))).toBe(
      'refused: too-wide',
    ));

  test('are no titles where they do not stand beside the first line of a paragraph', () => {
    const anywhere = titles(NUMBERED).map((title) => ({ ...title, beside: null }));
    expect(judged(anywhere)).toBe('refused: not-beside-paragraphs');
    const within = titles(NUMBERED).map((title, i) => ({ ...title, beside: beside(tops[i]! + 12) }));
    expect(judged(within)).toBe('refused: not-beside-paragraphs');
  });

  test('are titles where their numbers grow', () => expect(judged(titles(NUMBERED))).toBe('titles: numbers-grow'));

  test('are titles without numbers where they are smaller or bolder than the text', () => {
    expect(judged(titles(PLAIN, { size: 8 }))).toBe('titles: smaller-or-bolder');
    expect(judged(titles(PLAIN, { font: BOLD }))).toBe('titles: smaller-or-bolder');
  });

  test('are no titles in the type of the text without numbers that grow', () => {
    expect(judged(titles(PLAIN))).toBe('refused: otherwise');
    expect(judged(titles(NUMBERED.toReversed()))).toBe('refused: otherwise');
  });
});
