/** Each rule of what is printed at a page's edge for the page's sake, on evidence and lines written by hand. */
import { describe, expect, test } from '@jest/globals';
import {
  FURNITURE,
  FURNITURE_ROW,
  NO_EVIDENCE,
  type EdgeEvidence,
  type FurnitureRow,
} from '../../../../engine/furniture/edge-rules.js';
import { decided } from '../../../support/decisions.js';
import { line } from '../../../support/engine-inputs.js';
import { marked } from '../../../support/furniture.js';

describe('a line at the edge of a page', () => {
  const edge = (over: Partial<EdgeEvidence>): string =>
    decided(FURNITURE, {
      line: line('The Keeping of Lighthouses'),
      ...NO_EVIDENCE,
      ...over,
    });

  test('is furniture where the tags call it an artifact', () =>
    expect(edge({ isArtifact: true })).toBe('furniture: artifact'));

  test('is text where it is the title, also where the tags call it an artifact', () =>
    expect(edge({ isArtifact: true, isTitle: true })).toBe('text: title-that-repeats'));

  test('is furniture where it is the number of its page, in large type too', () =>
    expect(edge({ isPageOfPages: true, isTitle: true })).toBe('furniture: own-page-of-pages'));

  test('is furniture where it is a number that grows with the pages', () =>
    expect(edge({ isPageNumber: true })).toBe('furniture: page-number-in-step'));

  test('is furniture where it is the number of its page in words', () =>
    expect(edge({ isPageOfPages: true })).toBe('furniture: own-page-of-pages'));

  test('is furniture where it is the number of all pages', () =>
    expect(edge({ isPageCount: true })).toBe('furniture: count-of-pages'));

  test('is furniture where the pages repeat at its height, and not where they only have text there', () => {
    expect(edge({ pagesAtHeight: 4, pagesRepeating: 2 })).toBe('furniture: repeats-at-this-height');
    expect(edge({ pagesAtHeight: 4 })).toBe('text: otherwise');
  });

  test('is text where it ends a sentence of the text and repeats on two pages, furniture on more and as an artifact', () => {
    expect(edge({ goesOn: true, pagesAtHeight: 2, pagesRepeating: 2 })).toBe('text: ends-a-sentence-of-the-text');
    expect(edge({ goesOn: true, pagesAtHeight: 3, pagesRepeating: 3 })).toBe('furniture: repeats-at-this-height');
    expect(edge({ goesOn: true, isArtifact: true })).toBe('furniture: artifact');
  });

  test('is furniture where it is the outermost row of most pages, but for the title', () => {
    expect(edge({ repeatsOutermost: true })).toBe('furniture: outermost-row-of-most-pages');
    expect(edge({ repeatsOutermost: true, isTitle: true })).toBe('text: title-that-repeats');
  });

  test('is furniture where it has the words of the heads', () =>
    expect(edge({ hasWordsOfHeads: true })).toBe('furniture: words-of-the-heads'));

  test('is furniture where it repeats in the margin', () =>
    expect(edge({ repeatsInMargin: true })).toBe('furniture: repeats-in-the-margin'));

  test('is furniture at the very edge of the sheet', () =>
    expect(edge({ isAtSheetEdge: true })).toBe('furniture: edge-of-the-sheet'));

  test('is furniture where it stands below the foot', () =>
    expect(edge({ isBeyondFoot: true })).toBe('furniture: beyond-the-foot'));

  test('is furniture in a foot of many rows that other pages have, too', () =>
    expect(edge({ isOfDeepFoot: true })).toBe('furniture: foot-of-many-rows'));

  test('is furniture where its words are those of a stamp', () =>
    expect(edge({ isStamp: true })).toBe('furniture: stamp'));

  test('is furniture in a row of two ends on the only page', () =>
    expect(edge({ foot: 'two-ended' })).toBe('furniture: two-ended-row-of-only-page'));

  test("is furniture in a last row with the page's number", () =>
    expect(edge({ foot: 'numbered-row' })).toBe('furniture: row-with-page-number'));

  test('is furniture in a first row with a number at its outer end', () =>
    expect(edge({ foot: 'numbered-head' })).toBe('furniture: head-with-outer-number'));

  test('is furniture in a first row that is set like the numbered foot', () =>
    expect(edge({ foot: 'like-numbered-row' })).toBe('furniture: head-like-numbered-foot'));

  test('is furniture where it is a number alone at the foot', () =>
    expect(edge({ foot: 'number-alone' })).toBe('furniture: number-alone-at-foot'));

  test('is furniture where it is a number beyond the text', () =>
    expect(edge({ foot: 'number-beyond-text' })).toBe('furniture: number-beyond-the-text'));

  test('is furniture in a row that names the issue', () =>
    expect(edge({ foot: 'row-of-issue' })).toBe('furniture: row-of-issue'));

  test('is furniture in small type at the foot of the only page', () =>
    expect(edge({ foot: 'small-foot' })).toBe('furniture: small-foot-of-only-page'));

  test('is text where nothing speaks for furniture', () => expect(edge({})).toBe('text: otherwise'));
});

describe('a row that seems to be furniture', () => {
  const row = (over: Partial<FurnitureRow>): string =>
    decided(FURNITURE_ROW, {
      line: line('Chapter 2', { y: 60 }),
      side: 'head',
      pageHeight: 842,
      depth: 1,
      textDepth: 0,
      inMargin: false,
      isPageNumber: false,
      isPageOfPages: false,
      inStep: false,
      ...over,
    });

  test('stays furniture below text where it is an artifact', () =>
    expect(row({ line: marked('Chapter 2') })).toBe('furniture: artifact-within'));

  test('stays furniture beside the text in the margin', () =>
    expect(row({ inMargin: true })).toBe('furniture: beside-the-text'));

  test('stays furniture with the number of the page, whatever is stamped outside of it', () =>
    expect(row({ inStep: true })).toBe('furniture: words-with-page-number'));

  test('stays furniture where it is the number of the page in words', () =>
    expect(row({ isPageOfPages: true })).toBe('furniture: page-of-pages-within'));

  test('is text where it stands in the other half of the page', () => {
    expect(row({ line: line('Chapter 2', { y: 600 }), textDepth: 2 })).toBe('text: in-the-other-half');
    expect(row({ side: 'foot', textDepth: 2 })).toBe('text: in-the-other-half');
    expect(row({ line: line('Chapter 2', { y: 600 }), side: 'foot', textDepth: 2 })).toBe(
      'furniture: outside-of-the-text',
    );
    expect(row({ line: line('12', { y: 600 }), textDepth: 2, isPageNumber: true })).toBe(
      'furniture: outside-of-the-text',
    );
  });

  test('is text where text stands between it and the edge', () => expect(row({})).toBe('text: text-outside'));

  test('stays furniture where the text is further in', () => {
    expect(row({ textDepth: 2 })).toBe('furniture: outside-of-the-text');
    expect(row({ textDepth: Infinity })).toBe('furniture: outside-of-the-text');
  });
});
