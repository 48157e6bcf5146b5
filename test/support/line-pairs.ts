/** Two lines, one below the other, to decide whether their paragraph goes on. */
import { decideWithRule, type DecisionTable } from '../../engine/rules.js';
import type { BlockTag } from '../../engine/tag-model.js';
import type { Line } from '../../engine/text/line.js';
import type { LinePair } from '../../engine/text-blocks/line-pair.js';
import { markerOf } from '../../engine/text-blocks/markers.js';
import { LEADING, LEFT, line, RIGHT, style, type LineOptions } from './engine-inputs.js';

export const FULL = 'a line of running text that goes on to the right edge of its column';
const edges = { id: 0, left: LEFT, right: RIGHT };

/** A line right below the first one. */
export const at = (text: string, options: LineOptions = {}): Line => line(text, { y: 100 + LEADING, ...options });

/** What a table decides between the last line of `lines` and the one below. */
export function deciding<Verdict extends string>(table: DecisionTable<LinePair, Verdict>) {
  return (lines: readonly Line[], below: Line, over: Partial<LinePair> = {}): string => {
    const { verdict, rule } = decideWithRule(table, {
      above: lines.at(-1)!,
      below,
      paragraph: { lines, marker: markerOf(lines[0]!.text) },
      previous: undefined,
      next: undefined,
      edges,
      right: RIGHT,
      leading: LEADING,
      style: style(),
      marker: markerOf(below.text),
      isScanned: false,
      inIndex: false,
      ofNames: false,
      inAddress: false,
      isPriced: false,
      isDated: false,
      isRightAligned: false,
      isNextEntry: false,
      areKept: false,
      markers: [],
      ...over,
    });
    return `${verdict}: ${rule}`;
  };
}

export const tag = (element: number): BlockTag => ({
  page: 1,
  element,
  role: 'paragraph',
  level: 0,
  items: [],
  label: false,
});
