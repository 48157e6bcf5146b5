/** Words with a line through them, on runs and lines written by hand. */
import { describe, expect, test } from '@jest/globals';
import { unionBox } from '../../../../engine/geometry.js';
import type { Box, TextRun } from '../../../../engine/model.js';
import { normalise } from '../../../../engine/normalise/stage.js';
import { STRUCK, withStruckText } from '../../../../engine/normalise/struck.js';
import { decided } from '../../../support/decisions.js';
import { runs } from '../../../support/engine-inputs.js';
import { page, type TextAt } from '../../../support/pages.js';
import { readPages } from '../../../support/pdf.js';
import { rawPdf, textStream } from '../../../support/raw-pdf.js';

/** A level line from `x0` to `x1` whose middle is `above` points above the baseline 100. */
const level = (x0: number, x1: number, { above = 2.7, thick = 0.5 } = {}): Box => ({
  x0,
  y0: 100 - above - thick / 2,
  x1,
  y1: 100 - above + thick / 2,
});
const WORDS = runs('without the consent');
const [LEFT, RIGHT] = [WORDS[0]!.box.x0, WORDS.at(-1)!.box.x1];
const judged = (line: Box, words: readonly TextRun[] = WORDS): string =>
  decided(STRUCK, { page: 1, line, words, reach: unionBox(words.map(({ box }) => box)) });

describe('a line through the middle of words', () => {
  test('strikes them out where it is as long as they are', () => {
    expect(judged(level(LEFT, RIGHT))).toBe('struck: through-the-middle');
    expect(judged(level(LEFT - 1, RIGHT + 4))).toBe('struck: through-the-middle');
  });

  test('is a leader where they are dashes', () =>
    expect(judged(level(LEFT, LEFT + 20), runs('----'))).toBe('refused: no-word'));

  test('is a bar where it is thick', () => expect(judged(level(LEFT, RIGHT, { thick: 2.5 }))).toBe('refused: bar'));

  test('is of a form or a table where it goes on', () => {
    expect(judged(level(LEFT, RIGHT + 60))).toBe('refused: longer-than-the-words');
    expect(judged(level(LEFT - 60, RIGHT))).toBe('refused: longer-than-the-words');
  });

  test('is of a table where the words are cells', () => {
    const cells = [...runs('Oslo', { x: 72 }), ...runs('Hull', { x: 300 })];
    expect(judged(level(72, 320), cells)).toBe('refused: through-cells');
  });
});

