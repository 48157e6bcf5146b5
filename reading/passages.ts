/**
 * A tree cut into passages for full-text search: consecutive lines of one file under one heading, some two thousand
 * characters each. So the words of a query have to be near each other, and each hit has a line and a page.
 */
import { headings } from '../engine/files/anchors.js';
import { frontMatterLines, isContent, isReading } from './files.js';
import { plainLine } from './normalise.js';
import { readableTree, type ReadableTree } from './tree.js';
import { wordsOf } from './words.js';
import type { Files } from './files.js';

/** A passage ends with the paragraph in which it becomes longer. */
const USUAL_CHARS = 2_000;
/** It ends here in any case; a longer line is cut. PostgreSQL's limit of 1 MB for a document is far away. */
const MAX_CHARS = 4_000;

export interface Passage {
  path: string;
  /** The heading above or at its beginning; null before the first. */
  heading: string | null;
  /** The file's line of the first line, from 1. */
  startLine: number;
  /** The lines as readers see them. */
  lines: string[];
  /** The page on which each line begins. */
  pages: (number | null)[];
}

/** The passages of a tree, file by file in listing order; README.md and JSON have none. */
export function* passagesOf(files: Files): Generator<Passage[]> {
  const tree = readableTree(files);
  let heading: string | null = null;
  for (const path of files.keys()) {
    if (!isReading(path)) continue;
    const found: Passage[] = [...passagesOfFile(tree, path, isContent(path) ? heading : null)];
    if (isContent(path)) heading = found.at(-1)?.heading ?? heading;
    yield found.filter(({ lines }) => lines.length > 0);
  }
}

function* passagesOfFile({ files, pages }: ReadableTree, path: string, before: string | null): Generator<Passage> {
  const content = files.get(path) ?? '';
  const lines = content.split('\n');
  const front = frontMatterLines(lines);
  const pageOf = pages.of(path);
  const named = new Map(path.endsWith('.md') ? [...headings(content)].map(({ line, text }) => [line, text]) : []);
  let open: Passage = { path, heading: before, startLine: 1, lines: [], pages: [] };
  let chars = 0;
  const cut = (heading: string | null): Passage => {
    const done = trimmed(open);
    open = { path, heading, startLine: 1, lines: [], pages: [] };
    chars = 0;
    return done;
  };
  for (const [at, line] of lines.entries()) {
    if (at < front) continue;
    const number = at + 1;
    const heading = named.get(number);
    const text = plainLine(line);
    if (heading !== undefined) yield cut(heading);
    for (const [index, part] of partsOf(text).entries()) {
      // parts of one line are passages of their own: the lines of a passage are numbered from its first
      if (index > 0 || chars + part.length > MAX_CHARS || (part === '' && chars > USUAL_CHARS)) yield cut(open.heading);
      if (open.lines.length === 0) open.startLine = number;
      open.lines.push(part);
      open.pages.push(pageOf(number)?.[0] ?? null);
      chars += part.length;
    }
  }
  yield cut(null);
}

/** Without empty lines at both ends. */
function trimmed(passage: Passage): Passage {
  const { lines, pages, startLine } = passage;
  const from = lines.findIndex((line) => line !== '');
  const to = lines.findLastIndex((line) => line !== '') + 1;
  if (from === -1) return { ...passage, lines: [], pages: [] };
  return { ...passage, lines: lines.slice(from, to), pages: pages.slice(from, to), startLine: startLine + from };
}

/** A line in parts that fit, cut between words where that is possible. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > MAX_CHARS) {
    const space = rest.lastIndexOf(' ', MAX_CHARS);
    const end = space > MAX_CHARS / 2 ? space : MAX_CHARS;
    parts.push(rest.slice(0, end).toWellFormed());
    rest = rest.slice(end).trimStart();
  }
  return [...parts, rest];
}

/** The words of a passage, line by line, as PostgreSQL is given them. */
export function wordsOfLines(lines: readonly string[]): string {
  return lines.map((line) => wordsOf(line).join(' ')).join('\n');
}
