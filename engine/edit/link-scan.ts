/**
 * The links of a Markdown file, as CommonMark and GitHub read them: inline links and images, definitions of references,
 * `href` and `src` of HTML. Code is left aside. Time is linear in the text, whatever the text is.
 */
import { linkableParts, type MarkdownPart } from './markdown-parts.js';

/** A target as it is written: where, and without escapes. */
export interface Target {
  start: number;
  end: number;
  url: string;
}

/** Callbacks of the scanner, in the order of the text. */
export interface LinkVisitor {
  /** `[text](target)`, or with `!` before it; from `start` to before `end`, its text from `open` to before `close`. */
  link(at: { start: number; open: number; close: number; end: number; target: Target }): void;
  /** `[label]: target`, up to the end of its line. */
  definition(at: { start: number; end: number; label: string; target: Target }): void;
  /** `[text][label]`, `[label][]` or `[label]`: a link only where the label is defined. */
  reference(at: { start: number; open: number; close: number; end: number; label: string }): void;
  /** A tag of HTML with all its attributes, values without entities. */
  tag(at: {
    start: number;
    end: number;
    name: string;
    isClosing: boolean;
    attributes: ReadonlyMap<string, Target>;
  }): void;
  /** `<!-- ... -->`. */
  comment?(at: { start: number; end: number }): void;
}

/** Labels longer than this are none (CommonMark), nor are targets: a path has 400 characters, each of up to 12 escaped. */
const MAX_LABEL = 999;
const MAX_TARGET = 8_000;
/** CommonMark asks for three; each more makes hostile text cost more. */
const MAX_PARENTHESES = 8;

