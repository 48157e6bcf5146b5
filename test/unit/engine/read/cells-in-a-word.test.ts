/** Text that is too long for its cell, and is cut off where the text of the next cell begins. */
import { describe, expect, test } from '@jest/globals';
import type { ParsedRun } from '../../../../engine/model.js';
import { WORD_ACROSS, type WordAcross } from '../../../../engine/read/cells-in-a-word.js';
import { decideWithRule } from '../../../../engine/rules.js';
import { at, pdf, readPages, structured, type Pdf } from '../../../support/pdf.js';

/** Courier of this size: each character is 6 points wide. */
const SIZE = 10;
const WIDTH = 6;
/** The wall between the columns, and where the texts of the right one begin. */
const WALL = 200;
const START = 202;
const ROW = 16;
const NAMES = ['Adams', 'Baker', 'Clark', 'Drake', 'Evans'];

const line = (doc: Pdf, [x0, y0, x1, y1]: readonly [number, number, number, number]): unknown =>
  doc.moveTo(x0, y0).lineTo(x1, y1).stroke();

/** Rows of two columns with all rulings, the wall down to `end`; the last row is drawn by `last`. */
function sheet(doc: Pdf, last: (y: number) => void, { end = 6, rows = 5 } = {}): void {
  doc.font('Courier').fontSize(SIZE);
  NAMES.slice(0, rows).forEach((name, i) => {
    at(doc, 102, 112 + ROW * i, name);
    at(doc, START, 112 + ROW * i, `${i + 1}05 Quay`);
  });
  last(112 + ROW * rows);
  for (let i = 0; i <= rows + 1; i += 1) line(doc, [100, 100 + ROW * i, 400, 100 + ROW * i]);
  for (const [x, rowsDown] of [
    [100, rows + 1],
    [WALL, Math.min(end, rows + 1)],
    [400, rows + 1],
  ] as const)
    line(doc, [x, 100, x, 100 + ROW * rowsDown]);
}

/** `left` ends, and `right` begins, `gap` font sizes apart at `start`. */
function adjoin(
  doc: Pdf,
  y: number,
  { left, right, gap, start = START }: { left: string; right: string; gap: number; start?: number },
): void {
  at(doc, start - gap * SIZE - WIDTH * left.length, y, left);
  at(doc, start, y, right);
}

const wordsOf = async (build: (doc: Pdf) => void): Promise<string[]> =>
  (await readPages(await pdf(build))).pages[0]!.runs.map(({ text }) => text);

