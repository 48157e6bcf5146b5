/** Rows of numbers on a page that runs from right to left, and on one that does not for a single name. */
import { expect, test } from '@jest/globals';
import { plainText } from '../../../../engine/text/spans.js';
import { blocksOfPages } from '../../../../engine/pipeline.js';
import { createMapCheck } from '../../../../engine/verify/map-check.js';
import { unverifiedOf } from '../../../../engine/verify/unverified.js';
import { verify } from '../../../../engine/verify/verify.js';
import { info, options } from '../../../support/blocks.js';
import { cells, gridRules, page } from '../../../support/pages.js';

const YEARS = ['2014', '2013', '2012', '2011', '2010', '2009'];
const values = (first: number): string[] => YEARS.map((_, i) => `${first + i}.${i}`);

test('the years above its columns are read from the right, and are not out of order', () => {
  const xs = [60, 120, 180, 240, 300, 360, 420, 520];
  const rows = [
    [...YEARS, ''],
    [...values(10), 'שיט'],
    [...values(30), 'נמל'],
  ];
  const one = page(cells(rows, { xs: xs.map((x) => x + 4), y: 110, pitch: 20 }), {
    rules: gridRules(xs, [96, 116, 136, 156]),
  });
  const document = blocksOfPages(info(1), [one]);
  const [table] = document.blocks;
  const texts = table?.kind === 'table' ? table.rows.map((row) => row.map(({ spans }) => plainText(spans))) : [];
  expect(texts[0]).toEqual(['', ...YEARS.toReversed()]);
  expect(texts[1]).toEqual(['שיט', ...values(10).toReversed()]);
  const unverified = unverifiedOf({ info: info(1), pages: [one], document, options, finest: 'template' });
  const { audit } = verify({
    info: info(1),
    pages: [one],
    unverified,
    options: { ...options, policy: 'balanced' },
    document: () => document,
  });
  expect(audit.findings.map(({ code }) => code)).not.toContain('text_out_of_order');
});

test('years in the wrong order are found on a page with a single name from right to left', () => {
  const xs = [60, 160, 220, 280, 340, 400, 460, 520];
  const years = YEARS.toReversed();
  const rows = [
    ['', ...years],
    ['passengers', ...values(10)],
    ['containers', ...values(30)],
    ['שיט', ...values(50)],
  ];
  const one = page(cells(rows, { xs: xs.map((x) => x + 4), y: 110, pitch: 20 }), {
    rules: gridRules(xs, [96, 116, 136, 156, 176]),
  });
  const document = blocksOfPages(info(1), [one]);
  const unverified = unverifiedOf({ info: info(1), pages: [one], document, options, finest: 'template' });
  const row = (texts: readonly string[]): string => texts.join(' | ');
  const files = unverified.files.map((file) => ({ ...file, content: file.content.replace(row(years), row(YEARS)) }));
  const codes = createMapCheck([one])({ ...unverified, files }).map(({ code }) => code);
  expect(createMapCheck([one])(unverified)).toEqual([]);
  expect(codes).toEqual(['text_out_of_order']);
});
