/** Painted text that nobody sees, and characters that nobody sees. */
import { describe, expect, it, test } from '@jest/globals';
import type { ParsedRun } from '../../../../engine/model.js';
import { documentText } from '../../../../engine/normalise/document-text.js';
import { pageFindings, tinyAmong } from '../../../../engine/page-findings.js';
import type { GraphicsState } from '../../../../engine/read/graphics-state.js';
import { textColor } from '../../../../engine/read/sight.js';
import { readableText } from '../../../../engine/read/unicode.js';
import { RUN_SIGHT } from '../../../../engine/read/unseen-text.js';
import { decideWithRule } from '../../../../engine/rules.js';
import { at, pdf, readPages, type Pdf } from '../../../support/pdf.js';
import { rawPdf } from '../../../support/raw-pdf.js';

describe('painted text', () => {
  const sight = (over: Partial<ParsedRun>, { usualSize = 10, onPaper = true, onWords = false } = {}) => {
    const run = {
      text: 'x',
      box: { x0: 0, y0: 0, x1: 9, y1: 9 },
      baseline: 8,
      size: 10,
      font: 0,
      rotation: 0,
      ...over,
    };
    const [isTiny, behind] = [tinyAmong([run])(run), { onPaper: () => onPaper, onWords: () => onWords }];
    return decideWithRule(RUN_SIGHT, { page: 1, run, isTiny, usualSize, ...behind });
  };

  it('is unseen where it is tiny among type that can be read', () => {
    const box = { x0: 0, y0: 0, x1: 1, y1: 1 };
    expect(sight({ size: 1, box })).toEqual({ verdict: 'unseen', rule: 'tiny' });
    expect(sight({ size: 1, box }, { usualSize: 2 })).toEqual({ verdict: 'seen', rule: 'otherwise' });
  });

  it('is seen where its letters are wide: its font has a unit of its own', () =>
    expect(sight({ size: 1 })).toEqual({ verdict: 'seen', rule: 'otherwise' }));

  it('is unseen where it is white on the bare paper', () => {
    expect(sight({ color: '#fefefe' })).toEqual({ verdict: 'unseen', rule: 'white-on-white' });
    expect(sight({ color: '#ffffff' }, { onPaper: false })).toEqual({ verdict: 'seen', rule: 'otherwise' });
    expect(sight({ color: '#eeeeee' })).toEqual({ verdict: 'seen', rule: 'otherwise' });
  });

  it('is looked at where it is white on other words, or already to be looked at', () => {
    const open = { verdict: 'open', rule: 'white-on-words' };
    expect(sight({ color: '#ffffff' }, { onWords: true })).toEqual(open);
    expect(sight({ color: '#ffffff', pictured: true })).toEqual(open);
    expect(sight({ color: '#ffffff' }, { onWords: true, onPaper: false })).toMatchObject({ verdict: 'seen' });
    expect(sight({ color: '#000000' }, { onWords: true })).toMatchObject({ verdict: 'seen' });
  });
});

test('narrow letters of a font with a unit of its own are not tiny', () => {
  const run = (text: string, width: number, over: Partial<ParsedRun> = {}): ParsedRun => {
    const box = { x0: 0, y0: 0, x1: width, y1: 0.1 };
    return { text, box, baseline: 0, size: 0.1, font: 0, rotation: 0, ...over };
  };
  const page = [run('Harbour', 28), run('l', 1.8), run('ill', 5.4), run('l', 0.5), run('l', 1.8, { font: 1 })];
  expect(page.map(tinyAmong(page))).toEqual([false, false, false, true, true]);
  // characters beyond the first 65,536 are one each
  const signs = [run('\u{1d504}\u{1d505}', 5)];
  expect(signs.map(tinyAmong(signs))).toEqual([false]);
});

test('white and tiny text is marked, white text on an area, a line or a gradient is not', async () => {
  const bytes = await pdf((doc) => {
    at(doc, 72, 100, 'Harbour rules for vessels');
    doc.fontSize(1);
    at(doc, 72, 120, 'tiny');
    doc.fontSize(12).fillColor('white');
    at(doc, 72, 140, 'white');
    doc.rect(60, 180, 200, 40).fill('#102030').fillColor('white');
    at(doc, 72, 200, 'header');
  });
  const { pages } = await readPages(bytes);
  expect(pages[0]!.runs.filter((run) => run.invisible).map(({ text }) => text)).toEqual(['tiny', 'white']);
  const shaded = await pdf((doc) => {
    at(doc, 72, 100, 'Harbour');
    doc.rect(60, 180, 200, 40).fill(doc.linearGradient(60, 180, 260, 180).stop(0, 'black').stop(1, 'blue'));
    doc.fillColor('white');
    at(doc, 72, 200, 'header');
  });
  expect((await readPages(shaded)).pages[0]!.runs.some((run) => run.invisible)).toBe(false);
});

