/** Text that cannot be told from what it stands on, and what only looks so. */
import { describe, expect, it, test } from '@jest/globals';
import { documentText } from '../../../../engine/normalise/document-text.js';
import { pageFindings } from '../../../../engine/page-findings.js';
import {
  addBackground,
  markIndistinct,
  noBackgrounds,
  RUN_BACKGROUND,
  type RunOnBackground,
} from '../../../../engine/read/backgrounds.js';
import { createCollector } from '../../../../engine/read/glyphs.js';
import { initialState } from '../../../../engine/read/graphics-state.js';
import { IDENTITY } from '../../../../engine/read/matrix.js';
import type { ParsedPage } from '../../../../engine/model.js';
import { cpuMs } from '../../../support/cpu-time.js';
import { decided } from '../../../support/decisions.js';
import { readPages } from '../../../support/pdf.js';
import { rawPdf } from '../../../support/raw-pdf.js';

const RUN = { text: 'x', box: { x0: 0, y0: 0, x1: 9, y1: 9 }, baseline: 8, size: 10, font: 0, rotation: 0 };

describe('a word', () => {
  const plain = { page: 1, run: RUN, blendMode: 'source-over', isWhite: false, lostOn: null };
  const undisturbed = { isDisturbed: false, isPaintedOver: false };
  const of = (facts: Partial<RunOnBackground>) => decided(RUN_BACKGROUND, { ...plain, ...undisturbed, ...facts });

  it('is unseen in the colour of the area it stands on', () => {
    expect(of({ lostOn: 'area' })).toBe('unseen: colour-of-the-area');
    expect(of({ lostOn: null })).toBe('seen: otherwise');
    expect(of({ lostOn: 'paper', isWhite: true })).toBe('seen: otherwise');
  });

  it('is unseen in white by modes that leave white out, wherever it stands', () => {
    expect(of({ blendMode: 'multiply', isWhite: true })).toBe('unseen: white-left-out');
    expect(of({ blendMode: 'screen', isWhite: true })).toBe('seen: otherwise');
  });

  it('is unseen in white on the paper, whatever is painted over it later', () => {
    expect(of({ lostOn: 'paper', isWhite: true, isPaintedOver: true })).toBe('unseen: white-before-it-is-painted-over');
    expect(of({ lostOn: null, isWhite: true, isPaintedOver: true })).toBe('seen: otherwise');
  });

  it('is looked at where a blend mode leaves nothing of it, or something else is there', () => {
    expect(of({ blendMode: 'screen', lostOn: 'paper' })).toBe('open: lost-by-blending');
    expect(of({ lostOn: 'area', isDisturbed: true })).toBe('open: on-other-paint');
  });
});

const MODES = ['Multiply', 'Screen', 'Lighten', 'Darken', 'Difference', 'ColorDodge', 'ColorBurn', 'Overlay'];
const RESOURCES = `<< /Font << /F 5 0 R >> /XObject << /Photo 8 0 R /Group 7 0 R >> /Properties << /Layer 9 0 R >>
  /ExtGState << ${MODES.map((mode) => `/${mode} << /BM /${mode} >>`).join(' ')} /Faint << /ca 0.02 >> /Glass << /ca 0.4 >>
  /Soft << /SMask << /S /Luminosity /G 6 0 R >> >> >> >>`;
const AREA = '60 690 200 30 re f';
const WORD = 'BT /F 12 Tf 72 700 Td (secret) Tj ET';

/** A page of the word `shown`, and then of what `content` shows. */
async function pageWith(content: string): Promise<ParsedPage> {
  const group = {
    dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Group << /S /Transparency /CS /DeviceGray >>
      /Resources << /Font << /F 5 0 R >> >>`,
    bytes: Buffer.from(WORD),
  };
  const bytes = rawPdf([
    '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [9 0 R] /D << /ON [9 0 R] >> >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources ${RESOURCES} >>`,
    { dictionary: '', bytes: Buffer.from(`BT /F 12 Tf 72 600 Td (shown) Tj ET\n${content}`) },
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    group,
    group,
    {
      dictionary: '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceRGB',
      bytes: Buffer.from([200, 200, 200]),
    },
    '<< /Type /OCG /Name (Cover) >>',
  ]);
  return (await readPages(bytes)).pages[0]!;
}

