/** Which lines of a column are entries: below each other in a column as narrow as the widest, or with a price at their end. */
import { describe, expect, test } from '@jest/globals';
import { datedEntries, nextEntries, pricedEntries } from '../../../../engine/text-blocks/entry-lines.js';
import { makeLine, type Line } from '../../../../engine/text/line.js';
import { emptyPage, LEADING, LEFT, linesBelow, runs, SIZE, style } from '../../../support/engine-inputs.js';
import { BOLD, MONO } from '../../../support/pages.js';

/** Texts of the lines that are found, in a column that ends with its widest line. */
function entries(lines: readonly Line[]): string[] {
  const right = Math.max(...lines.map(({ box }) => box.x1));
  const settings = lines.map(() => ({ leading: LEADING, right }));
  return [...nextEntries(lines, settings, style())].map(({ text }) => text);
}

const SLIDE = ['Approve the Budget', 'Hire a Harbour Master', 'Order Lamps', 'Report in June'];

describe('lines that begin with capitals are entries', () => {
  test('where some of them end early, however full the others are', () =>
    expect(entries(linesBelow(SLIDE))).toEqual(SLIDE.slice(1)));

  test('in capitals alone where half of them end early', () => {
    const letterhead = ['MORAN SHIPPING LIMITED', 'HARBOUR HOUSE', 'QUAY STREET', 'BRACK'];
    expect(entries(linesBelow(letterhead))).toEqual(letterhead.slice(1));
    const notice = ['CAUTION', 'DO NOT OPEN THE COVER', 'WHILE THE DRUM MOVES', 'HARD PARTS MAY CAUSE', 'BURNS'];
    expect(entries(linesBelow(notice))).toEqual([]);
  });

  test('but not where they are few, or all are full', () => {
    expect(entries(linesBelow(SLIDE.slice(1)))).toEqual([]);
    expect(
      entries(
        linesBelow(['Berths of the Old Harbour', 'Quays and Cranes of Brack', 'Lamps along the New Quay', 'Boats']),
      ),
    ).toEqual([]);
  });

  test('but not with the last words of the entry above, which had no room for them', () => {
    const nouns = ['Neubau der Kaimauer am alten', 'Hafen', 'Kauf von Lampen', 'Anstrich der Kräne am neuen', 'Dock'];
    expect(entries(linesBelow(nouns))).toEqual(['Kauf von Lampen', 'Anstrich der Kräne am neuen']);
  });

  test('but not where they begin at different edges', () => {
    const ragged = linesBelow(SLIDE).map(({ text }, i) =>
      makeLine(emptyPage(), runs(text, { x: LEFT + 10 * i, y: 100 + i * LEADING })),
    );
    expect(entries(ragged)).toEqual([]);
  });

  test('but not around a line that goes on or ends a sentence, or one that begins within it', () => {
    for (const text of ['Hire a Master of', 'Hire a Harbour-', 'Hire a Master,', 'Hire a Master.', 'hire a master'])
      expect(entries(linesBelow([SLIDE[0]!, text, ...SLIDE.slice(2)]))).toEqual([]);
    expect(entries(linesBelow(['HIRE', 'A MASTER OF', 'PORTS', 'PIERS']))).toEqual([]);
  });

  test('but not in wide lines, in lists with more space, in titles, in code, or in scripts without capitals', () => {
    const wide = 'A Paper on the Lamps of the Harbour and Their Oil';
    expect(entries(linesBelow([SLIDE[0]!, wide, ...SLIDE.slice(2)]))).toEqual([]);
    const apart = SLIDE.map((text, i) => makeLine(emptyPage(), runs(text, { y: 100 + 2 * i * LEADING })));
    expect(entries(apart)).toEqual([]);
    expect(entries(linesBelow(SLIDE, { font: BOLD }))).toEqual([]);
    expect(entries(linesBelow(SLIDE, { font: MONO }))).toEqual([]);
    expect(entries(linesBelow(SLIDE, { size: 2 * SIZE }))).toEqual([]);
    expect(entries(linesBelow(['港口管理局', '灯塔', '码头', '船']))).toEqual([]);
  });
});

