import { expect, test } from '@jest/globals';
import { openPages, openPdf } from '../../../../engine/read/document.js';
import { at, bytesSource, pdf, readPages } from '../../../support/pdf.js';
import { pdfOfPages, rawPdf } from '../../../support/raw-pdf.js';

/** What stands at the end of a PDF and leads to the rest. */
const trailerOf = (bytes: Buffer): Buffer => bytes.subarray(bytes.lastIndexOf('startxref'));

test('words come with place, size and font, spaces never among their text', async () => {
  const { pages } = await readPages(
    await pdf((doc) => {
      doc.font('Helvetica-Bold').fontSize(20);
      at(doc, 72, 100, 'Two words');
    }),
  );
  const page = pages[0]!;
  expect(page.runs.map((run) => run.text)).toEqual(['Two', 'words']);
  const [first, second] = page.runs;
  expect(first).toMatchObject({ baseline: 100, size: 20, rotation: 0 });
  expect(first!.box.x0).toBeCloseTo(72, 1);
  expect(second!.space).toBe(true);
  expect(page.fonts[first!.font]).toMatchObject({ bold: true, italic: false, mono: false });
});

test('a page turned by 90 degrees is read as displayed', async () => {
  const upright = await pdf((doc) => at(doc, 72, 100, 'Turned'));
  const turned = Buffer.from(
    upright.toString('latin1').replace('/Type /Page\n', '/Type /Page\n/Rotate 90\n'),
    'latin1',
  );
  const { pages } = await readPages(turned);
  expect(pages[0]).toMatchObject({ width: 841.89, height: 595.28 });
  expect(pages[0]!.runs[0]).toMatchObject({ text: 'Turned', rotation: 90 });
});

test('text that size, scale and matrix turn or mirror, and turn back between them, is read as displayed', async () => {
  const upright = '12 Tf 100 Tz 1 0 0 1';
  const written = ['-12 Tf -100 Tz 1 0 0 -1', '12 Tf -100 Tz -1 0 0 1', '-12 Tf 100 Tz -1 0 0 -1', upright];
  const content = written.map((form, i) => `BT /F1 ${form} 72 ${700 - 20 * i} Tm (two words) Tj ET`);
  const { pages } = await readPages(pdfOfPages([{ dictionary: '', bytes: Buffer.from(content.join('\n')) }]));
  const placed = pages[0]!.runs.map(({ text, rotation, box: { x0, y0 } }) => [
    text,
    rotation,
    x0.toFixed(2),
    y0.toFixed(2),
  ]);
  const [two, words] = placed.slice(-2) as [string[], string[]];
  const above = ([text, rotation, x0, y0]: string[], rows: number) => [
    text,
    rotation,
    x0,
    (Number(y0) - 20 * rows).toFixed(2),
  ];
  expect(placed).toEqual(written.flatMap((_, at) => [two, words].map((run) => above(run, written.length - 1 - at))));
  expect([two[0], two[1], words[1]]).toEqual(['two', 0, 0]);
});

test('strokes and thin areas are rules, other filled areas are fills, small ones dots', async () => {
  const { pages } = await readPages(
    await pdf((doc) => {
      doc.moveTo(72, 200).lineTo(300, 200).stroke();
      doc.rect(72, 220, 1, 90).fill('black');
      doc.rect(100, 300, 200, 50).fill('#eeeeee');
      doc.circle(80, 400, 2).fill('black');
    }),
  );
  const page = pages[0]!;
  expect(page.rules.map((rule) => rule.orientation)).toEqual(['horizontal', 'vertical']);
  expect(page.fills).toEqual([{ x0: 100, y0: 300, x1: 300, y1: 350 }]);
  expect(page.dots).toHaveLength(1);
});

test('white dots are dots where something dark lies behind them', async () => {
  const { pages } = await readPages(
    await pdf((doc) => {
      doc.rect(60, 100, 300, 200).fill('#16324f');
      doc.circle(80, 140, 2).fill('white');
      doc.circle(80, 400, 2).fill('white');
      doc.rect(100, 160, 200, 20).fill('white');
    }),
  );
  expect(pages[0]!.dots).toEqual([{ x0: 78, y0: 138, x1: 82, y1: 142 }]);
});

test('text that is not painted is marked invisible', async () => {
  const { pages } = await readPages(
    await pdf((doc) => {
      at(doc, 72, 100, 'seen');
      doc.text('hidden', 72, 130, { lineBreak: false, stroke: false, fill: false });
      doc.save().rect(0, 0, 50, 50).clip();
      at(doc, 300, 300, 'clipped');
      doc.restore();
    }),
  );
  expect(pages[0]!.runs.filter((run) => run.invisible).map((run) => run.text)).toContain('clipped');
  expect(pages[0]!.runs.find((run) => run.text === 'seen')?.invisible).toBeUndefined();
});

test('text painted twice in place is kept once', async () => {
  const { pages } = await readPages(
    await pdf((doc) => {
      at(doc, 72, 100, 'Bold');
      at(doc, 72.3, 100, 'Bold');
    }),
  );
  expect(pages[0]!.runs.map((run) => run.text)).toEqual(['Bold']);
});

