/** Each rule of what is a figure above its caption, on areas and labels written by hand. */
import { describe, expect, test } from '@jest/globals';
import { FIGURE, findFigures, type FigureCandidate } from '../../../../engine/figures/figures.js';
import { decided } from '../../../support/decisions.js';
import type { Box } from '../../../../engine/model.js';
import { line } from '../../../support/engine-inputs.js';
import { page, type TextAt } from '../../../support/pages.js';

const AREA = { x0: 100, y0: 200, x1: 300, y1: 380 };
const above = (over: Partial<FigureCandidate>): string =>
  decided(FIGURE, { caption: line('Figure 1: The lamp.', { y: 400 }), area: AREA, labels: [], ...over });

describe('what stands above a caption', () => {
  test('is no figure where nothing is drawn', () => expect(above({ area: null })).toBe('refused: nothing-drawn-above'));

  test('is no figure where it is a line', () =>
    expect(above({ area: { ...AREA, y0: 378 } })).toBe('refused: too-small'));

  test('is no figure where it holds running text', () => {
    const sentence = line('the lamp is lit by the keeper at dusk', { x: 110, y: 220 });
    expect(above({ labels: [sentence] })).toBe('refused: running-text');
    const short = Array.from({ length: 80 }, (_, i) => line('many letters in a label', { x: 110, y: 220 + 2 * i }));
    expect(above({ labels: short })).toBe('refused: running-text');
  });

  test('is a figure where it is drawn, with short labels or none', () => {
    expect(above({})).toBe('figure: drawn-above-its-caption');
    expect(above({ labels: [line('lamp', { x: 110, y: 220 }), line('lens', { x: 110, y: 260 })] })).toBe(
      'figure: drawn-above-its-caption',
    );
  });
});

describe('a background above a figure', () => {
  const CAPTION = { text: 'Figure 1: The lamp.', x: 100, y: 400 };
  const ground: Box = { x0: 100, y0: 120, x1: 400, y1: 185 };
  const figures = (texts: readonly TextAt[]): Box[] => {
    const drawn = page([...texts, CAPTION], { fills: [AREA, ground] });
    return findFigures(drawn, drawn.runs).map(({ box }) => box);
  };
  const lines = (texts: readonly string[]): TextAt[] => texts.map((text, i) => ({ text, x: 110, y: 140 + 14 * i }));
  const TEXT = ['The lamp is lit by the keeper at dusk', 'and burns the oil of whales all night long'];

  test('with running text is no part of it', () => {
    expect(figures(lines(TEXT))).toEqual([AREA]);
    expect(figures([...lines(TEXT), { text: 'lens', x: 150, y: 300 }])).toEqual([AREA]);
  });

  test('with labels is part of it', () =>
    expect(figures(lines(['lamp', 'the lens of the lamp']))).toEqual([{ ...ground, y1: AREA.y1 }]));

  test('with text beside it is part of it', () =>
    expect(figures(lines(TEXT).map((text) => ({ ...text, x: 420 })))).toEqual([{ ...ground, y1: AREA.y1 }]));
});