describe('labels with values are entries', () => {
  test('from three lines on, with a sign between both', () => {
    for (const list of [
      ['Bulgarian – native', 'English – fluent', 'Norwegian – spoken'],
      ['Phone: 5550 123', 'Mail: ada@quay.org', 'Post: Quay Road 4'],
      ['Bill no.: 12', 'Date: 5 May', 'Customer no.: 7'],
    ]) {
      expect(entries(linesBelow(list))).toEqual(list.slice(1));
      expect(entries(linesBelow(list.slice(1)))).toEqual([]);
    }
  });

  test('where most of the short lines end in numbers, the name of a bank above them', () => {
    const bank = ['Bank of Brack', 'Sort code 12-34-56', 'Account 1234 5678'];
    expect(entries(linesBelow(bank))).toEqual(bank.slice(1));
    expect(entries(linesBelow(['Bank of Brack', 'Branch at the Quay', 'Account 1234 5678']))).toEqual([]);
  });

  test('but not in lines of text that fill their column', () => {
    expect(
      entries(linesBelow(['Berths of the Harbour: two', 'Quays and Cranes of Brack', 'Boats – and Their Oil at'])),
    ).toEqual([]);
    const text = [
      'The Keepers of the Lamps in 1903',
      'Lit All of the Harbour from 1904',
      'Until the War Began in 1914',
    ];
    expect(entries(linesBelow(text))).toEqual([]);
  });
});

describe('dates end an entry', () => {
  const dated = (...lines: readonly Line[]): string[] => [...datedEntries(lines)].map(({ text }) => text);
  const station = (dates: string, x = 300, y = 100): Line =>
    makeLine(emptyPage(), [...runs('Keeper of the northern light', { y }), ...runs(dates, { x, y })]);

  test.each([
    '2011 – 2013',
    '2011–13',
    'Jan 2019 – present',
    'March 2019 - May 2021',
    '06/2019',
    '06/2019 – 12/2020',
    'since 2014',
    'seit 2014',
    '1998',
    '4 May 2018',
  ])('that are set to the right: %s', (dates) =>
    expect(dated(station(dates))).toEqual([`Keeper of the northern light ${dates}`]),
  );

  test.each(['4711', '12', '£ 2011', '2011 lamps', 'in the year 2011', '2011 – 2013 and on'])(
    'but no other text there: %s',
    (text) => expect(dated(station(text))).toEqual([]),
  );

  test('but not where they are the last words of the line, or the line is of dates alone', () => {
    expect(dated(station('2011 – 2013', LEFT + 140))).toEqual([]);
    expect(dated(...linesBelow(['2011 – 2013', 'The keeper of the light since 2011']))).toEqual([]);
  });
});

describe('a price ends an entry', () => {
  const priced = (lines: readonly Line[]): string[] => [...pricedEntries(lines)].map(({ text }) => text);

  test('in three lines one after the other', () => {
    const list = ['rope of hemp 4,50', 'lamp oil, a can 12.00 €', 'winter berth EUR 1,250.00'];
    expect(priced(linesBelow(['Prices', ...list, 'All of them with taxes']))).toEqual(list);
    expect(priced(linesBelow(['Prices', ...list.slice(1), 'All of them with taxes']))).toEqual([]);
    const text = list.map(() => 'the lamps that burn along the quay of the harbour differ at p = 0.05');
    expect(priced(linesBelow(text))).toEqual([]);
  });

  test('that stands off from its text', () => {
    const dish = (price: string, x: number): Line =>
      makeLine(emptyPage(), [...runs('Apple cake'), ...runs(price, { x })]);
    expect(priced([dish('5.00', 300)])).toEqual(['Apple cake 5.00']);
    expect(priced([dish('5.00', LEFT + 55)])).toEqual([]);
    expect(priced([dish('May', 300)])).toEqual([]);
    expect(priced([dish('since about 5.00', 300)])).toEqual([]);
  });
});
