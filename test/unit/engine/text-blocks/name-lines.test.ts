/** Where a column holds names, addresses or prices: a paragraph ends with each. */
import { describe, expect, test } from '@jest/globals';
import { PARAGRAPH_BREAK } from '../../../../engine/text-blocks/paragraph-breaks.js';
import type { Line } from '../../../../engine/text/line.js';
import { isColumnOfNames, isTypedSignature } from '../../../../engine/text-blocks/name-lines.js';
import type { BlockTag } from '../../../../engine/tag-model.js';
import { fullLine, LEFT, line, RIGHT } from '../../../support/engine-inputs.js';
import { at, deciding, tag } from '../../../support/line-pairs.js';
import { BOLD } from '../../../support/pages.js';

const between = deciding(PARAGRAPH_BREAK);

describe('a paragraph', () => {
  test('ends with a name in a narrow column, which the widest of its lines fills', () => {
    const widest = line('Port Office of the Coast');
    const edges = { id: 1, left: LEFT, right: widest.box.x1 };
    const ofNames = isColumnOfNames([widest, line('12 Quay Street'), line('Tel. 650 701 78 29')], edges);
    const narrow = { edges, right: edges.right, ofNames };
    const centred = (text: string): Line => {
      const one = at(text);
      return at(text, { x: (LEFT + widest.box.x1 - one.box.x1 + LEFT) / 2 });
    };
    expect(between([widest], centred('12 Quay Street'), narrow)).toBe('break: names-below-each-other');
    expect(between([widest], at('12 Quay Street'), narrow)).toBe('break: names-below-each-other');
    expect(between([line('Ada Moran-Okafor')], at('ada@port.example'), narrow)).toBe('break: names-below-each-other');
    // an address may be one element, as a heading is
    const tagged = (one: Line, role: BlockTag['role']): Line => ({ ...one, tag: { ...tag(1), role } });
    const street = at('12 Quay Street');
    expect(between([tagged(widest, 'paragraph')], tagged(street, 'paragraph'), narrow)).toBe(
      'break: names-below-each-other',
    );
    expect(between([tagged(widest, 'heading')], tagged(street, 'heading'), narrow)).toBe('join: same-tag');
    // a sentence, a name that goes on, a title, an item
    expect(between([line('We keep the light burning')], at('At Night'), narrow)).toBe('join: not-indented');
    expect(between([line('Moran, Okafor, Quay and')], at('Company'), narrow)).not.toBe('break: names-below-each-other');
    expect(between([line('The Harbour and Its Cranes Of')], at('The Coast'), narrow)).not.toContain('names-below');
    expect(between([line('PARTS MAY CAUSE BURNS AND')], at('INJURY'), narrow)).not.toContain('names-below');
    expect(between([line('The Harbour. Its Cranes')], at('The Coast'), narrow)).not.toContain('names-below');
    expect(between([line('BEYOND THE SUM OF 500 USD')], at('PER PACKAGE OR UNIT.'), narrow)).not.toContain(
      'names-below',
    );
    const bold = line('Port Office of the Coast', { font: BOLD });
    expect(between([bold], at('Annual Report', { font: BOLD }), narrow)).not.toContain('break');
    expect(between([line('• Port Office of the')], at('Coast', { x: LEFT + 8 }), narrow)).not.toContain('break');
  });

  test('stands in a column of names where that is narrow, short and holds hardly any text', () => {
    const of = (texts: readonly string[], right = LEFT + 150): boolean =>
      isColumnOfNames(
        texts.map((text) => line(text)),
        { id: 1, left: LEFT, right },
      );
    expect(of(['Ada Moran', '12 Quay Street'])).toBe(true);
    expect(of(['Ada Moran', '12 Quay Street'], RIGHT)).toBe(false);
    expect(of(['Ada Moran of the', 'port said that she', 'Keeps It'])).toBe(false);
    expect(of(Array.from({ length: 20 }, () => 'Ada Moran'))).toBe(false);
    expect(of(['...... 27', '5%'])).toBe(false);
    // of text in capitals numbers and addresses tell it
    expect(of(['DO NOT OPEN THE COVER', 'WHILE THE DRUM RUNS', 'MOVING PARTS MAY HURT'])).toBe(false);
    expect(of(['12 QUAY STREET', 'OKAFOR HOUSE', 'BRACK 45202'])).toBe(true);
    expect(of(['APIのURLを開いて、PDF', 'ファイルをWebから', '2024年11月27日'])).toBe(false);
  });

  test('ends with a price and before the next entry of a list, unless the tags keep them together', () => {
    expect(between([fullLine('rope of hemp 4,50')], at('rope of steel 7,50'), { isPriced: true })).toBe(
      'break: price-ends-entry',
    );
    expect(between([fullLine('Hire a Harbour Master')], at('Order Lamps'), { isNextEntry: true })).toBe(
      'break: entries-below-each-other',
    );
    const tagged = { ...at('Order Lamps'), tag: tag(1) };
    const above = { ...fullLine('Hire a Harbour Master'), tag: tag(1) };
    expect(between([above], tagged, { isNextEntry: true })).toBe('join: same-tag');
  });

  test('ends with each line of an address, however bold', () => {
    const bold = (text: string): Line => at(text, { font: BOLD });
    const first = line('Port Office of the Coast', { font: BOLD });
    const inAddress = { ofNames: true, inAddress: true };
    expect(between([first], bold('Quay House'), inAddress)).toBe('break: line-of-an-address');
    expect(between([line('Lamps and Wicks of', { font: BOLD })], bold('Quay House'), inAddress)).not.toContain(
      'address',
    );
    expect(between([first], bold('Quay House'), { ofNames: true })).not.toContain('address');
  });

  test('ends with a signature that was typed', () => {
    expect(between([line('the lamp is lit')], at('s/ Ada Moran'))).toBe('break: signature');
    expect(between([line('/s/ Ada Moran')], at('Ada Moran', { x: LEFT - 7 }))).toBe('break: signature');
    expect(isTypedSignature('s/he keeps the light')).toBe(false);
    expect(isTypedSignature('s/ Ada Moran')).toBe(true);
  });

  test('ends above the role of a party, which is indented below its name', () => {
    const role = (text: string, x = LEFT + 36): string => between([line('ADA MORAN, et al.,')], at(text, { x }));
    expect(role('Plaintiffs-Appellants,')).toBe('break: role-of-a-party');
    expect(role('Petitioner')).toBe('break: role-of-a-party');
    expect(role('Petitioner of the town')).not.toContain('role-of-a-party');
    expect(role('Petitioner', LEFT)).not.toContain('role-of-a-party');
    expect(between([line('it was found for the')], at('Petitioner', { x: LEFT + 36 }))).not.toContain('role');
  });
});
