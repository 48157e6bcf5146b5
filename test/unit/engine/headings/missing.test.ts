/** What is listed and has no heading. */
import { expect, test } from '@jest/globals';
import { missingHeadings } from '../../../../engine/headings/missing.js';
import type { OutlineItem } from '../../../../engine/text-blocks/outline.js';
import { textBlock } from '../../../support/engine-inputs.js';

const item = (title: string, over: Partial<OutlineItem> = {}): OutlineItem => ({
  list: 'bookmarks',
  title,
  depth: 1,
  page: 3,
  placed: false,
  ...over,
});

test('is what was not found, but for bookmarks that stand out of order', () => {
  const lamps = textBlock('LAMPS', { page: 3 });
  const outline = [item('Lamps'), item('Wicks'), item('Oil', { placed: true }), item('Lamps', { page: 4 })];
  expect(missingHeadings(outline, [lamps])).toEqual([item('Wicks'), item('Lamps', { page: 4 })]);
  expect(missingHeadings([item('Lamps', { list: 'contents' })], [lamps])).toHaveLength(1);
});
