/** Where a paragraph ends at the marker of an item or a reference, and where what looks like one continues it. */
import { describe, expect, test } from '@jest/globals';
import { PARAGRAPH_BREAK } from '../../../../engine/text-blocks/paragraph-breaks.js';
import { markerOf } from '../../../../engine/text-blocks/markers.js';
import { fullLine, LEFT, line } from '../../../support/engine-inputs.js';
import { FULL, at, deciding } from '../../../support/line-pairs.js';

const between = deciding(PARAGRAPH_BREAK);

describe('a paragraph', () => {
  test('ends at the next reference of a bibliography, and at the next step of an algorithm', () => {
    expect(between([fullLine(`[3] ${FULL}`)], at('[4] Another one'))).toBe('break: next-reference');
    expect(between([fullLine(`3: ${FULL}`)], at('4: return the lamp'))).toBe('break: next-reference');
    expect(between([fullLine(`[3] ${FULL}`)], at('4: return the lamp'))).toBe('join: not-indented');
  });

  test('ends at another mark of a note than the one that it begins with', () => {
    expect(between([fullLine(`*${FULL}.`)], at('**Some were sold later'))).toBe('break: next-typed-note');
    expect(between([fullLine(`** ${FULL}.`)], at('† of the town'))).toBe('break: next-typed-note');
    expect(between([fullLine(`* ${FULL}.`)], at('* of the town'))).not.toBe('break: next-typed-note');
    expect(between([fullLine(`${FULL}.`)], at('** of the town'))).not.toBe('break: next-typed-note');
    expect(between([fullLine(`* ${FULL}.`)], at('** 4 = 16'))).not.toBe('break: next-typed-note');
    expect(between([fullLine(`* ${FULL} and`)], at('** of the town'))).not.toBe('break: next-typed-note');
    expect(between([fullLine(`* ${FULL}.`)], at('of the ** town'))).not.toBe('break: next-typed-note');
  });

  test('ends at a marker that is not aligned with it', () =>
    expect(between([fullLine(FULL)], at('(a) the first', { x: LEFT + 20 }))).toBe('break: marker-not-aligned'));

  test('continues where the lines of a bibliography hang, also with a volume or an initial', () => {
    const hanging = { x: LEFT + 18 };
    const previous = { lines: [line('[3] An entry'), line('and its rest', { ...hanging, y: 112 })], marker: null };
    const entry = fullLine('[4] Lovelace A. and Babbage C. Rep.');
    for (const text of ['379. Northport (2006).', 'J. Comp. 469, 437.'])
      expect(between([entry], at(text, hanging), { previous })).toBe('join: hangs-in-references');
    expect(between([entry], at('(a) a first part', hanging), { previous })).toBe('break: marker-not-aligned');
    expect(between([entry], at('379. Northport (2006).', { x: LEFT + 12 }))).toBe('break: marker-not-aligned');
  });

  test('continues right below the text behind the label of a reference', () => {
    const hanging = { x: LEFT + 18 };
    const entry = fullLine('[4] Lovelace A. and Babbage C. Northport.');
    for (const text of ['2010), 1714–1747.', 'https://example.org/engines', '379. Northport (2006).'])
      expect(between([entry], at(text, hanging))).toBe('join: hangs-behind-label');
    const named = fullLine('[LB43] Lovelace A. and Babbage C. Northport.');
    expect(between([named], at('Engines. 1843.', { x: LEFT + 33 }))).toBe('join: hangs-behind-label');
    for (const text of ['(a) a first part', '[5] Somerville M.'])
      expect(between([entry], at(text, hanging))).not.toContain('label');
    expect(between([entry], at('Engines. 1843.', { x: LEFT + 12 }))).not.toContain('label');
    expect(between([fullLine('[see] The lamps were lit.')], at('Oil came', { x: LEFT + 30 }))).not.toContain('label');
  });

  test('continues where entries without numbers hang, with an initial', () => {
    const hanging = { x: LEFT + 18 };
    const previous = {
      lines: [line('Ada, L. 1843 An entry'), line('and its rest', { ...hanging, y: 112 })],
      marker: null,
    };
    const entry = fullLine('Babbage, C. 1832 On the economy of machinery and manufactures.');
    expect(between([entry], at('J. Comp. 469, 437.', hanging), { previous })).toBe('join: hangs-in-references');
    expect(between([entry], at('379. Northport (2006).', hanging), { previous })).toBe('break: marker-not-aligned');
  });

  test('continues with what is indented below an author and a year', () => {
    const hanging = { x: LEFT + 12 };
    const next = line('Young, D. (1957). The oyster.', { y: 124 });
    const entry = fullLine('Smith, A., Brown, B. & Hill, C. (2011). Reefs as shelter.');
    expect(between([entry], at('Marine Ecology, 32, 1–14.', hanging), { next })).toBe(
      'join: hangs-below-author-and-year',
    );
    expect(between([entry], at('Young, D. (1957). The oyster.', hanging), { next })).not.toContain('author');
    expect(between([entry], at('Marine Ecology, 32, 1–14.'), { next })).not.toContain('author');
    expect(between([fullLine('The lamps were lit (2011) by hand.')], at('Oil came', hanging), { next })).not.toContain(
      'author',
    );
  });

  test('continues within a sentence with an initial, which continues no list', () => {
    const hanging = { x: LEFT + 18 };
    const names = fullLine('Babbage, C., Herschel, J. F. W., Somerville, M. & Lovelace,');
    expect(between([names], at('A. A. 1843 Notes', hanging))).toBe('join: initial-goes-on');
    expect(between([fullLine('Notes on the engine. In Memoirs (ed.')], at('R. Taylor), pp. 666', hanging))).toBe(
      'join: initial-goes-on',
    );
    expect(between([fullLine(FULL)], at('A. the first', hanging))).toBe('break: marker-not-aligned');
    expect(between([fullLine(`${FULL}.`)], at('B. the second', hanging))).toBe('break: marker-not-aligned');
    const markers = [{ marker: markerOf('A.')!, x: LEFT + 18 }];
    expect(between([fullLine(FULL)], at('B. the second', hanging), { markers })).toBe('break: marker-not-aligned');
  });

  test('ends at the next marker of an open list', () => {
    const markers = [{ marker: markerOf('(a)')!, x: LEFT }];
    expect(between([fullLine(`(a) ${FULL}`)], at('(b) the second'), { markers })).toBe('break: next-marker');
  });

  test('ends at a marker with hanging text below a finished sentence', () => {
    const next = at('hangs', { x: LEFT + 15, y: 124 });
    expect(between([fullLine(`${FULL}:`)], at('1. the first'), { next })).toBe('break: marker-after-finished-text');
    expect(between([fullLine(FULL)], at('1. the first'), { next })).toBe('join: not-indented');
  });
});
