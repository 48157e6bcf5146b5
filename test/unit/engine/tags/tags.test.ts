/** Whether the tags of a document are believed. */
import { describe, expect, test } from '@jest/globals';
import { decideWithRule } from '../../../../engine/rules.js';
import { TAG_TRUST } from '../../../../engine/tags/tags.js';
import { line } from '../../../support/engine-inputs.js';

const judged = (counts: { headingLetters?: number; cut?: number }): string => {
  const agreement = { first: line('text'), letters: 1000, headingLetters: 50, flowing: 100, cut: 0, ...counts };
  const { verdict, rule } = decideWithRule(TAG_TRUST, agreement);
  return `${verdict}: ${rule}`;
};

describe('tags', () => {
  test('are believed where nothing speaks against them', () => expect(judged({})).toBe('believed: otherwise'));
  test('are set aside where they call much of the text headings', () =>
    expect(judged({ headingLetters: 400 })).toBe('set-aside: too-many-headings'));
  test('are set aside where they part sentences', () => expect(judged({ cut: 11 })).toBe('set-aside: cuts-sentences'));
});
