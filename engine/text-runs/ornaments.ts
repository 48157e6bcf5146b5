/** Rows of signs that books print as ornaments: bars, blocks, leaves. They are drawn, and only happen to be set in type. */
import type { FontStyle, TextRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { firstFrom } from './bullets.js';

/** Lines, blocks and shapes, and the bars, leaves and flowers of Dingbats; neither stars and ticks, which rate and choose. */
const SIGNS = /^[\u2500-\u25ff\u2740-\u2767]+$/u;
/** Fewer may part scenes, or fill a gauge. */
const LEAST_SIGNS = 12;
/** In font sizes: baselines of one row differ by less. */
const SAME_ROW = 0.5;
/** Points: the same of a row of signs and words, since signs are set as high as an ornament needs to be. */
const SAME_BASELINE = 5;

export interface RowOfSigns {
  page: number;
  signs: readonly TextRun[];
  /** Something else is printed in its row. */
  hasText: boolean;
  /** In typewriter type: programs draw frames, trees and gauges with such signs. */
  typed: boolean;
}

const countOf = (signs: readonly TextRun[]): number => signs.reduce((sum, { text }) => sum + text.length, 0);

export const ORNAMENT_ROW: DecisionTable<RowOfSigns, 'ornament' | 'text'> = {
  name: 'ornament-row',
  rules: [
    {
      name: 'beside-text',
      why: 'Signs in the row of words belong to them: a bar of a chart, a gauge, a line that goes on to a word.',
      test: ({ hasText }) => (hasText ? 'text' : null),
    },
    {
      name: 'typed',
      why: 'Programs draw frames and trees in typewriter type, which their readers want to see.',
      test: ({ typed }) => (typed ? 'text' : null),
    },
    {
      name: 'many-signs-alone',
      why: 'A row of a dozen bars, blocks or leaves and nothing else says nothing.',
      test: ({ signs }) => (countOf(signs) >= LEAST_SIGNS ? 'ornament' : null),
    },
  ],
  otherwise: 'text',
  subject: ({ page, signs }) => ({ page, box: signs[0]!.box, text: signs.map(({ text }) => text).join(' ') }),
  numbers: ({ signs }) => ({ signs: countOf(signs) }),
};

/** The runs without the ornaments that are set in rows of their own. */
export function withoutOrnaments(
  runs: readonly TextRun[],
  { number, fonts }: { number: number; fonts: readonly FontStyle[] },
): readonly TextRun[] {
  const signs = runs.filter(({ text }) => SIGNS.test(text)).toSorted((a, b) => a.baseline - b.baseline);
  if (countOf(signs) < LEAST_SIGNS) return runs;
  const rows: TextRun[][] = [];
  for (const sign of signs) {
    const row = rows.at(-1);
    if (row && sign.baseline - row[0]!.baseline < SAME_ROW * sign.size) row.push(sign);
    else rows.push([sign]);
  }
  const drawn = new Set(signs);
  const words = runs.filter((run) => !drawn.has(run)).sort((a, b) => a.baseline - b.baseline);
  const ornaments = rows.filter((row) => {
    const [{ baseline }] = row as [TextRun];
    const near = words[firstFrom(words, baseline - SAME_BASELINE)];
    const hasText = near !== undefined && near.baseline < baseline + SAME_BASELINE;
    const typed = row.some(({ font }) => fonts[font]?.mono === true);
    return decide(ORNAMENT_ROW, { page: number, signs: row, hasText, typed }) === 'ornament';
  });
  if (ornaments.length === 0) return runs;
  const left = new Set(ornaments.flat());
  return runs.filter((run) => !left.has(run));
}
