/** Which lines of a column are kept as their author broke them, and what becomes of them. */
import { describe, expect, test } from '@jest/globals';
import { usualRight } from '../../../../engine/text-blocks/column-edges.js';
import { keptLines, KEPT_LINES, type LineGroupAsSet } from '../../../../engine/text-blocks/kept-lines.js';
import { groupLines } from '../../../../engine/text-blocks/line-groups.js';
import { PARAGRAPH_BREAK } from '../../../../engine/text-blocks/paragraph-breaks.js';
import { makeLine, type Line } from '../../../../engine/text/line.js';
import { decided } from '../../../support/decisions.js';
import {
  column,
  emptyPage,
  fullLine,
  LEADING,
  LEFT,
  line,
  linesBelow,
  RIGHT,
  runs,
  SIZE,
  style,
  type LineOptions,
} from '../../../support/engine-inputs.js';
import { at, deciding } from '../../../support/line-pairs.js';
import { BOLD, MONO } from '../../../support/pages.js';

const STANZA = [
  'The lamp is low, the tide is out,',
  'Our keeper sleeps.',
  'No boat will come about tonight,',
  'The fog so deeply creeps.',
];
const NEXT = [
  'At dawn he climbs the stair again,',
  'The wick is dry.',
  'He counts the gulls along the rail,',
  'And none reply.',
];
/** In leadings: the distance of paragraphs. */
const GAP = 1.6;

/** Groups of lines, apart by the distance of paragraphs. */
function groupsBelow(
  groups: readonly (readonly string[])[],
  { gap = GAP, ...options }: LineOptions & { gap?: number } = {},
): Line[] {
  let y = 100;
  return groups.flatMap((texts) => {
    const lines = linesBelow(texts, { ...options, y });
    y += (texts.length - 1 + gap) * LEADING;
    return lines;
  });
}

const kept = (lines: readonly Line[], { indent = null as number | null, right = RIGHT } = {}): string[] =>
  [
    ...keptLines(lines, {
      style: { ...style(), indent },
      leadings: lines.map(() => LEADING),
      left: LEFT,
      rightOf: () => right,
    }),
  ].map(({ text }) => text);

const asSet = (texts: readonly string[], over: Partial<LineGroupAsSet> = {}): string =>
  decided(KEPT_LINES, { lines: linesBelow(texts), right: RIGHT, left: LEFT, indent: null, boldBody: false, ...over });

describe('the lines of a stanza are kept', () => {
  test('where space parts it from the next and from the text', () => {
    expect(kept(groupsBelow([STANZA, NEXT]))).toEqual([...STANZA.slice(1), ...NEXT.slice(1)]);
    expect(kept(groupsBelow([['An old song of the keepers:'], STANZA]))).toEqual(STANZA.slice(1));
  });

  test('also three of them, one of which goes on within a sentence', () => {
    const three = ['The keeper of the', 'Lamp has gone to bed and sleeps till dawn,', 'And so shall we.'];
    expect(kept(groupsBelow([three, NEXT]))).toEqual([...three.slice(1), ...NEXT.slice(1)]);
  });

  test('as text blocks of their own, each but the first marked', () => {
    const setting = { style: style(), isScanned: false, rightOf: () => RIGHT };
    const groups = groupLines(column(groupsBelow([STANZA, NEXT])), setting, () => []);
    expect(groups.map(({ lines, belowKeptLine }) => [lines.length, belowKeptLine ?? false])).toEqual(
      [...STANZA, ...NEXT].map((_, i) => [1, i % STANZA.length > 0]),
    );
  });

  test('but not in recognised text, whose distances jitter', () => {
    const setting = { style: style(), isScanned: true, rightOf: () => RIGHT };
    const groups = groupLines(column(groupsBelow([STANZA, NEXT])), setting, () => []);
    expect(groups.some(({ belowKeptLine }) => belowKeptLine)).toBe(false);
  });

  test('but not two lines, nor lines that space does not part from the text', () => {
    expect(kept(groupsBelow([STANZA.slice(0, 2), NEXT.slice(0, 2)]))).toEqual([]);
    expect(kept(groupsBelow([STANZA, NEXT], { gap: 1 }))).toEqual([]);
    expect(kept(linesBelow(STANZA))).toEqual([]);
  });

  test('but not lines as far apart as paragraphs, at several edges, in bold or in typewriter type', () => {
    const apart = [...STANZA, ...NEXT].map((text) => [text]);
    expect(kept(groupsBelow(apart))).toEqual([]);
    const stepped = groupsBelow([STANZA, NEXT]).map(({ text, baseline }, i) =>
      makeLine(emptyPage(), runs(text, { x: LEFT + 10 * (i % 2), y: baseline })),
    );
    expect(kept(stepped)).toEqual([]);
    expect(kept(groupsBelow([STANZA, NEXT], { font: BOLD }))).toEqual([]);
    expect(kept(groupsBelow([STANZA, NEXT], { font: MONO }))).toEqual([]);
  });

  test('but not ragged text, whose lines have no room for the next word, nor a paragraph with one full line', () => {
    const widest = Math.max(...linesBelow(STANZA).map(({ box }) => box.x1));
    expect(kept(groupsBelow([STANZA, NEXT]), { right: widest })).toEqual([]);
    const prose = linesBelow(STANZA).map((one, i) => (i === 1 ? fullLine(one.text, { y: one.baseline }) : one));
    const below = linesBelow(NEXT, { y: 100 + (STANZA.length - 1 + GAP) * LEADING });
    expect(kept([...prose, ...below])).toEqual(NEXT.slice(1));
  });
});

