/** Painted shapes and characters set one below the other. */
import { describe, expect, it } from '@jest/globals';
import type { ParsedRun } from '../../../../engine/model.js';
import { FILLED_SHAPE } from '../../../../engine/read/paths.js';
import { SIGN_DIRECTION } from '../../../../engine/read/vertical.js';
import { decideWithRule } from '../../../../engine/rules.js';

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
