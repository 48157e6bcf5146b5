/** Stamps, by their words and their place. */
import { describe, expect, test } from '@jest/globals';
import { hasFormOfStamp, isStamp, STAMP } from '../../../../engine/furniture/forms.js';
import type { LinedPage } from '../../../../engine/furniture/lined-page.js';
import { decideWithRule } from '../../../../engine/rules.js';
import type { Line } from '../../../../engine/text/line.js';
import { line } from '../../../support/engine-inputs.js';

const PAGE = { width: 595, height: 842 };
const rule = (text: string): string => {
  const evidence = { line: line(text), inMargin: true, hasOwnNumber: true, isFoot: true };
  const { verdict, rule: name } = decideWithRule(STAMP, evidence);
  return `${verdict}: ${name}`;
};

describe('a stamp', () => {
  test.each([
    ['Page 3 of 9', 'page-of-pages'],
    ['Página 12 de 14', 'page-of-pages'],
    ['Table of Lights, Appendix A – Page 1 of 51', 'ends-in-page-of-pages'],
    ['Lights | Seite 2 von 3', 'ends-in-page-of-pages'],
    ['- 3 -', 'number-between-dashes'],
    ['Page - IV', 'page-and-number'],
    ['Seite 12', 'page-and-number'],
    ['DCF-F-2476-E (R. 04/2014)', 'number-of-a-form'],
    ['Form CA-12 (Rev. 4-15-09)', 'number-of-a-form'],
    ['3 | P a g e', 'number-and-word-page'],
    ['Case 1:17-cv-00101 Document 12 Filed 03/04/17 Page 2 of 9', 'filing-stamp'],
    ['Appellate Case: 20-1234 Document: 0101 Date Filed: 01/11/2021 Page: 1', 'filing-stamp'],
    ['arXiv:1601.03642v1 [cs.CV] 12 Jan 2016', 'archive-stamp'],
    ['Downloaded from journals.example.org by guest on 4 May 2016', 'download-stamp'],
    ['VerDate Sep<11>2014 17:30 Aug 05, 2020 Jkt 250001 PO 00000', 'printing-office-stamp'],
    ['ch05.qxd 2/10/04 3:46 PM', 'file-name-and-time'],
    ['4th pass pages', 'proof-mark'],
    ['https://example.org/lamps/ 3/7', 'browser-line'],
  ])('is known by its words: %s', (text, name) => expect(rule(text)).toBe(`furniture: ${name}`));

  test.each([
    'The case of the document',
    'Page',
    'Page of lights',
    'Lamp 12 (2014)',
    'Revised 04/2014',
    'Oil (R. 04/2014)',
    '3',
    'Downloads',
    'It is said on page 3 of 9',
    'It is said in Exhibit A, page 3 of 9',
    'See https://example.org/lamps',
  ])('is not taken for one: %s', (text) => expect(rule(text)).toBe('text: otherwise'));

  const at = (row: readonly Line[], apart = 3) => ({ row, apart, body: 10 });

  test('is the number of its page in words, alone, apart and in no larger or bolder type than the text', () => {
    const is = (over: Partial<Line> = {}, apart = 3, page: Partial<LinedPage> = { number: 4 }): boolean => {
      const number = line('Page 4', { x: 400, y: 800 }, over);
      return isStamp(number, { ...PAGE, ...page }, at([number], apart));
    };
    expect(is()).toBe(true);
    expect([is({ bold: 1 }), is({ size: 12 }), is({}, 1.2)]).toEqual([false, false, false]);
    expect([is({}, 3, { number: 1 }), is({}, 3, { number: 1, label: '4' })]).toEqual([false, true]);
    const [number, title] = [line('Page 4', { x: 400, y: 800 }), line('The Oil of Lamps', { y: 800 })];
    expect(isStamp(number, { ...PAGE, number: 4 }, at([title, number]))).toBe(false);
    expect(hasFormOfStamp('Page 4')).toBe(false);
  });

  test('is the number of a form in small type at the very foot, where the page lists no forms', () => {
    const is = (size: number, y: number, others: readonly Line[] = [], beside: readonly Line[] = []): boolean => {
      const one = line('CA-12 (Rev. 4/2014)', { y, size });
      return isStamp(one, { ...PAGE, lines: [...others, one] }, at([one, ...beside]));
    };
    expect(is(8, 800)).toBe(true);
    expect([is(8, 40), is(8, 760), is(10, 800)]).toEqual([false, false, false]);
    expect(is(8, 800, [], [line('2', { x: 300, y: 800 })])).toBe(true);
    expect(is(8, 800, [], [line('Keep it', { x: 300, y: 800 })])).toBe(false);
    expect(is(8, 800, [line('Form W-4 (Rev. 01/2020)', { y: 770 })])).toBe(false);
  });

  test('continues in its row where its parts stand far apart', () => {
    const parts = ['Case: 17-2400 Document: 3', 'Filed: 07/13/2017', 'Pages: 1'].map((text, i) =>
      line(text, { x: 72 + 150 * i, y: 30 }),
    );
    expect(parts.map((part) => isStamp(part, PAGE))).toEqual([true, false, false]);
    expect(parts.map((part) => isStamp(part, PAGE, at(parts)))).toEqual([true, true, true]);
    const large = line('Title', { x: 400, y: 30, size: 16 });
    expect(isStamp(large, PAGE, at([...parts, large]))).toBe(false);
  });

  test('stands in the margins of its page', () => {
    expect(isStamp(line('Page 3 of 9', { y: 810 }), PAGE)).toBe(true);
    expect(isStamp(line('Page 3 of 9', { x: 100, y: 400 }), PAGE)).toBe(false);
    expect(decideWithRule(STAMP, { line: line('Page 3 of 9'), inMargin: false }).rule).toBe('within-the-page');
  });

  test('is believed by its words alone where its place is not known any more', () => {
    for (const text of ['Page 3 of 9', 'CA-12 (Rev. 4/2014)']) expect(hasFormOfStamp(text)).toBe(true);
    expect(hasFormOfStamp('The lamp')).toBe(false);
  });
});
