/**
 * Heads of tables that continue over pages: each page prints the head again, the files have it once. Where that may have
 * been is known from the source map, which names the parts of each table. A line counts as repeated when it is at the
 * same place from its part's top left corner as in the table's first part, and nothing in between differs.
 *
 * Limit: the first rows of a later part that are word for word, and place for place, the first part's rows look like a
 * head; if they are lost, it is not found out.
 */
import type { Box, ParsedPage } from '../model.js';
import type { UnverifiedTree, SourceMapEntry } from '../shelf.js';
import { wordsOf } from '../markdown/text.js';
import { contentFiles, sourceMapOf } from './files-of.js';
import type { SourceLine, SourcePage, SourceWord } from './source-words.js';

/** Points by which a repeated line may be off its place. */
const SLACK = 3;

interface Part {
  page: number;
  box: Box;
}

/** The words of each line that a table's later part may have repeated: they may be missing from the files as a whole line. */
export function repeatedHeads(
  source: readonly SourcePage[],
  pages: readonly ParsedPage[],
  unverified: UnverifiedTree,
): SourceWord[][] {
  const sourceByPage = new Map(source.map((page) => [page.number, page]));
  return joinedTables(pages, unverified).flatMap(([first, ...later]) => {
    const head = linesIn(first!, sourceByPage);
    return later.flatMap((part) => {
      const lines = linesIn(part, sourceByPage);
      const isRepeated = ({ line }: PlacedLine): boolean =>
        head.some((other) => isSamePlace([line, part], [other.line, first!]) && isSameText(line, other.line));
      const repeated = new Set(lines.filter(isRepeated));
      const end = Math.min(...lines.filter((one) => !repeated.has(one)).map(({ line }) => line.box.y0));
      return lines
        .filter((one) => one.line.box.y0 < end - SLACK && repeated.has(one))
        .map(({ index }) => sourceByPage.get(part.page)!.words.filter(({ line }) => line === index));
    });
  });
}

/** The parts of each table that has several. */
function joinedTables(pages: readonly ParsedPage[], unverified: UnverifiedTree): Part[][] {
  const map = Map.groupBy(sourceMapOf(unverified), ({ path }) => path);
  const sizes = new Map(pages.map(({ number, width, height }) => [number, { width, height }]));
  return contentFiles(unverified).flatMap(({ path, content }) => {
    const lines = content.split('\n');
    // A row that a page's end cuts has several entries too, but one line.
    const isOfTable = ({ startLine, endLine }: SourceMapEntry): boolean =>
      endLine > startLine && /^(?:\||<table)/.test(lines[startLine - 1] ?? '');
    const entries = (map.get(path) ?? []).filter(isOfTable);
    const tables = Map.groupBy(entries, ({ startLine, endLine }) => `${startLine}-${endLine}`);
    return [...tables.values()].flatMap((parts) =>
      parts.length > 1 ? [parts.flatMap((entry) => partOf(entry, sizes.get(entry.page)))] : [],
    );
  });
}

function partOf({ page, box }: SourceMapEntry, size: { width: number; height: number } | undefined): Part[] {
  if (!size) return [];
  const [x0, y0, x1, y1] = box;
  return [{ page, box: { x0: x0 * size.width, y0: y0 * size.height, x1: x1 * size.width, y1: y1 * size.height } }];
}

interface PlacedLine {
  line: SourceLine;
  index: number;
}

function linesIn({ page, box }: Part, source: ReadonlyMap<number, SourcePage>): PlacedLine[] {
  return (source.get(page)?.lines ?? []).flatMap((line, index) => {
    const [x, y] = [(line.box.x0 + line.box.x1) / 2, (line.box.y0 + line.box.y1) / 2];
    return x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1 ? [{ line, index }] : [];
  });
}

const isSameText = (a: SourceLine, b: SourceLine): boolean => wordsOf(a.text).join(' ') === wordsOf(b.text).join(' ');

const isSamePlace = ([a, inA]: [SourceLine, Part], [b, inB]: [SourceLine, Part]): boolean =>
  Math.abs(a.box.x0 - inA.box.x0 - (b.box.x0 - inB.box.x0)) < SLACK &&
  Math.abs(a.box.y0 - inA.box.y0 - (b.box.y0 - inB.box.y0)) < SLACK;
