import { describe, expect, test } from '@jest/globals';
import type { Rule } from '../../../../engine/model.js';
import { underlines } from '../../../../engine/text-blocks/underlines.js';
import { emptyPage, line, SIZE } from '../../../support/engine-inputs.js';

const title = line('Standing of the parties');
const { x0, x1 } = title.box;

/** A rule below the baseline of the title, `below` points away. */
const rule = (from: number, to: number, below = 1.5): Rule => ({
  box: { x0: from, y0: title.baseline + below, x1: to, y1: title.baseline + below },
  orientation: 'horizontal',
});
const isUnderlined = (rules: Rule[], lines = [title], links: { box: typeof title.box }[] = []): boolean =>
  underlines(() => emptyPage({ rules, links }))(lines);

describe('text is underlined as a whole', () => {
  test('where a rule of its length lies right below it, drawn at once or word by word', () => {
    expect(isUnderlined([rule(x0, x1)])).toBe(true);
    expect(isUnderlined([rule(x0 + 41, x1), rule(x0, x0 + 40)])).toBe(true);
  });

  test('not where the rule lies above or far below the baseline, or stands upright', () => {
    expect(isUnderlined([rule(x0, x1, -3)])).toBe(false);
    expect(isUnderlined([rule(x0, x1, SIZE)])).toBe(false);
    expect(isUnderlined([{ ...rule(x0, x1), orientation: 'vertical' }])).toBe(false);
    expect(isUnderlined([])).toBe(false);
  });

  test('not where only some words are', () => expect(isUnderlined([rule(x0, x0 + 40)])).toBe(false));

  test('not on the blank of a form, which is longer', () => expect(isUnderlined([rule(x0, x1 + 30)])).toBe(false));

  test('not as a link', () => expect(isUnderlined([rule(x0, x1)], [title], [{ box: title.box }])).toBe(false));

  test('where each of its lines is, of which there are at most three', () => {
    const second = line('and of others', { y: title.baseline + 12 });
    const under = { ...rule(second.box.x0, second.box.x1, 13.5) };
    expect(isUnderlined([rule(x0, x1), under], [title, second])).toBe(true);
    expect(isUnderlined([rule(x0, x1)], [title, second])).toBe(false);
    expect(isUnderlined([rule(x0, x1)], [title, title, title, title])).toBe(false);
  });

  test('not by a pattern of very many rules', () => {
    const pieces = Array.from({ length: 101 }, (_, i) =>
      rule(x0 + ((x1 - x0) * i) / 101, x0 + ((x1 - x0) * (i + 1)) / 101),
    );
    expect(isUnderlined(pieces)).toBe(false);
    expect(isUnderlined(pieces.slice(0, 99))).toBe(true);
  });
});
