/** Searches a tree for a text or a pattern, line by line in listing order, until its time is up. */
import { RE2JS } from 're2js';
import { normalise, normalisedQuery, locateInLine } from './normalise.js';
import { trailAt, type HeadingTrail } from './headings.js';
import { pathFilter } from './path-filter.js';
import { snippetOf, type Snippet } from './snippet.js';
import type { ReadableTree } from './tree.js';

/** In longer lines a match is found but not located, because locating it is the slow part. */
const MAX_PLACED_CHARS = 20_000;

export interface SearchInput {
  q?: string | undefined;
  regex?: string | undefined;
  path?: string | undefined;
  /** The first matching line that is wanted, from 1; the first of all unless given. */
  offset?: number | undefined;
  limit: number;
}

export interface Found extends HeadingTrail, Snippet {
  path: string;
  line: number;
  page: number | null;
  endPage: number | null;
  pageLabel: string | null;
}

export interface SearchOutcome {
  results: Found[];
  /** Number of matching lines, including those before the offset and beyond the limit. */
  total: number;
  /** False when the time was up before all files were searched. */
  complete: boolean;
}

/** The error message for an invalid pattern; null when it is valid. */
export function patternFault(regex: string): string | null {
  try {
    RE2JS.compile(regex);
    return null;
  } catch (error) {
    const { message } = error as Error;
    return message.replace(/^error parsing regexp: /, '');
  }
}

/** Whether a text contains anything to search for. */
export function isSearchable(q: string): boolean {
  return needlesOf(q).length > 0;
}

/** The text as given and as rendered Markdown, so that text copied from a file is found as well. */
function needlesOf(q: string): string[] {
  const plain = normalise(q).replace(/\s+/g, ' ').trim();
  return [...new Set([plain, normalisedQuery(q)])].filter((needle) => needle !== '');
}

/** The matching lines of a file (from 1); null in between, so that the caller can check the time. */
type LinesOf = (path: string) => Iterable<number | null>;
type PlaceOf = (line: string) => { start: number; end: number } | null;

/** Runs a search; `isOver` is checked between lines. Throws RE2JS's error for an invalid pattern. */
export function search(tree: ReadableTree, input: SearchInput, isOver: () => boolean): SearchOutcome {
  if (input.regex !== undefined) {
    const pattern = RE2JS.compile(input.regex);
    return collect(tree, input, { linesOf: (path) => matching(tree, path, pattern), placeOf: placed(pattern), isOver });
  }
  let outcome: SearchOutcome = { results: [], total: 0, complete: true };
  for (const needle of needlesOf(input.q ?? '')) {
    const linesOf: LinesOf = (path) => tree.normalised(path).linesWith(needle);
    outcome = collect(tree, input, { linesOf, placeOf: (line) => locateInLine(line, needle), isOver });
    if (outcome.total > 0 || !outcome.complete) break;
  }
  return outcome;
}

function* matching({ files }: ReadableTree, path: string, pattern: RE2JS): Iterable<number | null> {
  for (const [at, line] of (files.get(path) ?? '').split('\n').entries()) {
    yield pattern.test(line.replace(/\r$/, '')) ? at + 1 : null;
  }
}

const placed =
  (pattern: RE2JS): PlaceOf =>
  (line) => {
    const matcher = pattern.matcher(line);
    return matcher.find() ? { start: matcher.start(), end: matcher.end() } : null;
  };

interface Matcher {
  linesOf: LinesOf;
  placeOf: PlaceOf;
  isOver: () => boolean;
}

function collect(
  tree: ReadableTree,
  { path, offset = 1, limit }: SearchInput,
  { linesOf, placeOf, isOver }: Matcher,
): SearchOutcome {
  const isWanted = pathFilter(path);
  const hits: { path: string; lines: number[] }[] = [];
  let total = 0;
  let complete = true;
  for (const one of tree.files.keys()) {
    if (!isWanted(one)) continue;
    const lines: number[] = [];
    for (const line of linesOf(one)) {
      if (line !== null) {
        total += 1;
        if (total >= offset && total < offset + limit) lines.push(line);
      }
      if (isOver()) {
        complete = false;
        break;
      }
    }
    hits.push({ path: one, lines });
    if (isOver()) complete = false;
    if (!complete) break;
  }
  return { results: hits.flatMap((hit) => described(tree, hit, { placeOf, isOver })), total, complete };
}

function described(
  tree: ReadableTree,
  { path, lines }: { path: string; lines: readonly number[] },
  { placeOf, isOver }: Pick<Matcher, 'placeOf' | 'isOver'>,
): Found[] {
  if (lines.length === 0) return [];
  const { files, pages } = tree;
  const texts = (files.get(path) ?? '').split('\n');
  const pagesOf = pages.of(path);
  return lines.map((line) => {
    const text = (texts[line - 1] ?? '').replace(/\r$/, '');
    const printed = pagesOf(line);
    const canPlace = text.length <= MAX_PLACED_CHARS && !isOver();
    return {
      path,
      line,
      page: printed?.[0] ?? null,
      endPage: printed?.[1] ?? null,
      pageLabel: pages.label(printed?.[0]),
      ...trailAt(tree.headings().get(path), line),
      ...snippetOf(text, canPlace ? placeOf(text) : null),
    };
  });
}
