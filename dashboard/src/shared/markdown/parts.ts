/** A file of a shelf as parts that are rendered one by one: a browser needs seconds for a long Markdown text. */
import { fenceAfter } from '../../../../contract/vocabulary.js';

export interface Part {
  /** Its first line in the file, counted from 1. */
  line: number;
  /** The page it begins on; null before the first page mark. */
  page: number | null;
  text: string;
  /** Too long a line to be rendered as Markdown without freezing the page (a line of 1 MB takes over 20 s). */
  plain: boolean;
}

const PAGE_MARK = /^<!-- page (\d{1,6}) -->\s*$/;
const MAX_LINE_CHARS = 20_000;
/** How much of a plain text is one part. */
const PLAIN_CHARS = 20_000;
/** A part ends at the first empty line after so many characters. */
const PART_CHARS = 8_000;

/** The front matter's lines, both borders included; 0 where there is none. */
export function frontMatterLines(lines: readonly string[]): number {
  if (lines[0] !== '---') return 0;
  const end = lines.indexOf('---', 1);
  return end < 0 ? 0 : end + 1;
}

/** For each line whether it is within a code block, its last fence included. */
export function codeLines(lines: readonly string[]): boolean[] {
  let fence: string | null = null;
  return lines.map((line) => {
    const isCode = fence !== null;
    fence = fenceAfter(line, fence);
    return isCode;
  });
}

/** Divides a file at its page marks, and where a part gets long. `firstPage` is where it begins, if that is known. */
export function partsOf(text: string, firstPage: number | null = null): Part[] {
  const lines = text.split('\n');
  const parts: Part[] = [];
  let page = firstPage;
  const isCode = codeLines(lines);
  let open: { line: number; lines: string[]; chars: number } | null = null;
  const close = () => {
    if (open && open.lines.some((line) => line.trim() !== '')) {
      const { line, lines: held } = open;
      const joined = held.join('\n');
      const plain = held.some(isTooLong);
      for (const text of plain ? cut(joined) : [joined]) parts.push({ line, page, text, plain });
    }
    open = null;
  };
  for (let at = frontMatterLines(lines); at < lines.length; at++) {
    const line = lines[at]!;
    const mark = isCode[at] ? undefined : PAGE_MARK.exec(line)?.[1];
    if (mark !== undefined || (!isCode[at] && line === '' && open !== null && open.chars > PART_CHARS)) close();
    if (mark !== undefined) page = Number(mark);
    open ??= { line: at + 1, lines: [], chars: 0 };
    open.lines.push(line);
    open.chars += line.length;
  }
  close();
  return parts;
}

/** A browser lays out a whole block at once, and needs seconds for a line of 1 MB. No pair of surrogates is parted. */
const cut = (text: string): string[] => text.match(new RegExp(`.{1,${PLAIN_CHARS}}`, 'gsu')) ?? [];

const isTooLong = (line: string): boolean => line.length > MAX_LINE_CHARS;