describe('a page', () => {
  const TEXT: TextAt[] = [{ text: 'paid in advance by wire', x: 72, y: 100 }];
  const widths = page(TEXT).runs.map(({ box }) => box);
  const struckIn = (boxes: readonly Box[], texts = TEXT): { struck: string[]; rules: number } => {
    const rules = boxes.map((box) => ({ box, orientation: 'horizontal' as const }));
    const made = withStruckText(page(texts, { rules }));
    return { struck: made.runs.filter((run) => run.struck).map(({ text }) => text), rules: made.rules.length };
  };

  test('has its struck-out words marked and loses the line', () => {
    expect(struckIn([level(widths[1]!.x0, widths[2]!.x1)])).toEqual({ struck: ['in', 'advance'], rules: 0 });
  });

  test('has one of two words marked that a slash joins', () => {
    const texts: TextAt[] = [{ text: 'the Charterers/Owners shall', x: 72, y: 100 }];
    const { x0, x1 } = page(texts).runs[1]!.box;
    // letters of this page are all of one width, those of most fonts are not: the estimate bears some of both
    const middle = x0 + ((x1 - x0) * 11) / 17;
    const shown = (box: Box): string[] => {
      const { runs: made } = withStruckText(page(texts, { rules: [{ box, orientation: 'horizontal' }] }));
      expect(new Set(made.map(({ id }) => id)).size).toBe(made.length);
      return made.map(({ text, struck }) => (struck ? `~${text}~` : text));
    };
    expect(shown(level(x0, middle - 5))).toEqual(['the', '~Charterers~', '/', 'Owners', 'shall']);
    expect(shown(level(middle, x1))).toEqual(['the', 'Charterers', '/', '~Owners~', 'shall']);
    expect(shown(level(x0, x1))).toEqual(['the', '~Charterers/Owners~', 'shall']);
    expect(shown(level(x0 + 20, middle - 20))).toEqual(['the', 'Charterers/Owners', 'shall']);
    // a line that ends within a word is none through the other
    expect(shown(level(middle - 25, x1))).toEqual(['the', 'Charterers/Owners', 'shall']);
    // letters from right to left do not stand in their order
    const rules = [{ box: level(middle, x1), orientation: 'horizontal' as const }];
    const mirrored = withStruckText(page(texts, { rules }), { mirrored: true });
    expect(mirrored.runs.map(({ text }) => text)).toEqual(['the', 'Charterers/Owners', 'shall']);
    const two = [level(x0, x1), level(middle, x1, { above: 3.2 })].map((box) => ({
      box,
      orientation: 'horizontal' as const,
    }));
    const twice = withStruckText(page(texts, { rules: two })).runs.map(({ text, struck }) =>
      struck ? `~${text}~` : text,
    );
    expect(twice).toEqual(['the', '~Charterers/Owners~', 'shall']);
  });

  test('keeps lines below words, far above them, and short of them', () => {
    const [from, to] = [widths[0]!.x0, widths[4]!.x1];
    for (const above of [-1, 0, 1, 5, 9]) expect(struckIn([level(from, to, { above })]).struck).toEqual([]);
    expect(struckIn([level(widths[2]!.x0, widths[2]!.x0 + 15)])).toEqual({ struck: [], rules: 1 });
  });

  test('is struck through by pieces, and by lines without thickness', () => {
    const pieces = [
      level(widths[0]!.x0, widths[0]!.x1 + 1),
      level(widths[0]!.x1 + 1, widths[1]!.x0, { above: 2.8 }),
      level(widths[1]!.x0, widths[1]!.x1),
    ];
    expect(struckIn(pieces)).toEqual({ struck: ['paid', 'in'], rules: 0 });
    expect(struckIn([level(widths[4]!.x0, widths[4]!.x1, { thick: 0 })]).struck).toEqual(['wire']);
  });

  test('is struck through over raised letters, one of two words that are joined, and a tab', () => {
    const raised: TextAt[] = [
      { text: 'on the 24', x: 72, y: 100 },
      { text: 'th', x: 113, y: 96.7, size: 6 },
    ];
    const ordinal = page(raised).runs.map(({ box }) => box);
    expect(struckIn([level(72, ordinal[3]!.x1)], raised).struck).toEqual(['on', 'the', '24']);
    const both: TextAt[] = [{ text: 'pay Charterers/Owners', x: 72, y: 100 }];
    expect(struckIn([level(72, 72 + 68)], both).struck).toEqual(['pay', 'Charterers']);
    const clause: TextAt[] = [
      { text: '7.', x: 72, y: 100 },
      { text: 'Lien', x: 110, y: 100 },
    ];
    expect(struckIn([level(72, 130)], clause).struck).toEqual(['7.', 'Lien']);
  });

  test('is not struck through by a bar that a thin line joins', () => {
    const [first, last] = [widths[0]!, widths[4]!];
    const joined = { x0: first.x1 + 0.5, x1: last.x1, y0: 96, y1: 99 };
    expect(struckIn([{ x0: 72, x1: first.x1, y0: 96, y1: 96.3 }, joined]).struck).toEqual([]);
  });

  test('with a path of very many parts is read', () => {
    const parts = Array.from({ length: 200_000 }, () => level(widths[0]!.x0, widths[0]!.x1));
    expect(struckIn(parts)).toEqual({ struck: ['paid'], rules: 0 });
  });

  test('keeps the words of both columns apart', () => {
    const both = [...TEXT, { text: 'of the agreed sum', x: 330, y: 100 }];
    const right = page(both).runs.slice(5);
    const through = level(right[0]!.box.x0, right[1]!.box.x1);
    expect(struckIn([through, level(widths[0]!.x0, widths[0]!.x1)], both).struck).toEqual(['paid', 'of', 'the']);
  });

  test('of thousands of lines through thousands of words takes no time', () => {
    const many = Array.from({ length: 2_000 }, (_, i) => ({ text: 'word', x: 72 + (i % 7), y: 100 }));
    const lines = Array.from({ length: 2_000 }, (_, i) => level(72, 92, { above: 1 + (i % 100) / 30 }));
    expect(struckIn(lines, many).struck.length).toBeGreaterThan(0);
  });
});

test("a reader's mark strikes words out, and one that underlines them does not", async () => {
  const marked = async (subtype: string): Promise<string[]> => {
    const { pages } = await readPages(
      rawPdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> /Contents 4 0 R /Annots [<< /Type /Annot /Subtype /${subtype} /Rect [72 717 98 729] /QuadPoints [72 729 98 729 72 717 98 717] >>] >>`,
        textStream('paid in advance'),
      ]),
    );
    const [read] = normalise({ pages: pages.map((parsed) => ({ parsed })) }).pages;
    return read!.page.runs.filter((run) => run.struck).map(({ text }) => text);
  };
  expect(await marked('StrikeOut')).toEqual(['paid']);
  expect(await marked('Underline')).toEqual([]);
});
