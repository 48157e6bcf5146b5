/** Text that something painted later lies over, and what only seems to hide it. */
import { describe, expect, it, test } from '@jest/globals';
import type { ParsedPage } from '../../../../engine/model.js';
import { documentText } from '../../../../engine/normalise/document-text.js';
import { pageFindings } from '../../../../engine/page-findings.js';
import { RUN_COVER } from '../../../../engine/read/covers.js';
import { IDENTITY } from '../../../../engine/read/matrix.js';
import { rectangleOf } from '../../../../engine/read/rectangles.js';
import { decided } from '../../../support/decisions.js';
import { readPages } from '../../../support/pdf.js';
import { rawPdf, type RawStream } from '../../../support/raw-pdf.js';

describe('a word that an area painted later lies over', () => {
  const run = { text: 'x', box: { x0: 0, y0: 0, x1: 9, y1: 9 }, baseline: 8, size: 10, font: 0, rotation: 0 };

  const of = (facts: { underArea?: boolean; drawnOn?: boolean; underPicture?: boolean }) =>
    decided(RUN_COVER, { page: 1, run, underArea: false, drawnOn: false, underPicture: false, ...facts });

  it('is unseen, unless something was drawn there since', () => {
    expect(of({ underArea: true })).toBe('unseen: under-an-area');
    expect(of({ underArea: true, drawnOn: true })).toBe('seen: drawn-on-the-area');
  });

  it('is left open where it is a picture', () => {
    expect(of({ underPicture: true })).toBe('open: under-a-picture');
    expect(of({ underArea: true, drawnOn: true, underPicture: true })).toBe('open: under-a-picture');
    expect(of({ underArea: true, underPicture: true })).toBe('unseen: under-an-area');
  });
});

test('a path is one upright rectangle with level and upright sides in turn', () => {
  const path = (...points: number[][]) => points.flatMap(([x, y], i) => [i === 0 ? 0 : 1, x!, y!]);
  const box = { x0: 1, y0: 2, x1: 9, y1: 8 };
  const [a, b, c, d] = [[1, 2], [9, 2], [9, 8], [1, 8]] as const; // prettier-ignore
  const [e] = [[5, 5]];
  const of = (data: number[], ctm: readonly number[] = IDENTITY) => rectangleOf(data, { ctm: ctm as never });
  expect(of([...path([...a], [...b], [...c], [...d]), 4])).toEqual(box);
  expect(of(path([...a], [...b], [...c], [...d]))).toEqual(box);
  expect(of([...path([...a], [...b], [...c], [...d], [...a]), 4])).toEqual(box);
  expect(of(path([...a], [...b], [...c], [...d]), [0, 1, -1, 0, 0, 0])).toEqual({ x0: -8, y0: 1, x1: -2, y1: 9 });
  for (const other of [
    path([...a], [...c], [...b], [...d]),
    path([...a], [...b], [...a], [...b]),
    path([...a], [...b], [...c]),
    path([...a], [...b], [...c], [...d], e!),
    [...path([...a], [...b]), 2, 1, 2, 3, 4, 5, 6],
  ])
    expect(of(other)).toBeNull();
  expect(of(path([...a], [...b], [...c], [...d]), [1, 0.1, -0.1, 1, 0, 0])).toBeNull();
});

const RESOURCES = `<< /Font << /F 5 0 R >>
  /ExtGState << /Glass << /ca 0.4 >> /Multiply << /BM /Multiply >> /Soft << /SMask << /S /Luminosity /G 6 0 R >> >> >>
  /XObject << /Group 7 0 R /Form 8 0 R /Photo 9 0 R /Masked 10 0 R /Keyed 11 0 R /Stencil 12 0 R /Large 16 0 R >>
  /Properties << /Layer 13 0 R >> /Pattern << /Hatch 14 0 R >> >>`;
const BAR = '60 690 200 30 re f';

/** A page of the word `secret` at 72, 700, and then of what `content` shows. */
async function pagesWith(content: string): Promise<ParsedPage[]> {
  const form = (more: string): RawStream => ({
    dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 600 800] ${more}`,
    bytes: Buffer.from(BAR),
  });
  const picture = (more: string, bytes = Buffer.from([200, 200, 200])): RawStream => ({
    dictionary: `/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 ${more}`,
    bytes,
  });
  const bytes = rawPdf([
    '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [13 0 R] /D << /ON [13 0 R] >> >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources ${RESOURCES} >>`,
    { dictionary: '', bytes: Buffer.from(`BT /F 12 Tf 72 700 Td (secret) Tj ET\n${content}`) },
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    form('/Group << /S /Transparency /CS /DeviceGray >>'),
    form('/Group << /S /Transparency >>'),
    form(''),
    picture('/ColorSpace /DeviceRGB'),
    picture('/ColorSpace /DeviceRGB /SMask 15 0 R'),
    picture('/ColorSpace /DeviceRGB /Mask [0 255 0 255 0 255]'),
    { dictionary: '/Type /XObject /Subtype /Image /Width 2 /Height 1 /ImageMask true', bytes: Buffer.from([0x40]) },
    '<< /Type /OCG /Name (Cover) >>',
    {
      dictionary:
        '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << >>',
      bytes: Buffer.from('0 0 m 9 9 l S'),
    },
    picture('/ColorSpace /DeviceGray', Buffer.from([100])),
    {
      dictionary: '/Type /XObject /Subtype /Image /Width 2400 /Height 2400 /BitsPerComponent 1 /ColorSpace /DeviceGray',
      bytes: Buffer.alloc(300 * 2400),
    },
  ]);
  return (await readPages(bytes)).pages;
}

