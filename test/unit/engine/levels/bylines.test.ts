/** Each rule of what under the title are names and places, on headings written by hand. */
import { describe, expect, test } from '@jest/globals';
import type { HeadingCandidate } from '../../../../engine/headings/candidate.js';
import { BYLINE, bylines, type BylineEvidence } from '../../../../engine/levels/bylines.js';
import { decideWithRule } from '../../../../engine/rules.js';
import type { TextBlock } from '../../../../engine/text-blocks/text-blocks.js';
import { candidateOf, line, textBlock } from '../../../support/engine-inputs.js';

const heading = (text: string, size = 14, over: Partial<HeadingCandidate> = {}): HeadingCandidate =>
  candidateOf(textBlock([line(text, { size })]), over);
const text = textBlock('Running text of the section. '.repeat(30));

describe('a heading under the title', () => {
  const byline = (over: Partial<BylineEvidence>): string => {
    const { verdict, rule } = decideWithRule(BYLINE, {
      candidate: heading('Jane Roe'),
      title: heading('A Report', 18),
      amongShortLines: true,
      comesAgain: false,
      isEntry: false,
      ...over,
    });
    return `${verdict}: ${rule}`;
  };

  test('is a name or a place among short lines in a type that no heading has', () =>
    expect(byline({})).toBe('byline: names-below-the-title'));

  test('is a heading above text, by a bookmark, with a number, in the title’s size or in the type of headings', () => {
    expect(byline({ amongShortLines: false })).toBe('heading: above-text');
    expect(byline({ candidate: heading('Jane Roe', 14, { tag: 2 }) })).toBe('heading: named-by-the-document');
    expect(byline({ candidate: heading('1 Scope') })).toBe('heading: numbered');
    for (const size of [18, 17.4])
      expect(byline({ candidate: heading('Scope', size) })).toBe('heading: as-large-as-the-title');
    expect(byline({ candidate: heading('Abstract') })).toBe('heading: front-matter');
    expect(byline({ comesAgain: true })).toBe('heading: appearance-comes-again');
    expect(byline({ isEntry: true })).toBe('heading: entry-comes-again');
  });

  test('is a name above an address, but for one in the type of headings', () => {
    const all = [heading('A Report', 18), heading('Jane Roe', 12), heading('Scope', 14)];
    const [title, name, scope] = all.map(({ textBlock: block }) => block);
    const blocks = [title!, name!, textBlock('jane at coast.example.org'), scope!, text];
    expect([...bylines(all[0]!, all, blocks)]).toEqual([all[1]]);
    const help = [heading('A Report', 18), heading('Getting Help', 14), heading('Scope', 14)];
    help[2]!.textBlock.page = 2;
    const write = textBlock('Write to help@example.org or call.');
    const pages = [help[0]!.textBlock, help[1]!.textBlock, write, help[2]!.textBlock, text];
    expect([...bylines(help[0]!, help, pages)]).toEqual([]);
  });

  test('is the first entry where others below the text have such a label below them, as in a curriculum', () => {
    const all = [heading('Ada Byron', 18), heading('North Light', 14), heading('South Light', 14)];
    const [title, north, south] = all.map(({ textBlock: block }) => block);
    const label = (line: string, over: Partial<TextBlock> = {}): TextBlock => textBlock(line, over);
    const entries = (first: TextBlock, second: TextBlock): string[] =>
      [...bylines(all[0]!, all, [title!, north!, first, text, south!, second, text])].map((one) => one.textBlock.text);
    const keeper = label('Keeper, 1820', { italic: true });
    expect(entries(keeper, label('Clerk, 1830', { italic: true }))).toEqual([]);
    expect(entries(label('Keeper:'), label('Clerk:'))).toEqual([]);
    expect(entries(keeper, label('Clerk, 1830'))).toEqual(['North Light']);
    expect(entries(label('Keeper, 1820'), label('Clerk, 1830'))).toEqual(['North Light']);
    expect(entries(keeper, text)).toEqual(['North Light']);
    // a paper: where its author works, and a smaller heading
    const board = label('Board of Lights', { italic: true });
    expect(entries(board, label('Sample', { italic: true }))).toEqual(['North Light']);
  });

  test('is taken for a byline up to the first heading', () => {
    const all = [heading('A Report', 18), heading('Jane Roe', 12), heading('Leeds', 12), heading('Abstract')];
    const blocks = [...all.map(({ textBlock: block }) => block), text];
    expect([...bylines(all[0]!, all, blocks)].map(({ textBlock: block }) => block.text)).toEqual(['Jane Roe', 'Leeds']);
  });
});
