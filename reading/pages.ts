/**
 * The pages of the PDF on which a line was printed: by the source map or else, in files that users have changed, by the
 * page marks in the file and the first page in its front matter.
 */
import { markedPages } from '../engine/files/page-marks.js';
import { SOURCE_MAP_PATH, sourceMapPath } from '../engine/files/source-map.js';
import type { SourceMapEntry } from '../engine/shelf.js';
import { frontMatterLines, isContent, METADATA_PATH, parsed, type Files } from './files.js';

/** First and last page. */
export type Pages = readonly [number, number];

export interface PageReader {
  /** The source map's entries of a file. */
  entries(path: string): readonly SourceMapEntry[];
  /** Returns a function from a line of the file (from 1) to its pages; null for lines without a known page. */
  of(path: string): (line: number) => Pages | null;
  /** The PDF's label of a page; null if it has none. */
  label(page: number | undefined): string | null;
}

export function pageReader(files: Files): PageReader {
  const whole = once(() => {
    const entries = parsed(files.get(SOURCE_MAP_PATH));
    return Array.isArray(entries) ? Map.groupBy(entries as SourceMapEntry[], (entry) => entry?.path) : null;
  });
  const labels = once(() => {
    const metadata = parsed(files.get(METADATA_PATH)) as { pageLabels?: unknown } | null;
    return Array.isArray(metadata?.pageLabels) ? (metadata.pageLabels as unknown[]) : [];
  });
  const entries = onceForEach((path): readonly SourceMapEntry[] => {
    const shared = whole();
    if (shared) return shared.get(path) ?? [];
    const own = parsed(files.get(sourceMapPath(path)));
    return Array.isArray(own) ? (own as SourceMapEntry[]) : [];
  });
  return {
    entries,
    of: onceForEach((path) => (isContent(path) ? pagesOf(files.get(path) ?? '', entries(path)) : () => null)),
    label(page) {
      const label = page === undefined ? undefined : labels()[page - 1];
      return typeof label === 'string' ? label : null;
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** Kept, since both are asked for once for each table of a file. */
function onceForEach<T>(make: (path: string) => T): (path: string) => T {
  const made = new Map<string, { value: T }>();
  return (path) => {
    const known = made.get(path) ?? { value: make(path) };
    made.set(path, known);
    return known.value;
  };
}

/** For each line its most specific entries: those of a list item, not of the list. */
export function closestEntries(entries: readonly SourceMapEntry[]): ReadonlyMap<number, readonly SourceMapEntry[]> {
  const byLine = new Map<number, SourceMapEntry[]>();
  const length = ({ startLine, endLine }: SourceMapEntry): number => endLine - startLine;
  // the longest first, so that later entries are at least as specific
  for (const entry of entries.toSorted((a, b) => length(b) - length(a))) {
    for (let line = entry.startLine; line <= entry.endLine; line++) {
      const before = byLine.get(line) ?? [];
      byLine.set(line, before[0] && length(before[0]) === length(entry) ? [...before, entry] : [entry]);
    }
  }
  return byLine;
}

function pagesOf(content: string, entries: readonly SourceMapEntry[]): (line: number) => Pages | null {
  const lines = content.split('\n');
  const front = frontMatterLines(lines);
  const marked = pagesByMarks(lines, front);
  const mapped = closestEntries(entries);
  return (line) => {
    if (line <= front) return null;
    const pages = mapped.get(line)?.map(({ page }) => page);
    if (pages) return [Math.min(...pages), Math.max(...pages)];
    const page = marked[line - 1];
    return page === undefined || page === null ? null : [page, page];
  };
}

/** For each line, the page of the last page mark before it. */
function pagesByMarks(lines: readonly string[], front: number): (number | null)[] {
  const first = lines.slice(0, front).flatMap((line) => /^pages: \[(\d+), \d+\]$/.exec(line)?.[1] ?? [])[0];
  let page = first === undefined ? null : Number(first);
  return markedPages(lines).map((marked) => {
    page = marked ?? page;
    return page;
  });
}
