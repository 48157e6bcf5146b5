import { expect, it } from '@jest/globals';
import { decideWithRule } from '../../../../engine/rules.js';
import { BLOCK_PLACE, type MappedBlock } from '../../../../engine/verify/block-place.js';

const WORDS = 'every vessel reports to the harbour office within two hours of arrival'.split(' ');
const REVERSED = WORDS.toReversed();

const place = (block: Partial<MappedBlock>) =>
  decideWithRule(BLOCK_PLACE, {
    subject: { page: 1, box: { x0: 0, y0: 0, x1: 9, y1: 9 }, text: '' },
    words: WORDS,
    isRow: false,
    isFigure: false,
    isFromRight: () => false,
    printed: REVERSED,
    printedInRows: () => REVERSED,
    strays: [],
    differing: WORDS.length,
    ...block,
  });

it('finds a row of which half is printed elsewhere, and a block of which a quarter is', () => {
  const row = { isRow: true, words: ['ship', 'port', 'draft', 'crew'] };
  expect(place({ ...row, strays: ['ship', 'port'] })).toEqual({ verdict: 'misplaced', rule: 'stray-words-in-row' });
  expect(place({ strays: WORDS.slice(0, 3) })).toEqual({ verdict: 'misplaced', rule: 'stray-words-in-block' });
  expect(place({ strays: WORDS.slice(0, 2) }).verdict).not.toBe('misplaced');
});

it('leaves a block alone in which three words have moved', () => {
  expect(place({ differing: 3 })).toEqual({ verdict: 'in-place', rule: 'few-differ' });
});

it('leaves a block alone whose words are drawn or read in order', () => {
  expect(place({ printed: ['see', ...WORDS] })).toEqual({ verdict: 'in-place', rule: 'drawn-in-order' });
  expect(place({ printedInRows: () => WORDS })).toEqual({ verdict: 'in-place', rule: 'rows-in-order' });
});

it('leaves the labels of a figure alone', () => {
  expect(place({ isFigure: true })).toEqual({ verdict: 'in-place', rule: 'labels-of-a-figure' });
});

it('leaves text alone that runs from right to left', () => {
  const words = 'כל כלי שיט מדווח למשרד הנמל'.split(' ');
  expect(place({ words, printed: words.toReversed() })).toEqual({ verdict: 'in-place', rule: 'right-to-left' });
});

it('leaves a row of numbers alone on a page that runs from right to left', () => {
  const words = ['2009', '2010', '2011', '2012', '2013', '2014'];
  const row = {
    isRow: true,
    words,
    printed: words.toReversed(),
    printedInRows: () => words.toReversed(),
    differing: 6,
  };
  expect(place({ ...row, isFromRight: () => true })).toEqual({ verdict: 'in-place', rule: 'numbers-from-right' });
  expect(place(row)).toEqual({ verdict: 'out-of-order', rule: 'otherwise' });
  expect(place({ isFromRight: () => true }).verdict).toBe('out-of-order');
});

it('finds words in another order than the page has them in any reading', () => {
  expect(place({})).toEqual({ verdict: 'out-of-order', rule: 'otherwise' });
});
