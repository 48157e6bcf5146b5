/** Headings in the type of the text: numbered series, and capitals or italics above text. */
import { describe, expect, test } from '@jest/globals';
import { plainHeadings, PLAIN_HEADING, type PlainEvidence } from '../../../../engine/headings/plain-headings.js';
import { seriesHeadings, SERIES_HEADING, SERIES_LINE } from '../../../../engine/headings/series.js';
import { decideWithRule } from '../../../../engine/rules.js';
import type { TextBlock } from '../../../../engine/text-blocks/text-blocks.js';
import { emptyPage, line, textBlock } from '../../../support/engine-inputs.js';
import { BOLD, ITALIC } from '../../../support/pages.js';

const apart = (text: string): TextBlock => textBlock(text, { space: 2 });
const italics = (text: string, space = 2): TextBlock => textBlock([line(text, { font: ITALIC })], { space });
const text = textBlock('Running text of more than sixty letters, so that it reads as a paragraph.');
const texts = (found: Iterable<TextBlock>): string[] => [...found].map((block) => block.text);

describe('a line that may be of a series', () => {
  const verdict = (block: TextBlock): string => {
    const decided = decideWithRule(SERIES_LINE, block);
    return `${decided.verdict}: ${decided.rule}`;
  };

  test('has space above and ends like no sentence', () => {
    expect(verdict(apart('I. SCOPE'))).toBe('candidate: otherwise');
    expect(verdict(apart('THIS IS SO.'))).toBe('refused: ends-like-a-sentence');
    expect(verdict(apart('TO THE BANK,'))).toBe('refused: ends-like-a-sentence');
    expect(verdict(textBlock('I. SCOPE', { space: 1 }))).toBe('refused: no-space-above');
  });

  test('is no bullet and no clause', () => {
    expect(verdict(apart('• SCOPE'))).toBe('refused: item-or-clause');
    expect(verdict(apart('1.2 SCOPE'))).toBe('refused: item-or-clause');
  });
});

describe('a series', () => {
  const find = (blocks: readonly TextBlock[]): string[] => texts(seriesHeadings(blocks, () => emptyPage()));

  test('counts from one, and takes lines of its appearance with it', () =>
    expect(find([apart('I. SCOPE'), text, apart('II. FEES'), text, apart('REFERENCES')])).toEqual([
      'I. SCOPE',
      'II. FEES',
      'REFERENCES',
    ]));

  test('may be of named divisions, alone in their lines, in the middle', () => {
    const part = (...lines: string[]): TextBlock =>
      textBlock(
        lines.map((words) => line(words)),
        { space: 2, centred: true },
      );
    expect(find([part('Part 1', 'Harbours'), text, part('Part 2', 'Lights')])).toEqual([
      'Part 1 Harbours',
      'Part 2 Lights',
    ]);
    expect(find([part('Part 1'), text, part('Part 2'), part('Midway upon the journey')])).toEqual(['Part 1', 'Part 2']);
    expect(find([part('PART 1'), text, part('PART 2'), part('SCHEDULES')])).toContain('SCHEDULES');
    expect(find([part('Title I'), text, part('Title II')])).toEqual(['Title I', 'Title II']);
    expect(find([part('Part 1 of the lamps'), text, part('Part 2 of the lamps')])).toEqual([]);
    expect(find([part('Part 2'), text, part('Part 3')])).toEqual([]);
  });

  test('may lack one number, that of a heading which is set in another way', () => {
    const found = (...numbers: string[]): number => find(numbers.map((number) => apart(`${number}. LAMPS`))).length;
    expect(found('I', 'II', 'IV')).toBe(3);
    expect(found('I', 'I', 'III')).toBe(0);
    expect(found('I', 'III', 'V')).toBe(0);
    expect(found('I', 'II', 'V')).toBe(0);
    expect(found('II', 'III', 'V')).toBe(0);
  });

  test('is none with a gap, with one member or with a first number other than one', () => {
    expect(find([apart('I. SCOPE'), apart('III. FEES')])).toEqual([]);
    expect(find([apart('I. SCOPE'), apart('REFERENCES')])).toEqual([]);
    expect(find([apart('II. SCOPE'), apart('III. FEES')])).toEqual([]);
  });

  test('decides by the count, then by the appearance', () => {
    const decided = (over: object): string => {
      const evidence = { textBlock: text, counted: false, numbered: false, appearanceCounts: false, ...over };
      const { verdict, rule } = decideWithRule(SERIES_HEADING, evidence);
      return `${verdict}: ${rule}`;
    };
    expect(decided({ counted: true, numbered: true })).toBe('heading: counts-from-one');
    expect(decided({ appearanceCounts: true })).toBe('heading: like-a-series');
    expect(decided({ appearanceCounts: true, numbered: true })).toBe('refused: otherwise');
  });
});

