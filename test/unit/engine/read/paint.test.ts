import { expect, test } from '@jest/globals';
import { openPainter } from '../../../../engine/read/paint.js';
import { bytesSource } from '../../../support/pdf.js';
import { rawPdf } from '../../../support/raw-pdf.js';

test.each([
  ['a strip five metres long', 14_400, 20],
  ['a sheet of five by five metres', 14_400, 14_400],
])('%s is painted coarser than it could be', async (_, width, height) => {
  const half = { dictionary: '', bytes: Buffer.from(`0 0 ${width / 2} ${height} re f`) };
  const pdf = rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R >>`,
    half,
  ]);
  const picture = await (await openPainter(bytesSource(pdf))).paint(1);
  expect(picture.width / picture.height / (width / height)).toBeCloseTo(1, 1);
  expect(picture.width).toBeLessThan(32_768);
  expect(picture.grey.length).toBeLessThan(15_000_000);
  expect([picture.grey[(picture.width * 0.25) | 0], picture.grey[(picture.width * 0.75) | 0]]).toEqual([0, 255]);
});
