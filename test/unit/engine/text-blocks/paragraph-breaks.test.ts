/** Each rule of where a paragraph ends, on two lines written by hand. */
import { describe, expect, test } from '@jest/globals';
import { decideWithRule } from '../../../../engine/rules.js';
import type { BlockTag } from '../../../../engine/tag-model.js';
import { isIndexColumn } from '../../../../engine/text/index-column.js';
import { markerOf } from '../../../../engine/text-blocks/markers.js';
import { isColumnOfNames } from '../../../../engine/text-blocks/name-lines.js';
import type { LinePair } from '../../../../engine/text-blocks/line-pair.js';
import { PARAGRAPH_BREAK } from '../../../../engine/text-blocks/paragraph-breaks.js';
import { makeLine, type Line } from '../../../../engine/text/line.js';
import {
  emptyPage,
  fullLine,
  LEADING,
  LEFT,
  line,
  RIGHT,
  runs,
  style,
  type LineOptions,
} from '../../../support/engine-inputs.js';
import { BOLD, MONO } from '../../../support/pages.js';

const FULL = 'a line of running text that goes on to the right edge of its column';
const edges = { id: 0, left: LEFT, right: RIGHT };
const at = (text: string, options: LineOptions = {}): Line => line(text, { y: 100 + LEADING, ...options });

/** What is decided between the last line of `lines` and the one below. */
function between(lines: readonly Line[], below: Line, over: Partial<LinePair> = {}): string {
  const { verdict, rule } = decideWithRule(PARAGRAPH_BREAK, {
    above: lines.at(-1)!,
    below,
    paragraph: { lines, marker: markerOf(lines[0]!.text) },
    previous: undefined,
    next: undefined,
    edges,
    right: RIGHT,
    leading: LEADING,
    style: style(),
    marker: markerOf(below.text),
    inIndex: false,
    ofNames: false,
    isPriced: false,
    isNextEntry: false,
    markers: [],
    ...over,
  });
  return `${verdict}: ${rule}`;
}

const tag = (element: number): BlockTag => ({
  page: 1,
  element,
  role: 'paragraph',
  level: 0,
  items: [],
  label: false,
});