describe('a heading in the type of the text', () => {
  const decided = (over: Partial<PlainEvidence>): string => {
    const counts = {
      numbered: 0,
      capitals: 0,
      points: 0,
      centred: 0,
      underlined: 0,
      italics: 0,
      spacedItalics: 0,
      ...over.counts,
    };
    const { verdict, rule } = decideWithRule(PLAIN_HEADING, {
      textBlock: text,
      form: null,
      underlined: false,
      italics: false,
      ...over,
      counts,
    });
    return `${verdict}: ${rule}`;
  };
  const counts = { numbered: 2, capitals: 2, points: 2, centred: 2, underlined: 2, italics: 4, spacedItalics: 2 };

  test('counts where its form comes twice', () => {
    expect(decided({ form: 'numbered', counts })).toBe('heading: above-its-first-clause');
    expect(decided({ form: 'capitals', counts })).toBe('heading: capitals-above-text');
    expect(decided({ form: 'points', counts })).toBe('heading: point-of-an-argument');
    expect(decided({ form: 'centred', counts })).toBe('heading: bold-capitals-in-the-middle');
    expect(decided({ underlined: true, counts })).toBe('heading: underlined-above-text');
    expect(decided({ italics: true, counts })).toBe('heading: italics-above-text');
    expect(decided({ underlined: true, counts: { ...counts, underlined: 1 } })).toBe('refused: otherwise');
    expect(decided({ form: 'points', counts: { ...counts, points: 1 } })).toBe('refused: otherwise');
    expect(decided({ form: 'centred', counts: { ...counts, centred: 1 } })).toBe('refused: otherwise');
    expect(decided({ form: 'capitals', counts: { ...counts, capitals: 1 } })).toBe('refused: otherwise');
    expect(decided({ italics: true, counts: { ...counts, italics: 5 } })).toBe('refused: otherwise');
  });

  test('is found in capitals above text, not in a block of signatures', () => {
    expect(texts(plainHeadings([apart('NOTICES'), text, apart('LAW'), text]))).toEqual(['NOTICES', 'LAW']);
    expect(texts(plainHeadings([apart('ACME'), apart('Jane Roe'), apart('WIDGETS'), apart('John Doe')]))).toEqual([]);
  });

  test('is found above its own first clause', () => {
    const blocks = [apart('4. Fees'), apart('4.1 Rent'), apart('5. Term'), apart('5.1 Start')];
    expect(texts(plainHeadings(blocks))).toEqual(['4. Fees', '5. Term']);
  });

  test('is found in numbered sentences in bold, above text that begins left of their words', () => {
    const point = (words: string): TextBlock => textBlock([line(words, { font: BOLD })], { left: 36, textLeft: 72 });
    const points = [point('I. The court erred.'), point('A. The claim is stated.')];
    const [first, second] = points as [TextBlock, TextBlock];
    expect(texts(plainHeadings([first, text, second, text]))).toEqual(texts(points));
    const explained = textBlock(text.text, { left: 72, textLeft: 72 });
    expect(texts(plainHeadings([first, explained, second, explained]))).toEqual([]);
    expect(texts(plainHeadings([first, second, first, second]))).toEqual([]);
    const list = ['1. Lamps burn at dusk.', '2. Oil is kept below.', '3. Wicks are cut by hand.'].map(point);
    expect(texts(plainHeadings([...list, text, ...list, text]))).toEqual([]);
  });

  const underlined = (words: string, over: Partial<TextBlock> = {}): TextBlock =>
    textBlock(words, { space: 1, underlined: true, ...over });
  const paragraph = textBlock([line(text.text), line('Its second line.')]);

  test('is found where it is underlined, on lined paper too, and alone in the middle in capitals or with a number', () => {
    const found = (...blocks: TextBlock[]): string[] => texts(plainHeadings(blocks));
    expect(found(underlined('Background'), paragraph, underlined('Standing'), paragraph)).toEqual([
      'Background',
      'Standing',
    ]);
    const inTheMiddle = { centred: true };
    expect(found(underlined('ORDER', inTheMiddle), paragraph)).toEqual(['ORDER']);
    expect(found(underlined('II. Order', inTheMiddle), paragraph)).toEqual(['II. Order']);
    expect(found(underlined('Click here to subscribe', inTheMiddle), paragraph)).toEqual([]);
    expect(found(underlined('Order'), paragraph)).toEqual([]);
  });

  test('is not found in what is written on blanks, in signatures and in rests of sentences', () => {
    const explained = textBlock([
      line('(the name of the one who has signed this, as it is spelt in the'),
      line('register)'),
    ]);
    const below = [textBlock('Name'), text, explained];
    for (const one of below)
      expect(texts(plainHeadings([underlined('Jane Roe'), one, underlined('Acme'), one]))).toEqual([]);
    const rests = ['is here.', 'of the', '12'].flatMap((rest) => [underlined(rest), paragraph]);
    expect(texts(plainHeadings(rests))).toEqual([]);
  });

  test('counts in its other form as well: one underlined heading among plain ones takes none of them away', () => {
    const blocks = [apart('NOTICES'), paragraph, underlined('LAW', { space: 2 }), paragraph];
    expect(texts(plainHeadings(blocks))).toEqual(['NOTICES', 'LAW']);
    const clauses = [underlined('4. Fees', { space: 2 }), apart('4.1 Rent'), apart('5. Term'), apart('5.1 Start')];
    expect(texts(plainHeadings(clauses))).toEqual(['4. Fees', '5. Term']);
  });

  test('is found in bold capitals in the middle of lined paper', () => {
    const centred = (words: string): TextBlock => textBlock([line(words, { font: BOLD })], { space: 1, centred: true });
    expect(texts(plainHeadings([centred('PARTIES'), text, centred('VENUE'), text]))).toEqual(['PARTIES', 'VENUE']);
    expect(texts(plainHeadings([centred('PARTIES'), text, centred('Venue'), text]))).toEqual([]);
    expect(texts(plainHeadings([centred('PARTIES'), centred('VENUE'), textBlock('v.')]))).toEqual([]);
  });

  test('is found in italics, where half of them have space above', () => {
    expect(texts(plainHeadings([italics('Rent'), text, italics('Term'), text, italics('Law', 1), text]))).toEqual([
      'Rent',
      'Term',
      'Law',
    ]);
    expect(texts(plainHeadings([italics('Rent'), text, italics('Term', 1), text]))).toEqual([]);
  });
});