test('tiny text is marked where a page has more of it than of other text', async () => {
  const bytes = await pdf((doc) => {
    at(doc, 72, 100, 'Harbour rules');
    doc.fontSize(1);
    for (let line = 0; line < 20; line++) at(doc, 72, 120 + 2 * line, 'tiny words for machines');
  });
  const { runs } = (await readPages(bytes)).pages[0]!;
  expect(new Set(runs.filter((run) => !run.invisible).map(({ text }) => text))).toEqual(new Set(['Harbour', 'rules']));
});

test('tiny text is kept and told where a page has no other', async () => {
  const bytes = await pdf((doc) => {
    at(doc.fontSize(1), 72, 100, 'tiny words');
    doc.addPage().fontSize(12);
    at(doc, 72, 100, 'Harbour rules');
  });
  const pages = documentText((await readPages(bytes)).pages);
  expect(pages[0]!.runs.map(({ text, invisible }) => [text, invisible])).toEqual([
    ['tiny', undefined],
    ['words', undefined],
  ]);
  expect(pageFindings(pages)).toMatchObject([
    { code: 'hidden_text', severity: 'review', message: 'Page 1: all text is smaller than 2 points, and was kept.' },
  ]);
});

test.each(
  [
    '\u{e0041}',
    '\u{e007f}',
    '\u{e0080}',
    '\u{e01f0}',
    '\u202e',
    '\u2066',
    '\u200b',
    '\ufe0f',
    '\u{e0101}',
    '\u3164',
  ].concat(['\u{1bca0}', '\u{1d173}', '\u{1d17a}', '\ufff9']),
)('characters that nobody sees leave no text: %j', (unseen) => {
  expect(readableText(`a${unseen}b`)).toBe('ab');
});

test('a soft hyphen that is painted stays', () => {
  expect(readableText('a\u00ad')).toBe('a\u00ad');
});

test('outlines alone have the colour of their stroke, whatever the filling would have', () => {
  const state = { fillColor: '#000000', strokeColor: '#ffffff', fillPattern: false, strokePattern: false };
  const alphas = { fillAlpha: 1, strokeAlpha: 1, groupAlpha: 1 };
  const colorIn = (renderMode: number) => textColor({ ...state, ...alphas, renderMode } as unknown as GraphicsState);
  expect([0, 1, 2, 5].map(colorIn)).toEqual(['#000000', '#ffffff', '#000000', '#ffffff']);
});

describe('white text', () => {
  const TEXT = { x: 72, y: 200, word: 'header' };
  /** Whether the word that is painted in white after `paint` is marked. */
  async function isMarked(paint: (doc: Pdf) => void, color = 'white'): Promise<boolean> {
    const bytes = await pdf((doc) => {
      at(doc, 72, 100, 'Harbour rules for vessels');
      doc.fontSize(12);
      paint(doc);
      doc.fillColor(color);
      at(doc, TEXT.x, TEXT.y, TEXT.word);
    });
    const { pages } = await readPages(bytes);
    return pages[0]!.runs.find(({ text }) => text === TEXT.word)!.invisible === true;
  }
  const gradient = (doc: Pdf, x: number, y: number) =>
    doc.rect(x, y, 200, 40).fill(
      doc
        .linearGradient(x, y, x + 200, y)
        .stop(0, 'black')
        .stop(1, 'blue'),
    );

  test.each<[string, (doc: Pdf) => void]>([
    ['an area that cannot be told from white', (doc) => doc.rect(60, 180, 200, 40).fill('#fefefe')],
    [
      'an area of hardly any opacity',
      (doc) => doc.fillOpacity(0.01).rect(60, 180, 200, 40).fill('black').fillOpacity(1),
    ],
    ['a gradient elsewhere on the page', (doc) => gradient(doc, 60, 400)],
    ['a gradient off the page', (doc) => gradient(doc, -900, -900)],
    ['a hairline through it', (doc) => doc.rect(60, 205, 200, 0.2).fill('black')],
    ['a line that is drawn through it', (doc) => doc.lineWidth(0.2).moveTo(60, 205).lineTo(260, 205).stroke('black')],
    ['a cross of hairlines', (doc) => doc.rect(60, 205, 200, 0.2).rect(90, 180, 0.2, 40).fill('black')],
    [
      'a hundred hairlines in one place',
      (doc) => {
        for (let i = 0; i < 100; i++) doc.rect(60, 205, 200, 0.2).fill('black');
      },
    ],
    ['a dot beside its corner', (doc) => doc.circle(73, 202, 1).fill('black')],
    ['a thin sloped line across the page', (doc) => doc.lineWidth(0.5).moveTo(10, 10).lineTo(600, 700).stroke('black')],
    ['a frame around it', (doc) => doc.rect(60, 180, 200, 40).stroke('black')],
  ])('is marked over %s', async (_, paint) => {
    expect(await isMarked(paint)).toBe(true);
  });

  test.each<[string, (doc: Pdf) => void]>([
    ['a dark area', (doc) => doc.rect(60, 180, 200, 40).fill('#102030')],
    ['a light area that can be seen', (doc) => doc.rect(60, 180, 200, 40).fill('#e0e0e0')],
    ['a gradient', (doc) => gradient(doc, 60, 180)],
    [
      'thin stripes side by side',
      (doc) => {
        for (let x = 60; x < 260; x += 0.5)
          doc.rect(x, 180, 0.5, 40).fill(`#${(0x203040 + Math.round(x)).toString(16)}`);
      },
    ],
    [
      'stripes one above the other',
      (doc) => {
        for (let y = 180; y < 220; y += 0.4) doc.rect(60, y, 200, 0.4).fill('#203040');
      },
    ],
    ['a thick line', (doc) => doc.lineWidth(30).moveTo(60, 205).lineTo(260, 205).stroke('navy')],
    ['a disc', (doc) => doc.circle(90, 205, 40).fill('navy')],
    ['an area that ends halfway', (doc) => doc.rect(60, 180, 34, 40).fill('navy')],
    ['an area of some opacity', (doc) => doc.fillOpacity(0.5).rect(60, 180, 200, 40).fill('black').fillOpacity(1)],
  ])('is not marked over %s', async (_, paint) => {
    expect(await isMarked(paint)).toBe(false);
  });

  test('is read where it is outlined, or filled with a pattern', async () => {
    const bytes = await pdf((doc) => {
      doc.fontSize(20).fillColor('white').strokeColor('black');
      doc.text('outlined', 72, 100, { stroke: true, fill: true });
      doc.text('stroked', 72, 140, { stroke: true, fill: false });
      doc.fillColor(doc.linearGradient(60, 180, 260, 180).stop(0, 'black').stop(1, 'blue') as never);
      doc.text('coloured', 72, 200);
    });
    const { runs } = (await readPages(bytes)).pages[0]!;
    expect(runs.map(({ text, invisible = false }) => [text, invisible])).toEqual([
      ['outlined', false],
      ['stroked', false],
      ['coloured', false],
    ]);
  });
});

