/** What names no section, however large it is printed. */
import { describe, expect, test } from '@jest/globals';
import { isByline } from '../../../../engine/headings/authors.js';
import { NOT_TITLE_RULES } from '../../../../engine/headings/not-title-rules.js';
import type { HeadingEvidence } from '../../../../engine/headings/evidence.js';
import { beginsYesOrNo } from '../../../../engine/headings/not-titles.js';
import { isAddress } from '../../../../engine/text/dates-and-addresses.js';
import { textBlock } from '../../../support/engine-inputs.js';
import { cpuMs } from '../../../support/cpu-time.js';

const refusedBy = (text: string, over: Partial<HeadingEvidence> = {}): string | undefined => {
  const evidence = { textBlock: textBlock(text), repeated: true, ...over } as HeadingEvidence;
  return NOT_TITLE_RULES.find((rule) => rule.test(evidence) === 'refused')?.name;
};

test('no heading is a line of the notes beside the text', () => {
  const column = { id: 0, left: 0, right: 80, notes: true as const };
  expect(refusedBy('ER', { textBlock: textBlock('ER', { column }) })).toBe('note-beside-text');
  expect(refusedBy('ER')).toBeUndefined();
});

test('no heading is a line below another of an address', () => {
  const line = '40 Harbour Square';
  expect(refusedBy(line, { textBlock: textBlock(line, { belowAddressLine: true }) })).toBe('line-of-an-address');
  expect(refusedBy(line)).toBeUndefined();
});

test('no heading is a question with boxes for yes and no, nor a label with a blank; a larger title may be one', () => {
  const question = 'Has the lamp been trimmed?';
  expect(refusedBy(question, { asks: true })).toBe('yes-or-no');
  expect(refusedBy(question, { asks: false })).toBeUndefined();
  expect(refusedBy(question, { asks: true, larger: true })).toBeUndefined();
  expect(refusedBy('Lease No.: ________', { larger: true })).toBeUndefined();
  for (const text of ['☐ YES ☐ NO', '☒ no']) expect(beginsYesOrNo(text)).toBe(true);
  for (const text of ['☐ Yesterday', '☐ oil', 'Yes']) expect(beginsYesOrNo(text)).toBe(false);
});

