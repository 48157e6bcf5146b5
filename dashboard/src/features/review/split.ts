/** A file that should have been two. */
import { plainHeading } from '../../shared/markdown/links.js';
import { codeLines, frontMatterLines } from '../../shared/markdown/parts.js';
import { folderOf, nameOf, pathIn } from '../../shared/reader/tree.js';
import { markedPages, pagesIn } from './join.js';

/** A block with which a new file can begin. */
export interface Beginning {
  /** Counted from 1. */
  line: number;
  /** How the block begins, without markup. */
  text: string;
  isHeading: boolean;
}

const HEADING = /^#{1,6} (.*)$/;
const FOOTNOTE = /^\[\^([^\]\s]+)\]: /;
/** Characters of a paragraph that tell it from others. */
const SHOWN_CHARS = 80;

/** Where a file can be split: at its headings and paragraphs, without the first one. */
export function beginningsOf(text: string): Beginning[] {
  const lines = text.split('\n');
  const found: Beginning[] = [];
  const isCode = codeLines(lines);
  const marked = markedPages(lines);
  for (let at = frontMatterLines(lines); at < lines.length; at++) {
    const line = lines[at]!;
    const begins = !isCode[at] && line.trim() !== '' && (lines[at - 1] ?? '').trim() === '' && !/^\s/.test(line);
    if (!begins || marked[at] !== null || FOOTNOTE.test(line)) continue;
    const heading = HEADING.exec(line)?.[1];
    found.push({
      line: at + 1,
      text: (plainHeading(heading ?? line) || line).slice(0, SHOWN_CHARS),
      isHeading: heading !== undefined,
    });
  }
  return found.slice(1);
}

/** The texts of both files when the second one begins with a line: each with its pages, and the footnotes it refers to. */
export function splitText(text: string, { line, text: title }: Beginning): [first: string, second: string] {
  const lines = text.trimEnd().split('\n');
  const front = frontMatterLines(lines);
  const [from, to] = pagesIn(lines.slice(0, front)) ?? [];
  const begins = withMark(lines, line - 1);
  const [above, below] = [lines.slice(front, begins), lines.slice(begins)];
  const page = pageBefore(lines, line - 1) ?? from;
  const last = pageBefore(lines, begins) ?? from;
  const head = lines.slice(0, front).map((one) => (isPages(one) && last ? `pages: [${from}, ${last}]` : one));
  const newHead = lines.slice(0, front).map((one) => {
    if (/^title:/.test(one)) return `title: ${JSON.stringify(title)}`;
    return isPages(one) && page ? `pages: [${page}, ${to}]` : one;
  });
  const mark = page === undefined || begins !== line - 1 ? [] : [`<!-- page ${page} -->`, ''];
  const [first, second] = withFootnotes(above, [...mark, ...below]);
  return [joined(head, first), joined(newHead, second)];
}

const isPages = (line: string): boolean => pagesIn([line]) !== null;

const joined = (front: readonly string[], body: readonly string[]): string => {
  const text = `${body.join('\n').trim()}\n`;
  return front.length === 0 ? text : `${front.join('\n')}\n\n${text}`;
};

/** The index of the mark of the page that begins with a line, if one stands right before it; else that of the line. */
function withMark(lines: readonly string[], index: number): number {
  let at = index - 1;
  while (at >= 0 && lines[at] === '') at--;
  return (markedPages(lines)[at] ?? null) === null ? index : at;
}

/** The page that the text before a line is on; undefined where no mark tells. */
function pageBefore(lines: readonly string[], index: number): string | undefined {
  return markedPages(lines.slice(0, index)).findLast((page) => page !== null) ?? undefined;
}

/** Both parts with the footnotes that they refer to: what only the other one refers to is moved, others are copied. */
function withFootnotes(first: readonly string[], second: readonly string[]): [string[], string[]] {
  const notes = new Map([...first, ...second].flatMap((line) => (FOOTNOTE.test(line) ? [[labelOf(line), line]] : [])));
  const part = (own: readonly string[], other: readonly string[]): string[] => {
    const isMoved = (line: string) =>
      FOOTNOTE.test(line) && !refers(own, labelOf(line)) && refers(other, labelOf(line));
    const kept = own.filter((line) => !isMoved(line));
    while (kept.at(-1) === '') kept.pop();
    const has = new Set(kept.filter((line) => FOOTNOTE.test(line)).map(labelOf));
    const missing = [...notes].filter(([label]) => !has.has(label) && refers(own, label));
    return [...kept, ...missing.flatMap(([, note]) => ['', note])];
  };
  return [part(first, second), part(second, first)];
}

const labelOf = (note: string): string => FOOTNOTE.exec(note)?.[1] ?? '';
const refers = (lines: readonly string[], label: string): boolean =>
  lines.some((line) => line.replace(FOOTNOTE, '').includes(`[^${label}]`));

/** Letters that follow a number, in the order in which they are tried. */
const LETTERS = 'bcdefghijklmnopqrstuvwxyza'.split('');

/**
 * A path for the new file that stands between the file and the next one, since files are listed by their names: `02b-…`
 * after `02-…`.
 */
export function splitPath(path: string, title: string, next: string | null): string {
  const slug = title
    .replace(/^[\d.]+\s+(?=\S)/, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  const number = /^(\d+)[a-z]?-/.exec(nameOf(path))?.[1];
  const stem = number ?? nameOf(path).replace(/\.md$/, '');
  const names = LETTERS.map((letter) => pathIn(folderOf(path), `${stem}${letter}-${slug || 'part'}.md`));
  return names.find((name) => path < name && (next === null || name < next)) ?? names[0]!;
}
