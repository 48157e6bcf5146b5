import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cutAt, fitItems, MAX_ANSWER, shorten } from '../../../../api/mcp/bounded.js';

const text = fc.string({ unit: 'binary', maxLength: 200 });

test('a text that is cut has so many characters at most, and none is cut in two', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 300 }), (whole, max) => {
      for (const cut of [cutAt(whole, max), shorten(whole, max)]) {
        expect(cut.length).toBeLessThanOrEqual(max);
        expect(cut.isWellFormed()).toBe(true);
      }
      expect(whole.startsWith(cutAt(whole, max))).toBe(true);
      if (whole.length <= max) expect(shorten(whole, max)).toBe(whole);
    }),
  );
});

describe('a list', () => {
  test('is shown as far as it fits, and continues where it was cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 400 }), { maxLength: 300 }), (all) => {
        const seen: string[] = [];
        let offset: number | undefined = 1;
        while (offset !== undefined) {
          const { shown, next }: { shown: string[]; next?: number } = fitItems(
            { total: all.length },
            all.slice(offset - 1),
            offset,
          );
          const answer = { total: all.length, items: shown, ...(next && { next_offset: next }) };
          expect(JSON.stringify(answer).length).toBeLessThanOrEqual(MAX_ANSWER);
          seen.push(...shown);
          offset = next;
        }
        expect(seen).toEqual(all);
      }),
    );
  });
});
