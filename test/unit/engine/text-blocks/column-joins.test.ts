/** What may stand between the parts of a paragraph that the end of a column or page cuts. */
import { describe, expect, test } from '@jest/globals';
import type { ParsedPage, Rule } from '../../../../engine/model.js';
import type { OrderedColumn } from '../../../../engine/reading-order/stage.js';
import { textBlocks } from '../../../../engine/text-blocks/stage.js';
import type { TextBlock } from '../../../../engine/text-blocks/text-blocks.js';
import type { Line } from '../../../../engine/text/line.js';
import { BOLD, MONO } from '../../../support/pages.js';
import { column, emptyPage, fullLine, line, style } from '../../../support/engine-inputs.js';

const CUT = 'and the light of the tower is seen by ships that pass the';

/** The texts of the blocks that two columns make, the second begun by other lines or by a box. */
function read(
  first: readonly Line[],
  second: readonly Line[],
  {
    asides = [],
    box = [],
    notes = [],
    rules = [],
    scan = {},
  }: { asides?: Line[]; box?: Line[]; notes?: Line[]; rules?: Rule[]; scan?: Pick<ParsedPage, 'recognised'> } = {},
): string[] {
  const columns: OrderedColumn[] = [column(first, { id: 0 }), column(second, { id: 1 })];
  const boxed = box.length > 0 ? [column(box, { id: 2, boxed: '2 7' })] : [];
  const beside = notes.length > 0 ? [column(notes, { id: 3, notes: true })] : [];
  const pages = [
    { page: emptyPage(scan), asides, edgeLines: [], columns: [columns[0]!, ...beside] },
    { page: emptyPage({ number: 2, rules, ...scan }), asides: [], edgeLines: [], columns: [...boxed, columns[1]!] },
  ];
  return textBlocks({ pages, style: style(), info: { bookmarks: [] } }).textBlocks.map(({ text }: TextBlock) => text);
}

const open = [fullLine('The tower stands on a rock that no tide has ever reached,'), fullLine(CUT, { y: 112 })];
const rest = line('rock at night.', { y: 300 });

test('a stamp down the margin', () =>
  expect(read(open, [rest], { asides: [line('arXiv:1901.03003v1', { y: 500 })] })).toEqual([
    expect.stringContaining('pass the rock at night.'),
    'arXiv:1901.03003v1',
  ]));

test('labels in smaller type', () => {
  const labels = [line('Lamp Lens Gallery', { size: 7, y: 100 }), line('Keeper', { size: 7, y: 150 })];
  const [text] = read(open, [...labels, rest]);
  expect(text).toContain('pass the rock at night.');
});

test('a caption with a mark before it', () => {
  const caption = line('■ Figure 5.1. The tower at night, seen from the sea.', { y: 100 });
  const [text, other] = read(open, [caption, rest]);
  expect(text).toContain('pass the rock at night.');
  expect(other).toMatch(/Figure 5\.1/);
});

test('a box in the type of the text, whose own text does not continue it', () => {
  const box = [line('the lamp burns oil of the whale,', { y: 100 }), line('and much of it.', { y: 112 })];
  expect(read(open, [rest], { box })).toEqual([
    expect.stringContaining('pass the rock at night.'),
    'the lamp burns oil of the whale, and much of it.',
  ]);
});

test('notes beside the text, which are read after it, whatever their type', () => {
  const notes = [line('LH', { x: 20, y: 100, size: 14 }), line('the keeper of the lamp', { x: 20, y: 300 })];
  const [text, ...others] = read(open, [rest], { notes });
  expect(text).toContain('pass the rock at night.');
  expect(others).toEqual(['LH', 'the keeper of the lamp']);
});

const code = line('lamp = light(oil);', { size: 8, y: 100, font: MONO });

test('code that a caption names', () => {
  const [figure, listing] = ['Figure 2. A lamp that is lit.', 'Listing 2. A lamp that is lit.'];
  for (const [above, below] of [
    [null, figure],
    [null, listing],
    [listing, null],
  ] as const) {
    const captions = [above, below].map((text, i) => (text === null ? [] : [line(text, { y: 80 + 50 * i })]));
    const [text, ...others] = read(open, [...captions[0]!, code, ...captions[1]!, rest]);
    expect(text).toContain('pass the rock at night.');
    expect(others).toHaveLength(2);
  }
});