test('transparent text is marked, half transparent text is not', async () => {
  const bytes = await pdf((doc) => {
    at(doc, 72, 100, 'Harbour');
    for (const [line, opacity] of [0, 0.01, 0.02, 0.2, 1].entries()) {
      doc.fillOpacity(opacity);
      at(doc, 72, 120 + 20 * line, `opacity${opacity}`);
    }
    doc.fillOpacity(1).strokeOpacity(0);
    at(doc, 72, 220, 'filled');
  });
  const { runs } = (await readPages(bytes)).pages[0]!;
  expect(runs.filter(({ invisible }) => invisible).map(({ text }) => text)).toEqual([
    'opacity0',
    'opacity0.01',
    'opacity0.02',
  ]);
});

test('a group that is painted without opacity hides its text, and what comes after it is seen', async () => {
  const form = (more: string) => ({
    dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 600 800] ${more} /Resources << /Font << /F 5 0 R >> >>`,
    bytes: Buffer.from('BT /F 12 Tf 72 700 Td (grouped) Tj ET'),
  });
  const page = 'q /None gs /Group Do /Form Do Q BT /F 12 Tf 72 600 Td (after) Tj ET';
  const bytes = rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >>
      /ExtGState << /None << /ca 0 /CA 0 >> >> /XObject << /Group 6 0 R /Form 7 0 R >> >> >>`,
    { dictionary: '', bytes: Buffer.from(page) },
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    form('/Group << /S /Transparency >>'),
    { ...form(''), bytes: Buffer.from('BT /F 12 Tf 72 650 Td (formed) Tj ET') },
  ]);
  const { runs } = (await readPages(bytes)).pages[0]!;
  expect(runs.map(({ text, invisible = false }) => [text, invisible])).toEqual([
    ['grouped', true],
    ['formed', true],
    ['after', false],
  ]);
});

test.each(['', '/Group << /S /Transparency >>'])(
  'what a form holds outside of its box is not seen: %s',
  async (group) => {
    const bytes = rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R
      /Resources << /XObject << /Figure 6 0 R >> >> >>`,
      { dictionary: '', bytes: Buffer.from('q 0.5 0 0 0.5 100 400 cm /Figure Do Q') },
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      {
        dictionary: `/Type /XObject /Subtype /Form /BBox [0 300 600 600] /Matrix [1 0 0 1 0 -300] ${group}
        /Resources << /Font << /F 5 0 R >> >>`,
        bytes: Buffer.from('BT /F 12 Tf 72 700 Td (above) Tj 0 -200 Td (within) Tj 0 -300 Td (below) Tj ET'),
      },
    ]);
    const { runs } = (await readPages(bytes)).pages[0]!;
    expect(runs.map(({ text, invisible = false }) => [text, invisible])).toEqual([
      ['above', true],
      ['within', false],
      ['below', true],
    ]);
  },
);