describe('a group of lines that end early is none of', () => {
  test.each([
    [
      'items and notes',
      'marked',
      ['• Trim the lamp, then light it.', '• Wind the clock.', '• Log the weather, and sleep.'],
    ],
    ['captions', 'marked', ['Figure 1: The lamp, lit.', 'Figure 2: The stair.', 'Figure 3: The quay, at dawn.']],
    ['forms', 'labelled', ['Name: Ada Moran, keeper.', 'Station: Brack, in the north.', 'Please fill in, and sign.']],
    ['transcripts', 'labelled', ['Counsel: Where were you?', 'Moran: At the lamp.', 'Counsel: And then?']],
    [
      'data, prices and dates',
      'with-numbers',
      ['Opened on 4 May, as planned.', 'Lit by 120 lamps, later fewer.', 'Then closed.'],
    ],
    ['recipes', 'with-numbers', ['200 g of flour,', '2 eggs, beaten,', 'a pinch of salt.']],
    ['names and addresses', 'names', ['Ada Moran,', 'Brack Harbour Trust,', 'Quay Street, Brack']],
    ['addresses in the net', 'names', ['Write to the keeper,', 'ada@brack.example', 'and wait for an answer.']],
    ['dialogues', 'speech', ['“Is the lamp lit?”', '“It is, as ever.”', '“Then good night.”']],
    [
      'narrow columns',
      'wrapped-text',
      ['The lamp of the harbour,', 'which is low and', 'far out at sea, was', 'lit by hand.'],
    ],
    [
      'lists without bullets',
      'entries',
      ['Trim the lamp', 'Wind the old clock of the tower', 'Log the weather', 'Go to bed'],
    ],
  ])('%s', (_, rule, texts) => expect(asSet(texts)).toBe(`refused: ${rule}`));

  test('lines of equal width, which may have been filled, or paragraphs with a first-line indent', () => {
    expect(asSet(['The lamp is low, the tide,', 'The lamp is low, the tide,', 'The lamp is low, the tide.'])).toBe(
      'refused: even-lines',
    );
    expect(asSet(STANZA, { left: LEFT - 12, indent: 12 })).toBe('refused: first-line-indent');
    expect(asSet(STANZA, { left: LEFT - 40, indent: 12 })).toBe('kept: otherwise');
  });

  test('lines in parts, as tables have them', () => {
    const row = (text: string, y: number): Line =>
      makeLine(emptyPage(), [...runs(text, { y }), ...runs('as ever,', { y, x: LEFT + 30 * SIZE })]);
    const lines = STANZA.map((text, i) => row(text, 100 + i * LEADING));
    expect(decided(KEPT_LINES, { lines, right: RIGHT + 400, left: LEFT, indent: null, boldBody: false })).toBe(
      'refused: in-parts',
    );
  });
});

test('a kept line ends its paragraph also within a sentence', () => {
  const decide = deciding(PARAGRAPH_BREAK);
  const above = line('and the long and winding road that has led him here to the lamp of the');
  expect(decide([above], at('harbour'), { areKept: true })).toBe('break: lines-kept');
  expect(decide([above], at('harbour'))).not.toBe('break: lines-kept');
});

test('a page of short lines has the right edge of columns that begin where it does', () => {
  const full = ['one', 'two', 'three', 'four'].map((text, i) => fullLine(text, { y: 100 + i * LEADING }));
  const open = { ...column(STANZA), left: undefined, right: undefined };
  const pages = [...Array.from({ length: 3 }, () => column(full)), open].map((one) => ({ columns: [one] }));
  const short = { id: 0, left: LEFT, right: LEFT + 100 };
  expect(usualRight(pages)(short)).toBeCloseTo(RIGHT);
  expect(usualRight(pages)({ ...short, left: LEFT + 50, right: RIGHT + 20 })).toBe(RIGHT + 20);
});
