/** The title of what stands over the full width below two columns: it is read after both of them. */
import { describe, expect, test } from '@jest/globals';
import { bandsOf } from '../../../../engine/reading-order/bands.js';
import { TITLE_ABOVE_ACROSS, type TitleAboveAcross } from '../../../../engine/reading-order/titles-above-across.js';
import { makeStandIn, type Line } from '../../../../engine/text/line.js';
import { decided } from '../../../support/decisions.js';
import { line, linesBelow } from '../../../support/engine-inputs.js';
import { BOLD } from '../../../support/pages.js';

const WIDE = 'The lamps of the coast and the houses of their keepers, in the order of years and of tides';
const above = line('of oil that the boats', { y: 160 });
const title = line('Lamps of the Coast', { y: 190, font: BOLD });
const text = line(WIDE, { y: 204 });
const table = makeStandIn(1, { id: 1, box: { x0: 72, y0: 205, x1: 500, y1: 300 }, blocks: [] });

const large = line('Lamps of the Coast', { y: 190, size: 14 });
const judged = (over: Partial<TitleAboveAcross> = {}): string =>
  decided(TITLE_ABOVE_ACROSS, {
    lines: [large],
    salutation: null,
    below: text,
    above,
    hasBeside: false,
    rightTop: null,
    edge: above.box.x1,
    ...over,
  });

describe('a line left of the gutter, above one across it', () => {
  test('is the title of what is below where it stands closer to that, in larger type', () => {
    expect(judged()).toBe('across: title-of-what-is-below');
    expect(judged({ lines: [line('Lamps of the Coast', { y: 190 })] })).toBe('column: otherwise');
    expect(judged({ above: line('Oil', { y: 150, size: 14 }) })).toBe('column: otherwise');
    expect(judged({ below: line(WIDE, { y: 206, size: 14 }) })).toBe('column: otherwise');
  });

  test('is a line of the column where that is as near', () => {
    expect(judged({ above: line('of oil that the boats', { y: 178 }) })).toBe('column: otherwise');
    expect(judged({ below: line(WIDE, { y: 225 }) })).toBe('column: otherwise');
  });

  test('is the title of a table or an area, however much space is around that', () => {
    const far = makeStandIn(1, { id: 1, box: { x0: 72, y0: 240, x1: 500, y1: 300 }, blocks: [] });
    for (const below of [table, far, null]) expect(judged({ below })).toBe('across: title-of-what-is-below');
    expect(judged({ below: null, lines: [line('by night.', { y: 190 })] })).toBe('column: otherwise');
  });

  test('is in bold type the title of a table alone: a letter ends with such a name', () => {
    expect(judged({ lines: [title], below: table })).toBe('across: title-of-what-is-below');
    for (const below of [text, null]) expect(judged({ lines: [title], below })).toBe('column: otherwise');
    expect(judged({ lines: [title], below: table, above: line('Oil', { y: 160, font: BOLD }) })).toBe(
      'column: otherwise',
    );
  });

  test('is the salutation of a letter, with its subject in bold or alone', () => {
    const salutation = line('Dear Ms Byron,', { y: 190 });
    expect(judged({ lines: [], salutation })).toBe('across: salutation');
    expect(judged({ lines: [], salutation, above: line('Leith', { y: 178 }) })).toBe('column: otherwise');
    const subject = line('Your lamps', { y: 176, font: BOLD });
    expect(judged({ lines: [subject], salutation, above: line('Leith', { y: 140 }) })).toBe(
      'across: title-of-what-is-below',
    );
  });

  test('is no line of a column whose sentence goes on in the right one, also in the size of the text', () => {
    const rightTop = line('had left at the pier.', { x: 320 });
    const plain = [line('Lamps of the Coast', { y: 190 })];
    expect(judged({ lines: plain, rightTop })).toBe('across: sentence-goes-on-at-the-right');
    expect(judged({ lines: plain, rightTop, above: line('of oil.', { y: 160 }) })).toBe('column: otherwise');
    expect(judged({ lines: plain, rightTop, above: line('of oil that', { y: 178 }) })).toBe('column: otherwise');
    expect(judged({ lines: plain, rightTop: line('The boats', { x: 320 }) })).toBe('column: otherwise');
    expect(judged({ lines: [line('had left.', { y: 190 })], rightTop })).toBe('column: otherwise');
    // verses without stops, and who wrote them
    expect(judged({ lines: plain, rightTop, edge: above.box.x1 + 60 })).toBe('column: otherwise');
    const columns = [line(WIDE), ...linesBelow(['of the keepers', 'and of the lamp'], { y: 124 })];
    const right = linesBelow(['that they lit', 'every night.'], { x: 320, y: 124 });
    const below = [line('More of it', { y: 164 }), line(WIDE, { y: 176 })];
    const bands = bandsOf([...columns, ...right, ...below], { x0: 200, x1: 320 });
    expect(bands.map(({ kind, lines }) => [kind, lines.length])).toEqual([
      ['across', 1],
      ['columns', 4],
      ['across', 2],
    ]);
  });

  test('is a line of its column where text stands beside it, or nothing above it', () => {
    expect(judged({ hasBeside: true })).toBe('column: text-beside');
    expect(judged({ above: null })).toBe('column: nothing-above');
  });
});

