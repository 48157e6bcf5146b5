/** Which way up a page's picture is: the two questions, and pictures that are turned. */
import { describe, expect, it } from '@jest/globals';
import type { Bitmap } from '../../../../engine/model.js';
import { quarterTurned } from '../../../../engine/ocr/bitmap.js';
import { inkAround } from '../../../../engine/ocr/letter-ink.js';
import { LETTERS_STAND, orientationOf, TEXT_DIRECTION, uprightPicture } from '../../../../engine/ocr/orientation.js';
import { lineConcentration } from '../../../../engine/ocr/skew.js';
import type { Recogniser, SeenLine } from '../../../../engine/ocr/tesseract.js';
import { decideWithRule } from '../../../../engine/rules.js';

const THRESHOLD = 130;

function fill({ width, grey }: Bitmap, [x0, y0, x1, y1]: [number, number, number, number]): void {
  for (let y = y0; y < y1; y++) grey.fill(20, y * width + x0, y * width + x1);
}

/** Lines of letters, 8 pixels high, of which some have stems that reach above, and none below. */
function textPage(): Bitmap {
  const page = { width: 800, height: 1000, scale: 2, grey: new Uint8Array(800_000).fill(255) };
  for (let y = 100; y < 900; y += 30) {
    for (let x = 100; x < 700; x += 9) {
      if (x % 7 === 0) continue;
      fill(page, [x, y, x + 5, y + 8]);
      if (x % 4 === 0) fill(page, [x, y - 5, x + 2, y]);
    }
  }
  return page;
}

const blank: Bitmap = { width: 100, height: 100, scale: 2, grey: new Uint8Array(10_000).fill(255) };

describe('the direction of the lines', () => {
  const direction = (acrossByAlong: number | null) =>
    decideWithRule(TEXT_DIRECTION, { page: 1, bitmap: blank, acrossByAlong });

  it('is decided by where edges fall, and left open where they fall on both alike', () => {
    expect(direction(null)).toEqual({ verdict: 'across', rule: 'hardly-any-ink' });
    expect(direction(2.4)).toEqual({ verdict: 'across', rule: 'edges-across' });
    expect(direction(0.4)).toEqual({ verdict: 'along', rule: 'edges-along' });
    expect(direction(1.4)).toEqual({ verdict: 'open', rule: 'otherwise' });
  });

  it('is measured in the picture', () => {
    const ratio = (bitmap: Bitmap): number => {
      const [across, along] = lineConcentration(bitmap, THRESHOLD);
      return across! / along!;
    };
    expect(ratio(textPage())).toBeGreaterThan(2);
    expect(ratio(quarterTurned(textPage(), 'left'))).toBeLessThan(0.5);
    expect(lineConcentration(blank, THRESHOLD)).toEqual([null, null]);
  });
});

describe('letters', () => {
  const stand = (aboveByBelow: number | null) =>
    decideWithRule(LETTERS_STAND, { page: 1, bitmap: blank, aboveByBelow });

  it('are upright where tall ones reach above; the contrary proves nothing', () => {
    expect(stand(null)).toEqual({ verdict: 'open', rule: 'no-lines' });
    expect(stand(2.3)).toEqual({ verdict: 'upright', rule: 'ascenders-above' });
    expect(stand(0.4)).toEqual({ verdict: 'open', rule: 'otherwise' });
  });

  it('are measured line by line', () => {
    const upright = inkAround(textPage(), THRESHOLD)!;
    expect(upright.above).toBeGreaterThan(5 * upright.below);
    const reversed = inkAround(uprightPicture(textPage(), 180), THRESHOLD)!;
    expect(reversed.below).toBeGreaterThan(5 * reversed.above);
    expect(inkAround(blank, THRESHOLD)).toBeNull();
  });
});

describe('a picture', () => {
  const letters = (confidence: number): SeenLine[] => {
    const bbox = { x0: 0, y0: 0, x1: 100, y1: 20 };
    const words = [{ text: 'a dozen letters', confidence, bbox, symbols: [] }];
    return [{ bbox, baseline: bbox, rowAttributes: { rowHeight: 20 }, words }];
  };
  /** Answers one trial after the other with these confidences. */
  const reader = (...confidences: number[]): Recogniser & { asked: number } => ({
    asked: 0,
    recognise() {
      return letters(confidences[this.asked++] ?? 0);
    },
  });
  const turnOf = (bitmap: Bitmap, recogniser: Recogniser) =>
    orientationOf({ page: 1, bitmap, threshold: THRESHOLD, recogniser });

  it('that is upright is not tried any other way', () => {
    const recogniser = reader();
    expect(turnOf(textPage(), recogniser)).toBe(0);
    expect(recogniser.asked).toBe(0);
  });

  it('that lies on its side is turned by where its tall letters reach', () => {
    expect(turnOf(quarterTurned(textPage(), 'right'), reader())).toBe(90);
    expect(turnOf(quarterTurned(textPage(), 'left'), reader(30, 90))).toBe(270);
  });

  it('that may be upside down is tried, and turned only if it is read better so', () => {
    const reversed = uprightPicture(textPage(), 180);
    expect(turnOf(reversed, reader(30, 90))).toBe(180);
    expect(turnOf(reversed, reader(60, 70))).toBe(0);
  });

  it('that is read so well that no other way can be clearly better is not tried any other way', () => {
    const recogniser = reader(86, 100);
    expect(turnOf(uprightPicture(textPage(), 180), recogniser)).toBe(0);
    expect(recogniser.asked).toBe(1);
  });

  it('is turned back to what it was', () => {
    const page = textPage();
    // Jest would compare pixel by pixel
    const isPage = ({ grey, ...rest }: Bitmap) =>
      Buffer.compare(grey, page.grey) === 0 && rest.width === page.width && rest.height === page.height;
    expect(isPage(quarterTurned(page, 'right'))).toBe(false);
    expect(isPage(uprightPicture(quarterTurned(page, 'right'), 90))).toBe(true);
    expect(isPage(uprightPicture(quarterTurned(page, 'left'), 270))).toBe(true);
    expect(isPage(uprightPicture(uprightPicture(page, 180), 180))).toBe(true);
  });
});
