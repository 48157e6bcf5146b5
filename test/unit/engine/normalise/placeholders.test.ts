/** White type that fills the place of a logo. */
import { expect, test } from '@jest/globals';
import type { ParsedRun } from '../../../../engine/model.js';
import { documentText } from '../../../../engine/normalise/document-text.js';
import { PLACEHOLDER } from '../../../../engine/normalise/placeholders.js';
import { decided } from '../../../support/decisions.js';
import { page } from '../../../support/pages.js';

const FILLING = 'a1111111111';
const white = (texts: readonly string[]): ParsedRun[] =>
  page(texts.map((text, i) => ({ text, x: 36, y: 300 + 12 * i }))).runs.map((run) => ({ ...run, color: '#ffffff' }));
const judged = (texts: readonly string[]): string => decided(PLACEHOLDER, { page: 1, runs: white(texts) });

test('the same of one character throughout, again and again in white, is a placeholder', () => {
  expect(judged([FILLING, FILLING, FILLING])).toBe('placeholder: filling');
  expect(judged([FILLING, FILLING])).toBe('text: once-or-twice');
  expect(judged(['Total', 'Total', 'Total'])).toBe('text: otherwise');
});

test('a placeholder is left out of the text and counted as hidden, black type like it is not', () => {
  const text = page([{ text: 'The lamp is lit', x: 72, y: 100 }]);
  const runs = white([FILLING, FILLING, FILLING]);
  const [read] = documentText([{ ...text, runs: [...text.runs, ...runs] }]);
  const seen = (runs: readonly ParsedRun[]): string[] => runs.flatMap((run) => (run.invisible ? [] : [run.text]));
  expect(seen(read!.runs)).toEqual(['The', 'lamp', 'is', 'lit']);
  expect(read!.hiddenWords).toBe(3);
  const black = runs.map((run) => ({ ...run, color: '#000000' }));
  expect(seen(documentText([{ ...text, runs: [...text.runs, ...black] }])[0]!.runs)).toHaveLength(7);
});