describe('a paragraph', () => {
  test('that begins in bold type continues where the next line does, too', () => {
    const bold = fullLine(FULL, { font: BOLD });
    const rest = (text: string, y = 100 + LEADING): Line =>
      makeLine(emptyPage(), [...runs(text, { font: BOLD, y }), ...runs(FULL, { x: LEFT + 80, y })]);
    expect(between([bold], rest('in the years:'))).toBe('join: bold-goes-on');
    expect(between([bold], rest('In the years:'))).toBe('break: bold-ends');
    expect(between([bold], at('in other type'))).toBe('break: bold-ends');
  });

  test('continues below a full line in the same type', () =>
    expect(between([fullLine(FULL)], at('and goes on here'))).toBe('join: not-indented'));

  test('ends at a table or figure', () =>
    expect(between([fullLine(FULL)], { ...at(''), blocks: [] })).toBe('break: stand-in'));

  test('ends where the tags begin another block, and not within one', () => {
    expect(between([{ ...fullLine(FULL), tag: tag(1) }], { ...at('goes on'), tag: tag(2) })).toBe('break: other-tag');
    expect(between([{ ...fullLine(FULL), tag: tag(1) }], { ...at('goes on'), tag: tag(1) })).toBe('join: same-tag');
  });

  test('ends where the font size changes', () =>
    expect(between([fullLine(FULL)], at('smaller', { size: 8 }))).toBe('break: size-changes'));

  test('ends where bold type begins or ends with a line', () => {
    expect(between([line('A heading', { font: BOLD })], at('its text'))).toBe('break: bold-ends');
    expect(between([fullLine(FULL)], at('A heading', { font: BOLD }))).toBe('break: bold-begins');
  });

  test("ends at a note's raised mark", () => {
    const note = at('1 See above.');
    const [mark, ...rest] = note.runs;
    const raised = { ...mark!, size: 6, baseline: mark!.baseline - 4 };
    expect(between([fullLine(FULL)], { ...note, runs: [raised, ...rest] })).toBe('break: note-mark');
  });

  test('ends with an entry of a table of contents', () =>
    expect(between([line('The Tower . . . . . . . . 7')], at('The Watch'))).toBe('break: contents-entry'));

  test('ends at the next reference of a bibliography, and at the next step of an algorithm', () => {
    expect(between([fullLine(`[3] ${FULL}`)], at('[4] Another one'))).toBe('break: next-reference');
    expect(between([fullLine(`3: ${FULL}`)], at('4: return the lamp'))).toBe('break: next-reference');
    expect(between([fullLine(`[3] ${FULL}`)], at('4: return the lamp'))).toBe('join: not-indented');
  });

  test('ends where a line lies higher', () =>
    expect(between([fullLine(FULL)], at('beside', { y: 60 }))).toBe('break: steps-up'));

  test('ends at what stands at the other end of its row', () =>
    expect(between([line('TRANSMITTAL', { y: 90 })], at('2.3.59', { x: 400, y: 90 }))).toBe('break: beside'));

  test('ends at a wide gap, whatever the text says', () =>
    expect(between([fullLine(FULL)], at('goes on', { y: 120 }))).toBe('break: wide-gap'));

  test('ends at a row of underscores or dashes', () => {
    expect(between([line('________________')], at('ORDER'))).toBe('break: typed-ruling');
    expect(between([fullLine(FULL)], at('- - - - - - - - -'))).toBe('break: typed-ruling');
    expect(between([fullLine(FULL)], at('Name ____________'))).not.toBe('break: typed-ruling');
  });

  test('ends where the text returns from the right half to the left edge', () =>
    expect(between([line('12 May', { x: 420 })], at('Dear Sir or Madam, and so on'))).toBe('break: jumps-left'));

  test('ends at a narrow gap below a finished sentence, and not in the middle of one', () => {
    expect(between([fullLine(`${FULL}.`)], at('Another', { y: 115 }))).toBe('break: gap-after-finished-text');
    expect(between([fullLine(FULL)], at('goes on', { y: 115 }))).toBe('join: not-indented');
  });

  test('of code continues wherever its lines end, and ends where the type changes', () => {
    const code = line('if (x) {', { font: MONO });
    expect(between([code], at('return;', { font: MONO, x: 90 }))).toBe('join: typewriter-goes-on');
    expect(between([code], at('This returns at once.'))).toBe('break: typewriter-changes');
  });

  test('is a whole title where large lines are centred, and a line each in the type of the text', () => {
    const centred = (text: string, size: number, y: number): Line =>
      line(text, { x: (LEFT + RIGHT - line(text, { size }).runs.at(-1)!.box.x1 + LEFT) / 2, size, y });
    expect(between([centred('The Keeping of', 16, 100)], centred('Lighthouses', 16, 119), { leading: 19 })).toBe(
      'join: centred-title-goes-on',
    );
    expect(between([centred('Ada Lovelace', 10, 100)], centred('London', 10, 112))).toBe('break: centred-lines');
  });
  test('ends between the number of a part and that of its first section', () => {
    const centred = (text: string, y: number): Line => {
      const width = line(text).runs.at(-1)!.box.x1 - LEFT;
      return line(text, { x: (LEFT + RIGHT - width) / 2, y, font: BOLD });
    };
    expect(between([centred('II', 100)], centred('A', 112))).toBe('break: number-below-number');
    expect(between([centred('II', 100)], at('A', { font: BOLD }))).not.toBe('break: number-below-number');
  });

  test('continues right below the text of a long numbered line, though a word had room', () => {
    const above = line('2.1 Public Employee Performance Evaluation – Pursuant to Codes');
    const hanging = (text: string): Line => at(text, { x: above.runs[1]!.box.x0 });
    expect(between([above], hanging('Section 54957'))).toBe('join: hangs-below-its-text');
    expect(between([above], hanging('Representatives: the board'))).toBe('break: ends-early');
    expect(between([line('2.1 Public Employee')], hanging('Section 54957'))).toBe('break: ends-early');
  });

  test('of lines about one middle continues in lower case, wherever the middle of the column is', () => {
    const aside = (text: string, y: number): Line => line(text, { x: 150 - 2.5 * text.length, y });
    const above = aside('platform engineer', 100);
    expect(between([above], aside('employed by us', 112))).toBe('join: centred-sentence-goes-on');
    expect(between([above], aside('Employed by us', 112))).not.toBe('join: centred-sentence-goes-on');
    expect(between([above], aside('ada@example.org', 112))).not.toBe('join: centred-sentence-goes-on');
  });

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
    expect(between([line('/s/ Ada Moran-Okafor')], at('ada@port.example'), narrow)).toBe(
      'break: names-below-each-other',
    );
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

  test('ends with a line that has room for the next word', () =>
    expect(between([line('It ends here.')], at('Another begins'))).toBe('break: ends-early'));

  test('continues below a long line within a sentence, wherever the edge of a wide column is', () => {
    const long = 'a long line of running text that stands below a table and ends well';
    const wide = { right: RIGHT + 300 };
    expect(between([line(long)], at('before its edge'), wide)).toBe('join: sentence-cut');
    expect(between([line(long)], at('Before its edge'), wide)).toBe('break: ends-early');
    expect(between([line('the minutes of the Board of')], at('Education'))).toBe('join: sentence-cut');
    expect(between([line(long)], at('ada@lovelace.org'), wide)).toBe('break: ends-early');
  });

  test('continues below the value of a label', () => {
    const [label, value] = [runs('Spoke for them:'), runs('President Lucey and', { x: 180 })];
    const above = makeLine(emptyPage(), [...label, ...value]);
    expect(between([above], at('Vice-President Kausar', { x: 180 }))).toBe('join: sentence-cut');
    expect(between([above], at('Vice-President Kausar', { x: 205 }))).toBe('break: ends-early');
  });

  test('of two centred lines is a caption that continues in lower case', () => {
    const above = line('Fig. 1: Networks get', { x: 220 });
    expect(between([above], at('combined', { x: 240 }))).toBe('join: caption-goes-on');
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
    expect(between([entry], at('379. Northport (2006).', hanging))).toBe('break: marker-not-aligned');
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

  test('of one full line ends at the indent that this document begins paragraphs with', () =>
    expect(between([fullLine(`${FULL}.`)], at('Another', { x: LEFT + 15 }), { style: style({ indent: 15 }) })).toBe(
      'break: indent-after-full-line',
    ));

  test('of indented lines ends at the left edge', () => {
    const quoted = [fullLine(FULL, { x: LEFT + 20 }), fullLine(FULL, { x: LEFT + 20, y: 112 })];
    expect(between(quoted, at('goes on', { y: 124 }))).toBe('break: back-from-indent');
  });

  test('hangs below its first line', () =>
    expect(between([fullLine(FULL)], at('goes on', { x: LEFT + 15 }))).toBe('join: hangs'));

  test('ends at an indented first line', () => {
    const lines = [fullLine(FULL), fullLine(FULL, { y: 112 })];
    expect(between(lines, at('Another', { x: LEFT + 15, y: 124 }))).toBe('break: first-line-indent');
  });

  test('of one finished line continues in an indented one where nothing speaks against it', () =>
    expect(between([fullLine(`${FULL}.`)], at('Another', { x: LEFT + 15 }))).toBe('join: otherwise'));

  test('of an index is one entry, with what is set in below a line that had no room', () => {
    const over = { inIndex: true };
    const entry = fullLine('architecture of cities and lamps, constraint effected through,');
    expect(between([entry], at('122, 123', { x: LEFT + 20 }), over)).toBe('join: rest-of-index-entry');
    expect(between([entry], at('122, 123'), over)).toBe('join: rest-of-index-entry');
    expect(between([entry], at('archives, 108'), over)).toBe('break: index-entry');
    const finished = fullLine('American Association of the Libraries of Law and Lamps, 232');
    expect(between([finished], at('AT&T, 6'), over)).toBe('break: index-entry');
    expect(between([finished], at('branches of, 7', { x: LEFT + 20 }), over)).toBe('break: index-entry');
    expect(between([line('artists')], at('publicity rights on, 317', { x: LEFT + 20 }), over)).toBe(
      'break: index-entry',
    );
    expect(between([finished], at('AT&T, 6'))).toBe('join: not-indented');
  });
});

test('a column of an index has page numbers behind commas at the end of half of its lines', () => {
  const entries = ['Agee, Michael, 223–24', 'Allen, Paul, 100', 'artists:', 'cartoons, 21n', 'see also Films'];
  const rest = ['Amazon, 278', 'Andromeda, 203', 'ASCAP, 18', 'AT&T, 6', 'Ayer, Don, 230, 237'];
  const lines = (texts: readonly string[]): Line[] => texts.map((text, i) => line(text, { y: 100 + LEADING * i }));
  expect(isIndexColumn(lines([...entries, ...rest]))).toBe(true);
  expect(isIndexColumn(lines([...entries, ...rest.slice(1)]))).toBe(false);
  expect(isIndexColumn(lines([...entries, ...rest].map((text) => text.replace(/\d/gu, 'x'))))).toBe(false);
  expect(isIndexColumn(lines([...entries, ...rest].map((text, i) => `${text} Tag:SJ31${i}-1`)))).toBe(false);
  const exhibits = rest.map((_, i) => `Lease of lamp ${i}, dated as of January 5, 2019`);
  expect(isIndexColumn(lines([...exhibits, ...exhibits]))).toBe(false);
  const amounts = rest.map((_, i) => `Miete 1${i},50`);
  expect(isIndexColumn(lines([...amounts, ...amounts]))).toBe(false);
});