describe('a word that a ruling goes through', () => {
  const cut = { left: 'Elizab', right: '2165', gap: 0.05 };

  test.each([0.05, -0.1, 0.12])(
    'is two where its end begins with the texts of the next column: %d apart',
    async (gap) => {
      const words = await wordsOf((doc) => sheet(doc, (y) => adjoin(doc, y, { ...cut, gap })));
      expect(words.slice(-2)).toEqual(['Elizab', '2165']);
    },
  );

  test('is two where the first of two letters stands apart by the spacing of its characters', async () => {
    const words = await wordsOf((doc) =>
      sheet(doc, (y) =>
        doc.text('R6', START - 1.2 * WIDTH, y, { baseline: 'alphabetic', characterSpacing: 0.2 * WIDTH }),
      ),
    );
    expect(words.slice(-2)).toEqual(['R', '6']);
  });

  test('is in two cells, with what stands beside it', async () => {
    const bytes = await pdf((doc) =>
      sheet(doc, (y) => {
        adjoin(doc, y, cut);
        at(doc, START + 5 * WIDTH, y, 'Main');
      }),
    );
    const [table] = (await structured(bytes)).blocks;
    expect(JSON.stringify(table)).toMatch(/"Elizab".*"2165 Main"/u);
  });

  test.each<[string, (doc: Pdf) => void]>([
    ['goes on over an empty cell', (doc) => sheet(doc, (y) => at(doc, START - 6 * WIDTH, y, 'Elizab2165'))],
    ['begins no cell', (doc) => sheet(doc, (y) => adjoin(doc, y, { ...cut, start: START + 2 }))],
    ['is in a row that the wall does not reach', (doc) => sheet(doc, (y) => adjoin(doc, y, cut), { end: 5 })],
    ['has few rows above', (doc) => sheet(doc, (y) => adjoin(doc, y, cut), { rows: 2 })],
    [
      'is underlined and struck out alone',
      (doc) => {
        NAMES.forEach((name, i) => at(doc.font('Courier').fontSize(SIZE), START, 112 + ROW * i, name));
        adjoin(doc, 200, cut);
        for (const y of [197, 202]) line(doc, [START - 36, y, START + 24, y]);
      },
    ],
    [
      'is alone in a box',
      (doc) => {
        NAMES.forEach((name, i) => at(doc.font('Courier').fontSize(SIZE), START, 112 + ROW * i, name));
        adjoin(doc, 200, cut);
        doc.rect(WALL, 188, 60, 16).stroke();
      },
    ],
    [
      'has a box for each character',
      (doc) =>
        sheet(doc, (y) => {
          adjoin(doc, y, { left: '2', right: '7', gap: 0.1 });
          line(doc, [START + WIDTH, y - 12, START + WIDTH, y + 4]);
        }),
    ],
    [
      'is clipped away',
      (doc) =>
        sheet(doc, (y) => {
          doc.save().rect(0, 0, 50, 50).clip();
          adjoin(doc, y, cut);
          doc.restore();
        }),
    ],
  ])('stays whole where it %s', async (_, build) => {
    const words = await wordsOf(build);
    expect(words.filter((word) => ['Elizab2165', '27'].includes(word))).toHaveLength(1);
  });

  test('stays whole where it is turned', async () => {
    const words = await wordsOf((doc) =>
      sheet(doc, (y) => {
        doc.save().rotate(90, { origin: [START, y] });
        adjoin(doc, y, cut);
        doc.restore();
      }),
    );
    expect(words).toContain('Elizab2165');
  });

  test('is one again where no cells are', async () => {
    const bytes = await pdf((doc) => {
      doc.font('Courier').fontSize(SIZE);
      NAMES.forEach((name, i) => at(doc, START, 112 + ROW * i, name));
      adjoin(doc, 112 + ROW * 5, cut);
      line(doc, [WALL, 100, WALL, 210]);
    });
    expect(JSON.stringify((await structured(bytes)).blocks)).toContain('Elizab2165');
  });
});

describe('the decision about such a word', () => {
  const run: ParsedRun = {
    text: 'tablets',
    box: { x0: 50, y0: 100, x1: 92, y1: 110 },
    baseline: 108,
    size: 10,
    font: 0,
    rotation: 0,
  };
  const decided = (known: Partial<WordAcross>): string => {
    const word = { page: 1, run, left: 'Tab', right: '12', gap: 0.02, walls: 1, columnWidth: Infinity, starts: 5 };
    const { verdict, rule } = decideWithRule(WORD_ACROSS, { ...word, ...known });
    return `${verdict}: ${rule}`;
  };

  test('is for two cells where the second part begins with its column', () => {
    expect(decided({})).toBe('cells: begins-where-its-column-does');
    expect(decided({ starts: 2 })).toBe('word: otherwise');
  });

  test('is for a word where small letters go on by kerning alone', () => {
    expect(decided({ right: 'lets' })).toBe('word: letters-go-on');
    expect(decided({ right: 'lets', gap: 0.1 })).toBe('cells: begins-where-its-column-does');
    expect(decided({ right: 'Lets' })).toBe('cells: begins-where-its-column-does');
  });

  test('is for a word in the boxes of single characters', () => {
    expect(decided({ walls: 2 })).toBe('word: boxes-of-characters');
    expect(decided({ columnWidth: 1.5 })).toBe('word: boxes-of-characters');
  });
});
