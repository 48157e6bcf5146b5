/** Which letters stand for bullets, on words written by hand. */
import { describe, expect, test } from '@jest/globals';
import { LETTER_BULLET, withLetterBullets, type LetterBullet } from '../../../../engine/text-runs/letter-bullets.js';
import type { TextRun } from '../../../../engine/model.js';
import { decided } from '../../../support/decisions.js';
import { emptyPage, runs } from '../../../support/engine-inputs.js';
import { MONO } from '../../../support/pages.js';

const letter = runs('o', { x: 90, font: MONO })[0]!;
const word = runs('Lamps', { x: 105 })[0]!;
const judged = (over: Partial<LetterBullet> = {}): string =>
  decided(LETTER_BULLET, { letter, word, before: undefined, inCode: false, isListed: false, page: 1, ...over });

describe('the letter o', () => {
  test('in monospaced type before text is a bullet', () => expect(judged()).toBe('bullet: letter-before-an-item'));

  test('is a letter in code', () => expect(judged({ inCode: true })).toBe('refused: in-code'));

  test('is a bullet before names in monospaced type, several of which have text behind them', () => {
    const item = (y: number, name: string, text: string[]): TextRun[] => [
      ...runs('o', { x: 90, y, font: MONO }),
      ...runs(name, { x: 105, y, font: MONO }),
      ...text.flatMap((some) => runs(some, { x: 160, y })),
    ];
    const lead = (...items: TextRun[][]): string[] =>
      withLetterBullets(items.flat(), emptyPage()).flatMap(({ text, box }) => (box.x0 < 100 ? [text] : []));
    const list = [item(100, 'map.width', ['– a number']), item(112, 'map.name', ['– a string'])];
    expect(lead(...list, item(124, 'map.size', []))).toEqual(['○', '○', '○']);
    expect(lead(list[0]!, item(112, 'map.name', []))).toEqual(['o', 'o']);
    expect(
      lead(
        ...list.map((some) =>
          some.map((run, i) => (i === 1 ? { ...run, box: { ...run.box, x0: run.box.x0 + run.baseline } } : run)),
        ),
      ),
    ).toEqual(['o', 'o']);
  });

  test('is a letter right before a word, far from it, and alone', () => {
    expect(judged({ word: runs('Lamps', { x: 97 })[0]! })).toBe('refused: not-before-text');
    expect(judged({ word: runs('Lamps', { x: 200 })[0]! })).toBe('refused: not-before-text');
    expect(judged({ word: undefined })).toBe('refused: not-before-text');
  });

  test('is a letter within a line', () =>
    expect(judged({ before: runs('The', { x: 72 })[0]! })).toBe('refused: within-a-line'));

  test('becomes a circle in monospaced type alone', () => {
    const text = [letter, word, ...runs('The type o is set', { y: 120 })];
    expect(withLetterBullets(text, emptyPage()).map((run) => run.text)).toEqual([
      '○',
      'Lamps',
      'The',
      'type',
      'o',
      'is',
      'set',
    ]);
  });
});
