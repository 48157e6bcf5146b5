/** Styled spans as Markdown or as HTML (in tables with spanned cells). */
import { linesOf, type HeadingBlock, type SourceBox, type Span } from '../block-model.js';
import {
  afterAddress,
  codeAfterAddress,
  codeSpan,
  endsInAddress,
  escapeHtml,
  escapeInline,
  escapeLineStart,
  hrefOf,
  isSafeUrl,
  linkTarget,
} from './escape.js';
import { oneLine } from './text.js';

export interface InlineOptions {
  /** Footnote id -> the label in `[^...]`; ids without one are printed as plain marks. */
  footnotes: ReadonlyMap<string, string>;
  /** In headings bold and italic are how the heading is set, not emphasis. */
  plain?: boolean;
}

export interface BlockOptions extends InlineOptions {
  /** Called at each place where a page could start; returns the marks of the pages that start before `source`. */
  pageMarks(source: readonly SourceBox[]): string[];
  /** Called for each item of a list, row of a table and line that its author ended: its lines, counted from 0 within the block, and where it was printed. */
  part?(from: number, to: number, source: readonly SourceBox[]): void;
}

type Style = 'code' | 'bold' | 'italic' | 'superscript' | 'subscript' | 'struck';
const STYLES: readonly Style[] = ['code', 'bold', 'italic', 'superscript', 'subscript', 'struck'];

const sameStyle = (a: Span, b: Span): boolean =>
  a.url === b.url && !a.footnote && !b.footnote && STYLES.every((style) => Boolean(a[style]) === Boolean(b[style]));

/** Neighbours of one style become one span, white space at a styled span's edges moves out of it. */
function tidy(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans) {
    const text = oneLine(span.text);
    if (!text) continue;
    const last = merged.at(-1);
    if (last && sameStyle(last, span)) last.text += text;
    else merged.push({ ...span, text });
  }
  return merged.flatMap((span) => {
    const { text } = span;
    const body = text.trim();
    if (!body) return [{ text: ' ' }];
    if (body.length === text.length) return [span];
    const before = text.slice(0, text.length - text.trimStart().length);
    const after = text.slice(text.trimEnd().length);
    return [{ text: before }, { ...span, text: body }, { text: after }].filter((part) => part.text);
  });
}

const isPunctuation = (char: string): boolean => /[\p{P}\p{S}]/u.test(char);
const isSpace = (char: string): boolean => char === '' || /\s/.test(char);

/** Whether `*` around `text` would be read as emphasis between these neighbours (CommonMark's flanking rules). */
function canEmphasise(text: string, before: string, after: string): boolean {
  const opens = !isPunctuation(text[0] ?? '') || isSpace(before) || isPunctuation(before);
  const closes = !isPunctuation(text.at(-1) ?? '') || isSpace(after) || isPunctuation(after);
  return opens && closes;
}

/** Code in bold or italics shows neither: what is left of two such spans beside each other is one, which their backticks would not be read as. */
const withoutMarksInCode = (span: Span): Span => (span.code ? { ...span, bold: false, italic: false } : span);

function emphasisMark({ bold, italic, code, superscript, subscript }: Span): string {
  // Code in bold is rarely more than how code is set; a mark inside a script would meet that of the word it belongs to.
  if (code || superscript || subscript) return '';
  return `${bold ? '**' : ''}${italic ? '*' : ''}`;
}

function emphasised(span: Span, before: string, after: string, options: InlineOptions): string {
  let text = span.code && !options.plain ? codeSpan(span.text) : escapeInline(span.text);
  const mark = options.plain ? '' : emphasisMark(span);
  // a mark beside another would be read as one
  if (mark && before !== '*' && after !== '*' && canEmphasise(span.text, before, after)) {
    text = `${mark}${text}${mark}`;
  }
  if (span.superscript) text = `<sup>${text}</sup>`;
  if (span.subscript) text = `<sub>${text}</sub>`;
  return span.url && isSafeUrl(span.url) ? `[${text}](${linkTarget(span.url)})` : text;
}

/** Whether a heading's Markdown shows its text and nothing else, so that its anchor is sure. */
export function isPlainHeading({ spans }: HeadingBlock): boolean {
  return spans.every(({ url, footnote, struck }) => url === undefined && footnote === undefined && !struck);
}

