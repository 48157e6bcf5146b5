/** Which drawn areas hold text that is read apart from the text around it, and where it is read. */
import { describe, expect, test } from '@jest/globals';
import type { Box } from '../../../../engine/model.js';
import { boxAreas } from '../../../../engine/reading-order/box-areas.js';
import { splitAtBoxes } from '../../../../engine/reading-order/boxed-columns.js';
import { isStandIn, SIDE_BOX, withSideBoxes, type BoxedText } from '../../../../engine/reading-order/side-boxes.js';
import { unionBox } from '../../../../engine/geometry.js';
import type { Line } from '../../../../engine/text/line.js';
import { decided } from '../../../support/decisions.js';
import { emptyPage, line, linesBelow, type LineOptions } from '../../../support/engine-inputs.js';
import { across, BOLD, down, MONO } from '../../../support/pages.js';

const AREA: Box = { x0: 300, y0: 90, x1: 500, y1: 160 };
const NOTE = [
  'The first lamp of the coast burned',
  'oil of the whale, and the keepers',
  'carried it up by hand each day.',
];
const TEXT = [
  'The tower stands on a rock',
  'that no tide of the last three',
  'centuries has ever reached, and',
  'it is seen from afar.',
];

const note = linesBelow(NOTE, { x: 310, y: 105 });
const beside = linesBelow(TEXT, { x: 72, y: 100 });
const judged = (over: Partial<BoxedText> = {}): string =>
  decided(SIDE_BOX, { area: AREA, twins: [], inside: note, outside: beside, ...over });

describe('the text in a drawn area', () => {
  test('is a box beside other text', () => expect(judged()).toBe('box: text-beside'));

  test('is no box where it is a few words or nearly the whole page', () => {
    expect(judged({ inside: note.slice(0, 2) })).toBe('refused: little-text');
    expect(judged({ outside: [] })).toBe('refused: ground-of-the-page');
  });

  test('is no box where text reaches over the edge', () => {
    const wide = linesBelow(['The tower stands on a rock that no tide of the last centuries has ever reached.'], {
      y: 120,
    });
    expect(judged({ outside: [...beside, ...wide] })).toBe('refused: text-over-its-edge');
    expect(judged({ area: { ...AREA, x1: 350 } })).toBe('refused: text-over-its-edge');
  });

  test('is no box where it is code', () =>
    expect(judged({ inside: linesBelow(NOTE, { x: 310, y: 105, font: MONO }), area: { ...AREA, x1: 560 } })).toBe(
      'refused: listing',
    ));

  test('is no box where its lines are cells of rows', () => {
    const cells = (x: number): Line[] =>
      linesBelow(['Oslo and Bergen, each', 'Hull and Leith, if there', 'Ostend, Bremen, Aarhus', 'Kiel and Cuxhaven'], {
        x,
        y: 105,
      });
    expect(judged({ inside: cells(310), outside: cells(72) })).toBe('refused: cells-of-rows');
    expect(judged({ inside: cells(310), outside: cells(72).toReversed() })).toBe('refused: cells-of-rows');
    const between = cells(72).map((one) => ({ ...one, baseline: one.baseline + 5 }));
    expect(judged({ inside: cells(310), outside: between })).toBe('box: text-beside');
    const raised = between.map((one) => ({ ...one, baseline: one.baseline - 3.5, size: 2 }));
    expect(judged({ inside: cells(310), outside: raised })).toBe('box: text-beside');
  });

  test('is a card where another box of its size is beside it, and its first line is the title of the others', () => {
    const card = (x: number, over: LineOptions = {}): Line[] => [
      line('Oslo', { x, y: 105, font: BOLD }),
      ...linesBelow(['Depth of eleven', 'Owned by the town'], { x, y: 117, ...over }),
    ];
    const twin = { ...AREA, x0: 60, x1: 60 + AREA.x1 - AREA.x0 };
    const cards = { twins: [twin], inside: card(310), outside: [...card(72), line('Ports of the Coast', { y: 60 })] };
    expect(judged(cards)).toBe('box: card');
    expect(judged({ ...cards, twins: [] })).toBe('refused: little-text');
    expect(judged({ ...cards, inside: linesBelow(['Oslo', 'Depth 11', 'Town'], { x: 310, y: 105 }) })).toBe(
      'refused: little-text',
    );
    // labels of the rows beside shaded columns, and columns of numbers
    expect(judged({ ...cards, outside: [...cards.outside, line('Owner', { x: 20, y: 117 })] })).toBe(
      'refused: little-text',
    );
    const numbers = [card(310)[0]!, ...linesBelow(['120', '80', '40'], { x: 310, y: 117 })];
    expect(judged({ ...cards, inside: numbers })).toBe('refused: little-text');
    const column = [card(310)[0]!, ...linesBelow(['Steel', 'Brass', 'Zinc'], { x: 310, y: 117 })];
    expect(judged({ ...cards, inside: column })).toBe('refused: little-text');
    expect(judged({ ...cards, inside: card(310).slice(0, 2) })).toBe('refused: little-text');
  });

  test('is a box within a sentence, and none between sentences', () => {
    const above = linesBelow(['The tower stands on a rock'], { x: 310, y: 80 });
    const below = (text: string): Line[] => linesBelow([text, 'It is seen from afar.'], { x: 310, y: 180 });
    expect(judged({ outside: [...above, ...below('that no tide has reached.')] })).toBe('box: within-a-sentence');
    expect(judged({ outside: [...above, ...below('No tide has reached it.')] })).toBe('refused: otherwise');
  });
});

