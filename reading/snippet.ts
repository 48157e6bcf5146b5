/** Cuts a snippet out of a long line, around the match. */

const BEFORE = 80;
const AFTER = 160;
const MAX_MATCH = 300;

export interface Snippet {
  snippet: string;
  /** In code points. */
  match: { start: number; end: number } | null;
}

/** @param place of the match, in UTF-16 units of `line`; null if it was not located */
export function snippetOf(line: string, place: { start: number; end: number } | null): Snippet {
  const at = place?.start ?? 0;
  const last = Math.min(place?.end ?? 0, at + MAX_MATCH);
  const from = wordStart(line, Math.max(0, at - BEFORE), at);
  const to = wordEnd(line, Math.min(line.length, last + AFTER), last);
  const snippet = line.slice(from, to).toWellFormed();
  if (!place) return { snippet, match: null };
  return { snippet, match: { start: points(line, from, at), end: points(line, from, Math.min(place.end, to)) } };
}

const points = (line: string, from: number, to: number): number => Array.from(line.slice(from, to)).length;

/** The first start of a word from `at` on, up to `end`. */
function wordStart(line: string, at: number, end: number): number {
  if (at === 0) return 0;
  const gap = line.slice(at - 1, end).search(/\s/);
  return gap === -1 ? whole(line, at) : at + gap;
}

/** The last end of a word before `at`, down to `start`. */
function wordEnd(line: string, at: number, start: number): number {
  if (at === line.length) return at;
  const gap = /\s\S*$/.exec(line.slice(start, at + 1));
  return gap ? start + gap.index : whole(line, at);
}

/** Moves a position out of the middle of a surrogate pair. */
const whole = (line: string, at: number): number => (/[\udc00-\udfff]/.test(line[at] ?? '') ? at + 1 : at);