const DEFINITION =
  /[ \t>]*(\[((?!\^)(?:[^[\]\\]|\\.){1,999})\]:[ \t]*)(<[^<>\n]*>|[^\s<][^\s]*)(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?[ \t\r]*$/my;
const TAG = /<(\/?)([A-Za-z][A-Za-z0-9-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*\/?>/y;
const ATTRIBUTE = /\s+([^\s"'<>/=]+)(\s*=\s*)("[^"]*"|'[^']*'|[^\s"'=<>`]+)/g;
const ANGLED = /\s*<((?:[^<>\n\\]|\\.)*)>/y;
const SPACE = /\s*/y;
const ENDING = /(?:\s+(?:"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\((?:[^()\\]|\\[^])*\)))?\s*\)/y;

export const labelOf = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g, (whole, dec, hex, name) => {
    if (name) return ENTITIES[name as string]!;
    const code = dec ? Number(dec) : parseInt(hex as string, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : (whole as string);
  });
}

const withoutEscapes = (text: string): string =>
  /[\\&]/.test(text) ? withoutEntities(text.replace(/\\([!-/:-@[-`{-~])/g, '$1')) : text;

export function scanLinks(content: string, visitor: LinkVisitor): void {
  if (!/[\]<]/.test(content)) return;
  const scan: Scan = { content, visitor, commentEnd: 0, noComment: false };
  for (const part of linkableParts(content)) {
    if (part.end <= scan.commentEnd) continue;
    if (!part.isHtml && part.isFirst && visitDefinition(scan, part)) continue;
    visitPart(scan, part);
  }
}

interface Scan {
  content: string;
  visitor: LinkVisitor;
  /** End of the last comment, which may reach over blank lines. */
  commentEnd: number;
  /** No comment ends any more. */
  noComment: boolean;
}

function visitDefinition({ content, visitor }: Scan, part: MarkdownPart): boolean {
  DEFINITION.lastIndex = part.start;
  const found = DEFINITION.exec(content);
  if (!found || DEFINITION.lastIndex > part.end) return false;
  const [whole, before, label, written] = found as unknown as [string, string, string, string];
  const start = part.start + whole.indexOf(before);
  const target = targetAt(start + before.length, written);
  visitor.definition({ start, end: part.start + whole.length, label: labelOf(label), target });
  return true;
}

/** A target with or without angle brackets; what is replaced is all of it. */
function targetAt(start: number, written: string): Target {
  const bare = written.startsWith('<') && written.endsWith('>') ? written.slice(1, -1) : written;
  return { start, end: start + written.length, url: withoutEscapes(bare) };
}

function visitPart(scan: Scan, part: MarkdownPart): void {
  const { content, visitor } = scan;
  const codeEnd = createCodeSpans(content, part);
  const open: number[] = [];
  let at = Math.max(part.start, scan.commentEnd);
  while (at < part.end) {
    const char = content[at]!;
    if (char === '<') at = visitAngle(scan, part, at);
    else if (part.isHtml) at++;
    else if (char === '\\') at += 2;
    else if (char === '`') at = codeEnd(at);
    else if (char === '[') open.push(at++);
    else if (char === ']' && open.length > 0) at = visitBracket({ content, visitor, part }, open.pop()!, at);
    else at++;
  }
}

/** Where to continue behind a `<`: after a comment or a tag, else after the `<` itself. */
function visitAngle(scan: Scan, part: MarkdownPart, at: number): number {
  const { content, visitor } = scan;
  if (content.startsWith('<!--', at)) {
    const end = scan.noComment ? -1 : content.indexOf('-->', at + 4);
    scan.noComment = end < 0;
    if (end < 0) return at + 4;
    scan.commentEnd = end + 3;
    visitor.comment?.({ start: at, end: end + 3 });
    return end + 3;
  }
  TAG.lastIndex = at;
  const found = TAG.exec(content);
  if (!found || TAG.lastIndex > part.end) return at + 1;
  const [whole, closing, name = '', list = ''] = found;
  const attributes = new Map<string, Target>();
  const from = at + 1 + closing!.length + name.length;
  for (const match of list.matchAll(ATTRIBUTE)) {
    const [all, key = '', equals = '', value = ''] = match;
    const isQuoted = /^["']/.test(value);
    const start = from + match.index + all.indexOf(key) + key.length + equals.length + (isQuoted ? 1 : 0);
    const text = isQuoted ? value.slice(1, -1) : value;
    attributes.set(key.toLowerCase(), { start, end: start + text.length, url: withoutEntities(text) });
  }
  const end = at + whole.length;
  visitor.tag({ start: at, end, name: name.toLowerCase(), isClosing: closing !== '', attributes });
  return end;
}

/** What the brackets from `open` to `close` are by what follows them; where to continue. */
function visitBracket(
  { content, visitor, part }: Pick<Scan, 'content' | 'visitor'> & { part: MarkdownPart },
  open: number,
  close: number,
): number {
  const start = content[open - 1] === '!' && open > part.start ? open - 1 : open;
  const text = { start, open: open + 1, close };
  if (content[close + 1] === '(') {
    const found = inlineTarget(content, close + 2, part.end);
    if (found) {
      visitor.link({ ...text, ...found });
      return found.end;
    }
  }
  const own = close - open - 1 <= MAX_LABEL ? content.slice(open + 1, close) : '';
  if (content[close + 1] === '[') {
    const end = content.indexOf(']', close + 2);
    if (end >= 0 && end < part.end && end - close <= MAX_LABEL) {
      const label = labelOf(content.slice(close + 2, end) || own);
      visitor.reference({ ...text, end: end + 1, label });
      return end + 1;
    }
  }
  if (own !== '' && !own.startsWith('^')) visitor.reference({ ...text, end: close + 1, label: labelOf(own) });
  return close + 1;
}

/** The target behind `](`, and the end of the link behind `)`. */
function inlineTarget(content: string, at: number, limit: number): { target: Target; end: number } | null {
  ANGLED.lastIndex = at;
  const angled = ANGLED.exec(content);
  let target: Target;
  if (angled) {
    const written = angled[0].trimStart();
    target = targetAt(at + angled[0].length - written.length, written);
  } else {
    SPACE.lastIndex = at;
    const start = at + SPACE.exec(content)![0].length;
    const end = bareEnd(content, start, limit);
    if (end === null) return null;
    target = targetAt(start, content.slice(start, end));
  }
  ENDING.lastIndex = target.end;
  const ending = ENDING.exec(content);
  return ending && ENDING.lastIndex <= limit ? { target, end: ENDING.lastIndex } : null;
}

/** End of a target without angle brackets: at white space or at the parenthesis that closes the link. */
function bareEnd(content: string, start: number, limit: number): number | null {
  const most = Math.min(limit, start + MAX_TARGET);
  let depth = 0;
  for (let at = start; at < most; at++) {
    const code = content.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === OPEN && ++depth > MAX_PARENTHESES) return null;
    else if (code === CLOSE && depth-- === 0) return at;
    else if (code === LESS) return null;
    else if (code <= BLANK) return depth === 0 ? at : null;
  }
  return null;
}

const BACKSLASH = 0x5c;
const OPEN = 0x28;
const CLOSE = 0x29;
const LESS = 0x3c;
const BLANK = 0x20;

/** Gives the end of the code span that begins at a backtick; the end of the backticks when nothing closes them. */
function createCodeSpans(content: string, part: MarkdownPart): (at: number) => number {
  const byLength = new Map<number, number[]>();
  let isRead = false;
  return (at) => {
    if (!isRead) {
      isRead = true;
      const text = content.slice(part.start, part.end);
      for (const { 0: ticks, index } of text.matchAll(/`+/g)) {
        const starts = byLength.get(ticks.length) ?? [];
        starts.push(part.start + index);
        byLength.set(ticks.length, starts);
      }
      for (const starts of byLength.values()) starts.reverse();
    }
    let length = 1;
    while (content[at + length] === '`') length++;
    const starts = byLength.get(length) ?? [];
    // earlier ones are never needed again
    while (starts.length > 0 && starts.at(-1)! <= at) starts.pop();
    const end = starts.at(-1);
    return end === undefined ? at + length : end + length;
  };
}
