/** Bookmarks, page labels, links and page boxes, as programs write them and as they break. */
import { expect, test } from '@jest/globals';
import { readPages } from '../../../support/pdf.js';
import { rawPdf, textStream } from '../../../support/raw-pdf.js';

const text = (chars: string): string => `(${chars})`;

/** Two pages (objects 3 and 4) whose dictionaries and catalog say what is given; further objects are numbered from 7. */
const twoPages = (says: { catalog?: string; first?: string; second?: string; more?: string[]; trailer?: string }) => {
  const page = (content: number, own: string): string =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> /Contents ${content} 0 R ${own} >>`;
  return rawPdf(
    [
      `<< /Type /Catalog /Pages 2 0 R ${says.catalog ?? ''} >>`,
      '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
      page(5, says.first ?? ''),
      page(6, says.second ?? ''),
      textStream('First'),
      textStream('Second'),
      ...(says.more ?? []),
    ],
    says.trailer,
  );
};

/** Objects of a flat outline, its root numbered 7. */
const outline = (targets: readonly string[]): string[] => [
  `<< /First 8 0 R /Last ${7 + targets.length} 0 R >>`,
  ...targets.map((target, i) => {
    const next = i + 1 < targets.length ? `/Next ${9 + i} 0 R` : '';
    return `<< /Parent 7 0 R /Title (${i}) ${next} ${target} >>`;
  }),
];

test('bookmarks find their page by every kind of target, and broken ones have none', async () => {
  const names = '/Names << /Dests << /Names [(one) [4 0 R /XYZ 0 700 0] (two) << /D [4 0 R /FitH 600] >>] >> >>';
  const targets: [string, number | null, number | null][] = [
    ['/Dest (one)', 2, 92],
    ['/A << /S /GoTo /D (two) >>', 2, 192],
    ['/Dest /old', 1, null],
    ['/Dest [4 0 R /FitR 0 100 300 500]', 2, 292],
    ['/Dest [1 /Fit]', 2, null],
    ['/Dest (nowhere)', null, null],
    ['/Dest [99 0 R /Fit]', null, null],
    ['/Dest [17 0 R /Fit]', null, null],
    ['/A << /S /URI /URI (https://example.org/) >>', null, null],
  ];
  const takenOut = '<< /Type /Page /MediaBox [0 0 612 792] >>';
  const { info } = await readPages(
    twoPages({
      catalog: `/Outlines 7 0 R ${names} /Dests << /old [3 0 R /Fit] >>`,
      more: [...outline(targets.map(([target]) => target)), takenOut],
    }),
  );
  expect(info.bookmarks.map(({ page, y }) => [page, y])).toEqual(targets.map(([, page, y]) => [page, y]));
});

test('bookmarks that go round in a circle are read once', async () => {
  const more = [
    '<< /First 8 0 R >>',
    '<< /Title (a) /Dest [3 0 R /Fit] /Next 9 0 R /First 8 0 R >>',
    '<< /Title (b) /Dest [4 0 R /Fit] /Next 8 0 R >>',
  ];
  const { info } = await readPages(twoPages({ catalog: '/Outlines 7 0 R', more }));
  expect(info.bookmarks.map(({ title, children }) => [title, children.length])).toEqual([
    ['a', 0],
    ['b', 0],
  ]);
});

test('titles hold nothing that cannot be seen, and what a program puts in for a title is none', async () => {
  const more = [
    '<< /First 8 0 R >>',
    '<< /Title <FEFF004F006E00650000000A007400770 06F200E00AD> /Dest [3 0 R /Fit] >>',
  ];
  const told = async (title: string, author: string) =>
    (
      await readPages(
        twoPages({
          catalog: '/Outlines 7 0 R',
          more: [...more, `<< /Title ${text(title)} /Author ${text(author)} >>`],
          trailer: '/Info 9 0 R',
        }),
      )
    ).info;
  const info = await told('untitled', 'anonymous');
  expect(info).toMatchObject({ title: null, authors: [], bookmarks: [{ title: 'One two' }] });
  expect(await told('Microsoft Word - draft_3.docx', 'Ann Lee; Bo Ek')).toMatchObject({
    title: null,
    authors: ['Ann Lee', 'Bo Ek'],
  });
  expect((await told('An Unknown Shore', '')).title).toBe('An Unknown Shore');
});

test('page labels come as printed, with prefixes and roman figures', async () => {
  const { info } = await readPages(
    twoPages({ catalog: '/PageLabels << /Nums [0 << /S /r /St 4 >> 1 << /P (A-) /S /D >>] >>' }),
  );
  expect(info.pageLabels).toEqual(['iv', 'A-1']);
});

test('a link over two lines covers its parts, not all between them', async () => {
  const quads = '[300 110 500 110 300 100 500 100 72 96 150 96 72 86 150 86]';
  const link = `<< /Subtype /Link /Rect [72 86 500 110] /QuadPoints ${quads} /A << /S /URI /URI (https://example.org/) >> >>`;
  const script = '<< /Subtype /Link /Rect [72 10 500 20] /A << /S /URI /URI (javascript:alert\\(1\\)) >> >>';
  const { pages } = await readPages(twoPages({ first: '/Annots [7 0 R 8 0 R]', more: [link, script] }));
  expect(pages[0]!.links).toEqual([
    { box: { x0: 300, y0: 682, x1: 500, y1: 692 }, url: 'https://example.org/' },
    { box: { x0: 72, y0: 696, x1: 150, y1: 706 }, url: 'https://example.org/' },
  ]);
});

test('places are measured from the corner that is shown, in the units of the page', async () => {
  const link = '<< /Subtype /Link /Rect [72 718 100 730] /Dest [4 0 R /XYZ 0 742 0] >>';
  const { pages } = await readPages(
    twoPages({ first: '/UserUnit 2 /Annots [7 0 R]', second: '/CropBox [50 100 512 742]', more: [link] }),
  );
  expect(pages[0]).toMatchObject({ width: 1224, height: 1584, runs: [{ baseline: 144, size: 24 }] });
  expect(pages[0]!.links[0]).toMatchObject({ box: { x0: 144, y0: 124 }, page: 2 });
  expect(pages[1]).toMatchObject({ width: 462, height: 642, runs: [{ box: { x0: 22 }, baseline: 22 }] });
});
