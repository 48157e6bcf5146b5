/** Painted shapes and characters set one below the other. */
import { describe, expect, it } from '@jest/globals';
import type { ParsedRun } from '../../../../engine/model.js';
import { FILLED_SHAPE } from '../../../../engine/read/paths.js';
import { SIGN_DIRECTION } from '../../../../engine/read/vertical.js';
import { decideWithRule } from '../../../../engine/rules.js';
import { readPages } from '../../../support/pdf.js';
import { rawPdf } from '../../../support/raw-pdf.js';

describe('a filled shape', () => {
  const filled = (width: number, height: number) =>
    decideWithRule(FILLED_SHAPE, { page: 1, box: { x0: 10, y0: 10, x1: 10 + width, y1: 10 + height } });

  it('that is thin and long is a line', () => {
    expect(filled(100, 3)).toEqual({ verdict: 'horizontal', rule: 'flat' });
    expect(filled(1, 40)).toEqual({ verdict: 'vertical', rule: 'narrow' });
  });

  it('that is wide and high is shading', () => {
    expect(filled(100, 4)).toEqual({ verdict: 'area', rule: 'wide-and-high' });
  });

  it('that is small is nothing', () => {
    expect(filled(3, 3)).toEqual({ verdict: 'nothing', rule: 'otherwise' });
  });
});

it('that is painted as a mask of one pixel is a line, as dvips has it', async () => {
  const mask = (width: number, height: number): string =>
    `q ${width} 0 0 ${height} 72 700 cm BI /IM true /W 1 /H 1 /BPC 1 ID \0\nEI Q`;
  const bytes = rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>',
    { dictionary: '', bytes: Buffer.from(`${mask(200, 0.4)}\n${mask(0.4, -30)}`) },
  ]);
  const [page] = (await readPages(bytes)).pages;
  expect(page!.rules).toEqual([
    { orientation: 'horizontal', box: { x0: 72, y0: 91.6, x1: 272, y1: 92 } },
    { orientation: 'vertical', box: { x0: 72, y0: 92, x1: 72.4, y1: 122 } },
  ]);
});

describe('characters of vertical scripts', () => {
  const direction = (count: number, stacked: number) => {
    const sign: ParsedRun = {
      text: '海',
      box: { x0: 0, y0: 0, x1: 12, y1: 12 },
      baseline: 11,
      size: 12,
      font: 0,
      rotation: 0,
    };
    return decideWithRule(SIGN_DIRECTION, { page: 1, signs: Array.from({ length: count }, () => sign), stacked });
  };

  it('run down the page where most stand below another', () => {
    expect(direction(10, 6)).toEqual({ verdict: 'vertical', rule: 'stacked' });
    expect(direction(10, 5)).toEqual({ verdict: 'horizontal', rule: 'otherwise' });
  });

  it('say nothing where there are few', () => {
    expect(direction(7, 6)).toEqual({ verdict: 'horizontal', rule: 'few-signs' });
  });
});
