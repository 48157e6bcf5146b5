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

  test('pages with text that are lost while words under their pictures are looked for can be read', () => {
    const parsed = { ...NO_PAGES, pages: 12, withText: 12 };
    const recognised = { ...NO_PAGES, pages: 12, timedOut: 12 };
    expect(reason({ ...addTallies(parsed, recognised), pages: parsed.pages })).toBeUndefined();
  });

  test('scanned pages that are lost in recognition cannot', () => {
    const parsed = { ...NO_PAGES, pages: 12 };
    const recognised = { ...NO_PAGES, pages: 12, withText: 1, timedOut: 11 };
    expect(reason({ ...addTallies(parsed, recognised), pages: parsed.pages })).toBe('timed_out');
  });
});