describe('two columns', () => {
  const gutter = { x0: 262, x1: 282 };
  const left = linesBelow(['The keeper of a lamp', 'delivers oil to all', 'of the boats.'], { y: 124 });
  const right = linesBelow(['At night the lamps', 'burn oil of the whale', 'until dawn.'], { x: 290, y: 124 });
  const bands = (...lines: Line[]): string[] =>
    bandsOf([...left, ...right, ...lines], gutter).map((band) => `${band.kind} ${band.lines.length}`);

  test('are read before the title of a table below them', () => {
    expect(bands(title, table)).toEqual(['columns 6', 'across 2']);
  });

  test('are an address and what stands beside it, read before the salutation', () => {
    const salutation = line('Dear Ms Byron,', { y: 190 });
    const subject = line('Your lamps', { y: 176, font: BOLD });
    expect(bands(salutation, text)).toEqual(['columns 6', 'across 2']);
    expect(bands(subject, salutation, text)).toEqual(['columns 6', 'across 3']);
    const reference = linesBelow(['Subject: lamps', 'Ref.: 12'], { y: 168 });
    expect(bands(...reference, line('Dear Ms Byron,', { y: 200 }), line(WIDE, { y: 214 }))).toEqual([
      'columns 6',
      'across 4',
    ]);
    // the rest of the address
    expect(bands(line('Brack', { y: 160 }), salutation, text)).toEqual(['columns 7', 'across 2']);
    for (const place of ['Carolina,', 'Dearborn:', 'Dear Ms Byron'])
      expect(bands(line(place, { y: 190 }), text)).toEqual(['columns 7', 'across 1']);
    expect(bands(line('Dear lamps of the coast 12', { y: 190 }), text)).toEqual(['columns 7', 'across 1']);
  });

  test('are read before all lines of it', () => {
    const lines = linesBelow(['Lamps of the Coast', 'and Their Keepers'], { y: 178, font: BOLD });
    expect(bands(...lines, table)).toEqual(['columns 6', 'across 3']);
    const [first, second] = linesBelow(['Lamps', 'and Their Keepers'], { y: 178 });
    expect(bands(first!, { ...second!, bold: 1 }, table)).toEqual(['columns 8', 'across 1']);
  });

  test('are read before the title of a text below them', () =>
    expect(bands(large, text, line(WIDE, { y: 216 }))).toEqual(['columns 6', 'across 3']));

  test('keep their last lines, and a title that stands aside of what is below', () => {
    expect(bands(line('and of the quay.', { y: 160 }), table)).toEqual(['columns 7', 'across 1']);
    expect(bands(title, line('Harbour', { x: 290, y: 190, font: BOLD }), table)).toEqual(['columns 8', 'across 1']);
    expect(bands(line('Lamps of the Coast', { x: 110, y: 190, font: BOLD }), table)).toEqual(['columns 7', 'across 1']);
  });
});
