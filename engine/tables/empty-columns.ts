/**
 * Columns at the right end of a table that nobody has filled in: signatures, dates, remarks. Their heads alone show them, since
 * no row has a gap between two of them.
 */
import { rowText, segmentText, type TextRow } from './segments.js';

/** Rows below the head, and labels in it, that show columns. */
const LEAST_ROWS = 2;
const LEAST_LABELS = 3;
/** In font sizes: between two labels is more room than between words. */
const LEAST_GAP = 1;
const WORDS = /\p{L}{2}/u;
/** A remark on the whole table, such as its unit, names no column. */
const REMARK = /^[([]/u;

/**
 * Left edges of the columns whose labels stand right of all text below the head.
 *
 * @param headerEnd y below which the body begins, if a line or sums show it.
 */
export function emptyColumns(lines: readonly TextRow[], headerEnd: number | null): number[] {
  const body = headerEnd === null ? [] : lines.filter(({ baseline }) => baseline > headerEnd);
  const heads = lines.slice(0, lines.length - body.length);
  const head = heads.at(-1);
  if (!head || body.length < LEAST_ROWS || head.segments.length < LEAST_LABELS || !WORDS.test(rowText(head))) return [];
  const end = Math.max(...body.map(({ box }) => box.x1), ...heads.slice(0, -1).map(({ box }) => box.x1));
  return head.segments.flatMap((segment, i) => {
    if (REMARK.test(segmentText(segment))) return [];
    const { box } = segment;
    const before = Math.max(end, head.segments[i - 1]?.box.x1 ?? box.x0);
    return box.x0 - before > LEAST_GAP * head.size ? [(before + box.x0) / 2] : [];
  });
}
