/** Rows of symbols that are ornaments. */
import { expect, test } from '@jest/globals';
import { ORNAMENT_ROW, withoutOrnaments } from '../../../../engine/text-runs/ornaments.js';
import type { TextRun } from '../../../../engine/model.js';
import { decided } from '../../../support/decisions.js';
import { emptyPage, runs } from '../../../support/engine-inputs.js';
import { MONO } from '../../../support/pages.js';

const BARS = '❚❘❙❚❘❙ ❚❘❙❚❘❙❚';
const page = emptyPage();

test('a dozen symbols alone in a row are an ornament; fewer, typed ones and those beside words are text', () => {
  const row = (text: string, over: { hasText?: boolean; typed?: boolean } = {}): string =>
    decided(ORNAMENT_ROW, { page: 1, signs: runs(text), hasText: false, typed: false, ...over });
  expect(row(BARS)).toBe('ornament: many-signs-alone');
  expect(row('❧ ❧ ❧')).toBe('text: otherwise');
  expect(row(BARS, { hasText: true })).toBe('text: beside-text');
  expect(row(BARS, { typed: true })).toBe('text: typed');
});

test('an ornament below the text leaves it, gauges and frames of programs stay', () => {
  const text = runs('To the keeper of the light');
  const below = (signs: string, y: number, font?: typeof MONO): readonly string[] =>
    withoutOrnaments([...text, ...runs(signs, { y, ...(font === undefined ? {} : { font }) })], page).map(
      (run) => run.text,
    );
  const words = text.map((run) => run.text);
  expect(below(BARS, 140)).toEqual(words);
  expect(below(BARS, 100)).toEqual([...words, ...BARS.split(' ')]);
  expect(below('└────────────┘', 140, MONO)).toEqual([...words, '└────────────┘']);
  expect(below('★★★★★★★★★★★★', 140)).toEqual([...words, '★★★★★★★★★★★★']);
  expect(below('■ □ ■', 140)).toEqual([...words, '■', '□', '■']);
});

test('cells of a table that are filled with symbols stay, beside labels of two lines and below their names', () => {
  const cells = (y: number): TextRun[] =>
    Array.from({ length: 14 }, (_, i) => runs(i % 3 === 0 ? '○' : '●', { x: 150 + 25 * i, y })).flat();
  const labels = [...runs('Remote', { y: 194 }), ...runs('access', { y: 206 })];
  const matrix = [...labels, ...cells(200), ...cells(224)];
  expect(withoutOrnaments(matrix, page)).toBe(matrix);
  const bar = (y: number): TextRun[] => runs('██████████████', { x: 150, y });
  expect(withoutOrnaments([...labels, ...bar(200)], page)).toHaveLength(3);
  expect(withoutOrnaments([...labels, ...bar(240)], page)).toEqual(labels);
  const twoBars = [...bar(240), ...runs('██████████████', { x: 300, y: 240 })];
  expect(withoutOrnaments(twoBars, page)).toBe(twoBars);
});
