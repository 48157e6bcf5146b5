import { expect, it } from '@jest/globals';
import { wordsOf } from '../../../../engine/markdown/text.js';
import { decideWithRule } from '../../../../engine/rules.js';
import { believedFurniture, BELIEVED_FURNITURE, type FurnitureClaim } from '../../../../engine/verify/furniture.js';

const believed = (text: string, claim: Partial<FurnitureClaim> = {}) =>
  decideWithRule(BELIEVED_FURNITURE, {
    item: { page: 1, text },
    words: wordsOf(text),
    pageCount: 9,
    isRepeated: () => false,
    printed: ' the sea rises twice a day ',
    ...claim,
  });

it('believes a word or two, such as a page number', () => {
  expect(believed('Page 12')).toEqual({ verdict: 'furniture', rule: 'short' });
});

it('believes a line of the only page', () => {
  const line = 'Harbour Ltd, 12 Quay Street, Port Town, registered in England';
  expect(believed(line, { pageCount: 1 })).toEqual({ verdict: 'furniture', rule: 'line-of-single-page' });
  expect(believed(`${line} and some words more`, { pageCount: 1 }).verdict).toBe('text');
});

it('believes a stamp', () => {
  expect(believed('arXiv:1601.03642v1 [cs.CV] 12 Jan 2016')).toEqual({ verdict: 'furniture', rule: 'stamp' });
});

it('believes what repeats on other pages', () => {
  expect(believed('On the tides', { isRepeated: () => true })).toEqual({ verdict: 'furniture', rule: 'repeated' });
});

it('believes a running head that repeats a heading, with its page number', () => {
  const printed = ' on the tides the sea rises on the tides ';
  expect(believed('12 On the tides', { printed })).toEqual({ verdict: 'furniture', rule: 'repeats-heading' });
});

it('takes anything else for text', () => {
  expect(believed('On the tides')).toEqual({ verdict: 'text', rule: 'otherwise' });
});

it('knows running heads that count their pages for the same', () => {
  const furniture = [
    { page: 3, text: 'The Tides Page 3 of 7' },
    { page: 4, text: 'The Tides Page 4 of 7' },
    { page: 5, text: 'The sea rises twice a day' },
  ];
  expect(believedFurniture(furniture, { printed: [], pageCount: 7 })).toEqual(furniture.slice(0, 2));
});