describe('no heading is', () => {
  test.each([
    ['Effective as at 9 April 2019', 'date-or-address'],
    ['Filed: September 20, 2017', 'date-or-address'],
    ['Berlin, March 21, 2022', 'date-or-address'],
    ['September 22-24, 2010', 'date-or-address'],
    ['51 avenue Jean Kuntzmann', 'date-or-address'],
    ['38330 Montbonnot Saint-Martin, France', 'date-or-address'],
    ['2955 Exchange Place Blvd, Suite 103', 'date-or-address'],
    ['Source: https://example.org/docs/17', 'date-or-address'],
    ['Amount paid $10.00', 'date-or-address'],
    ['αβ', 'symbols'],
    ['1st', 'figure-of-a-report'],
    ['~70%', 'figure-of-a-report'],
    ['TOTAL 89,541 65,944 34,597 -42.4', 'row-of-numbers'],
    ['Source: the harbour office, 1997', 'source-or-note'],
    ['NOTE: in thousands', 'source-or-note'],
    ['FILED', 'word-of-a-stamp'],
    ['NOT FOR PUBLICATION', 'word-of-a-stamp'],
    ['DCF-F-2476-E (R. 04/2014)', 'number-of-a-form'],
    ['This page is intentionally left blank', 'note-of-an-empty-page'],
    ['所有董事均已出席了审议本次季报的董事会会议。', 'ideographic-stop'],
    ['「これは文です。」', 'ideographic-stop'],
    ['TOTAL (A-F): $', 'blank'],
    ['Keeper: ________', 'blank'],
    ['Signature of the Keeper: X', 'place-to-sign'],
    ['Ledell Wu, Sergey Edunov, Danqi Chen', 'byline'],
    ['Ada Byron1,2 and Charles Babbage2*', 'byline'],
    ['Vienna, Austria ada@example.org', 'byline'],
    ['The University of Auckland Business School, Auckland, New Zealand', 'byline'],
    ['Silvino M. Solís, María del S. Hernández-Montes,* and Fernando M. Santoyo', 'byline'],
    ['Ada Byron, Charles Babbage, Jane Roe Mary Shelley, editors', 'byline'],
    ['李明远 王芳 陈静', 'byline'],
    ['张伟, 刘洋, 郑建国', 'byline'],
    ['keeper at lamps.example.org', 'date-or-address'],
    ['URI : https://example.org/lamps/17', 'date-or-address'],
    ['Tél. : 04.99.00.12.34', 'date-or-address'],
    ['Telefon: +49 30 1234-567', 'date-or-address'],
    ['Fax (020) 7946 0958', 'date-or-address'],
    ['Data di stampa: Aprile 2023', 'date-or-address'],
    ['Date of issue: 12 March 2020', 'date-or-address'],
    ['Stand: Januar 2021', 'date-or-address'],
    ['ISSN 1234-5679 e-ISSN 2345-678X', 'number-of-a-publication'],
    ['ISBN 978-3-16-148410-0', 'number-of-a-publication'],
    ['DOI: 10.1234/lamps.2020.17', 'number-of-a-publication'],
    ['Note', 'name-of-a-notice'],
    ['AVERTISSEMENT', 'name-of-a-notice'],
    ['Hinweis:', 'name-of-a-notice'],
    ['OPEN ACCESS', 'kind-of-an-article'],
    ['Research Article', 'kind-of-an-article'],
    ['int lamp_read_oil (const char * file, lamp node *', 'signature-of-a-function'],
    ['char * lamp_name (lamp node)', 'signature-of-a-function'],
    ['definitions, char * error_desc)', 'rest-of-a-bracket'],
    ['(In thousands, except per share data)', 'in-brackets'],
    ['[continued]', 'in-brackets'],
    ['Case No. 1:20-cv-00123-ABC', 'number-of-a-case'],
    ['Civil Action No. 17-123 (RBW)', 'number-of-a-case'],
    ['No. 21-50498', 'number-of-a-case'],
  ])('%s', (text, rule) => expect(refusedBy(text)).toBe(rule));

  test.each([
    'Lamps of the Coast: X',
    'Signature Lamps: Extra',
    'COSTS IN $',
    '2 Replacing the Drive',
    '3 The Road',
    'Minutes of May 3, 2016',
    'Assets, Liabilities, Equity',
    'Draft Budget',
    'Form 8',
    '35 Under 35 (2019)',
    'University of Colorado',
    'Definition of Days',
    'Open Access to the Coast',
    'Reading lamp_name (and others)',
    'Lamps (with oil)',
    '(New) Lamps (with oil)',
    '(iv)',
    'Case 1: The Lamps',
    'Action No. Nine',
    'No. 5',
    'Notes on the Text',
    'Important Dates',
    'Annex a) Lamps',
    '第一节 重要提示',
    '目 录',
    '方 法',
    '高度 重视 安全',
    '方法、程序、范围',
    '周期 范围 程度',
    '白皮书',
    '高等教育 金融市场 程序设计',
    '金融 市场 许可',
    'Editors, Readers, Keepers',
    'Phone: How to Call',
    'Tel Aviv 2020',
    'Fax 2000',
    'Mobile 2019/2020',
    'Phone: 2010 – 2020',
    'Data: April 2023',
    'Minutes: 12 March 2020',
    'Date Palms of 2020',
    'Date: Dinner in April 2020',
    'ISBN 13 Explained',
    'ISSN Registration 2020',
    'DOI: 10 Years of Numbers',
    `${'DOI10.1234/lamps'.repeat(40)} and more`,
  ])('but this may be one: %s', (text) => expect(refusedBy(text)).toBeUndefined());

  test('the unit of the large figure above it', () => {
    expect(refusedBy('kilograms', { belowQuantity: true })).toBe('unit-of-a-figure');
    expect(refusedBy('Kilograms', { belowQuantity: true })).toBeUndefined();
    expect(refusedBy('kilograms')).toBeUndefined();
  });

  test('a remark in brackets, but where it opens the document', () =>
    expect(refusedBy('[Name of the Agreement]', { opens: true })).toBeUndefined());

  test('the name of an author above where he works', () => {
    expect(refusedBy('Thomas Leonard', { author: true })).toBe('author-above-affiliation');
  });

  test('the name of a party above its signature, but in larger type', () => {
    expect(refusedBy('COAST LIGHTHOUSE TRUST', { signed: true })).toBe('signature-block');
    expect(refusedBy('COAST LIGHTHOUSE TRUST', { signed: true, larger: true })).toBeUndefined();
  });

  test('capitals without an end take no time to refuse', () => {
    const refuse = () => {
      expect(isByline(`${'ABCDEFGH '.repeat(25)}1`, 1)).toBe(false);
      expect(isByline(`${'A'.repeat(240)}1`, 1)).toBe(false);
    };
    expect(cpuMs(refuse)).toBeLessThan(500);
  });

  test('signs of an address in the net without an end take no time to refuse', () => {
    const refuse = () => expect(isAddress(`${'@.'.repeat(20_000)} x`)).toBe(false);
    expect(cpuMs(refuse)).toBeLessThan(500);
  });

  test('Chinese names of two characters with a wide space between these', () => {
    expect(isByline('李明远 王 芳 陈 静', 1)).toBe(true);
    expect(isByline('方 法', 1)).toBe(false);
  });

  test('names of persons, on the first pages alone', () =>
    expect(isByline('Ledell Wu, Sergey Edunov, Danqi Chen', 9)).toBe(false));
});

describe('raised marks', () => {
  /** Text in which what stands between slashes is raised. */
  const marked = (text: string, page = 1): string | undefined => {
    const spans = text
      .split('/')
      .flatMap((part, i) => (part === '' ? [] : [{ text: part, ...(i % 2 === 1 ? { superscript: true } : {}) }]));
    return refusedBy(text, { textBlock: textBlock(text.replaceAll('/', ''), { spans, page }) });
  };

  test('behind names are those of a byline', () => {
    const names = 'Sir J.K. Harbour/a,c/ (Researcher), Han Thane/b/ and T. Rafeeq/a,1/';
    expect(marked(names)).toBe('byline');
    expect(marked(names, 9)).toBeUndefined();
    expect(marked('Notes on the Fleet/a/ and the Harbour of Oslo/b/')).toBeUndefined();
    expect(marked('Ada Byron/a/')).toBeUndefined();
  });

  test('close no bracket of a title', () => expect(marked('The Keeping of the Lights at Sea/a)/')).toBeUndefined());
});

test('a notice is one in larger type', () => expect(refusedBy('Warning', { larger: true })).toBeUndefined());

test('the name of a notice is one where nothing else has it', () =>
  expect(refusedBy('Remarques', { repeated: false })).toBeUndefined());
