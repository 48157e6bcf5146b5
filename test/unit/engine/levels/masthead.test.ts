/** The name of a periodical is no title. */
import { expect, test } from '@jest/globals';
import type { HeadingCandidate } from '../../../../engine/headings/candidate.js';
import { MASTHEAD, withoutMasthead } from '../../../../engine/levels/masthead.js';
import { decideWithRule } from '../../../../engine/rules.js';
import { candidateOf, line, textBlock } from '../../../support/engine-inputs.js';

const heading = (text: string, over: Partial<HeadingCandidate> = {}): HeadingCandidate =>
  candidateOf(textBlock([line(text, { size: 28 })]), over);
const journal = heading('Journal of Lighthouse Keeping');
const title = heading('An Account of Lamps');

test('a periodical with its volume above the title is no heading', () => {
  const blocks = [journal.textBlock, textBlock('January 2007, Volume 18, Issue 3.'), title.textBlock];
  expect(withoutMasthead([journal, title], blocks)).toEqual([title]);
  expect(decideWithRule(MASTHEAD, { candidate: journal, hasIssue: true, hasHomepage: false }).rule).toBe(
    'periodical-with-issue',
  );
});

test('a journal with its address above the title is no heading, whatever its name', () => {
  const cells = heading('Lamps & Lenses');
  const blocks = [cells.textBlock, textBlock('journal homepage: www.example.com/lamps'), title.textBlock];
  expect(withoutMasthead([cells, title], blocks)).toEqual([title]);
  expect(decideWithRule(MASTHEAD, { candidate: cells, hasIssue: false, hasHomepage: true }).rule).toBe(
    'journal-with-homepage',
  );
});

test('a title below the address of a journal stays, whose name may be a picture', () => {
  const blocks = [textBlock('journal homepage: www.example.com/lamps'), title.textBlock, textBlock('Jane Roe')];
  expect(withoutMasthead([title], blocks)).toEqual([title]);
});

test('a title that speaks of a journal stays', () => {
  expect(withoutMasthead([journal, title], [journal.textBlock, title.textBlock])).toEqual([journal, title]);
  const named = heading('Journal of Lighthouse Keeping', { bookmark: 1 });
  expect(decideWithRule(MASTHEAD, { candidate: named, hasIssue: true, hasHomepage: false }).rule).toBe(
    'named-by-the-document',
  );
});
