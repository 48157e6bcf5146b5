/** Each rule of a heading's rank, on headings written by hand. */
import { describe, expect, test } from '@jest/globals';
import type { HeadingCandidate } from '../../../../engine/headings/candidate.js';
import { appearanceOf } from '../../../../engine/levels/appearance.js';
import { listedRanks } from '../../../../engine/levels/listed-ranks.js';
import { HEADING_RANK, RANK_IN_ANNEX, type RankEvidence } from '../../../../engine/levels/ranks.js';
import { decideWithRule } from '../../../../engine/rules.js';
import { candidateOf, line, textBlock } from '../../../support/engine-inputs.js';
import { BOLD } from '../../../support/pages.js';

const heading = (text: string, over: Partial<HeadingCandidate> = {}): HeadingCandidate =>
  candidateOf(textBlock([line(text, { size: 12, font: BOLD })]), over);

describe('the rank of a heading', () => {
  const one = heading('Scope');
  const rank = (over: Partial<RankEvidence>): string => {
    const evidence = { candidate: one, tags: null, appearance: 3, listed: null, ...over };
    const { verdict, rule } = decideWithRule(HEADING_RANK, evidence);
    return `${verdict}: ${rule}`;
  };
  const none = new Map<string, number>();

  test('is the level of its tag, or that of tagged headings like it', () => {
    const tags = { byAppearance: new Map([[appearanceOf(one), 2]]), bySize: none };
    expect(rank({ candidate: { ...one, tag: 4 }, tags })).toBe('4: tag-level');
    expect(rank({ tags })).toBe('2: tagged-alike');
    expect(rank({ tags: { byAppearance: none, bySize: new Map([[appearanceOf(one), 1.5]]) } })).toBe(
      '1.5: nearest-tagged-size',
    );
  });

  test('is that of its appearance where there are no tags', () => {
    expect(rank({})).toBe('3: appearance');
    expect(rank({ appearance: undefined })).toBe('0: otherwise');
  });

  test('is that of others of its series which the document lists, though its name is in capitals', () => {
    const listed = ['A. Art', 'B. Style', 'D. Sound'].map((text) => heading(text, { bookmark: 2 }));
    const rankOf = listedRanks(listed)!;
    expect(rankOf(heading('C. GRUV'), 5)).toBe(2);
    expect(rankOf(heading('GRUV'), 5)).toBe(8);
  });

  test('is its depth where the document lists it', () => expect(rank({ listed: 2 })).toBe('2: listed'));

  test('is below the annex in which it is numbered', () => {
    const inAnnex = (annex: number): string => {
      const { verdict, rule } = decideWithRule(RANK_IN_ANNEX, { candidate: one, own: 3, annex });
      return `${verdict}: ${rule}`;
    };
    expect(inAnnex(5)).toBe('below-the-annex: numbered-in-annex');
    expect(inAnnex(1)).toBe('own-rank: otherwise');
  });
});
