/** Whether the hyphen at a line's end belongs to its word. */
import { describe, expect, test } from '@jest/globals';
import { decideWithRule, recordDecisions } from '../../../../engine/rules.js';
import { HYPHEN_AT_LINE_END } from '../../../../engine/text-blocks/hyphens.js';
import { joinSpans } from '../../../../engine/text-blocks/text.js';
import type { Vocabulary } from '../../../../engine/text-blocks/vocabulary.js';

const vocabulary = (over: Partial<Record<'words' | 'heads' | 'tails', string[]>> & { hyphenates?: boolean } = {}) => ({
  words: new Set(over.words),
  heads: new Set(over.heads),
  tails: new Set(over.tails),
  hyphenates: over.hyphenates ?? true,
});

const PLACE = { page: 2, box: { x0: 72, y0: 100, x1: 300, y1: 112 } };

const judged = (last: string, tail: string, known: Vocabulary = vocabulary()): string => {
  const end = tail.toLowerCase();
  const inCapitals = [last, tail].every((part) => part === part.toUpperCase());
  const word = {
    head: last.toLowerCase(),
    last: last.toLowerCase(),
    inCapitals,
    tail,
    end,
    first: end,
    vocabulary: known,
    place: PLACE,
  };
  const { verdict, rule } = decideWithRule(HYPHEN_AT_LINE_END, word);
  return `${verdict}: ${rule}`;
};

describe('a hyphen at the end of a line', () => {
  test('stays before a capital', () => expect(judged('anglo', 'Saxon')).toBe('keep: capital-or-digit'));
  test('goes in a title in capitals where the document has the word whole', () => {
    const known = vocabulary({ words: ['solution'] });
    expect(judged('SO', 'LUTION', known)).toBe('drop: one-word-elsewhere');
    expect(judged('SO', 'LUTION')).toBe('keep: capital-or-digit');
    expect(judged('So', 'Lution', known)).toBe('keep: capital-or-digit');
    const lines = [[{ text: 'A NEW SO-' }], [{ text: 'LUTION' }]];
    expect(joinSpans(lines, known, () => PLACE)).toEqual([{ text: 'A NEW SOLUTION' }]);
  });
  test('goes where the document has the word whole', () =>
    expect(judged('light', 'house', vocabulary({ words: ['lighthouse'] }))).toBe('drop: one-word-elsewhere'));
  test.each([
    ['10', 'year'],
    ['covid19', 'related'],
    ['x', 'ray'],
  ])('stays behind the digit or the single letter of %j', (last, tail) =>
    expect(judged(last, tail)).toBe('keep: digit-or-letter-before'),
  );
  test('goes behind a single letter where the document has the word whole', () =>
    expect(judged('e', 'mail', vocabulary({ words: ['email'] }))).toBe('drop: one-word-elsewhere'));
  test('goes behind two letters', () => expect(judged('re', 'fuse')).toBe('drop: otherwise'));
  test('stays behind a digit between two hyphens', () =>
    expect(joinSpans([[{ text: 'of 8-hydroxy-9-' }], [{ text: 'methyl acid' }]], vocabulary(), () => PLACE)).toEqual([
      { text: 'of 8-hydroxy-9-methyl acid' },
    ]));
  test('stays where the document has the word with a hyphen', () =>
    expect(judged('well', 'known', vocabulary({ words: ['well-known'] }))).toBe('keep: hyphened-elsewhere'));
  test('stays where the document breaks no words', () =>
    expect(judged('light', 'house', vocabulary({ hyphenates: false }))).toBe('keep: document-does-not-break-words'));
  test('stays where a part is no syllable', () => {
    expect(judged('astro', 'ph')).toBe('keep: no-syllable');
    expect(judged('gr', 'qc')).toBe('keep: no-syllable');
  });
  test.each([
    ['prv', 'ní'],
    ['vl', 'hký'],
    ['rhy', 'thms'],
    ['leng', 'th'],
    ['кр', 'ст'],
  ])('goes between the syllables "%s" and "%s"', (last, tail) => expect(judged(last, tail)).toBe('drop: otherwise'));
  test('goes before what is no syllable where the document has the word whole', () =>
    expect(judged('b', 'x', vocabulary({ words: ['bx'] }))).toBe('drop: one-word-elsewhere'));
  test('stays where a part is hyphened elsewhere and the other is a word', () =>
    expect(judged('well', 'made', vocabulary({ words: ['made'], heads: ['well'] }))).toBe(
      'keep: part-hyphened-elsewhere',
    ));
  test('stays between two long words', () =>
    expect(judged('paper', 'thin', vocabulary({ words: ['paper', 'thin'] }))).toBe('keep: two-words'));
  test('stays behind "self", but for its own forms', () => {
    expect(judged('self', 'employed')).toBe('keep: self');
    expect(judged('self', 'ishly')).toBe('drop: otherwise');
    expect(judged('self', 'ies')).toBe('drop: otherwise');
    expect(judged('her', 'self')).toBe('drop: otherwise');
  });
  test('stays after an adverb', () => expect(judged('newly', 'made')).toBe('keep: adverb'));
  test('goes after what only looks like an adverb', () => expect(judged('underly', 'ing')).toBe('drop: otherwise'));
  test('goes otherwise', () => expect(judged('light', 'house')).toBe('drop: otherwise'));

  test('is taken out of the joined text', () =>
    expect(joinSpans([[{ text: 'the light-' }], [{ text: 'house stands' }]], vocabulary(), () => PLACE)).toEqual([
      { text: 'the lighthouse stands' },
    ]));

  test('is decided about at the line that it ends', () => {
    const parts = ['the tower', 'of the light-', 'house'].map((text) => [{ text }]);
    const subjects: unknown[] = [];
    recordDecisions(
      ({ page, box, text }) => subjects.push({ page, box, text }),
      () => joinSpans(parts, vocabulary(), (part) => ({ ...PLACE, page: part })),
    );
    expect(subjects).toEqual([{ page: 1, box: PLACE.box, text: 'light-house' }]);
  });
});
