/** What is told of words that were left out, since their font does not tell its characters. */
import { expect, test } from '@jest/globals';
import type { ParsedPage } from '../../../engine/model.js';
import { pageFindings } from '../../../engine/page-findings.js';
import { emptyPage } from '../../support/engine-inputs.js';

const page = (number: number, over: Partial<ParsedPage>): ParsedPage => ({ ...emptyPage(), number, ...over });

test('words left out of several pages are one finding', () => {
  expect(pageFindings([page(1, {}), page(2, { lostWords: 2 }), page(4, { lostWords: 1 })])).toMatchObject([
    { code: 'unmapped_text', sourceRef: 'page 2', message: expect.stringContaining('3 words were left out') },
  ]);
  expect(pageFindings([page(1, { lostWords: 1 })])).toMatchObject([
    { severity: 'warning', message: expect.stringContaining('1 word was left out') },
  ]);
});

test('many of them on one page are to be reviewed, and not a line at the foot of many pages', () => {
  expect(pageFindings([page(1, { lostWords: 10 })])).toMatchObject([{ severity: 'review' }]);
  const feet = Array.from({ length: 12 }, (_, i) => page(i + 1, { lostWords: 2 }));
  expect(pageFindings(feet)).toMatchObject([{ severity: 'warning', message: expect.stringContaining('24 words') }]);
});

test('a page that was recognised from its picture has lost none', () => {
  expect(
    pageFindings([page(1, { lostWords: 2, recognised: { confidence: 95, skew: 0 } })]).filter(
      ({ code }) => code === 'unmapped_text',
    ),
  ).toEqual([]);
});
