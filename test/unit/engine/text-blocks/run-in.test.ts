/** Bold words at the start of a paragraph: which of them are headings. */
import { describe, expect, test } from '@jest/globals';
import { decideWithRule } from '../../../../engine/rules.js';
import { RUN_IN } from '../../../../engine/text-blocks/run-in.js';
import type { TextRun } from '../../../../engine/model.js';
import { makeLine } from '../../../../engine/text/line.js';
import { emptyPage, runs, textBlock } from '../../../support/engine-inputs.js';
import { BOLD } from '../../../support/pages.js';

function judged(words: string, gap: number, texts: readonly string[] = ['and the text']): string {
  const head = runs(words, { font: BOLD });
  const rest: TextRun[] = [];
  for (const text of texts) rest.push(...runs(text, { x: [...head, ...rest].at(-1)!.box.x1 + gap }));
  const { verdict, rule } = decideWithRule(RUN_IN, {
    textBlock: textBlock([makeLine(emptyPage(), [...head, ...rest])]),
    head,
  });
  return `${verdict}: ${rule}`;
}

describe('bold words at the start of a paragraph', () => {
  test('are a heading where a gap sets them apart', () => {
    expect(judged('The Tower', 12)).toBe('run-in: set-apart');
    expect(judged('The Tower', 3)).toBe('refused: otherwise');
  });
  test('are one with a number where less sets them apart, but no other words are as far from each other', () => {
    expect(judged('7.1 The Tower', 6)).toBe('run-in: numbered-and-set-apart');
    expect(judged('7.1 The Tower', 4)).toBe('refused: otherwise');
    expect(judged('The Tower', 6)).toBe('refused: otherwise');
    expect(judged('7.1 The Tower', 6, ['and', 'the text'])).toBe('refused: otherwise');
  });
  test('are not behind a list mark', () => expect(judged('(a) The Tower', 12)).toBe('refused: other-marker'));
  test('are not without a word', () => expect(judged('7', 12)).toBe('refused: no-name'));
  test('are not where they end with a stop or colon', () =>
    expect(judged('The Tower.', 12)).toBe('refused: punctuation'));
});
