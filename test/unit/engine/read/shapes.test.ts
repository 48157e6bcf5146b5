/** Painted shapes and characters set one below the other. */
import { describe, expect, it } from '@jest/globals';
import type { ParsedRun } from '../../../../engine/model.js';
import { unionBox } from '../../../../engine/geometry.js';
import { DOTTED_LINE } from '../../../../engine/read/dotted-lines.js';
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

describe('a line that is painted dot by dot', () => {
  const painted = async (shapes: readonly (readonly [x: number, y: number, width: number, height: number])[]) => {
    const bytes = rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>',
      { dictionary: '', bytes: Buffer.from(shapes.map((shape) => `${shape.join(' ')} re f`).join('\n')) },
    ]);
    return (await readPages(bytes)).pages[0]!.rules;
  };
  const row = (count: number, at: (i: number) => [number, number, number, number]) =>
    Array.from({ length: count }, (_, i) => at(i));

  it('is a rule, level or upright', async () => {
    expect(await painted(row(20, (i) => [72 + 2.5 * i, 700, 1.9, 0.6]))).toEqual([
      { orientation: 'horizontal', box: { x0: 72, y0: 91.4, x1: 121.4, y1: 92 } },
    ]);
    expect(await painted(row(20, (i) => [72, 700 - 1.2 * i, 0.6, 0.6]))).toEqual([
      { orientation: 'vertical', box: { x0: 72, y0: 91.4, x1: 72.6, y1: 114.8 } },
    ]);
  });

  it('has dots that follow each other closely', async () => {
    expect(await painted(row(20, (i) => [72 + 4 * i, 700, 0.6, 0.6]))).toEqual([]);
  });

  it('has no dots that are longer across it, as the marks on an axis are', async () => {
    expect(await painted(row(20, (i) => [72 + 1.5 * i, 700, 0.5, 3]))).toEqual([]);
  });

  it('has more dots than an ellipsis, and is longer than points of a curve that touch', async () => {
    expect(await painted(row(7, (i) => [72 + 3 * i, 700, 2, 0.6]))).toEqual([]);
    expect(await painted(row(20, (i) => [72 + 0.4 * i, 700, 0.6, 0.6]))).toEqual([]);
  });

  it('is decided by the number of its dots, its length and the dots around', () => {
    const dotted = (count: number, step: number, crossing: number, alongside = 0) => {
      const dots = row(count, (i) => [72 + step * i, 700, 0.6, 0.6]).map(([x, y, w, h]) => ({
        x0: x,
        y0: y,
        x1: x + w,
        y1: y + h,
      }));
      return decideWithRule(DOTTED_LINE, { page: 1, dots, box: unionBox(dots), crossing, alongside }).rule;
    };
    expect(dotted(7, 1.5, 0)).toBe('few-dots');
    expect(dotted(20, 0.4, 0)).toBe('short');
    expect(dotted(20, 1.2, 11)).toBe('pattern');
    expect(dotted(20, 1.2, 10)).toBe('otherwise');
    expect(dotted(20, 1.2, 0, 2)).toBe('hatching');
    expect(dotted(20, 1.2, 0, 1)).toBe('otherwise');
  });

  it('is none of those that shade an area, which would strike out the words on it', async () => {
    const hatched = [0, 1.4, 2.8].flatMap((y) => row(20, (i) => [72 + 2.2 * i, 700 + y, 1.5, 0.4]));
    expect(await painted(hatched)).toEqual([]);
    const double = [0, 2].flatMap((y) => row(20, (i) => [72 + 2.2 * i, 700 + y, 1.5, 0.4]));
    expect(await painted(double)).toHaveLength(2);
  });

  it('is no row of a pattern', async () => {
    expect(await painted(row(400, (i) => [72 + 1.5 * (i % 20), 700 + 1.5 * Math.floor(i / 20), 0.6, 0.6]))).toEqual([]);
  });
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
