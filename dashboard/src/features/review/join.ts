/** Two files that should have been one. */
import { codeLines, frontMatterLines } from '../../shared/markdown/parts.js';
import { isContent } from './operations.js';

const PAGES = /^pages: \[(\d+), (\d+)\]$/;
const PAGE_MARK = /^<!-- page (\d+) -->$/;

/** For each line the number of the page that begins with it; null for others, such as a mark that a listing prints. */
export function markedPages(lines: readonly string[]): (string | null)[] {
  const isCode = codeLines(lines);
  return lines.map((line, at) => (isCode[at] ? null : (PAGE_MARK.exec(line)?.[1] ?? null)));
}

/** The text of a file with the text of the next one behind it: one front matter, which names the pages of both. */
export function joinedText(first: string, second: string): string {
  const [lines, more] = [first.trimEnd().split('\n'), second.trimEnd().split('\n')];
  const [front, moreFront] = [frontMatterLines(lines), frontMatterLines(more)];
  const last = pagesIn(more.slice(0, moreFront))?.[1];
  const head = lines.slice(0, front).map((line) => {
    const [from] = pagesIn([line]) ?? [];
    return from === undefined || last === undefined ? line : `pages: [${from}, ${last}]`;
  });
  const body = more.slice(moreFront);
  const starts = body.findIndex((line) => line !== '');
  // the second file begins on the page where the first one ends
  const page = markedPages(body)[starts] ?? null;
  const isKnown = page !== null && markedPages(lines).includes(page);
  const rest = body.slice(isKnown ? starts + 1 : starts).join('\n');
  return `${[...head, ...lines.slice(front)].join('\n')}\n\n${rest.trim()}\n`;
}

/** First and last page, as the front matter among the lines tells them. */
export function pagesIn(lines: readonly string[]): readonly [string, string] | null {
  for (const line of lines) {
    const [, from, to] = PAGES.exec(line) ?? [];
    if (from !== undefined && to !== undefined) return [from, to];
  }
  return null;
}

/** The file that a file can be joined to: the one with content before it, in reading order. */
export function fileBefore(paths: readonly string[], path: string): string | null {
  if (!isContent(path)) return null;
  return paths.slice(0, paths.indexOf(path)).findLast(isContent) ?? null;
}
