import { describe, expect, test } from '@jest/globals';
import { addTallies, NO_PAGES, unreadableBecause, type PageTally } from '../../../engine/page-tally.js';

const reason = (counts: Partial<PageTally>): string | undefined => unreadableBecause({ ...NO_PAGES, ...counts })?.code;

describe('why a document cannot be read', () => {
  test.each<[string, Partial<PageTally>, string | undefined]>([
    ['it has text', { pages: 3, withText: 1 }, undefined],
    ['no page has text', { pages: 3 }, 'no_text'],
    ['most pages are damaged', { pages: 3, damaged: 2 }, 'unreadable'],
    ['half of the pages are damaged, the others empty', { pages: 4, damaged: 2 }, 'no_text'],
    ['a page of one without text has run out of time', { pages: 3, timedOut: 1 }, 'timed_out'],
    ['a page of one without text needs too much memory', { pages: 3, tooLarge: 1 }, 'too_complex'],
    ['more pages have run out of time than of memory', { pages: 3, timedOut: 2, tooLarge: 1 }, 'timed_out'],
    ['four fifths of the pages are lost, the others have text', { pages: 10, withText: 2, timedOut: 8 }, undefined],
    ['more than four fifths are lost', { pages: 10, withText: 1, timedOut: 9 }, 'timed_out'],
  ])('%s', (_, counts, code) => expect(reason(counts)).toBe(code));

  /** Counts of a document whose pages were read, and some of them then recognised. */
  const both = (parsed: Partial<PageTally>, recognised: Partial<PageTally>) => {
    const sum = addTallies({ ...NO_PAGES, ...parsed }, { ...NO_PAGES, ...recognised });
    return reason({ ...sum, pages: parsed.pages! });
  };

  test('pages with text that are lost while words under their pictures are looked for can be read', () => {
    expect(both({ pages: 12, withText: 12 }, { pages: 12, timedOut: 12 })).toBeUndefined();
    expect(both({ pages: 10, withText: 5 }, { pages: 10, timedOut: 10 })).toBeUndefined();
  });

  test('lost pages without text are not outweighed by one with text that is compared with its picture', () => {
    expect(both({ pages: 10, withText: 1, timedOut: 9 }, { pages: 1, withText: 0 })).toBe('timed_out');
  });

  test('scanned pages that are lost in recognition cannot', () => {
    expect(both({ pages: 12 }, { pages: 12, withText: 1, timedOut: 11 })).toBe('timed_out');
  });
});
