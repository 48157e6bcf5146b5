/** Text made alike for comparison: what a reader takes for the same is the same. */
import { renderedSpans, renderedText } from './rendered.js';

const UNSEEN = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const SINGLE_QUOTES = /[\u2018-\u201b\u2032\u0060\u00b4]/g;
const DOUBLE_QUOTES = /[\u201c-\u201f\u2033\u00ab\u00bb]/g;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
// oxlint-disable-next-line no-control-regex
const ASCII = /^[\u0000-\u007f]*$/;
const CLUSTER = /\P{M}\p{M}*|\p{M}+/gu;

/** Compatibility form, lower case, plain quotes and dashes; white space stays as it is. */
export function normalise(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .replace(UNSEEN, '')
    .replace(SINGLE_QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .normalize('NFKC')
    .replace(DASHES, '-')
    .toLowerCase()
    .replace(/ς/g, 'σ')
    .replace(/ß/g, 'ss');
}

/** What a query is compared as: folded, white space one space, the ends trimmed. */
export function normalisedQuery(query: string): string {
  return normalisedLine(query).replace(/\s+/g, ' ').trim();
}

/** A line of Markdown as it is compared. */
export function normalisedLine(line: string): string {
  return normalise(renderedText(line)).replace(/\s+/g, ' ').trim();
}

/**
 * Where `needle`, which is folded, stands in a line of Markdown, or the start of it at the line's end, where it goes on in
 * the next line; null when neither is there.
 */
export function locateInLine(line: string, needle: string): { start: number; end: number } | null {
  let folded = '';
  /** For each character of `folded`, the part of the line that it stands for. */
  const places: { from: number; to: number }[] = [];
  for (const piece of renderedSpans(line)) {
    const isCopy = piece.text.length === piece.to - piece.from;
    for (const { 0: cluster, index } of piece.text.matchAll(CLUSTER)) {
      const sign = normalise(cluster).replace(/\s+/g, ' ');
      if (sign === ' ' && folded.endsWith(' ')) continue;
      const from = isCopy ? piece.from + index : piece.from;
      const to = isCopy ? from + cluster.length : piece.to;
      folded += sign;
      for (let count = 0; count < sign.length; count++) places.push({ from, to });
    }
  }
  const at = folded.indexOf(needle);
  if (at !== -1) return { start: places[at]!.from, end: places[at + needle.length - 1]!.to };
  const text = folded.trimEnd();
  for (let length = Math.min(needle.length, text.length); length > 0; length--) {
    const begun = needle.slice(0, length).trimEnd();
    if (text.endsWith(begun))
      return { start: places[text.length - begun.length]!.from, end: places[text.length - 1]!.to };
  }
  return null;
}