async function marked(content: string): Promise<{ unseen: string[]; open: string[] }> {
  const { runs } = await pageWith(content);
  const texts = (is: (run: ParsedPage['runs'][number]) => unknown) => runs.filter(is).map(({ text }) => text);
  return { unseen: texts(({ invisible }) => invisible), open: texts(({ pictured }) => pictured) };
}

test.each([
  ['black on a black bar', `${AREA} ${WORD}`],
  ['blue on blue', `0 0 0.5 rg ${AREA} ${WORD}`],
  ['nearly the same grey', `0.5 g ${AREA} 0.52 g ${WORD}`],
  ['white on a white area that lies on a dark one', `0 g 20 650 400 100 re f 1 g ${AREA} ${WORD}`],
  ['on an area with a thin frame', `0.5 g 0 G ${AREA} 60 690 200 30 re S ${WORD}`],
  ['on an area that is framed at once', `0.5 g 0 G 60 690 200 30 re B ${WORD}`],
  ['filled and outlined in the colour', `0.5 g 0.5 G ${AREA} BT 2 Tr ET ${WORD}`],
  ['painted twice in the colour', `0.5 g ${AREA} ${WORD} ${WORD}`],
  ['of an opacity of 2 per cent', `q /Faint gs ${WORD} Q`],
  ['of an opacity of 40 per cent, nearly in the colour', `0.5 g ${AREA} /Glass gs 0.56 g ${WORD}`],
  ['in the colour of an area, before another one', `0.5 g ${AREA} ${WORD} 0 g 60 705 200 9 re f`],
  ['white, before an area is painted over a part of it', `1 g ${WORD} 0 g 60 690 30 30 re f`],
  ['white, before thin lines all over the page', `1 g ${WORD} 0 g 60 690 30 30 re f 0 0 m 9 9 l 590 790 m 600 800 l S`],
  ['white, before it is underlined', `1 g ${WORD} 1 G 72 698.5 m 105 698.5 l S`],
  ['white, before the border of its cell', `1 g ${WORD} 0 G 60 690 200 30 re S 90 690 m 90 720 l S`],
  ['white, before a photo beside it', `1 g ${WORD} q 200 0 0 30 105.5 690 cm /Photo Do Q`],
  ['white, multiplied with the paper', `/Multiply gs 1 g ${WORD}`],
  ['white, multiplied with a photo', `q 200 0 0 30 60 690 cm /Photo Do Q /Multiply gs 1 g ${WORD}`],
  ['white, darkened on a dark area', `${AREA} /Darken gs 1 g ${WORD}`],
])('is unseen: %s', async (_, content) => {
  expect(await marked(content)).toEqual({ unseen: ['secret'], open: [] });
});

test.each([
  ['another colour', `0.5 g ${AREA} 0.6 g ${WORD}`],
  ['half of it on the area', `60 690 30 30 re f ${WORD}`],
  ['an area that is painted through glass', `q /Glass gs ${AREA} Q 0.5 g ${WORD}`],
  ['an area behind a soft mask', `q /Soft gs ${AREA} Q ${WORD}`],
  ['an area in a layer', `/OC /Layer BDC ${AREA} EMC ${WORD}`],
  ['an area of another form', `60 690 m 260 690 l 260 720 l 60 725 l f ${WORD}`],
  ['a photo on the area', `1 g ${AREA} q 200 0 0 30 60 690 cm /Photo Do Q ${WORD}`],
  ['a thick line on the area', `1 g ${AREA} 0 G 24 w 60 705 m 260 705 l S ${WORD}`],
  ['a thick frame that fills the area', `1 g 0 G 40 w 60 690 200 30 re B ${WORD}`],
  ['a thick frame on the area', `1 g ${AREA} 0 G 40 w 60 690 200 30 re S ${WORD}`],
  ['an outline in another colour', `0.5 g ${AREA} BT 2 Tr ET ${WORD}`],
  ['painted again in another colour', `0.5 g ${AREA} ${WORD} 0 g ${WORD}`],
  ['white at first, and again in black', `1 g ${WORD} 0 g ${WORD}`],
  ['on a white halo', `1 G 3 w BT 1 Tr ET ${WORD} 0 g BT 0 Tr ET ${WORD}`],
  ['a letter of another mode', `0.5 g ${AREA} BT /F 12 Tf 72 700 Td (sec) Tj /Multiply gs (ret) Tj ET`],
  ['a group', `${AREA} /Group Do`],
  ['black, multiplied with the paper', `/Multiply gs ${WORD}`],
  ['white on dark by Screen', `${AREA} /Screen gs 1 g ${WORD}`],
  ['white on dark by Difference', `${AREA} /Difference gs 1 g ${WORD}`],
])('is seen: %s', async (_, content) => {
  expect(await marked(content)).toEqual({ unseen: [], open: [] });
});

