/** Each rule of whether a paragraph continues at the top of the next column. */
import { describe, expect, test } from '@jest/globals';
import { decideWithRule } from '../../../../engine/rules.js';
import type { BlockTag, TagRole } from '../../../../engine/tag-model.js';
import { CONTINUATION } from '../../../../engine/text-blocks/continuation.js';
import type { TextBlock } from '../../../../engine/text-blocks/text-blocks.js';
import { LEFT, line, RIGHT, textBlock, type LineOptions } from '../../../support/engine-inputs.js';
import { BOLD, MONO, PLAIN } from '../../../support/pages.js';

const before = (text: string, over: Partial<TextBlock> = {}): TextBlock =>
  textBlock(text, { columnEnd: true, full: true, column: { id: 1, left: LEFT, right: RIGHT }, ...over });

const across = (
  a: TextBlock,
  b: TextBlock,
  { passed = 0, titles = 0, bodySize = 10, indent = null as number | null, aboveTable = false } = {},
): string => {
  const at = { before: a, after: b, passed, titles, bodySize, indent, aboveTable };
  const { verdict, rule } = decideWithRule(CONTINUATION, at);
  return `${verdict}: ${rule}`;
};

const tag = (page: number, element: number, role: TagRole = 'paragraph'): BlockTag => ({
  page,
  element,
  role,
  level: 0,
  items: [],
  label: false,
});

