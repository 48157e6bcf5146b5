/** The parts of a Markdown file in which links can be: no front matter, no code block, a paragraph or a line each. */
import { lineKinds } from '../files/code.js';

/** From `start` to before `end` in the text. In a block of HTML, Markdown is not read. */
export interface MarkdownPart {
  start: number;
  end: number;
  isHtml: boolean;
  /** Nothing before it could continue in it: only there a reference can be defined. */
  isFirst: boolean;
}

const LIST_ITEM = /^\s{0,3}(?:[-+*]|\d{1,9}[.)])\s/;
/** Lines that never continue the line before. */
const OWN_LINE = /^\s*(?:[-+*]\s|\d{1,9}[.)]\s|#{1,6}\s|\||>|\[(?!\^)[^\]]+\]:)/;
const DEFINITION = /^[\s>]*\[(?!\^)[^\]]+\]:/;
const HTML_BLOCK =
  /^ {0,3}<\/?(?:table|thead|tbody|tr|td|th|div|section|figure|details|summary|p|ul|ol|li|h[1-6])(?:[\s/>]|$)/i;
const RAW_OPENING = /^ {0,3}<(pre|script|style|textarea)(?:[\s>]|$)/i;

const isBlank = (line: string): boolean => line === '' || line.trim() === '';

export function linkableParts(content: string): MarkdownPart[] {
  const lines = content.split('\n');
  const isCode = codeLines(lines);
  const parts: MarkdownPart[] = [];
  let part: MarkdownPart | null = null;
  let start = 0;
  let before = '';
  for (const [at, line] of lines.entries()) {
    const end = start + line.length;
    if (isBlank(line) || isCode[at]) part = null;
    else if (part && (part.isHtml || !(OWN_LINE.test(line) || OWN_LINE.test(before)))) part.end = end;
    else {
      const isFirst: boolean = part === null || (part.isFirst && DEFINITION.test(before)) || /^\s*#/.test(before);
      part = { start, end, isHtml: HTML_BLOCK.test(line), isFirst };
      parts.push(part);
    }
    before = isCode[at] ? '' : line;
    start = end + 1;
  }
  return parts;
}

type Kind = 'text' | 'code' | 'raw';

/** Lines of front matter, of fenced and indented code and of raw HTML. */
function codeLines(lines: readonly string[]): boolean[] {
  const front = lines[0]?.trim() === '---' ? lines.findIndex((line, at) => at > 0 && line.trim() === '---') : -1;
  const kinds = withRawHtml(lines, front + 1);
  let inList = false;
  let wasBlank = true;
  return lines.map((line, at) => {
    const kind = at <= front ? 'raw' : kinds[at]!;
    if (kind === 'raw') return true;
    if (kind === 'text' && isBlank(line)) {
      wasBlank = true;
      return false;
    }
    if (kind === 'text' && LIST_ITEM.test(line)) inList = true;
    else if (kind === 'text' && wasBlank && !/^\s/.test(line)) inList = false;
    // what is indented below an item of a list belongs to the item
    const isIndented = kind === 'text' && wasBlank && !inList && INDENTED.test(line);
    // after the first line of indented code the next is code too
    wasBlank = isIndented;
    return kind === 'code' || isIndented;
  });
}

/** Indented as code is. */
const INDENTED = /^(?: {4}| {0,3}\t)/;

/** Fenced code, and the lines between the tags of raw HTML, from the line `first` on. */
function withRawHtml(lines: readonly string[], first: number): Kind[] {
  const fenced = lineKinds(lines);
  let tag: string | null = null;
  return lines.map((line, at) => {
    if (at < first) return 'text';
    const kind = fenced[at] === 'text' ? 'text' : 'code';
    if (tag === null && kind === 'text' && line.includes('<')) tag = RAW_OPENING.exec(line)?.[1]?.toLowerCase() ?? null;
    if (tag === null) return kind;
    if (line.toLowerCase().includes(`</${tag}>`)) tag = null;
    return 'raw';
  });
}