describe('drawn areas', () => {
  const page = emptyPage();
  test('are backgrounds, those of one width above each other taken together', () => {
    const fills = [
      { x0: 300, y0: 90, x1: 500, y1: 110 },
      { x0: 300, y0: 110, x1: 500, y1: 160 },
      { x0: 0, y0: 0, x1: 595, y1: 842 },
      { x0: 72, y0: 90, x1: 80, y1: 160 },
    ];
    expect(boxAreas({ ...page, fills })).toEqual([AREA]);
  });

  test('are frames, also with round corners', () => {
    const rules = [down(300, 95, 155), down(500, 95, 155), across(90, 305, 495), across(160, 305, 495)];
    expect(boxAreas({ ...page, rules })).toEqual([{ x0: 300, y0: 95, x1: 500, y1: 155 }]);
    expect(boxAreas({ ...page, rules: rules.slice(0, 3) })).toEqual([]);
  });
});

describe('boxes of one size beside each other', () => {
  const CARDS = [
    ['Oslo', 'Depth of 11', 'Owned by town'],
    ['Hull', 'Depth of 9', 'Owned by board'],
  ];
  const cards = CARDS.map((texts, i) => [
    line(texts[0]!, { x: 80 + 210 * i, y: 105, font: BOLD }),
    ...linesBelow(texts.slice(1), { x: 80 + 210 * i, y: 117 }),
  ]);
  const left: Box = { x0: 72, y0: 90, x1: 272, y1: 160 };
  const right: Box = { ...left, x0: 282, x1: 482 };
  const below = linesBelow(TEXT, { y: 200 });
  /** Texts of the boxes that are read apart. */
  const boxed = (fills: Box[], lines: Line[] = [...cards.flat(), ...below]): string[][] =>
    withSideBoxes(emptyPage({ fills }), lines).flatMap((one) =>
      isStandIn(one) ? [one.boxed.map(({ text }) => text)] : [],
    );

  test('with a gap between them are cards, each read to its end', () =>
    expect(boxed([left, right]).toSorted((a, b) => b[0]!.localeCompare(a[0]!))).toEqual(CARDS));

  test('are none where they touch, as columns of a table do', () =>
    expect(boxed([left, { ...right, x0: 272.5, x1: 472.5 }])).toEqual([]));

  test('are none where their heights or widths are others, or they are not level', () => {
    expect(boxed([left, { ...right, y1: 190 }])).toEqual([]);
    expect(boxed([left, { ...right, x1: 402 }])).toEqual([]);
    expect(boxed([left, { ...right, y0: 96, y1: 166 }])).toEqual([]);
  });

  test('are none where one of them has hardly a line', () =>
    expect(boxed([left, right], [...cards[0]!, ...cards[1]!.slice(0, 2), ...below])).toEqual([]));
});

test('a page of thousands of letters that stand alone is left as it is', () => {
  const letters = linesBelow(Array<string>(4_000).fill('a'), { y: 500 });
  const lines = [...beside, ...note, ...letters];
  expect(withSideBoxes(emptyPage({ fills: [AREA] }), lines)).toBe(lines);
});

test('a box is read after the lines above it, and splits the column', () => {
  const page = emptyPage({ fills: [AREA] });
  const lines = withSideBoxes(page, [...beside, ...note]);
  expect(lines).toHaveLength(beside.length + 1);
  const sorted = [...lines].sort((a, b) => a.baseline - b.baseline);
  const column = { lines: sorted, box: unionBox(sorted.map(({ box }) => box)) };
  const parts = splitAtBoxes(column, (inside) => [{ lines: [...inside], box: AREA }]);
  expect(parts.map(({ boxed, left, lines: [first] }) => [boxed !== undefined, left, first?.text])).toEqual([
    [false, 72, TEXT[0]],
    [true, undefined, NOTE[0]],
    [false, 72, TEXT[1]],
  ]);
  expect(splitAtBoxes({ ...column, lines: beside }, () => [])).toHaveLength(1);
});
