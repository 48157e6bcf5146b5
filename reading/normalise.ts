/** Normalises text for comparison, so that what looks the same to a reader compares as equal. */
import { renderedSpans, renderedText } from './rendered.js';

const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
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
    .replace(INVISIBLE, '')
    .replace(SINGLE_QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .normalize('NFKC')
    .replace(DASHES, '-')
    .toLowerCase()
    .replace(/ς/g, 'σ')
    .replace(/ß/g, 'ss');
}

/** A line of Markdown as a reader sees it: rendered, in compatibility form, with single spaces, trimmed; in its own case. */
export function plainLine(line: string): string {
  return renderedText(line).replace(INVISIBLE, '').normalize('NFKC').replace(/\s+/g, ' ').trim();
}

/** Normalises a query, like a line. */
export function normalisedQuery(query: string): string {
  return normalisedLine(query).replace(/\s+/g, ' ').trim();
}

/** Normalises a line of Markdown: as rendered, with single spaces, trimmed. */
export function normalisedLine(line: string): string {
  return normalise(renderedText(line)).replace(/\s+/g, ' ').trim();
}

/**
 * Finds `needle`, which is normalised, in a line of Markdown, or its start at the end of the line if it continues in the
 * next one; null when neither is found.
 */
export function locateInLine(line: string, needle: string): { start: number; end: number } | null {
  let normalised = '';
  /** For each character of `normalised`, the part of the line that it comes from. */
  const places: { from: number; to: number }[] = [];
  for (const span of renderedSpans(line)) {
    const isCopy = span.text.length === span.to - span.from;
    for (const { 0: cluster, index } of span.text.matchAll(CLUSTER)) {
      const characters = normalise(cluster).replace(/\s+/g, ' ');
      if (characters === ' ' && normalised.endsWith(' ')) continue;
      const from = isCopy ? span.from + index : span.from;
      const to = isCopy ? from + cluster.length : span.to;
      normalised += characters;
      for (let count = 0; count < characters.length; count++) places.push({ from, to });
    }
  }
  const at = normalised.indexOf(needle);
  if (at !== -1) return { start: places[at]!.from, end: places[at + needle.length - 1]!.to };
  const text = normalised.trimEnd();
  for (let length = Math.min(needle.length, text.length); length > 0; length--) {
    const begun = needle.slice(0, length).trimEnd();
    if (text.endsWith(begun))
      return { start: places[text.length - begun.length]!.from, end: places[text.length - 1]!.to };
  }
  return null;
}
