/** Monospaced faces of titles, and those of code. */
import { describe, expect, test } from '@jest/globals';
import { TYPEWRITER_FACE, withoutDisplayType } from '../../../../engine/normalise/display-type.js';
import { decideWithRule } from '../../../../engine/rules.js';
import { MONO, page, PLAIN, type TextAt } from '../../../support/pages.js';
import { at, pdf, structured } from '../../../support/pdf.js';

const titles = Array.from({ length: 12 }, (_, i): TextAt => ({
  text: 'The Keepers Of The Lamp',
  x: 72,
  y: 60 + 40 * i,
  font: MONO,
}));
const isMono = (texts: readonly TextAt[]): boolean | undefined =>
  withoutDisplayType([page(texts), page(texts)])[0]!.fonts[MONO]?.mono;

describe('a monospaced face', () => {
  const judged = (over: Partial<{ letters: number; signs: number; runs: number; capitals: number }>): string => {
    const [first] = page(titles).runs;
    const face = { page: 1, first: first!, letters: 900, signs: 0, runs: 100, capitals: 80, ...over };
    const { verdict, rule } = decideWithRule(TYPEWRITER_FACE, face);
    return `${verdict}: ${rule}`;
  };

  test('is of titles where its words begin with capitals and no character of a program is among them', () => {
    expect(judged({})).toBe('titles: begins-with-capitals');
    expect(judged({ capitals: 40 })).toBe('code: otherwise');
    expect(judged({ signs: 9 })).toBe('code: signs-of-programs');
    expect(judged({ letters: 90 })).toBe('code: few-letters');
  });

  test('of titles is no longer marked as monospaced type, and other faces stay', () => {
    expect(isMono(titles)).toBe(false);
    expect(isMono(titles.map((one) => ({ ...one, text: 'let keepers = lamp(3);' })))).toBe(true);
    expect(isMono(titles.map((one) => ({ ...one, font: PLAIN })))).toBe(true);
  });
});

const NAMES = 'Ada Bela Cora Dina Emma Flora Gina Hanna Ines Jana Kira Lena Mona Nora'.split(' ');

test('titles of a book in monospaced type are headings, no code', async () => {
  const bytes = await pdf((doc) => {
    for (const [i, name] of NAMES.entries()) {
      if (i > 0) doc.addPage();
      doc.font('Courier').fontSize(18);
      at(doc, 150, 100 + 9 * (i % 5), `The Story of ${name} the Keeper`);
      doc.font('Times-Roman').fontSize(11);
      for (let i = 0; i < 30; i++)
        at(doc, 72, 160 + 14 * i, 'the lamp was lit every night of the year, and its keepers slept by day');
    }
  });
  const kinds = (await structured(bytes)).blocks.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'heading')).toHaveLength(NAMES.length);
  expect(kinds).not.toContain('code');
});
