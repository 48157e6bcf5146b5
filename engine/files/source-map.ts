/**
 * The source map: which lines of which file were printed where. One list in source-map.json; where that would be too large,
 * one list for each content file, `source-map/01-a.json` for `01-a.md`.
 */
import { unionBox } from '../geometry.js';
import type { SourceBox } from '../block-model.js';
import type { Box } from '../model.js';
import type { ShelfFile, SourceMapEntry } from '../shelf.js';
import { MAX_FILE_BYTES } from '../limits.js';

export const SOURCE_MAP_PATH = 'source-map.json';
export const SOURCE_MAP_FOLDER = 'source-map/';
/** Points: parts of a row of a table are no columns of text, which are higher. */
const ROW_HEIGHT = 60;

/** Width and height of a page in points, by page number. */
export type PageSizes = ReadonlyMap<number, { width: number; height: number }>;

export function isSourceMap(path: string): boolean {
  return path === SOURCE_MAP_PATH || path.startsWith(SOURCE_MAP_FOLDER);
}

/** Where the map of one content file is, when each has its own. */
export function sourceMapPath(contentPath: string): string {
  return `${SOURCE_MAP_FOLDER}${contentPath.replace(/\.md$/, '')}.json`;
}

/** One line an entry: a map of a book has many thousands. */
const textOf = (entries: readonly SourceMapEntry[]): string =>
  entries.length > 0 ? `[\n${entries.map((entry) => `  ${JSON.stringify(entry)}`).join(',\n')}\n]\n` : '[]\n';

/** The files of the map; `entries` in reading order. */
export function sourceMapFiles(entries: readonly SourceMapEntry[]): ShelfFile[] {
  const whole = textOf(entries);
  if (whole.length <= MAX_FILE_BYTES) return [{ path: SOURCE_MAP_PATH, content: whole }];
  return [...Map.groupBy(entries, ({ path }) => sourceMapPath(path))].map(([path, own]) => ({
    path,
    content: boundedText(own),
  }));
}

/** The list of one file; neighbours become one entry until it is small enough. */
function boundedText(entries: readonly SourceMapEntry[]): string {
  const text = textOf(entries);
  if (text.length <= MAX_FILE_BYTES) return text;
  const coarser: SourceMapEntry[] = [];
  for (const [at, entry] of entries.entries()) {
    const last = coarser.at(-1);
    if (last && at % 2 === 1 && last.page === entry.page && last.path === entry.path)
      coarser[coarser.length - 1] = around(last, entry);
    else coarser.push(entry);
  }
  return coarser.length < entries.length ? boundedText(coarser) : text;
}

const around = (a: SourceMapEntry, b: SourceMapEntry): SourceMapEntry => ({
  ...a,
  startLine: Math.min(a.startLine, b.startLine),
  endLine: Math.max(a.endLine, b.endLine),
  box: [
    Math.min(a.box[0], b.box[0]),
    Math.min(a.box[1], b.box[1]),
    Math.max(a.box[2], b.box[2]),
    Math.max(a.box[3], b.box[3]),
  ],
});

const round = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;

/** Entries for lines printed at `source`; none for a page without a size. */
export function entriesFor(
  at: Pick<SourceMapEntry, 'path' | 'startLine' | 'endLine'>,
  source: readonly SourceBox[],
  pageSizes: PageSizes,
): SourceMapEntry[] {
  return partsOf(source).flatMap(({ page, box }) => {
    const size = pageSizes.get(page);
    if (!size || size.width <= 0 || size.height <= 0) return [];
    const { width, height } = size;
    return [
      {
        ...at,
        page,
        box: [round(box.x0 / width), round(box.y0 / height), round(box.x1 / width), round(box.y1 / height)],
      },
    ];
  });
}

/** The parts that sources make up: those of one page that lie in one column are one box. */
export function partsOf(sources: readonly SourceBox[]): SourceBox[] {
  const parts: SourceBox[] = [];
  for (const { page, box } of sources) {
    const last = parts.at(-1);
    if (last?.page !== page || !isSameColumn(last.box, box)) {
      parts.push({ page, box });
      continue;
    }
    parts[parts.length - 1] = { page, box: unionBox([last.box, box]) };
  }
  return parts;
}

/** Boxes one above the other, or beside each other in one row, as the cells of a table are. */
const isSameColumn = (a: Box, b: Box): boolean =>
  (b.x0 < a.x1 && b.x1 > a.x0) || (b.y0 < a.y1 && b.y1 > a.y0 && Math.abs(a.y1 - a.y0) < ROW_HEIGHT);
