/** Entries below the title of a printed table of contents. */
import { describe, expect, test } from '@jest/globals';
import { decideWithRule } from '../../../../engine/rules.js';
import {
  CONTENTS_LINE,
  isContentsTitle,
  splitContentsPages,
  type ContentsLine,
} from '../../../../engine/text-blocks/contents-page.js';
import { emptyPage, line, linesBelow, noVocabulary, textBlock } from '../../../support/engine-inputs.js';

const context = {
  pageOf: () => emptyPage(),
  vocabulary: noVocabulary,
};

describe('a line of a contents page', () => {
  const judged = (text: string, over: Partial<ContentsLine> = {}): string => {
    const one = line(text);
    const { verdict, rule } = decideWithRule(CONTENTS_LINE, {
      textBlock: textBlock([one]),
      line: one,
      falls: false,
      open: 0,
      ...over,
    });
    return `${verdict}: ${rule}`;
  };

  test('is an entry where it ends in a number, however narrow the gap', () =>
    expect(judged('CHAPTER ONE: The Watch 21')).toBe('entry: ends-in-number'));
  test('may belong to the entry below it', () =>
    expect(judged('The Lamp and what became of it')).toBe('part-of-entry: lines-before-number'));
  test('is text where many lines have no number', () =>
    expect(judged('The Lamp', { open: 3 })).toBe('ends: otherwise'));
  test('is text where it is long', () => expect(judged('The lamp burned. '.repeat(12))).toBe('ends: long-line'));
  test('is text where its number is lower than the one before', () =>
    expect(judged('It was the year 7', { falls: true })).toBe('ends: number-falls'));
  test('is none in a table', () =>
    expect(judged('The Lamp 7', { textBlock: textBlock('', { role: 'ready' }) })).toBe('ends: other-than-text'));
});

describe('a contents page', () => {
  test('has a title in one of many languages', () => {
    expect(
      ['CONTENTS', 'Table of Contents', 'Inhalt', 'Índice'].map((text) => isContentsTitle(textBlock(text))),
    ).toEqual([true, true, true, true]);
    expect(isContentsTitle(textBlock('Contents of the box'))).toBe(false);
  });

  test('is split by its entries, those of two lines whole', () => {
    const entries = textBlock(linesBelow(['PREFACE xiii', 'The Lamp and', 'its Keeper 3', 'The Watch 21']));
    const parted = splitContentsPages([textBlock('CONTENTS'), entries, textBlock('Text of the book.')], context);
    expect(parted.map(({ role, text }) => `${role}: ${text}`)).toEqual([
      'text: CONTENTS',
      'contents: PREFACE xiii',
      'contents: The Lamp and its Keeper 3',
      'contents: The Watch 21',
      'text: Text of the book.',
    ]);
  });

  test('is left alone below its title where two lines end in numbers', () => {
    const entries = textBlock(linesBelow(['The Lamp 3', 'The Watch 21']));
    expect(splitContentsPages([textBlock('CONTENTS'), entries], context)[1]).toBe(entries);
  });
});
