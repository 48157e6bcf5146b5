/** The outline of a tree, file by file and heading by heading, with sizes by which an agent chooses what to read. */
import type { HeadingLine } from '../engine/files/anchors.js';
import { frontMatterLines, isContent, isReading, lineCount, METADATA_PATH, parsed } from './files.js';
import { pathFilter } from './path-filter.js';
import { renderedText } from './rendered.js';
import type { ReadableTree } from './tree.js';

interface Section {
  heading: string;
  level: number;
  line: number;
  endLine: number;
  anchor: string;
  page: number | null;
  endPage: number | null;
  words: number;
}

interface OutlinedFile {
  path: string;
  title: string;
  level: number | null;
  pages: [number, number] | null;
  words: number;
  lines: number;
  sections: Section[];
}

export interface OutlineOutcome {
  title: string | null;
  template: string | null;
  pageCount: number | null;
  words: number;
  files: OutlinedFile[];
}

interface Metadata {
  title?: string;
  template?: string | null;
  pageCount?: number;
  files?: { path: string; title: string; level: number; pages: [number, number]; words: number }[];
}

/** Cached, because counting words takes time; the whole outline serves every depth. */
const whole = new WeakMap<ReadableTree, OutlineOutcome>();

/** The outline with headings up to level `depth`. */
export function outline(tree: ReadableTree, depth: number): OutlineOutcome {
  const made = whole.get(tree) ?? wholeOutline(tree);
  whole.set(tree, made);
  const files = made.files.map((file) => ({ ...file, sections: file.sections.filter(({ level }) => level <= depth) }));
  return { ...made, files };
}

export interface OutlinePart {
  depth: number;
  path?: string | undefined;
  /** What `offset`, `limit` and `total` count. */
  by: 'files' | 'headings';
  /** From 1. */
  offset: number;
  limit?: number | undefined;
}

/** A part of the outline, and how many files or headings there are in all. */
export function outlinePart(tree: ReadableTree, part: OutlinePart): OutlineOutcome & { total: number } {
  const { depth, path, by, offset, limit = Number.POSITIVE_INFINITY } = part;
  const made = outline(tree, depth);
  const isWanted = pathFilter(path);
  const files = made.files.filter((file) => isWanted(file.path));
  const [from, to] = [offset - 1, offset - 1 + limit];
  if (by === 'files') return { ...made, total: files.length, files: files.slice(from, to) };
  let total = 0;
  const shown = files.flatMap((file) => {
    const before = total;
    total += file.sections.length;
    const sections = file.sections.slice(Math.max(0, from - before), Math.max(0, to - before));
    return sections.length === 0 ? [] : [{ ...file, sections }];
  });
  return { ...made, total, files: shown };
}

function wholeOutline(tree: ReadableTree): OutlineOutcome {
  const metadata = (parsed(tree.files.get(METADATA_PATH)) ?? {}) as Metadata;
  const described = new Map(metadata.files?.map((file) => [file.path, file]));
  const files = [...tree.files.keys()].filter(isReading).map((path): OutlinedFile => {
    const known = described.get(path);
    const { sections, words, pages } = outlinedFile(tree, path);
    return {
      path,
      title: known?.title ?? sections[0]?.heading ?? path.split('/').at(-1)!,
      level: known?.level ?? sections[0]?.level ?? null,
      pages: known?.pages ?? pages,
      words: known?.words ?? words,
      lines: lineCount(tree.files.get(path) ?? ''),
      sections,
    };
  });
  return {
    title: metadata.title ?? null,
    template: metadata.template ?? null,
    pageCount: metadata.pageCount ?? null,
    words: files.reduce((sum, { words }) => sum + words, 0),
    files,
  };
}

function outlinedFile(tree: ReadableTree, path: string): Pick<OutlinedFile, 'sections' | 'words' | 'pages'> {
  const content = tree.files.get(path) ?? '';
  const lines = content.split('\n');
  const front = isContent(path) ? frontMatterLines(lines) : 0;
  const before = wordsDownTo(lines, front);
  const last = lineCount(content);
  const pagesOf = tree.pages.of(path);
  /** From the first to the last page that lines between `from` and `to` are on. */
  const span = (from: number, to: number): [number, number] | null => {
    let [first, end] = [from, to];
    while (first <= to && !pagesOf(first)) first += 1;
    while (end >= from && !pagesOf(end)) end -= 1;
    return first > end ? null : [pagesOf(first)![0], pagesOf(end)![1]];
  };
  const headings = tree.headings().get(path)?.own ?? [];
  const sections = headings.map(({ text, level, line, anchor }, at) => {
    const endLine = lineBefore(headings, at) ?? last;
    const pages = span(line, endLine);
    return {
      heading: text,
      level,
      line,
      endLine,
      anchor,
      page: pages?.[0] ?? null,
      endPage: pages?.[1] ?? null,
      words: before[endLine]! - before[line - 1]!,
    };
  });
  return { sections, words: before[last]! - before[front]!, pages: span(1, last) };
}

/** The last line before the next heading of the same level or above. */
function lineBefore(headings: readonly HeadingLine[], at: number): number | null {
  for (let next = at + 1; next < headings.length; next++)
    if (headings[next]!.level <= headings[at]!.level) return headings[next]!.line - 1;
  return null;
}

/** For each line (and 0), the number of words up to its end; a word contains a letter or digit. */
function wordsDownTo(lines: readonly string[], front: number): Uint32Array {
  const before = new Uint32Array(lines.length + 1);
  for (const [at, line] of lines.entries()) {
    const words = at < front ? [] : renderedText(line).split(/\s+/);
    before[at + 1] = before[at]! + words.filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  }
  return before;
}
