/** The parts of a Markdown file in which links can be: no front matter, no code block, a paragraph or a line each. */
import { lineKinds } from '../files/code.js';

/** From `start` to before `end` in the text. In a block of HTML, Markdown is not read. */
export interface TextRun {
  start: number;
  end: number;
  isHtml: boolean;
  /** Nothing before it on its lines could go on in it: only there a definition of a reference can stand. */
  isFirst: boolean;
}

const LIST_ITEM = /^\s{0,3}(?:[-+*]|\d{1,9}[.)])\s/;
/** Lines that never go on what stands in the line before. */
const OWN_LINE = /^\s*(?:[-+*]\s|\d{1,9}[.)]\s|#{1,6}\s|\||>|\[(?!\^)[^\]]+\]:)/;
const DEFINITION = /^[\s>]*\[(?!\^)[^\]]+\]:/;
const HTML_BLOCK =
  /^ {0,3}<\/?(?:table|thead|tbody|tr|td|th|div|section|figure|details|summary|p|ul|ol|li|h[1-6])(?:[\s/>]|$)/i;
const RAW_OPENING = /^ {0,3}<(pre|script|style|textarea)(?:[\s>]|$)/i;

const isBlank = (line: string): boolean => line === '' || line.trim() === '';

export function textRuns(content: string): TextRun[] {
  const lines = content.split('\n');
  const isCode = codeLines(lines);
  const runs: TextRun[] = [];
  let run: TextRun | null = null;
  let start = 0;
  let before = '';
  for (const [at, line] of lines.entries()) {
    const end = start + line.length;
    if (isBlank(line) || isCode[at]) run = null;
    else if (run && (run.isHtml || !(OWN_LINE.test(line) || OWN_LINE.test(before)))) run.end = end;
    else {
      const isFirst: boolean = run === null || (run.isFirst && DEFINITION.test(before)) || /^\s*#/.test(before);
      run = { start, end, isHtml: HTML_BLOCK.test(line), isFirst };
      runs.push(run);
    }
    before = isCode[at] ? '' : line;
    start = end + 1;
  }
  return runs;
}

/** Lines of front matter, of fenced and indented code and of raw HTML. */
function codeLines(lines: readonly string[]): boolean[] {
  const isCode = lineKinds(lines).map((kind) => kind !== 'text');
  const front = lines[0]?.trim() === '---' ? lines.findIndex((line, at) => at > 0 && line.trim() === '---') : -1;
  isCode.fill(true, 0, front + 1);
  let raw: string | null = null;
  let inList = false;
  let wasBlank = true;
  for (const [at, line] of lines.entries()) {
    if (at <= front) continue;
    if (raw === null && !isCode[at] && line.includes('<')) raw = RAW_OPENING.exec(line)?.[1]?.toLowerCase() ?? null;
    if (raw !== null) {
      isCode[at] = true;
      if (line.toLowerCase().includes(`</${raw}>`)) raw = null;
      continue;
    }
    if (isCode[at]) {
      wasBlank = false;
      continue;
    }
    if (isBlank(line)) {
      wasBlank = true;
      continue;
    }
    const isIndented = /^(?: {4}| {0,3}\t)/.test(line);
    if (LIST_ITEM.test(line)) inList = true;
    else if (wasBlank && !/^\s/.test(line)) inList = false;
    // what is indented below an item of a list goes on in the item
    if (isIndented && !inList && wasBlank) isCode[at] = true;
    wasBlank = isCode[at]!;
  }
  return isCode;
}
