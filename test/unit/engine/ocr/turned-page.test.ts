/** A page that was scanned on its side: its words come out as those of any turned page. */
import { expect, test } from '@jest/globals';
import type { Bitmap, ParsedPage } from '../../../../engine/model.js';
import { quarterTurned } from '../../../../engine/ocr/bitmap.js';
import { recognisePage } from '../../../../engine/ocr/recognise-page.js';
import type { Recogniser } from '../../../../engine/ocr/tesseract.js';
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
