import { expect, test } from '@jest/globals';
import type { Line } from '../../../../engine/text/line.js';
import { isIndexColumn } from '../../../../engine/text/index-column.js';
import { LEADING, line } from '../../../support/engine-inputs.js';

test('a column of an index has page numbers behind commas at the end of half of its lines', () => {
  const entries = ['Agee, Michael, 223–24', 'Allen, Paul, 100', 'artists:', 'cartoons, 21n', 'see also Films'];
  const rest = ['Amazon, 278', 'Andromeda, 203', 'ASCAP, 18', 'AT&T, 6', 'Ayer, Don, 230, 237'];
  const lines = (texts: readonly string[]): Line[] => texts.map((text, i) => line(text, { y: 100 + LEADING * i }));
  expect(isIndexColumn(lines([...entries, ...rest]))).toBe(true);
  expect(isIndexColumn(lines([...entries, ...rest.slice(1)]))).toBe(false);
  expect(isIndexColumn(lines([...entries, ...rest].map((text) => text.replace(/\d/gu, 'x'))))).toBe(false);
  expect(isIndexColumn(lines([...entries, ...rest].map((text, i) => `${text} Tag:SJ31${i}-1`)))).toBe(false);
  const exhibits = rest.map((_, i) => `Lease of lamp ${i}, dated as of January 5, 2019`);
  expect(isIndexColumn(lines([...exhibits, ...exhibits]))).toBe(false);
  const amounts = rest.map((_, i) => `Miete 1${i},50`);
  expect(isIndexColumn(lines([...amounts, ...amounts]))).toBe(false);
});
