/** Charts one above the other that are one figure. */
import { describe, expect, test } from '@jest/globals';
import { findFigures } from '../../../../engine/figures/figures.js';
import { PANEL, type PanelAbove } from '../../../../engine/figures/panels.js';
import type { Box } from '../../../../engine/model.js';
import { decided } from '../../../support/decisions.js';
import { BOLD, page, type TextAt } from '../../../support/pages.js';
import { line } from '../../../support/engine-inputs.js';

const AREA = { x0: 100, y0: 300, x1: 300, y1: 380 };
const UPPER = { x0: 100, y0: 180, x1: 300, y1: 260 };
const CAPTION = { text: 'Figure 1: Lamps lit and lamps left dark in all ports.', x: 100, y: 400 };

describe('what is drawn above a chart', () => {
  const above = (over: Partial<PanelAbove>): string =>
    decided(PANEL, {
      caption: line(CAPTION.text, CAPTION),
      area: AREA,
      panel: UPPER,
      shapes: [UPPER],
      between: [line('year', { x: 180, y: 275 })],
      ...over,
    });

  test('is another panel where labels alone stand between', () => expect(above({})).toBe('panel: drawn-above'));

  test('is none far above, behind an empty strip or behind text', () => {
    expect(above({ panel: { ...UPPER, y0: 100, y1: 220 } })).toBe('end: far-above');
    expect(above({ between: [] })).toBe('end: no-labels-between');
    expect(above({ between: [line('the lamp is lit by the keeper at dusk')] })).toBe('end: text-between');
    expect(above({ between: [line('Lamps', { font: BOLD })] })).toBe('end: text-between');
    expect(above({ between: [line('Lamps', { size: 12 })] })).toBe('end: text-between');
    expect(above({ between: [line('Figure 2: Ports')] })).toBe('end: text-between');
  });

  test('is none beside the chart, and none where it is ruled alone', () => {
    expect(above({ panel: { ...UPPER, x0: 280, x1: 480 } })).toBe('end: otherwise');
    expect(
      above({
        shapes: [
          { ...UPPER, y0: 259 },
          { ...UPPER, y1: 181 },
        ],
      }),
    ).toBe('end: otherwise');
  });
});

describe('a figure', () => {
  const labelsOf = (texts: readonly TextAt[], fills: readonly Box[]): string[] => {
    const drawn = page([...texts, CAPTION], { fills: [...fills] });
    return findFigures(drawn, drawn.runs).map(({ block }) => block.labels);
  };
  const title = { text: 'lit', x: 180, y: 175 };
  const between = { text: 'year', x: 180, y: 282 };
  const text = { text: 'A paragraph of which the last line stands above', x: 100, y: 160 };

  test('has the panels above each other with the labels between them and the title above', () =>
    expect(labelsOf([text, title, between], [AREA, UPPER])).toEqual(['lit year']));

  test('leaves the lines of a narrow column above it to the text', () => {
    const narrow = [175, 163, 151, 139].map((y) => ({ text: 'lamps lit at dusk', x: 110, y }));
    expect(labelsOf([...narrow, between], [AREA, UPPER])).toEqual(['year']);
  });

  test('ends where text stands between two drawings', () =>
    expect(labelsOf([{ ...text, y: 282 }], [AREA, UPPER])).toEqual(['']));
});
