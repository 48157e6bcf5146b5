/** Words with space between their letters. */
import { describe, expect, test } from '@jest/globals';
import type { ParsedRun } from '../../../../engine/model.js';
import { joinSpacedLetters } from '../../../../engine/read/spaced-letters.js';
import { plainText } from '../../../../engine/text/spans.js';
import { at, pdf, readPages, structured } from '../../../support/pdf.js';
import { pdfOfPages } from '../../../support/raw-pdf.js';

/** Letters of one width, `between` points apart, those of further words `apart`. */
function letters(words: string, between: number, { apart = 9, drawn = false } = {}): ParsedRun[] {
  let x0 = 72;
  return words.split(' ').flatMap((word, i) => {
    if (i > 0) x0 += apart - between;
    return Array.from(word, (text): ParsedRun => {
      const box = { x0, y0: 92, x1: x0 + 7, y1: 102 };
      x0 += 7 + between;
      const space = drawn && box.x0 > 72 ? { space: true } : {};
      return { text, box, baseline: 100, size: 10, font: 0, rotation: 0, ...space };
    });
  });
}
const joined = (runs: readonly ParsedRun[]): string[] => joinSpacedLetters(runs, new Map()).map(({ text }) => text);

describe('capitals that stand evenly apart', () => {
  test('are a word', () => expect(joined(letters('CHAPTER', 2))).toEqual(['CHAPTER']));
  test('are none where they stand as far apart as columns', () =>
    expect(joined(letters('ABCDEFG', 9))).toHaveLength(7));
  test('are a word with spaces drawn between them, too', () =>
    expect(joined(letters('ORDER', 2.5, { drawn: true }))).toEqual(['ORDER']));
  test('are words with wider gaps between, however short some of them are', () =>
    expect(joined(letters('ORDER OF COURT', 2.5, { drawn: true }))).toEqual(['ORDER', 'OF', 'COURT']));
  test('are none where some of them cannot be seen', () => {
    const runs = letters('CHAPTER', 2).map((run, i) => (i < 3 ? { ...run, invisible: true } : run));
    expect(joined(runs)).toHaveLength(7);
  });
  test.each(['ABCDEF', 'BADCA', 'GATTACA', 'KPNTX', 'NSWGM'])('are none where they spell no word: %s', (text) =>
    expect(joined(letters(text, 2.5, { drawn: true }))).toHaveLength(text.length),
  );
});

/** Parts of letters 7 points wide, `between` apart; in parts of several letters these are `within` apart, if that is known. */
function spaced(parts: readonly string[], between: number, within: number | null): string[] {
  const spacing = new Map<ParsedRun, number>();
  let x0 = 72;
  const runs = parts.map((text): ParsedRun => {
    const width = 7 * text.length + (within ?? 0) * (text.length - 1);
    const run = { text, box: { x0, y0: 92, x1: x0 + width, y1: 102 }, baseline: 100, size: 10, font: 0, rotation: 0 };
    x0 += width + between;
    if (within !== null && text.length > 1) spacing.set(run, within / 10);
    return run;
  });
  return joinSpacedLetters(runs, spacing).map(({ text }) => text);
}

describe('letters that are spaced hardly wider than words', () => {
  const CONTACT = ['C', 'O', 'N', 'TA', 'C', 'T'];

  test('are a word with those that stand closer by their kerning', () => {
    expect(spaced(CONTACT, 1.6, 1)).toEqual(['CONTACT']);
    expect(spaced(['TA', 'VA'], 1.6, 1)).toEqual(['TAVA']);
    expect(spaced(['E', 'duca', 'tion'], 1.6, 1.2)).toEqual(['Education']);
  });

  test('are a word with an apostrophe among them, and no number', () => {
    expect(spaced(['W', 'R', 'I', 'T', 'E', 'R', '\u2019', 'S', 'TA', 'L', 'E'], 1.6, 1)).toEqual([
      'WRITER\u2019STALE',
    ]);
    for (const columns of [
      ['12', '14', '9'],
      ['AB', '7'],
      ['12', 'B', '14'],
    ])
      expect(spaced(columns, 1.6, 1)).toEqual(columns);
  });

  test('are words of their own where they stand further apart than within themselves', () => {
    expect(spaced(['KEEPER', 'OF', 'TOWERS'], 6, 1)).toEqual(['KEEPER', 'OF', 'TOWERS']);
    expect(spaced(CONTACT, 2.6, 1)).not.toContain('CONTACT');
  });

  test('are none where the longer parts are not spaced', () => {
    expect(spaced(CONTACT, 1.6, null)).toEqual(CONTACT);
    expect(spaced(['keeper', 'of', 'a', 'tower'], 2.5, null)).toEqual(['keeper', 'of', 'a', 'tower']);
    expect(spaced(['a', 'b', 'in', 'c'], 1.6, null)).toEqual(['a', 'b', 'in', 'c']);
  });

  test('in small type are a word where they read as one', () => {
    expect(spaced(Array.from('skills'), 1.6, null)).toEqual(['skills']);
    expect(spaced(Array.from('Contact'), 1.6, null)).toEqual(['Contact']);
  });

  test.each(['abcdef', 'xyzvw', 'nmkpq', 'badca', 'aBxYu', 'x+y=z', '12345'])(
    'in small type are none where they spell no word: %s',
    (text) => expect(spaced(Array.from(text), 1.6, null)).toEqual(Array.from(text)),
  );

  test('in small type are none with spaces drawn between them, as names of columns are', () =>
    expect(joined(letters('skills', 2.5, { drawn: true }))).toEqual(Array.from('skills')));
});

describe('words as they are painted', () => {
  /** The words of a line whose letters are moved apart by thousandths of the font size. */
  const painted = async (array: string): Promise<string[]> => {
    const bytes = Buffer.from(`BT /F1 12 Tf 72 720 Td [${array}] TJ ET`);
    const { pages } = await readPages(pdfOfPages([{ dictionary: '', bytes }]));
    return pages[0]!.runs.map(({ text }) => text);
  };

  test('are one where their letters are moved apart, some of them less by their kerning', async () =>
    expect(await painted('(C) -170 (O) -170 (N) -170 (T) -100 (A) -170 (C) -170 (T)')).toEqual(['CONTACT']));

  test('are two where hardly a space stands between words that are not spaced, or hardly', async () => {
    expect(await painted('(KEEPER) -170 (OF) -170 (LAMPS)')).toEqual(['KEEPER', 'OF', 'LAMPS']);
    expect(await painted('(T) 20 (AR) -170 (AND) -170 (OIL)')).toEqual(['TAR', 'AND', 'OIL']);
    expect(await painted('(L) -55 (A) -55 (M) -55 (P) -150 (O) -55 (F)')).toEqual(['LAMP', 'OF']);
  });
});

test('a title that is typed with spaces between its letters reads as words', async () => {
  const bytes = await pdf((doc) => {
    doc.font('Times-Bold').fontSize(12);
    at(doc, 270, 100, 'O R D E R');
    doc.font('Times-Roman');
    const text = [
      'The motion of the keepers came on to be heard in the spring term, and the court, having read',
      'the papers that both parties filed with it, finds that the lamp was lit on each of the nights.',
      'The motion is therefore granted, and the harbour master pays the costs of the case in full.',
    ];
    text.forEach((words, i) => at(doc, 72, 140 + 14 * i, words));
  });
  const { blocks } = await structured(bytes);
  const [heading] = blocks;
  expect(heading && 'spans' in heading ? plainText(heading.spans) : '').toBe('ORDER');
});
