/** Which way up a page is read, and that one which was scanned on its side comes out as any turned page. */
import { describe, expect, it, test } from '@jest/globals';
import type { Bitmap, ParsedPage } from '../../../../engine/model.js';
import { quarterTurned } from '../../../../engine/ocr/bitmap.js';
import { recognisePage } from '../../../../engine/ocr/recognise-page.js';
import type { Recogniser, SeenLine } from '../../../../engine/ocr/tesseract.js';
import { normalise } from '../../../../engine/normalise/stage.js';

/** Rows of letters with stems that reach above, on a sheet of 400 by 500 points. */
function picture(): Bitmap {
  const page = { width: 800, height: 1000, scale: 2, grey: new Uint8Array(800_000).fill(255) };
  for (let y = 100; y < 900; y += 30) {
    for (let x = 100 + (y % 7); x < 700; x += 9) {
      for (let row = x % 4 === 0 ? y - 5 : y; row < y + 8; row++) page.grey.fill(20, row * 800 + x, row * 800 + x + 5);
    }
  }
  return page;
}

/** Sees a word of two letters at the top left, on a baseline 54 points from the top. */
const recogniser: Recogniser = {
  recognise: () => {
    const bbox = { x0: 100, y0: 92, x1: 140, y1: 108 };
    const words = [{ text: 'Hi', confidence: 90, bbox, symbols: [] }];
    const baseline = { ...bbox, y0: 108, y1: 108 };
    return [{ bbox, baseline, rowAttributes: { rowHeight: 18 }, words }];
  },
};

const page = (width: number, height: number): ParsedPage => ({
  number: 1,
  width,
  height,
  fonts: [],
  runs: [],
  rules: [],
  fills: [],
  images: [],
  links: [],
  needsRecognition: 'no_text',
});

const laidOut = (parsed: ParsedPage) => normalise({ pages: [{ parsed }] }).pages[0]!;

test('a page that lies on its side is laid out as the upright one', () => {
  const upright = laidOut(recognisePage(page(400, 500), picture(), recogniser));
  const turned = laidOut(recognisePage(page(500, 400), quarterTurned(picture(), 'right'), recogniser));
  expect([upright.turn, turned.turn]).toEqual([0, 90]);
  const { runs, width, height } = turned.page;
  expect([width, height]).toEqual([400, 500]);
  expect(runs[0]).toMatchObject({ text: 'Hi', rotation: 0 });
  expect(runs[0]!.box.x0).toBeCloseTo(upright.page.runs[0]!.box.x0, 1);
  expect(runs[0]!.baseline).toBeCloseTo(upright.page.runs[0]!.baseline, 1);
});

describe('a page that looks alike from all sides', () => {
  const SIDE = 800;
  /** The row of its one ruling line. */
  const RULE = 60;
  /** Spots at even distances, below a line. */
  const cover = (): Bitmap => {
    const spots = { width: SIDE, height: SIDE, scale: 2, grey: new Uint8Array(SIDE * SIDE).fill(255) };
    spots.grey.fill(20, RULE * SIDE + 50, RULE * SIDE + 750);
    for (let row = 100; row < 700; row++) {
      if (row % 30 > 8) continue;
      for (let x = 120; x < 700; x += 30) spots.grey.fill(20, row * SIDE + x, row * SIDE + x + 9);
    }
    return spots;
  };
  const lines = (confidence: number, text: string): SeenLine[] => {
    const bbox = { x0: 100, y0: 92, x1: 400, y1: 108 };
    const baseline = { ...bbox, y0: 108, y1: 108 };
    const words = [{ text, confidence, bbox, symbols: [] }];
    return [{ bbox, baseline, rowAttributes: { rowHeight: 18 }, words }];
  };
  /** The heights of what it was asked to read, and what became of the page. */
  const readWith = (confidences: number[], text = 'a line of the cover '.repeat(4)) => {
    const heights: number[] = [];
    const recognised = recognisePage(page(400, 400), cover(), {
      recognise: ({ height }) => lines(confidences[heights.push(height) - 1]!, text),
    });
    return { heights, recognised };
  };
  const BAND = 160;

  it('is read as it stands, once, if that goes well', () => {
    const { heights, recognised } = readWith([86]);
    expect(heights).toEqual([SIDE]);
    expect(recognised.recognised).toEqual({ confidence: 86, skew: 0 });
    expect(laidOut(recognised).turn).toBe(0);
  });

  it('is tried by a band in each direction if not, and not read twice where none is better', () => {
    const { heights, recognised } = readWith([70, 70, 60, 80, 60]);
    expect(heights).toEqual([SIDE, BAND, BAND, BAND, BAND]);
    expect(recognised.recognised?.confidence).toBe(70);
  });

  it('is read anew the other way up where a band is clearly better so', () => {
    const { heights, recognised } = readWith([30, 30, 90, 20, 20, 92]);
    expect(heights).toEqual([SIDE, BAND, BAND, BAND, BAND, SIDE]);
    expect(recognised.recognised?.confidence).toBe(92);
    expect(recognised.runs[0]!.rotation).toBe(180);
    // the first reading has erased no line
    expect(recognised.rules).toHaveLength(1);
  });

  it('is not believed to be read well for a stamp', () => {
    const { heights, recognised } = readWith([95, 20, 20, 90, 20, 92], 'Received in the reading room');
    expect(heights).toEqual([SIDE, BAND, BAND, BAND, BAND, SIDE]);
    expect(recognised.runs[0]!.rotation).toBe(90);
  });
});
