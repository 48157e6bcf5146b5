import { expect, test } from '@jest/globals';
import { contentsEntry, looseEntry } from '../../../../engine/text-blocks/contents.js';
import { buildLines, type Line } from '../../../../engine/text/line.js';
import { cpuMs } from '../../../support/cpu-time.js';
import { page, words } from '../../../support/pages.js';

/** A line of its words, the last of them at `x`. */
function line(text: string, last: string, x: number): Line {
  const runs = [...words({ text, x: 40, y: 100 }), ...words({ text: last, x, y: 100 }, 100)];
  return { ...buildLines(page([]), runs)[0]!, runs, text: `${text} ${last}` };
}

test('entries of a table of contents end in a page behind leaders or a gap', () => {
  expect(contentsEntry(line('1 Scope .....', '7', 200))).toEqual({ label: '1 Scope', page: '7', leaders: true });
  expect(contentsEntry(line('Preface . . . .', 'xii', 200))).toMatchObject({ label: 'Preface', page: 'xii' });
  expect(contentsEntry(line('Terms', '12', 300))).toEqual({ label: 'Terms', page: '12', leaders: false });
  expect(contentsEntry(line('The year was', '12', 103))).toBeNull();
});

test('a row of a listing that ends in a number is no entry, unless leaders lead to it', () => {
  const typed = (text: string): Line => ({ ...line(text, '150', 200), mono: 1 });
  expect(contentsEntry(typed('Total packets ='))).toBeNull();
  expect(contentsEntry(typed('Total packets'))).toMatchObject({ label: 'Total packets', page: '150' });
  expect(contentsEntry(typed('Packets .....'))).toMatchObject({ label: 'Packets', page: '150' });
  expect(contentsEntry({ ...line('send_packets', '150', 200), mono: 0.95 })).toMatchObject({ label: 'send_packets' });
});

test('an entry of a table of authorities is on several pages, behind leaders', () => {
  expect(contentsEntry(line('Doe v. Roe .....', '4, 9', 200))).toEqual({
    label: 'Doe v. Roe',
    page: '4, 9',
    leaders: true,
  });
  expect(contentsEntry(line('Rule 12 . . . .', 'passim', 200))).toMatchObject({ label: 'Rule 12', page: 'passim' });
  expect(contentsEntry(line('.....', '4, 9–11', 200))).toMatchObject({ label: '', page: '4, 9–11' });
  expect(contentsEntry(line('See pages', '4, 9', 100))).toBeNull();
  expect(contentsEntry(line('It is used', 'passim', 300))).toBeNull();
});

test('leaders and a page number alone end the entry of the line above; numbers alone end none', () => {
  expect(contentsEntry(line('..........', '27', 200))).toEqual({ label: '', page: '27', leaders: true });
  expect(looseEntry(line('. . . . . .', '27', 200))).toMatchObject({ label: '', page: '27' });
  expect(contentsEntry(line('3', '27', 200))).toBeNull();
  expect(contentsEntry(line('—', '27', 200))).toBeNull();
  expect(contentsEntry(line('________', '2019', 200))).toBeNull();
});

test('leaders between the label and the page without a space make one word of all three', () => {
  const entry = (text: string): unknown => contentsEntry(buildLines(page([]), words({ text, x: 40, y: 100 }))[0]!);
  expect(entry('3. Contact...............3')).toEqual({ label: '3. Contact', page: '3', leaders: true });
  expect(entry('“Well.....I')).toBeNull();
  expect(entry('FAQ..........xii')).toEqual({ label: 'FAQ', page: 'xii', leaders: true });
  expect(entry('and so on...3')).toBeNull();
  expect(entry('see src.main')).toBeNull();
  expect(entry('2..........3')).toBeNull();
});

test('a line of thousands of dots that is no entry is recognised at once', () => {
  const dots = line(`Text${'.'.repeat(5000)}b`, '5', 30_000);
  const read = (): void => expect(contentsEntry({ ...dots, text: dots.text.replace(' ', '') })).toBeNull();
  expect(cpuMs(read)).toBeLessThan(1000);
});
