/** The table of contents in README.md: a list nested as the directories are. Made from the files as they are written. */
import type { FileEntry } from '../shelf.js';
import { headings } from './anchors.js';
import { afterAddress, escapeInline, escapeLineStart } from '../markdown/escape.js';
import { README_PATH } from './order.js';
import { decoded, relativeLink } from './paths.js';
import { oneLine } from '../markdown/text.js';

/** The contents also name the headings inside of files as long as they stay below this. */
const FULL_BYTES = 20_000;
/** Above this the contents name the directories that are deepest by their first file alone. */
const MOST_BYTES = 100_000;

export interface ContentsInput {
  /** In reading order. */
  files: readonly (Pick<FileEntry, 'path' | 'title' | 'level' | 'pages'> & { content: string })[];
  /** Titles of directories by path. */
  titles: ReadonlyMap<string, string>;
}

/** A title escaped for use inside a line. */
export const titleText = (title: string): string => afterAddress('', escapeInline(oneLine(title).trim()));

const pagesText = ([first, last]: [number, number]): string =>
  first === last ? `p. ${first}` : `pp. ${first}–${last}`;

const ENTRY = /^((?: {2})*)- (?:\[((?:[^\]\\]|\\.)*)\]\(([^()#]+)\)(?: \(pp?\. [\d–]+\))?|(.*))$/;

/** A line of the list: its depth from 0, its title, and the path of the file it leads to, null for a directory. */
export function entryOfContents(line: string): { depth: number; title: string; path: string | null } | null {
  const [whole, indent = '', label, url, text = ''] = ENTRY.exec(line) ?? [];
  // a link to a heading inside of a file
  if (whole === undefined || text.startsWith('[')) return null;
  const title = (label ?? text).replace(/\\([!-/:-@[-`{-~])/g, '$1');
  return { depth: indent.length / 2, title, path: url === undefined ? null : decoded(url) };
}

/** The lines of the list, bounded: of very many files the directories alone. */
export function contentsOf(input: ContentsInput): string[] {
  const full = listOf(input, { depth: Infinity, inner: headingsInside, most: FULL_BYTES });
  if (full) return full;
  const deepest = Math.max(...input.files.map(({ path }) => path.split('/').length));
  for (let depth = deepest; depth > 1; depth--) {
    const lines = listOf(input, { depth, most: MOST_BYTES });
    if (lines) return lines;
  }
  return listOf(input, { depth: 1, most: Infinity })!;
}

type Entry = ContentsInput['files'][number];

/** Links to the headings that a file holds below its own, which the link to the file names. */
function* headingsInside({ path, title, level: own, content }: Entry): Generator<string> {
  if (!path.endsWith('.md')) return;
  let isFirst = true;
  for (const { level, text, anchor, isPlain, isNested } of headings(content)) {
    // the first is the file's top; marks inside a heading make its anchor uncertain
    const isNamed = !isFirst && !isNested && isPlain && anchor !== '' && level <= own + 1;
    isFirst = false;
    const name = isNamed ? oneLine(text).trim() : title;
    if (name === title) continue;
    yield `[${titleText(name)}](${relativeLink(README_PATH, path)}#${encodeURIComponent(anchor)})`;
  }
}

interface Depth {
  /** Directories below this are named by their first file. */
  depth: number;
  inner?: (file: Entry) => Iterable<string>;
  /** Bytes that the list may have. */
  most: number;
}

/** Each directory by its title, each file as a link with its pages; null when that is too long. */
function listOf({ files, titles }: ContentsInput, { depth: deepest, inner, most }: Depth): string[] | null {
  const lines: string[] = [];
  let bytes = 0;
  const add = (line: string): void => {
    bytes += Buffer.byteLength(line) + 1;
    lines.push(line);
  };
  const listed = new Set<string>();
  for (const file of files) {
    const segments = file.path.split('/');
    for (const [depth, directory] of directoriesOf(segments, deepest).entries()) {
      if (listed.has(directory)) continue;
      listed.add(directory);
      add(`${'  '.repeat(depth)}- ${escapeLineStart(titleText(titles.get(directory) ?? directory))}`);
    }
    const folded = segments.length > deepest ? segments.slice(0, deepest).join('/') : null;
    if (folded !== null && listed.has(folded)) continue;
    if (folded !== null) listed.add(folded);
    const indent = '  '.repeat(Math.min(segments.length, deepest) - 1);
    const entry = folded === null ? file : directoryEntry(folded, file, { files, titles });
    add(`${indent}- ${linkTo(file, entry)}`);
    for (const link of inner?.(file) ?? []) {
      add(`${indent}  - ${link}`);
      if (bytes > most + 1) return null;
    }
    if (bytes > most + 1) return null;
  }
  return lines;
}

/** The directories of a path that have a line of their own, outermost first. */
const directoriesOf = (segments: readonly string[], deepest: number): string[] =>
  Array.from({ length: Math.max(0, Math.min(segments.length, deepest) - 1) }, (_, at) =>
    segments.slice(0, at + 1).join('/'),
  );

/** What the line of a directory says that is named by its first file. */
const directoryEntry = (
  directory: string,
  first: Entry,
  { files, titles }: ContentsInput,
): Pick<Entry, 'title'> & { pages: [number, number] | null } => ({
  title: titles.get(directory) ?? first.title,
  pages: pagesBelow(files, directory),
});

function linkTo({ path }: Entry, { title, pages }: { title: string; pages: [number, number] | null }): string {
  const printed = pages ? ` (${pagesText(pages)})` : '';
  return `[${titleText(title)}](${relativeLink(README_PATH, path)})${printed}`;
}

function pagesBelow(files: readonly Entry[], directory: string): [number, number] | null {
  const pages = files.flatMap((file) => (file.pages && file.path.startsWith(`${directory}/`) ? [file.pages] : []));
  if (pages.length === 0) return null;
  return [Math.min(...pages.map(([first]) => first)), Math.max(...pages.map(([, last]) => last))];
}
