import { expect, test } from '@jest/globals';
import { nextDraft } from '../../../dashboard/src/features/review/next-draft.js';

test.each([
  ['0.6.0', true, 'Engine 0.6.0 made this draft and will make the next; with the same template it should be the same.'],
  ['0.6.0', false, 'Engine 0.6.0 made this draft and will make the next, with another template.'],
  ['0.5.2', true, 'Engine 0.5.2 made this draft, 0.6.0 will make the next: it may differ.'],
  ['0.5.2', false, 'Engine 0.5.2 made this draft, 0.6.0 will make the next: it may differ.'],
  [
    null,
    true,
    'Engine 0.6.0 will make the next draft. Which one made this draft was not noted: the next one may differ.',
  ],
])('a draft of %p with its template kept (%p): %p', (ofDraft, isTemplateKept, says) => {
  expect(nextDraft({ ofDraft, current: '0.6.0' }, isTemplateKept)).toBe(says);
});

test('nothing is said of the engine where an earlier release has answered', () => {
  expect(nextDraft(undefined, true)).toBe('');
});
