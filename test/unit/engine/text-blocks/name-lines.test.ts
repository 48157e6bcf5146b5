/** Where a column holds names, addresses or prices: a paragraph ends with each. */
import { describe, expect, test } from '@jest/globals';
import { PARAGRAPH_BREAK } from '../../../../engine/text-blocks/paragraph-breaks.js';
import type { Line } from '../../../../engine/text/line.js';
import {
  holdsPlace,
  isColumnOfNames,
  isSignature,
  namesWithinText,
} from '../../../../engine/text-blocks/name-lines.js';
import type { BlockTag } from '../../../../engine/tag-model.js';
import { fullLine, LEADING, LEFT, line, RIGHT } from '../../../support/engine-inputs.js';
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

  test('ends with each line of an address in a column of text, the widest one too', () => {
    const address = ['Ada Moran', '1100 Quay Street, Suite 2800', 'Porto, CA 94087', '(650) 701-7829'];
    const of = (texts: readonly string[], right = RIGHT): ReturnType<typeof namesWithinText> => {
      const lines = texts.map((text, i) => at(text, { y: 100 + i * LEADING }));
      return namesWithinText(
        lines,
        lines.map(() => ({ leading: LEADING, right })),
      );
    };
    const texts = (lines: ReadonlySet<Line>): string[] => [...lines].map(({ text }) => text);
    const within = of(['the harbour office wrote to', ...address, 'about the lamp and its wicks']);
    expect(texts(within.all)).toEqual(address.slice(1));
    expect(texts(within.withAddress)).toEqual(address.slice(1));
    // lines that end early tell names without an address, but in capitals nothing does
    const names = ['Ada Moran', 'Chief of the Harbour', 'Port Office'];
    expect(texts(of(names).all)).toEqual(names.slice(1));
    expect(of(names).withAddress.size).toBe(0);
    expect(of(names, LEFT + 60).all.size).toBe(0);
    expect(of(names.map((text) => text.toUpperCase())).all.size).toBe(0);
    expect(of(names.slice(1)).all.size).toBe(0);
    // text that runs on
    expect(of(['Ada Moran of the', 'port said that she', 'Keeps It']).all.size).toBe(0);
  });

  test('ends with each line of a letterhead, however bold', () => {
    const bold = (text: string): Line => at(text, { font: BOLD });
    const first = line('Port Office of the Coast', { font: BOLD });
    const placed = { ofNames: true, withAddress: true };
    expect(between([first], bold('Quay House'), placed)).toBe('break: line-of-a-letterhead');
    expect(between([line('Lamps and Wicks of', { font: BOLD })], bold('Quay House'), placed)).not.toContain(
      'letterhead',
    );
    expect(between([first], bold('Quay House'), { ofNames: true })).not.toContain('letterhead');
    // days below each other; one alone in the middle of the column
    expect(between([line('Received 4 October 2005')], at('Revised 7 March 2006'))).toBe('break: line-of-a-letterhead');
    const middle = (text: string, one = line(text, { font: BOLD })): number => (LEFT + RIGHT - one.box.x1 + LEFT) / 2;
    const title = 'The Harbour and Its Cranes';
    const day = '7 March 2006';
    expect(between([line(title, { font: BOLD, x: middle(title) })], at(day, { font: BOLD, x: middle(day) }))).toBe(
      'break: line-of-a-letterhead',
    );
    expect(between([line('It was found on')], at('7 March 2006'))).not.toContain('letterhead');
  });

  test('ends with a signature that was typed', () => {
    expect(between([line('the lamp is lit')], at('s/ Ada Moran'))).toBe('break: signature');
    expect(between([line('/s/ Ada Moran')], at('Ada Moran', { x: LEFT - 7 }))).toBe('break: signature');
    expect(isSignature('s/he keeps the light')).toBe(false);
    expect(isSignature('s/ Ada Moran')).toBe(true);
  });

  test('is one of an address where its column tells a place, a day or who signed', () => {
    const of = (...texts: string[]): boolean => holdsPlace(texts.map((text) => line(text)));
    expect([of('Porto, CA 94087'), of('Tel. 650 701-7829'), of('7 March 2006'), of('s/ Ada Moran')]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(of('Ada Moran', 'Chief of the Harbour')).toBe(false);
  });

  test('ends above the role of a party, which is indented below its name', () => {
    const role = (text: string, x = LEFT + 36): string => between([line('ADA MORAN, et al.,')], at(text, { x }));
    expect(role('Plaintiffs-Appellants,')).toBe('break: role-of-a-party');
    expect(role('Petitioner')).toBe('break: role-of-a-party');
    expect(role('Petitioner of the town')).not.toContain('role-of-a-party');
    expect(role('Petitioner', LEFT)).not.toContain('role-of-a-party');
    expect(between([line('it was found for the')], at('Petitioner', { x: LEFT + 36 }))).not.toContain('role');
  });

  test('ends above the next field of a form, even within one tag', () => {
    const tagged = (one: Line): Line => ({ ...one, tag: tag(1) });
    expect(between([tagged(fullLine('Date: 31 October'))], tagged(at('Case No.: 17-3510')))).toBe('break: next-field');
    expect(between([line('Date: 31 October')], at('that is the day: Friday'))).not.toContain('next-field');
    expect(between([fullLine('The office wrote')], at('Date: 31 October'))).not.toContain('next-field');
    expect(between([fullLine('On oil: it burns well.')], at('On freight: it is paid'))).not.toContain('next-field');
  });

  test('ends within a tag above a line in another size, but for a title', () => {
    const [name, office] = [line('ADA MORAN', { size: 10 }), at('CHIEF JUDGE', { size: 7.5 })];
    const tagged = (role: BlockTag['role']): string =>
      between([{ ...name, tag: { ...tag(1), role } }], { ...office, tag: { ...tag(1), role } }, { right: name.box.x1 });
    expect(tagged('paragraph')).toBe('break: size-changes');
    expect(tagged('heading')).toBe('join: same-tag');
  });
});
