/** Entries of a bibliography. */
import type { Line } from '../text/line.js';
import { hangsAlike } from './indents.js';
import type { LinePair, OpenParagraph } from './line-pair.js';

const REFERENCE = /^\[(\d{1,3})\]/;

/** Begins with "[4]" where the paragraph begins with "[3]". */
export function isNextReference({ lines }: OpenParagraph, line: Line): boolean {
  const before = REFERENCE.exec(lines[0]?.text ?? '');
  const label = REFERENCE.exec(line.text);
  return before !== null && label !== null && Number(label[1]) === Number(before[1]) + 1;
}

/** Hangs below "[4]" as the second line of the entry before, though it begins like an item ("379.", "J."). */
export const isRestOfReference = ({ previous, paragraph: { lines }, above, below, marker }: LinePair): boolean =>
  (marker?.kind === 'decimal' || marker?.kind === 'upper') &&
  lines.length === 1 &&
  REFERENCE.test(above.text) &&
  hangsAlike(previous, above, below);