test('links keep their address, bookmarks their page', async () => {
  const { info, pages } = await readPages(
    await pdf((doc) => {
      doc.text('site', 72, 100, { link: 'https://example.org/' });
      doc.outline.addItem('First').addItem('Inner');
      doc.addPage().text('second page');
      doc.outline.addItem('Second');
    }),
  );
  expect(pages[0]!.links[0]).toMatchObject({ url: 'https://example.org/' });
  expect(info.bookmarks.map(({ title, page }) => [title, page])).toEqual([
    ['First', 1],
    ['Second', 2],
  ]);
  expect(info.bookmarks[0]!.children[0]).toMatchObject({ title: 'Inner', page: 1 });
});

test('pages are read the same way twice', async () => {
  const bytes = await pdf((doc) => doc.text('The same text. '.repeat(200)));
  expect(await readPages(bytes)).toEqual(await readPages(bytes));
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['no PDF', Buffer.from('hello, world')],
  ['only a header', Buffer.from('%PDF-1.7\n')],
])('%s is unreadable', async (_name, bytes) => {
  await expect(openPdf(bytesSource(bytes))).rejects.toMatchObject({ name: 'DocumentError', code: 'unreadable' });
});

test('a password is asked for, and opens the document', async () => {
  const bytes = await pdf((doc) => doc.text('secret'), {
    userPassword: 'open',
    ownerPassword: 'own',
    pdfVersion: '1.7',
  });
  await expect(openPdf(bytesSource(bytes))).rejects.toMatchObject({ code: 'password_required' });
  const document = await openPdf(bytesSource(bytes), { password: 'open' });
  expect((await document.parsePage(1)).runs[0]?.text).toBe('secret');
  await document.close();
});

test('a document that is opened for its pages alone gives the same pages, and refuses the same', async () => {
  const bytes = await pdf((doc) => doc.text('text'));
  const [whole, pages] = [await openPdf(bytesSource(bytes)), await openPages(bytesSource(bytes))];
  expect(await pages.parsePage(1)).toEqual(await whole.parsePage(1));
  await Promise.all([whole.close(), pages.close()]);
  await expect(openPages(bytesSource(Buffer.from('%PDF-1.7\n')))).rejects.toMatchObject({ code: 'unreadable' });
});

test('a source that cannot be read is not the document’s fault', async () => {
  const failure = Object.assign(new Error('disk'), { code: 'EIO' });
  const source = { sizeBytes: 1000, read: async (): Promise<Uint8Array> => Promise.reject(failure) };
  await expect(openPdf(source)).rejects.toMatchObject({ code: 'EIO' });
});

test('a large file is read by the ranges that are asked for, and gives the same page', async () => {
  const bytes = await pdf((doc) => doc.text('text'));
  const large = Buffer.concat([bytes, Buffer.alloc(64 * 1024 * 1024, '\n'), trailerOf(bytes)]);
  const asked: number[] = [];
  const source = {
    sizeBytes: large.length,
    read: async (offset: number, length: number): Promise<Uint8Array> => {
      asked.push(length);
      return large.subarray(offset, offset + length);
    },
  };
  const [whole, ranges] = [await openPages(bytesSource(bytes)), await openPages(source)];
  expect(await ranges.parsePage(1)).toEqual(await whole.parsePage(1));
  expect(asked.reduce((sum, length) => sum + length, 0)).toBeLessThan(large.length / 8);
  await Promise.all([whole.close(), ranges.close()]);
});

test('ranges of a large file that cannot be read are not the document’s fault', async () => {
  const failure = Object.assign(new Error('disk'), { code: 'EIO' });
  const source = { sizeBytes: 2 ** 30, read: async (): Promise<Uint8Array> => Promise.reject(failure) };
  await expect(openPdf(source)).rejects.toMatchObject({ code: 'EIO' });
});

test('a page that cannot be read costs itself', async () => {
  const bytes = await pdf((doc) => {
    doc.text('first');
    doc.addPage().text('second');
  });
  const document = await openPdf(bytesSource(bytes));
  expect(await document.parsePage(9)).toMatchObject({ number: 9, runs: [], degraded: 'page_error' });
  expect((await document.parsePage(2)).runs[0]?.text).toBe('second');
  await document.close();
});

test.each([
  ['whatever is set before it', 'q 500 0 0 700 50 40 cm /G0 gs 0 g /Im0 Do Q q 1 0 0 1 9 9 cm 0 0 30 30 re f Q'],
  ['at the end of the page', '500 0 0 700 50 40 cm /Im0 Do'],
])('a picture too large to be decoded leaves its place: %s', async (_, drawn) => {
  const image = {
    dictionary: '/Type /XObject /Subtype /Image /Width 5000 /Height 7000 /ColorSpace /DeviceGray /BitsPerComponent 1',
    bytes: Buffer.from('0'),
  };
  const content = { dictionary: '', bytes: Buffer.from(drawn) };
  const { pages } = await readPages(
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /XObject << /Im0 5 0 R >> /ExtGState << /G0 << /Type /ExtGState /CA 1 /ca 1 >> >> >> >>',
      content,
      image,
    ]),
  );
  expect(pages[0]!.images).toEqual([{ x0: 50, y0: 60, x1: 550, y1: 760 }]);
  expect(pages[0]!.needsRecognition).toBe('no_text');
});
