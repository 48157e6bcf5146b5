/** The grammar of numbers: what divisions, labels above names, and items each read, and where they must differ. */
import { describe, expect, test } from '@jest/globals';
import { divisionNumber } from '../../../../engine/headings/numbers.js';
import { markerOf } from '../../../../engine/text-blocks/markers.js';
import { isDivisionLabel, isNumberLabel } from '../../../../engine/text/numerals.js';

const read = (text: string): string | null => {
  const number = divisionNumber(text);
  return number && `${number.kind} ${number.text} ${number.depth}`;
};

describe('the number of a division', () => {
  test('is dotted figures with or without a stop, also of an appendix', () => {
    expect(read('2 Fees')).toBe('decimal 2 1');
    expect(read('2.1.3. Fees')).toBe('decimal 2.1.3 3');
    expect(read('A.1 Fees')).toBe('decimal A.1 2');
    expect(read('2024 was a good year')).toBeNull();
  });

  test('is a roman numeral or a letter only with a stop or bracket: I and A are words', () => {
    expect(read('XXXVIII. Of courts')).toBe('roman XXXVIII 1');
    expect(read('B) Fees')).toBe('letter B 1');
    expect(read('I went home')).toBeNull();
    expect(read('A house')).toBeNull();
  });

  test('is a name with its value, and tells parts and chapters from the others', () => {
    expect(read('Volume II')).toBe('part Volume II 1');
    expect(read('BOOK 3: Of laws')).toBe('chapter BOOK 3 1');
    expect(read('Schedule b')).toBe('named Schedule b 1');
    expect(read('§ 12 Notice')).toBe('named § 12 1');
    expect(read('Clause 4')).toBe('named Clause 4 1');
    expect(read('SEC. 2. FEES.')).toBe('named SEC. 2 1');
  });

  test('is a name in other languages, too', () => {
    expect(read('CHAPITRE 1')).toBe('chapter CHAPITRE 1 1');
    expect(read('Capítulo IV')).toBe('chapter Capítulo IV 1');
    expect(read('Teil II')).toBe('part Teil II 1');
    expect(read('Anhang B')).toBe('named Anhang B 1');
    expect(read('ANEXO 2: Planos')).toBe('named ANEXO 2 1');
  });

  test.each([
    'Anlage im Betrieb',
    'Abschnitt im Bau',
    'Teil im Ganzen',
    'Parte di un insieme',
    'Parte civil',
    'PARTE CIVIL',
    'Parte e tutto',
    'Anexo a la ley',
    "Chapitre d'ouverture",
    'CHAPITRE D’OUVERTURE',
    'Abschnitt Aérodrom',
  ])('is no word of another language: %s', (text) => expect(read(text)).toBeNull());
});

describe('a label above a name', () => {
  test('may write its number out, where nothing follows', () => {
    expect(isDivisionLabel('Part One')).toBe(true);
    expect(isDivisionLabel('Part One of this')).toBe(false);
    expect(read('Part One')).toBeNull();
    expect(isDivisionLabel('Première partie')).toBe(false);
    expect(isDivisionLabel('Chapitre premier')).toBe(true);
    expect(isDivisionLabel('Teil II')).toBe(true);
  });

  test('is no kind of a part', () => {
    for (const text of ['Parte general', 'Partie civile', 'Sección penal', 'Parte di'])
      expect(isDivisionLabel(text)).toBe(false);
  });

  test('is no clause, which has its name on the same line', () => expect(isDivisionLabel('Clause 4')).toBe(false));

  test('may be a number alone', () => {
    expect(isNumberLabel('IV.')).toBe(true);
    expect(isNumberLabel('12')).toBe(true);
    expect(isNumberLabel('1984')).toBe(false);
  });
});

describe('the marker of an item', () => {
  test('needs a frame, in which roman numerals have one case', () => {
    expect(markerOf('(iv) rent')).toMatchObject({ kind: 'lower-roman', value: 4 });
    expect(markerOf('2 rent')).toBeNull();
    expect(markerOf('2.1 rent')).toMatchObject({ kind: 'clause', prefix: '2.', value: 1 });
  });
  test('is a bullet, which discs and arrows are right before a word too', () => {
    expect(markerOf('➡ rent')).toMatchObject({ kind: 'bullet', text: '➡' });
    expect(markerOf('•rent')).toMatchObject({ kind: 'bullet', text: '•' });
    expect(markerOf('■Yes □No')).toBeNull();
    expect(markerOf('-rent')).toBeNull();
    expect(markerOf('• • •')).toBeNull();
  });
});