test('the steps of an algorithm between rulings', () => {
  const steps = [
    line('Algorithm 1 From the oil to the light', { y: 100 }),
    line('1: Fill the lamp with oil', { y: 120 }),
    line('2: Light it', { y: 132 }),
  ];
  const ruling = (y: number): Rule => ({ orientation: 'horizontal', box: { x0: 72, x1: 540, y0: y, y1: y + 0.5 } });
  const below = (rules: Rule[]): string => read(open, [...steps, rest], { rules })[0]!;
  expect(below([ruling(88), ruling(104), ruling(140)])).toContain('pass the rock at night.');
  expect(below([ruling(88), ruling(104)])).not.toContain('rock at night.');
  expect(below([])).not.toContain('rock at night.');
});

test('but no other code', () => {
  expect(read(open, [code, rest])).toHaveLength(3);
  expect(read(open, [line('Figure 2. A lamp that is lit.', { y: 80 }), code, rest])[0]).toMatch(/pass the$/);
});

describe('of a scan', () => {
  const scan = { recognised: { confidence: 90, skew: 0 } };

  test('text in larger type that breaks off is no title to pass', () => {
    const size = 11;
    const cut = [
      fullLine('The tower stands on a rock that no tide', { size }),
      fullLine('has reached, the Har-', { size, y: 113 }),
    ];
    const older = line('An older text of the', { y: 60 });
    const next = line('bour Board says.', { y: 300 });
    expect(read([older, ...cut], [next], { scan })).toEqual([
      'An older text of the',
      expect.stringContaining('has reached, the Harbour Board says.'),
    ]);
    // what breaks off in another weight, or of a page whose fonts say their sizes
    const isJoined = expect.stringMatching(/Harbour/u);
    expect(read([older, ...cut], [next])).not.toContainEqual(isJoined);
    expect(read([older, ...cut], [line(next.text, { y: 300, font: BOLD })], { scan })).not.toContainEqual(isJoined);
    // the title of a box does not break off
    for (const title of ['How the Light Is Kept', 'What the Lamps Run On', 'What They Live on']) {
      const box = [...open, line(title, { size, y: 140 })];
      expect(read(box, [rest], { scan })).toContain(title);
    }
  });

  test('the credit of a picture takes no part of the text, whose rest follows it', () => {
    const cut = [open[0]!, fullLine('and the light is seen from the har-', { y: 112 })];
    const credit = line('from left: Ada Moran and Ben Hale', { size: 9, y: 100 });
    expect(read(cut, [credit, line('bour at night.', { y: 300 })], { scan })).toEqual([
      expect.stringContaining('from the harbour at night.'),
      credit.text,
    ]);
  });
});

test('the title of a box in larger type, above its smaller one', () => {
  const box = [
    line('Focus on Research', { size: 14, y: 100 }),
    line('Keepers who swim are seldom ill.', { size: 7, y: 120 }),
  ];
  expect(read(open, [...box, rest])[0]).toContain('pass the rock at night.');
  expect(read(open, [...box, line('Rocks at night.', { y: 300 })])[0]).toMatch(/pass the$/);
  const short = [open[0]!, line('with its', { y: 112 })];
  expect(read(short, [...box, rest])[0]).toMatch(/with its$/);
  expect(read(open, [box[0]!, rest])[0]).toMatch(/pass the$/);
});

test('and no heading', () => {
  const other = line('Keepers of the rock: none.', { y: 100, font: BOLD });
  expect(read(open, [other, rest])).toHaveLength(3);
});

test('a figure within a column splits no sentence, but other text stays below it', () => {
  const figure = { ...line('', { y: 150 }), blocks: [{ kind: 'figure' as const, labels: '', source: [] }] };
  const caption = line('Figure 5.1. The tower at night.', { y: 170 });
  const within = (below: Line): string[] => read([...open, figure, caption, below], []);
  expect(within(line('rock at night.', { y: 200 }))[0]).toContain('pass the rock at night.');
  expect(within(line('Rocks at night.', { y: 200 }))[0]).toMatch(/pass the$/);
});
