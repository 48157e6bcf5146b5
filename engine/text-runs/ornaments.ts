/** Rows of symbols that books print as ornaments: bars, blocks, leaves. They are drawn, and only happen to be set in type. */
import { BoxIndex } from '../box-index.js';
import { unionBox } from '../geometry.js';
import { MIXED_ROW } from '../measures.js';
import type { FontStyle, TextRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { fromLeft } from '../text/spacing.js';
import { totalLength } from '../text-rules.js';

/** Lines, blocks and shapes, and the bars, leaves and flowers of Dingbats; neither stars and ticks, which rate and choose. */
const ORNAMENT_CHARACTERS = /^[\u2500-\u25ff\u2740-\u2767]+$/u;
/** Fewer may separate scenes, or fill a gauge. */
const LEAST_SYMBOLS = 12;
/** In font sizes: the symbols of an ornament touch or nearly do; the cells of a table that is filled with symbols stand apart. */
const TOUCHING = 0.5;

export interface RowOfSymbols {
  page: number;
  signs: readonly TextRun[];
  /** Something else is printed at its height, be it symbols that stand apart or a line of a label. */
  hasText: boolean;
  /** In monospaced type: programs draw frames, trees and gauges with such symbols. */
  typed: boolean;
}

export const ORNAMENT_ROW: DecisionTable<RowOfSymbols, 'ornament' | 'text'> = {
  name: 'ornament-row',
  rules: [
    {
      name: 'beside-text',
      why: 'Symbols at the height of words or further symbols belong to them: cells of a table, a bar of a chart, a gauge.',
      test: ({ hasText }) => (hasText ? 'text' : null),
    },
    {
      name: 'typed',
      why: 'Programs draw frames and trees in monospaced type, which their readers want to see.',
      test: ({ typed }) => (typed ? 'text' : null),
    },
    {
      name: 'many-signs-alone',
      why: 'A row of a dozen bars, blocks or leaves and nothing else says nothing.',
      test: ({ signs }) => (totalLength(signs) >= LEAST_SYMBOLS ? 'ornament' : null),
    },
  ],
  otherwise: 'text',
  subject: ({ page, signs }) => ({ page, box: signs[0]!.box, text: signs.map(({ text }) => text).join(' ') }),
  numbers: ({ signs }) => ({ signs: totalLength(signs) }),
};

/** The runs without the ornaments that are set in rows of their own. */
export function withoutOrnaments(
  runs: readonly TextRun[],
  { number, fonts }: { number: number; fonts: readonly FontStyle[] },
): readonly TextRun[] {
  const signs = runs.filter(({ text }) => ORNAMENT_CHARACTERS.test(text)).toSorted((a, b) => a.baseline - b.baseline);
  if (totalLength(signs) < LEAST_SYMBOLS) return runs;
  const drawn = new Set(signs);
  const words = new BoxIndex(runs.filter((run) => !drawn.has(run)).map(({ box }) => box));
  const ornaments = rowsOf(signs).filter((row) => {
    const [first = [], ...apart] = touching(row);
    const { y0, y1 } = unionBox(first.map(({ box }) => box));
    const hasText = apart.length > 0 || words.touches({ x0: -Infinity, y0, x1: Infinity, y1 });
    const typed = row.some(({ font }) => fonts[font]?.mono === true);
    return decide(ORNAMENT_ROW, { page: number, signs: row, hasText, typed }) === 'ornament';
  });
  if (ornaments.length === 0) return runs;
  const left = new Set(ornaments.flat());
  return runs.filter((run) => !left.has(run));
}

/** The symbols by baseline; `signs` are sorted by it. */
function rowsOf(signs: readonly TextRun[]): TextRun[][] {
  const rows: TextRun[][] = [];
  for (const sign of signs) {
    const row = rows.at(-1);
    if (row && sign.baseline - row[0]!.baseline < MIXED_ROW * sign.size) row.push(sign);
    else rows.push([sign]);
  }
  return rows;
}

/** The parts of a row that stand apart from each other. */
function touching(row: readonly TextRun[]): TextRun[][] {
  const parts: TextRun[][] = [];
  for (const sign of fromLeft(row)) {
    const last = parts.at(-1)?.at(-1);
    if (last && sign.box.x0 - last.box.x1 < TOUCHING * sign.size) parts.at(-1)!.push(sign);
    else parts.push([sign]);
  }
  return parts;
}