/** The words of the page that nobody sees. */
async function unseen(content: string): Promise<string[]> {
  const [page] = await pagesWith(content);
  return page!.runs.flatMap(({ invisible, text }) => (invisible ? [text] : []));
}

test.each([
  ['a black bar', BAR],
  ['a white area', `1 g ${BAR}`],
  ['an area with a frame', `1 g 60 690 200 30 re B 0 G 60 690 200 30 re S`],
  ['an area that is drawn line by line', '60 690 m 260 690 l 260 720 l 60 720 l h f'],
  ['an area within a form', '/Form Do'],
  ['what a clip leaves of an area', 'q 60 690 200 30 re W n 0 0 600 800 re f Q'],
  ['an area with other areas beside it', `${BAR} 60 660 200 35 re f`],
  ['a stencil without holes', 'q 200 0 0 30 60 690 cm BI /IM true /W 1 /H 1 ID \0\nEI Q'],
  ['an area with other words on it', `1 g ${BAR} 0 g BT /F 12 Tf 72 700 Td (shown) Tj ET`],
])('is unseen under %s', async (_, content) => {
  expect(await unseen(content)).toEqual(['secret']);
});

test.each([
  ['half an area', '60 690 30 30 re f'],
  ['an area that lies beside it', '60 640 200 30 re f'],
  ['glass', `q /Glass gs ${BAR} Q`],
  ['a marker', `q /Multiply gs 1 1 0 rg ${BAR} Q`],
  ['a soft mask', `q /Soft gs ${BAR} Q`],
  ['a pattern', `q /Pattern cs /Hatch scn ${BAR} Q`],
  ['a colour that is none', `q /Hatch scn ${BAR} Q`],
  ['a group', '/Group Do'],
  ['a group of glass', 'q /Glass gs /Group Do Q'],
  ['an area in a layer', `/OC /Layer BDC ${BAR} EMC`],
  ['an area that turns', `q 0.99 0.14 -0.14 0.99 90 -20 cm ${BAR} Q`],
  ['a clip of another form', `q 60 690 m 260 690 l 160 720 l h W n ${BAR} Q`],
  ['a clip of two areas', `q 60 690 20 30 re 240 690 20 30 re W n ${BAR} Q`],
  ['a clip that is turned', `q q 0.99 0.14 -0.14 0.99 90 -20 cm 60 690 200 30 re W n ${BAR} Q Q`],
  ['a clip of letters', `q BT /F 12 Tf 7 Tr 72 600 Td (clip) Tj ET ${BAR} Q BT 0 Tr ET`],
  ['a disc', '60 690 m 160 690 260 700 260 705 c 260 720 60 720 60 705 c f'],
  ['a frame', '60 690 200 30 re S'],
  ['a picture', 'q 200 0 0 30 60 690 cm /Photo Do Q'],
  ['a picture with a soft mask', 'q 200 0 0 30 60 690 cm /Masked Do Q'],
  ['a picture with a colour that is left out', 'q 200 0 0 30 60 690 cm /Keyed Do Q'],
  ['a stencil', 'q 200 0 0 30 60 690 cm /Stencil Do Q'],
])('is seen under %s', async (_, content) => {
  expect((await unseen(content)).filter((word) => word !== 'clip')).toEqual([]);
});

/** The words of the page that lie under pictures. */
async function pictured(content: string): Promise<[string[], ParsedPage['needsRecognition']]> {
  const [page] = await pagesWith(content);
  return [page!.runs.flatMap((run) => (run.pictured ? [run.text] : [])), page!.needsRecognition];
}

const photo = (more = '', name = 'Photo'): string => `q ${more} 200 0 0 30 60 690 cm /${name} Do Q`;

test.each([
  ['a picture', photo()],
  ['a picture larger than is decoded for reading', photo('', 'Large')],
  ['a picture with a soft mask, which may be opaque', photo('', 'Masked')],
  ['a picture with a colour that is left out', photo('', 'Keyed')],
  ['a picture on an area', `1 g ${BAR} ${photo('1 0 0 1 0 0 cm')} 72 700 m 76 708 l 80 700 l f`],
])('whether a word under %s can be seen is found out by looking', async (_, content) => {
  const [words, need] = await pictured(content);
  // what an area hides is hidden already
  expect(words).toEqual(['secret']);
  expect(need).toBe('covered_text');
});