test.each([
  ['black by Screen on the paper', `/Screen gs ${WORD}`],
  ['dark by Lighten on a light area', `0.8 g ${AREA} /Lighten gs 0.2 g ${WORD}`],
  ['black by Difference on an area', `0.8 g ${AREA} /Difference gs 0 g ${WORD}`],
  ['black by ColorDodge on an area', `0.8 g ${AREA} /ColorDodge gs 0 g ${WORD}`],
  ['in the colour of the area, which something is drawn on', `0.5 g ${AREA} ${WORD} 1 g 72 700 m 76 708 l 80 700 l f`],
  ['in the colour of the area, before its outlines', `0.5 g ${AREA} ${WORD} 0 G 72 700 m 76 708 l 80 700 l S`],
  [
    'in the colour of the area and turned, before its outlines',
    `0.5 g 280 290 40 120 re f BT /F 12 Tf 0 1 -1 0 300 300 Tm (secret) Tj ET 0 G 290 300 m 300 330 l S`,
  ],
  ['white, before a figure is painted around it', `1 g ${WORD} 0 g 60 690 m 260 690 l 260 720 l 60 725 l f`],
  [
    'white, of which letters follow an area',
    `1 g BT /F 12 Tf 72 700 Td (sec) Tj ET 0 g ${AREA} 1 g BT /F 12 Tf 89.3 700 Td (ret) Tj ET`,
  ],
  ['in the colour of the area, on a sign', `0.8 g ${AREA} 0 g BT /F 40 Tf 72 690 Td (OOO) Tj ET 0.8 g ${WORD}`],
])('is looked at: %s', async (_, content) => {
  expect(await marked(content)).toEqual({ unseen: [], open: ['secret'] });
  expect((await pageWith(content)).needsRecognition).toBe('covered_text');
});

const SIGN = 'BT /F 60 Tf 72 690 Td (OOO) Tj ET';

test.each([
  ['on a sign', `${SIGN} 1 g ${WORD}`],
  ['on a sign on a white area', `1 g ${AREA} 0 g ${SIGN} 1 g ${WORD}`],
  ['in a group on a sign', `${SIGN} 1 g /Group Do`],
])('white is looked at, and stays: %s', async (_, content) => {
  expect(await marked(content)).toEqual({ unseen: [], open: ['secret'] });
});

test('white on the paper is unseen where other words come to lie on it', async () => {
  expect(await marked(`1 g ${WORD} 0 g ${SIGN}`)).toEqual({ unseen: ['secret'], open: [] });
});

test('what lies under thousands of words in many colours, on areas in many, is found in no long time', () => {
  const collector = createCollector();
  const backgrounds = noBackgrounds();
  const state = initialState(IDENTITY, { x0: 0, y0: 0, x1: 600, y1: 800 });
  const colorOf = (i: number): string => `#${(0x100000 + 64 * i).toString(16)}`;
  const boxOf = (i: number) => ({
    x0: (i % 40) * 15,
    y0: Math.floor(i / 40) * 8,
    x1: (i % 40) * 15 + 14,
    y1: Math.floor(i / 40) * 8 + 7,
  });
  for (let i = 0; i < 4_000; i++) {
    addBackground(backgrounds, { box: boxOf(i), color: colorOf(i), after: 0 });
    collector.runs.push({ ...RUN, box: boxOf(i) });
    // each tenth word in the colour of its area
    collector.painted.push({ state: { ...state, fillColor: i % 10 === 0 ? colorOf(i) : '#ffffff' }, from: i });
  }
  expect(cpuMs(() => markIndistinct(collector, backgrounds, 1))).toBeLessThan(3_000);
  expect(collector.runs.flatMap(({ invisible }, i) => (invisible ? [i] : []))).toEqual(
    Array.from({ length: 400 }, (_, i) => 10 * i),
  );
});

test('words in the colour of their background are left out and told', async () => {
  const pages = documentText([await pageWith(`${AREA} ${WORD}`)]);
  expect(pages[0]!.hiddenWords).toBe(1);
  expect(pageFindings(pages)).toMatchObject([{ code: 'hidden_text', severity: 'warning' }]);
});
