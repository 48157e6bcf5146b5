/** Each rule of where a paragraph ends, on two lines written by hand; those of lists, names and line ends are beside it. */
import { describe, expect, test } from '@jest/globals';
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
import { FULL, at, deciding, tag } from '../../../support/line-pairs.js';
import { BOLD, MONO, PLAIN } from '../../../support/pages.js';

const between = deciding(PARAGRAPH_BREAK);

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

  test('continues below a first line whose label is set in a smaller face', () => {
    const behind = (text: string, font: LineOptions['font'] = BOLD): Line => {
      const label = runs('Keepers of the light at the point', { font, size: 9 });
      return makeLine(emptyPage(), [...label, ...runs(text, { x: LEFT + 200 })]);
    };
    expect(between([behind('watch the sea')], at('in all weathers'))).not.toBe('break: size-changes');
    // a stamp beside a number
    expect(between([behind('watch the sea', PLAIN)], at('in all weathers'))).toBe('break: size-changes');
    // an entry of a curriculum, above what it says
    expect(between([behind('Hull, 2015 to 2018')], at('In charge of the light'))).toBe('break: size-changes');
    // the mark of a note
    expect(between([behind('*')], at('in all weathers'))).toBe('break: size-changes');
  });

  test('of a scan continues within a sentence whose lines were measured one by one', () => {
    const size = 11;
    const cut = fullLine('the keepers of the light (Moran and Ben-');
    const scanned = (above: Line, below: Line, over: Partial<LinePair> = {}): string =>
      between([above], below, { isScanned: true, ...over });
    expect(scanned(cut, at('gio, who came later', { size }))).toBe('join: not-indented');
    const indented = fullLine(FULL, { x: LEFT + 12 });
    expect(scanned(indented, at('gio, who came later', { size }))).toBe('join: not-indented');
    const changes = 'break: size-changes';
    // smaller type by more, a sentence that ended, a capital, a line that ends early
    expect(scanned(cut, at('gio, who came later', { size: 8.5 }))).toBe(changes);
    expect(scanned(fullLine('It was lit every night, and seen far.'), at('gio', { size }))).toBe(changes);
    const short = { right: RIGHT + 5 };
    expect(scanned(cut, at('Gio, who came later', { size }), short)).toBe(changes);
    expect(scanned(line('the keepers of the light at the'), at('harbour', { size }))).toBe(changes);
    // a note or caption further below, an item, what is set in, a label that fills its narrow column
    expect(scanned(cut, line('gio, who came later', { size, y: 100 + LEADING + 4 }))).toBe(changes);
    expect(scanned(cut, at('a) who came later', { size }))).toBe(changes);
    expect(scanned(cut, at('gio, who came later', { size, x: LEFT + 30 }))).toBe(changes);
    const label = line('depth of');
    expect(scanned(label, at('water', { size }), { right: label.box.x1 })).toBe(changes);
  });

  test('ends at another size on pages whose fonts say it, whatever the words say', () => {
    const changes = 'break: size-changes';
    const cut = fullLine('the keepers of the light (Moran and Ben-');
    expect(between([cut], at('gio, who came later', { size: 11 }))).toBe(changes);
    // the description of an entry, a quotation, a caption
    const entry = fullLine('The Lights of the North Coast and the Men Who Kept Them');
    expect(between([entry], at('with 40 plates and a map', { size: 9 }))).toBe(changes);
    expect(between([fullLine('the keeper wrote of it')], at('that it was lit', { size: 9 }))).toBe(changes);
    // a subtitle about one middle
    const about = (text: string, y: number, size: number): Line => {
      const { box } = line(text, { size });
      return line(text, { size, y, x: (LEFT + RIGHT - (box.x1 - box.x0)) / 2 });
    };
    const title = about('The Lights of the North Coast and the Men', 100, 11);
    expect(between([title], about('and how they were paid', 100 + LEADING, 10))).toBe(changes);
  });

  test('continues on a scanned page below a line that runs to the very edge', () => {
    const size = 11;
    const scanned = { isScanned: true };
    const name = fullLine('Ada Moran and Ben Hale, of Brack, for the Harbour');
    expect(between([name], at('Board, Inc.', { size }), scanned)).toBe('join: not-indented');
    const changes = 'break: size-changes';
    expect(between([name], at('Board, Inc.', { size }))).toBe(changes);
    expect(between([name], at('Board, Inc.', { size, x: LEFT + 12 }), scanned)).toBe(changes);
    expect(between([name], at('12 March', { size }), scanned)).toBe(changes);
    expect(between([name], at('Board, Inc.', { size }), { ...scanned, right: RIGHT + 5 })).toBe(changes);
    expect(between([name], at('Board, Inc.', { size, font: BOLD }), scanned)).toBe('break: bold-begins');
    // the widest name of a narrow column
    const widest = line('The Harbour Board of Brack and Hale');
    expect(between([widest], at('Board, Inc.', { size }), { ...scanned, right: widest.box.x1 })).toBe(changes);
  });

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

  test('of a centred institution behind a raised mark continues below a comma', () => {
    const centred = (text: string, y: number): Line => {
      const { box } = line(text);
      return line(text, { x: (LEFT + RIGHT - (box.x1 - box.x0)) / 2, y });
    };
    const marked = (text: string): Line => {
      const plain = centred(text, 100);
      const [mark, ...rest] = plain.runs;
      return { ...plain, runs: [{ ...mark!, size: 6, baseline: mark!.baseline - 4 }, ...rest] };
    };
    const place = centred('Port Brack, North Coast', 100 + LEADING);
    expect(between([marked('1 Institute of Lamps and University of the Harbour,')], place)).toBe(
      'join: affiliation-goes-on',
    );
    expect(between([marked('1 Institute of Lamps and University of')], place)).toBe('join: affiliation-goes-on');
    const name = '1 Institute of Lamps and University of the Harbour,';
    expect(between([marked(name), centred('Harbour Road,', 112)], centred('Port Brack', 124))).toBe(
      'join: affiliation-goes-on',
    );
    // an address in the net, a date, a fourth line
    const ends = 'break: centred-lines';
    for (const text of ['ada@harbour.example', 'Mail: ada@harbour.example', '12 March 2024', 'March 2024'])
      expect(between([marked(name)], centred(text, 112))).toBe(ends);
    const three = [marked(name), centred('Harbour Road,', 112), centred('Port Brack,', 124)];
    expect(between(three, centred('North Coast and Isles', 136))).toBe(ends);
    // finished, without a mark, or followed by another one
    expect(between([marked('1 Institute of Lamps and Mirrors of the Harbour')], place)).toBe('break: centred-lines');
    expect(between([centred('Institute of Lamps and the Harbour,', 100)], place)).toBe('break: centred-lines');
    const [mark, ...rest] = centred('2 Harbour Board', 100 + LEADING).runs;
    const next = {
      ...centred('2 Harbour Board', 100 + LEADING),
      runs: [{ ...mark!, size: 6, baseline: mark!.baseline - 4 }, ...rest],
    };
    expect(between([marked('1 Institute of Lamps and the Harbour,')], next)).toBe('break: note-mark');
  });

  test('ends with an entry of a table of contents', () =>
    expect(between([line('The Tower . . . . . . . . 7')], at('The Watch'))).toBe('break: contents-entry'));

  test('ends with the years at the right end of an entry, but not within a sentence', () => {
    const station = makeLine(emptyPage(), [...runs('Keeper of the light'), ...runs('2011 – 2013', { x: RIGHT - 52 })]);
    expect(between([station], at('Harbour of Brack'), { isDated: true })).toBe('break: dates-end-entry');
    expect(between([station], at('in the harbour'), { isDated: true })).not.toBe('break: dates-end-entry');
    expect(between([station], at('Harbour of Brack'))).not.toBe('break: dates-end-entry');
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

  test('of code ends at a bullet before code', () => {
    const code = line('make', { font: MONO });
    expect(between([code], at('• make install', { font: MONO }))).toBe('break: bullet-before-typewriter');
    expect(between([code], at('make install', { font: MONO }))).toBe('join: typewriter-goes-on');
  });

  test('is a whole title where large lines are centred, and a line each in the type of the text', () => {
    const centred = (text: string, size: number, y: number): Line =>
      line(text, { x: (LEFT + RIGHT - line(text, { size }).runs.at(-1)!.box.x1 + LEFT) / 2, size, y });
    expect(between([centred('The Keeping of', 16, 100)], centred('Lighthouses', 16, 119), { leading: 19 })).toBe(
      'join: centred-title-goes-on',
    );
    expect(between([centred('Ada Lovelace', 10, 100)], centred('London', 10, 112))).toBe('break: centred-lines');
  });

  test('does not end in a bold title about a middle of its own, whose upper line left no room', () => {
    const about = (text: string, y: number, middle = RIGHT - 100): Line => {
      const width = line(text).runs.at(-1)!.box.x1 - LEFT;
      return line(text, { x: middle - width / 2, y, font: BOLD });
    };
    const title = about('OF RELEVANT RECORDS', 112);
    const above = about('ORDER ON THE DESTRUCTION', 100);
    expect(between([above], title, { right: above.box.x1 })).toBe('join: title-about-its-middle');
    expect(between([above], title)).toBe('break: ends-early');
    expect(between([above], about('OF RELEVANT RECORDS', 112, RIGHT - 90), { right: above.box.x1 })).not.toBe(
      'join: title-about-its-middle',
    );
  });

  test('ends between the number of a part and that of its first section', () => {
    const centred = (text: string, y: number): Line => {
      const width = line(text).runs.at(-1)!.box.x1 - LEFT;
      return line(text, { x: (LEFT + RIGHT - width) / 2, y, font: BOLD });
    };
    expect(between([centred('II', 100)], centred('A', 112))).toBe('break: number-below-number');
    expect(between([centred('II', 100)], at('A', { font: BOLD }))).not.toBe('break: number-below-number');
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
});