test.each([
  ['half a picture', 'q 30 0 0 30 60 690 cm /Photo Do Q'],
  ['a stencil', photo('', 'Stencil')],
  ['a picture of glass', photo('/Glass gs')],
  ['a picture through which it shines', photo('/Multiply gs')],
  ['a picture in a layer', `/OC /Layer BDC ${photo()} EMC`],
  ['a picture that turns', photo('0.99 0.14 -0.14 0.99 90 -20 cm')],
  ['a picture on which it is painted again', `${photo()} BT /F 12 Tf 72 700 Td (secret) Tj ET`],
])('nothing has to be looked at for a word under %s', async (_, content) => {
  expect(await pictured(content)).toEqual([[], undefined]);
});

test('a layer that is not painted is no word under a picture', async () => {
  const [words] = await pictured(`BT /F 12 Tf 3 Tr 72 600 Td (layer) Tj ET q 400 0 0 400 0 400 cm /Photo Do Q`);
  expect(words).toEqual(['secret']);
});

test.each([
  ['on which it is painted again', `1 g ${BAR} 0 g BT /F 12 Tf 72 700 Td (secret) Tj ET`],
  ['on which it is painted again, a letter at a time', `1 g ${BAR} 0 g BT /F 12 Tf 72 700 Td (s) Tj (ecret) Tj ET`],
  ['on which its outlines are drawn', `1 g ${BAR} 0 g 72 700 m 76 708 l 80 700 l f`],
  ['on which a picture of it lies', `1 g ${BAR} q 40 0 0 12 72 698 cm /Photo Do Q q 40 0 0 12 72 698 cm /Masked Do Q`],
  ['on which a stencil of it lies', `1 g ${BAR} q 40 0 0 12 72 698 cm /Stencil Do Q`],
])('is seen under an area %s', async (_, content) => {
  expect(await unseen(content)).toEqual([]);
});

test('a word that is painted on an area is seen, whether or not it has words of its own under it', async () => {
  expect(await unseen(`0.5 g 60 590 200 30 re f 0 g BT /F 12 Tf 72 600 Td (on it) Tj ET`)).toEqual([]);
  expect(await unseen(`0.5 g ${BAR} 1 g BT /F 12 Tf 72 700 Td (on it) Tj ET`)).toEqual(['secret']);
});

test('a word of which a part is painted after the area is seen', async () => {
  expect(await unseen(`${BAR} BT /F 12 Tf 105.7 700 Td (ly) Tj ET`)).toEqual([]);
});

test('words under an area are left out of the text and reported', async () => {
  const pages = documentText(await pagesWith(`1 g ${BAR} 0 g BT /F 12 Tf 72 600 Td (shown) Tj ET`));
  expect(pageFindings(pages)).toMatchObject([
    { code: 'hidden_text', message: 'Page 1: 1 word that no reader sees was left out.' },
  ]);
});

test('a bar over the layer of a scan hides what was recognised there', async () => {
  const [page] = await pagesWith(`BT /F 12 Tf 3 Tr 72 600 Td (named) Tj 72 -40 Td (free) Tj ET 60 590 200 30 re f`);
  expect(page!.runs.map(({ text, invisible, covered }) => [text, invisible, covered])).toEqual([
    ['secret', undefined, undefined],
    ['named', true, true],
    ['free', true, undefined],
  ]);
});

test('an area within a clip that has no path hides nothing', async () => {
  expect(await unseen(`q W n ${BAR} Q`)).toEqual([]);
});

test('an area over more drawings than are looked at hides nothing', async () => {
  const drawings = (count: number) => '74 702 m 80 708 l 84 702 l f '.repeat(count);
  expect(await unseen(`${BAR} ${drawings(20)} ${BAR}`)).toEqual(['secret']);
  expect(await unseen(`${BAR} ${drawings(150)} ${BAR}`)).toEqual([]);
});

test('an area hides what is under it, however many pictures there are', async () => {
  const tile = 'q 10 0 0 10 300 300 cm /Photo Do Q ';
  expect(await unseen(`${tile.repeat(1_001)} ${BAR}`)).toEqual(['secret']);
  expect(await unseen(`${BAR} ${tile.repeat(1_001)}`)).toEqual(['secret']);
  // of more pictures over the word than are found at once nothing is sure, but it is looked at
  const small = 'q 40 0 0 16 70 696 cm /Photo Do Q ';
  expect(await pictured(`${small.repeat(150)} ${BAR}`)).toEqual([['secret'], 'covered_text']);
});

test('pictures are looked at up to a number of them', async () => {
  const tile = 'q 10 0 0 10 300 300 cm /Photo Do Q ';
  expect(await pictured(`${tile.repeat(999)} ${photo()}`)).toEqual([['secret'], 'covered_text']);
  expect(await pictured(`${tile.repeat(1_000)} ${photo()}`)).toEqual([[], undefined]);
});
