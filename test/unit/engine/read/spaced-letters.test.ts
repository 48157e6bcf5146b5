/** Words with space between their letters. */
import { describe, expect, test } from '@jest/globals';
import type { ParsedRun } from '../../../../engine/model.js';
import { joinSpacedLetters } from '../../../../engine/read/spaced-letters.js';
import { plainText } from '../../../../engine/text/spans.js';
import { at, pdf, structured } from '../../../support/pdf.js';

/** Letters of one width, `between` points apart, those of further words `apart`. */
function letters(words: string, between: number, { apart = 9, drawn = false } = {}): ParsedRun[] {
  let x0 = 72;
  return words.split(' ').flatMap((word, i) => {
    if (i > 0) x0 += apart - between;
    return Array.from(word, (text): ParsedRun => {
      const box = { x0, y0: 92, x1: x0 + 7, y1: 102 };
      x0 += 7 + between;
      const space = drawn && box.x0 > 72 ? { space: true } : {};
      return { text, box, baseline: 100, size: 10, font: 0, rotation: 0, ...space };
    });
  });
}
const joined = (runs: readonly ParsedRun[]): string[] => joinSpacedLetters(runs, new Map()).map(({ text }) => text);

describe('capitals that stand evenly apart', () => {
  test('are a word', () => expect(joined(letters('CHAPTER', 2))).toEqual(['CHAPTER']));
  test('are none where they stand as far apart as columns', () =>
    expect(joined(letters('ABCDEFG', 9))).toHaveLength(7));
  test('are a word with spaces drawn between them, too', () =>
    expect(joined(letters('ORDER', 2.5, { drawn: true }))).toEqual(['ORDER']));
  test('are words with wider gaps between, however short some of them are', () =>
    expect(joined(letters('ORDER OF COURT', 2.5, { drawn: true }))).toEqual(['ORDER', 'OF', 'COURT']));
  test('are none where some of them cannot be seen', () => {
    const runs = letters('CHAPTER', 2).map((run, i) => (i < 3 ? { ...run, invisible: true } : run));
    expect(joined(runs)).toHaveLength(7);
  });
  test.each(['ABCDEF', 'BADCA', 'GATTACA', 'KPNTX', 'NSWGM'])('are none where they spell no word: %s', (text) =>
    expect(joined(letters(text, 2.5, { drawn: true }))).toHaveLength(text.length),
  );
});

test('a title that is typed with spaces between its letters reads as words', async () => {
  const bytes = await pdf((doc) => {
    doc.font('Times-Bold').fontSize(12);
    at(doc, 270, 100, 'O R D E R');
    doc.font('Times-Roman');
    const text = [
      'The motion of the keepers came on to be heard in the spring term, and the court, having read',
      'the papers that both parties filed with it, finds that the lamp was lit on each of the nights.',
      'The motion is therefore granted, and the harbour master pays the costs of the case in full.',
    ];
    text.forEach((words, i) => at(doc, 72, 140 + 14 * i, words));
  });
  const { blocks } = await structured(bytes);
  const [heading] = blocks;
  expect(heading && 'spans' in heading ? plainText(heading.spans) : '').toBe('ORDER');
});
