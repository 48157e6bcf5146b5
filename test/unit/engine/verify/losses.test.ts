/** What counts as text of a page, and what as lost. */
import { describe, expect, it } from '@jest/globals';
import type { ParsedRun } from '../../../../engine/model.js';
import { decideWithRule } from '../../../../engine/rules.js';
import { PAGE_TEXT } from '../../../../engine/verify/content-check.js';
import { LOST_LINE } from '../../../../engine/verify/repair.js';
import { createSource, RUN_COUNTS, type UnusualRun } from '../../../../engine/verify/source-words.js';
import { pagesOf } from '../../../support/blocks.js';

const [page] = pagesOf([['The sea rises']]);
const WHOLE = { x0: 0, y0: 0, x1: 612, y1: 792 };

describe('a run', () => {
  const counts = (run: Partial<ParsedRun>, more: Partial<UnusualRun> = {}) =>
    decideWithRule(RUN_COUNTS, {
      page: 1,
      run: { ...page!.runs[0]!, ...run },
      isDoubled: false,
      isTextLayer: false,
      ...more,
    });

  it('that the tags call an artifact is furniture', () => {
    expect(counts({ artifact: true })).toEqual({ verdict: 'artifact', rule: 'tagged-artifact' });
  });

  it('that is hidden need not be in the files, unless all of the page is', () => {
    expect(counts({ invisible: true })).toEqual({ verdict: 'optional', rule: 'hidden' });
    expect(counts({ invisible: true }, { isTextLayer: true })).toEqual({ verdict: 'text', rule: 'layer-of-scan' });
  });

  it('that is drawn twice counts once', () => {
    expect(counts({}, { isDoubled: true })).toEqual({ verdict: 'optional', rule: 'drawn-twice' });
    expect(counts({ text: ' ' }, { isDoubled: true })).toEqual({ verdict: 'text', rule: 'otherwise' });
  });
});

describe('a line', () => {
  const line = (missing: number, words: number) =>
    decideWithRule(LOST_LINE, { page: 1, box: WHOLE, text: '', missing, words });

  it('is lost where most of its words are missing', () => {
    expect(line(3, 5)).toEqual({ verdict: 'lost', rule: 'mostly-missing' });
    expect(line(2, 5)).toEqual({ verdict: 'kept', rule: 'otherwise' });
  });
});

describe('the furniture of a page', () => {
  it('is no text of it, in whichever order its parts are drawn', () => {
    const text = 'on April 29 example.org Downloaded from The sea rises from time to time';
    const wordsLeft = (furniture: string): string[] =>
      createSource(pagesOf([[text]]))([{ page: 1, text: furniture }])[0]!.words.map(({ word }) => word);
    expect(wordsLeft('Downloaded from example.org on April 29').join(' ')).toBe('the sea rises from time to time');
    expect(wordsLeft('Downloaded by example.org on April 29')).toHaveLength(14);
  });
});

describe('a page with pictures', () => {
  const text = (more: Partial<NonNullable<typeof page>>) =>
    decideWithRule(PAGE_TEXT, { ...page!, runs: [], images: [WHOLE], ...more });

  it('lacks its text where they cover half of it', () => {
    expect(text({})).toEqual({ verdict: 'missing', rule: 'mostly-picture' });
    expect(text({ images: [{ ...WHOLE, y1: 300 }] })).toEqual({ verdict: 'present', rule: 'otherwise' });
  });

  it('has text, or a finding of its own', () => {
    expect(text({ runs: page!.runs })).toEqual({ verdict: 'present', rule: 'has-text' });
    expect(text({ degraded: 'page_timeout' })).toEqual({ verdict: 'present', rule: 'reported-already' });
  });
});