describe('at the top of a column', () => {
  test('nothing continues that has not reached the end of its column', () => {
    expect(across(before('It goes', { columnEnd: false }), textBlock('on here'))).toBe('begins: column-not-ended');
    expect(across(before('1 A note', { role: 'footnote' }), textBlock('on here'))).toBe('begins: column-not-ended');
  });

  test('below a float within a column only a cut sentence continues', () => {
    const column = { id: 7, left: 72, right: 472 };
    const cut = before('the lamps of the', { column });
    expect(across(cut, textBlock('harbour', { column }))).toBe('continues: sentence-goes-on');
    expect(across(cut, textBlock('Harbour', { column }))).toBe('begins: float-within-column');
    expect(across({ ...cut, full: false }, textBlock('harbour', { column }))).toBe('begins: float-within-column');
  });

  test('a signature that was typed continues no address', () => {
    expect(across(before('keeper@port.example'), textBlock('s/ Ada Moran'))).toBe('begins: signature');
    expect(across(before('The keeper said that'), textBlock('s/he lights it'))).toBe('continues: sentence-goes-on');
  });

  test('texts beside each other end each for itself, unless a sentence was cut', () => {
    const beside = { column: { id: 1, left: 72, right: 172, beside: true as const } };
    expect(across(before('Room 540, Harbour', beside), textBlock('Tel. 564-7000'))).toBe('begins: text-beside-others');
    expect(across(before('Room 540, by the', beside), textBlock('harbour'))).not.toBe('begins: text-beside-others');
  });

  test('a text beside another, which begins on its level, is no rest of it', () => {
    const column = { id: 1, left: 72, right: 172, beside: true as const };
    const [first, second] = [line('Lamps in'), line('the town')];
    const part = textBlock([first, second], { column, columnEnd: true, full: true });
    expect(across(part, textBlock('ships at sea'))).toBe('begins: level-with-its-beginning');
    expect(across(part, textBlock([line('ships at sea', { y: 300 })]))).toBe('continues: sentence-goes-on');
  });

  test('a note continues without its mark', () =>
    expect(across(before('1 A note that', { role: 'footnote' }), textBlock('goes on.', { role: 'footnote' }))).toBe(
      'continues: rest-of-note',
    ));

  test('past labels in smaller type a sentence continues, and nothing else', () => {
    expect(across(before('it goes'), textBlock('on here'), { passed: 3 })).toBe('continues: sentence-goes-on');
    expect(across(before('it goes'), textBlock('London'), { passed: 3 })).toBe('begins: past-smaller-type');
    expect(across(before('it goes to'), textBlock('London'), { passed: 3 })).toBe(
      'continues: unfinished-and-not-indented',
    );
  });

  test('past the titles of a box where a full line goes on in lower case', () => {
    expect(across(before('the keeper'), textBlock('of the light'), { titles: 1, passed: 1 })).toBe(
      'continues: sentence-goes-on',
    );
    expect(across(before('the keeper', { full: false }), textBlock('of the light'), { titles: 1, passed: 1 })).toBe(
      'begins: past-larger-type',
    );
    expect(across(before('the keeper'), textBlock('Lights'), { titles: 1 })).toBe('begins: past-larger-type');
    expect(across(before('the keeper'), textBlock('lamp 4, tower 3'), { titles: 1 })).toBe('begins: past-larger-type');
  });

  test('where first lines are indented, a paragraph without that indent is the rest of one', () => {
    const lines = textBlock([line('Laws of 2010 make it'), line('illegal', { y: 212 })], { left: 0 });
    expect(across(before('So do the Sess.'), lines, { indent: 36 })).toBe('continues: lacks-first-line-indent');
    expect(across(before('So do the acts.'), lines)).toBe('begins: otherwise');
  });

  test('an abbreviation ends no sentence', () => {
    const lines = textBlock([line('Laws of 2010 make it'), line('illegal', { y: 212 })], { left: 0 });
    expect(across(before('So do the Sess.'), lines)).toBe('continues: unfinished-and-not-indented');
  });

  test('tags of one page decide by their elements', () => {
    const a = before('It ends.', { tag: tag(1, 3) });
    expect(across(a, textBlock('Here', { tag: tag(1, 3) }))).toBe('continues: element-of-the-page');
    expect(across(a, textBlock('here', { tag: tag(1, 4) }))).toBe('begins: element-of-the-page');
  });

  test('tags that end a paragraph with its column do not, within a sentence', () => {
    const [a, rest] = [before('the lamp that', { tag: tag(1, 3) }), textBlock('is lit', { tag: tag(1, 4) })];
    expect(across(a, rest)).toBe('continues: sentence-over-elements');
    expect(across({ ...a, full: false }, rest)).toBe('begins: element-of-the-page');
    expect(across({ ...a, text: 'The lamp is out.' }, rest)).toBe('begins: element-of-the-page');
    expect(across(a, { ...rest, tag: tag(1, 4, 'item') })).toBe('begins: element-of-the-page');
  });

  test('another role of the tags begins something new on the next page', () =>
    expect(across(before('it goes', { tag: tag(1, 3) }), textBlock('on', { tag: tag(2, 0, 'item') }))).toBe(
      'begins: other-tag',
    ));

  test('a marker begins something new', () =>
    expect(across(before('it goes'), textBlock('(a) on'))).toBe('begins: marker'));

  test('a blank to be filled in ends what it belongs to', () =>
    expect(across(before('Name: ______'), textBlock('of the tenant'))).toBe('begins: blank-to-fill'));

  test('an entry with its price begins below another with its own', () => {
    expect(across(before('lamp oil, a can 22,50'), textBlock('winter berth 25,50'))).toBe('begins: price-below-price');
    expect(across(before('which came to 22,50'), textBlock('in that year'))).toBe('continues: sentence-goes-on');
    const wide = (text: string): string =>
      `${text} of all the lamps that burn along the quay of the harbour at p = 0.05`;
    expect(across(before(wide('the first part')), textBlock(wide('while another')))).not.toContain('price');
  });

  test('another size or weight begins something new', () => {
    expect(across(before('it goes'), textBlock([line('on', { size: 8 })]))).toBe('begins: other-type');
    expect(across(before('it goes'), textBlock([line('on', { font: BOLD })]))).toBe('begins: other-type');
  });

  test('of scans the rest of a cut word or phrase may have been measured apart', () => {
    const scanned = { scanned: true as const };
    const cut = (text: string, over: Partial<TextBlock> = {}): TextBlock => before(text, { ...scanned, ...over });
    const rest = (text: string, size: number, font: LineOptions['font'] = PLAIN): TextBlock =>
      textBlock([line(text, { size, font })], scanned);
    expect(across(cut('the Har-'), rest('bour Board of Brack', 11))).toBe('continues: hyphenated');
    expect(across(cut('the keepers of the'), rest('harbour', 11))).toBe('continues: sentence-goes-on');
    const begins = 'begins: other-type';
    expect(across(cut('the Har-'), rest('bour Board of Brack', 8.5))).toBe(begins);
    expect(across(cut('the Har-'), rest('Board of Brack', 11))).toBe(begins);
    expect(across(cut('the Har-'), rest('bour Board of Brack', 11, BOLD))).toBe(begins);
    expect(across(cut('the keepers of light'), rest('harbour', 11))).toBe(begins);
    expect(across(cut('the keepers of the', { full: false }), rest('harbour', 11))).toBe(begins);
    // titles end so
    expect(across(cut('what the keepers live on'), rest('harbour', 11))).toBe(begins);
    // pages whose fonts say their sizes
    expect(across(before('the Har-'), rest('bour Board of Brack', 11))).toBe(begins);
    expect(across(cut('the Har-'), textBlock([line('bour Board', { size: 11 })]))).toBe(begins);
    // the credit of a picture, but not text that is smaller as a whole
    expect(across(cut('the Har-'), rest('from left: Ada Moran', 9))).toBe(begins);
    expect(across(cut('the Har-'), rest('bour Board', 9), { bodySize: 11.5 })).toBe('continues: hyphenated');
  });

  test('code continues in code alone', () => {
    const column = { id: 1, left: LEFT, right: RIGHT };
    const code = textBlock([line('return x;', { font: MONO })], { columnEnd: true, column });
    expect(across(code, textBlock([line('}', { font: MONO })]))).toBe('continues: typewriter');
    expect(across(code, textBlock('and so'))).toBe('begins: typewriter');
  });

  test('a broken word continues', () =>
    expect(across(before('the light-'), textBlock('House'))).toBe('continues: hyphenated'));

  test('centred text stands by itself', () =>
    expect(across(before('The Tower', { centred: true }), textBlock('and so'))).toBe('begins: centred'));

  test('an unfinished sentence continues with a lower-case letter', () =>
    expect(across(before('it goes', { full: false }), textBlock('on here'))).toBe('continues: sentence-goes-on'));

  test('a last line with room for a word has ended', () =>
    expect(across(before('it goes', { full: false }), textBlock('On here'))).toBe('begins: last-line-not-full'));

  test('the title of a table ends with its page, and a phrase that is open is none', () => {
    const next = (text: string, more: readonly string[] = []): TextBlock =>
      textBlock(
        [text, ...more].map((one, i) => line(one, { y: 72 + 12 * i })),
        { page: 2 },
      );
    const aboveTable = true;
    const goesOn = 'continues: unfinished-and-not-indented';
    expect(across(before('Cash budget'), next('Population'), { aboveTable })).toBe('begins: title-of-a-table');
    expect(across(before('Cash budget'), next('Population'))).toBe(goesOn);
    expect(across(before('it goes to'), next('London'), { aboveTable })).toBe(goesOn);
    expect(across(before('it goes, of trade,'), next('London'), { aboveTable })).toBe(goesOn);
    const paragraph = next('The lamps burn', ['all night and day']);
    const bold = across(before('Lamps', { bold: true }), { ...paragraph, bold: true }, { aboveTable });
    expect(bold).toBe('begins: title-of-a-table');
    expect(across(before('Lamps'), paragraph, { aboveTable })).toBe(goesOn);
  });

  test('in the head of a letter nothing goes on: addresses, dates, and who is addressed', () => {
    const head = 'begins: head-of-a-letter';
    expect(across(before('Tel. 02 98 55 01 02'), textBlock('Madame Claire Le Goff'))).toBe(head);
    expect(across(before('Springfield, IL 62701'), textBlock('March 12, 2024'))).toBe(head);
    expect(across(before('Paris, le 12 mars 2024'), textBlock('Objet'))).toBe(head);
    expect(across(before('Our ref. JR/kk'), textBlock('Dear Ms. Roe:'))).toBe(head);
    expect(across(before('Tel. 02 98 55 01 02'), textBlock('and at night 02 98 55'))).not.toBe(head);
    expect(across(before('Tel. of the Keeper'), textBlock('Madame Claire Le Goff'))).not.toBe(head);
    expect(across(before('the lamp of 1903'), textBlock('Madame Claire Le Goff'))).not.toBe(head);
  });

  test('an unfinished sentence continues with a capital unless that is indented', () => {
    expect(across(before('it goes to'), textBlock('London'))).toBe('continues: unfinished-and-not-indented');
    expect(across(before('it goes to'), textBlock('London', { left: 15 }))).toBe('begins: otherwise');
  });
});
