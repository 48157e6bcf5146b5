/** Titles that a document lists and that no heading has. */
import { describe, expect, it } from '@jest/globals';
import { LISTED_TITLES, missingHeadings } from '../../../../engine/files/missing-headings.js';
import type { Block } from '../../../../engine/block-model.js';
import type { Bookmark, DocumentInfo } from '../../../../engine/model.js';
import { decideWithRule } from '../../../../engine/rules.js';

const bookmark = (title: string, children: Bookmark[] = []): Bookmark => ({ title, page: 1, y: null, children });
const info = (bookmarks: Bookmark[]): DocumentInfo => ({
  ...{ pageCount: 9, title: null, authors: [], language: null, pageLabels: null, tagged: false },
  bookmarks,
});
const heading = (text: string): Block => ({ kind: 'heading', level: 2, number: null, spans: [{ text }], source: [] });
const contents = (...titles: string[]): Block => ({
  kind: 'contents',
  entries: titles.map((text) => ({ depth: 1, spans: [{ text }], pageLabel: '3' })),
  source: [],
});

describe('titles that a document lists', () => {
  const about = (count: number, missing: number) => {
    const titles = Array.from({ length: count }, (_, i) => `Title ${i}`);
    return decideWithRule(LISTED_TITLES, { listedBy: 'bookmarks', titles, missing: titles.slice(0, missing) });
  };

  it('are missing by their share', () => {
    expect(about(2, 2)).toEqual({ verdict: 'found', rule: 'few-titles' });
    expect(about(10, 5)).toEqual({ verdict: 'most-missing', rule: 'most-missing' });
    expect(about(10, 2)).toEqual({ verdict: 'some-missing', rule: 'some-missing' });
    expect(about(10, 1)).toEqual({ verdict: 'found', rule: 'otherwise' });
  });
});

describe('a document', () => {
  const headings = [heading('1 The Quay'), heading('CHAPTER TWO: The Tides of the Bay'), heading('Lamps')];

  it('has its titles whatever their numbers, case and place in a longer heading are', () => {
    const listed = [bookmark('The quay', [bookmark('Chapter 2 The Tides of the Bay')]), bookmark('3. Lamps')];
    expect(missingHeadings(info(listed), headings)).toEqual([]);
  });

  it('is not told of bookmarks that name a page, or a page which the file does not have', () => {
    const slides = ['Slide Number 1', 'Slide 2', 'Page 3', 'Cover'].map((title) => bookmark(title));
    expect(missingHeadings(info(slides), headings)).toEqual([]);
    const cutOut = ['Signals', 'Wrecks', 'Moorings'].map((title) => ({ ...bookmark(title), page: null }));
    expect(missingHeadings(info(cutOut), headings)).toEqual([]);
    expect(missingHeadings(info(cutOut.map((one) => ({ ...one, page: 2 }))), headings)).toHaveLength(1);
  });

  it('is not told of entries of the printed contents behind its last page', () => {
    const entries = ['Signals', 'Wrecks', 'Moorings'].map((text) => ({
      ...{ depth: 1, spans: [{ text }], pageLabel: '30' },
    }));
    expect(missingHeadings(info([]), [{ kind: 'contents', entries, source: [] }, ...headings])).toEqual([]);
  });

  it('is told which titles have no heading; captions are none', () => {
    const list = contents('The Quay', 'Signals', 'Wrecks', 'Moorings', 'Figure 3: A wreck');
    expect(missingHeadings(info([]), [list, ...headings])).toMatchObject([
      {
        code: 'headings_missing',
        severity: 'review',
        message:
          '3 of 4 entries of the printed contents have no heading of their title: “Signals”, “Wrecks”, “Moorings”.',
      },
    ]);
  });
});
