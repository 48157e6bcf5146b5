/** What the indent of a line says of the paragraph above it. */
import { SAME_EDGE } from '../measures.js';
import { endsHyphenated, endsSentenceOrBreaksOff } from '../text-rules.js';
import type { Line } from '../text/line.js';
import { isFirstLine, type LinePair, type OpenParagraph } from './line-pair.js';

/** The open paragraph hangs: it has one line, which ends no sentence or begins like the paragraph before. */
export function hangs({ paragraph, previous, above, below }: LinePair): boolean {
  if (paragraph.lines.length !== 1) return false;
  return !endsSentenceOrBreaksOff(above.text) || hangsAlike(previous, above, below);
}

/** Whether the first two lines of a paragraph stand like these two, the second indented. */
export function hangsAlike(previous: OpenParagraph | undefined, above: Line, below: Line): boolean {
  const [first, second] = previous?.lines ?? [];
  if (!first || !second) return false;
  return Math.abs(first.box.x0 - above.box.x0) < SAME_EDGE && Math.abs(second.box.x0 - below.box.x0) < SAME_EDGE;
}

/** Below one full line, or one at the left edge, a line has the indent of this document's first lines. */
export function isIndentAfterFullLine(pair: LinePair): boolean {
  const { above, below, paragraph, edges, style } = pair;
  const indent = edges.left + (style.indent ?? Infinity);
  const isIndented = (line: Line): boolean => Math.abs(line.box.x0 - indent) < SAME_EDGE;
  if (!isFirstLine(pair) || paragraph.marker || hangs(pair) || !isIndented(below)) return false;
  if (endsHyphenated(above.text)) return false;
  const isFull = edges.right - above.box.x1 < SAME_EDGE;
  return (isIndented(above) && isFull) || above.box.x0 - edges.left < SAME_EDGE;
}
