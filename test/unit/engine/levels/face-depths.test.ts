/** Headings of one size that differ in their face. */
import { expect, test } from '@jest/globals';
import type { HeadingCandidate } from '../../../../engine/headings/candidate.js';
import { faceDepths } from '../../../../engine/levels/face-depths.js';
import { candidateOf, line, textBlock } from '../../../support/engine-inputs.js';
import { BOLD } from '../../../support/pages.js';

const heading = (text: string, y: number, family: 'text' | 'other'): HeadingCandidate =>
  candidateOf(textBlock([line(text, { y, size: 12, font: BOLD })]), { family });
const lower = (...candidates: HeadingCandidate[]): string[] =>
  [...faceDepths(candidates).keys()].map(({ textBlock: { text } }) => text);

const [introduction, methods] = [heading('Introduction', 100, 'other'), heading('Methods', 300, 'other')];
const [oil, wicks] = [heading('Oil of lamps', 320, 'text'), heading('Wicks', 500, 'text')];

test('headings in the face of the text are below those of another that stand right above one of them', () =>
  expect(lower(introduction, methods, oil, wicks)).toEqual(['Oil of lamps', 'Wicks']));

test('neither is below the other where none stands right above, one is alone, or both orders come', () => {
  expect(lower(introduction, methods, heading('Oil of lamps', 360, 'text'), wicks)).toEqual([]);
  expect(lower(methods, oil, wicks)).toEqual([]);
  const reversed = [heading('Flames', 600, 'text'), heading('Results', 620, 'other')];
  expect(lower(introduction, methods, oil, wicks, ...reversed)).toEqual([]);
});

test('numbers say more than the face', () =>
  expect(lower(introduction, methods, oil, heading('2.1 Wicks', 500, 'text'))).toEqual([]));