/** An exclamation mark before a link would make a picture of it. */
function append(line: string, part: string): string {
  return line.endsWith('!') && part.startsWith('[') ? `${line.slice(0, -1)}\\!${part}` : line + part;
}

/** Spans as Markdown in one line, without escapes that only the start of a line needs. */
export function renderSpans(spans: readonly Span[], options: InlineOptions): string {
  const parts = tidy(spans.map(withoutMarksInCode));
  let line = '';
  for (const { from, to, struck } of stretchesOf(parts)) {
    let text = struck ? '' : line;
    for (let at = from; at < to; at++) text = withSpan(text, { parts, at }, options);
    line = struck ? withStruck(line, afterAddress(line, text), parts[to]?.text[0] ?? '') : text;
  }
  return line.replace(/ {2,}/g, ' ').trim();
}

/** Spans that are struck out one after the other, the spaces between them included, and those between such stretches. */
function stretchesOf(parts: readonly Span[]): { from: number; to: number; struck: boolean }[] {
  const stretches: { from: number; to: number; struck: boolean }[] = [];
  for (const [at, { text, struck = false }] of parts.entries()) {
    const last = stretches.at(-1);
    const isBetween = last?.struck && text === ' ' && parts[at + 1]?.struck;
    if (last && (last.struck === struck || isBetween)) last.to = at + 1;
    else stretches.push({ from: at, to: at + 1, struck });
  }
  return stretches;
}

/** The line with the span after it. */
function withSpan(line: string, { parts, at }: { parts: readonly Span[]; at: number }, options: InlineOptions): string {
  const span = parts[at]!;
  const label = span.footnote === undefined ? undefined : options.footnotes.get(span.footnote);
  const part =
    label === undefined
      ? emphasised(span, parts[at - 1]?.text.at(-1) ?? '', parts[at + 1]?.text[0] ?? '', options)
      : `[^${label}]`;
  return append(line, span.code && !options.plain ? codeAfterAddress(line, part) : afterAddress(line, part));
}

/** The line with struck-out text after it, marked by tags where GitHub's mark would not be read as one. */
function withStruck(line: string, text: string, after: string): string {
  const isInAddress = endsInAddress(line) || (endsInAddress(text) && !isSpace(after));
  const isBesideTilde = line.endsWith('~') || /^~|~$/.test(text);
  const canMark = canEmphasise(text, line.at(-1) ?? '', after) && !isInAddress && !isBesideTilde;
  return canMark ? `${line}~~${text}~~` : `${line}<del>${text}</del>`;
}

/** Spans as a paragraph of their own, in one line. */
export function renderLine(spans: readonly Span[], options: InlineOptions): string {
  return escapeLineStart(renderSpans(spans, options));
}

/** What ends a line that its author ended. A backslash would do as well, but what is no Markdown would show and search it. */
const HARD_BREAK = '  ';

/** Spans as a paragraph of their own, line by line as its author broke them. */
export function renderLines(spans: readonly Span[], options: InlineOptions): string[] {
  const shown = linesOf(spans)
    .map((line, at) => continued(renderLine(line, options), at))
    .filter((line) => line !== '');
  return shown.map((line, at) => (at < shown.length - 1 ? line + HARD_BREAK : line));
}

/** A guard: no stage puts a row of dashes and bars below a line, but there it would make a table of it. */
const continued = (line: string, at: number): string => (at > 0 && /^[|:\s-]+$/.test(line) ? `\\${line}` : line);

/** Spans inside an HTML table. */
export function renderHtml(spans: readonly Span[]): string {
  return tidy(spans)
    .map((span) => {
      let text = escapeHtml(span.text);
      if (span.code) text = `<code>${text}</code>`;
      if (span.bold) text = `<strong>${text}</strong>`;
      if (span.italic) text = `<em>${text}</em>`;
      if (span.struck) text = `<del>${text}</del>`;
      if (span.superscript || span.footnote !== undefined) text = `<sup>${text}</sup>`;
      if (span.subscript) text = `<sub>${text}</sub>`;
      return span.url && isSafeUrl(span.url) ? `<a href="${hrefOf(span.url)}">${text}</a>` : text;
    })
    .join('')
    .trim();
}
