/**
 * Words of lines to styled text. Style comes from the font; a small raised or lowered run is a script, one with a line
 * through it is struck out; links come from the page's link areas. Neighbours of equal style are one span, the spaces between words included.
 */
import type { Span } from '../block-model.js';
import type { Box, FontStyle, PageLink, TextRun } from '../model.js';
import type { Line } from './line.js';
import { SCRIPT_SHARE, scriptOf } from './scripts.js';
import { spaceBetween } from './spacing.js';

export interface SpanPage {
  fonts: FontStyle[];
  links: PageLink[];
}

type SpanStyle = Omit<Span, 'text'>;

/** Spans of one line. Their texts are joined at the end: a string that grows keeps all its parts. */
export function lineSpans(page: SpanPage, line: Line): Span[] {
  const spans: { style: SpanStyle; texts: string[] }[] = [];
  let before: TextRun | null = null;
  let wasInFraction = false;
  const near = { fonts: page.fonts, links: page.links.filter(({ box }) => meets(box, line.box)) };
  for (let i = 0; i < line.runs.length; i++) {
    const run = line.runs[i]!;
    const last = spans.at(-1);
    if (before !== null && spaceBetween(before, run)) last?.texts.push(' ');
    const inFraction = isInFraction(before, line.runs[i + 1]);
    // most words go on in the style of the one before
    const goesOn = before !== null && isSetAs(before, run) && near.links.length === 0 && inFraction === wasInFraction;
    const style = goesOn ? null : styleIn(near, line, run, inFraction);
    if (last && (style === null || sameStyle(last.style, style))) last.texts.push(run.text);
    else if (style) spans.push({ style, texts: [run.text] });
    before = run;
    wasInFraction = inFraction;
  }
  return withPoints(spans.map(({ style, texts }) => Object.assign(style, { text: texts.join('') })));
}

/** The mark within a number, and what stands before and behind it. */
const POINT = /^[.,]$/u;
const ENDS_IN_DIGIT = /\d$/u;
const BEGINS_WITH_DIGIT = /^\d/u;

/** TeX takes points and commas in formulas from its italics: between the digits of one number they are set as these. */
function withPoints(spans: Span[]): Span[] {
  const joined: Span[] = [];
  for (const [i, span] of spans.entries()) {
    const [last, before] = [joined.at(-1), joined.at(-2)];
    const isPoint = i > 1 && last !== undefined && before !== undefined && POINT.test(last.text);
    if (isPoint && sameStyle(before, span) && ENDS_IN_DIGIT.test(before.text) && BEGINS_WITH_DIGIT.test(span.text)) {
      before.text += last.text + span.text;
      joined.pop();
    } else joined.push(span);
  }
  return joined;
}

function meets(a: Box, b: Box): boolean {
  return a.x0 <= b.x1 && a.x1 >= b.x0 && a.y0 <= b.y1 && a.y1 >= b.y0;
}

/** Of a run between these two: the fraction slash alone says that it is a part of a fraction. */
const isInFraction = (before: TextRun | null, next: TextRun | undefined): boolean =>
  next?.text.startsWith('\u2044') === true || before?.text.endsWith('\u2044') === true;

/** Whether two runs of a line have all alike that their style depends on, but for links and fractions. */
const isSetAs = (a: TextRun, b: TextRun): boolean =>
  a.font === b.font && a.size === b.size && a.baseline === b.baseline && a.struck === b.struck;

/** The style of a run. The parts of a fraction are no scripts. */
function styleIn(page: SpanPage, line: Line, run: TextRun, inFraction: boolean): SpanStyle {
  const style = styleOf(page, line, run);
  const script = inFraction ? null : scriptOf(line, run);
  if (script === 'super') style.superscript = true;
  if (script === 'sub') style.subscript = true;
  return style;
}

/** The style of a run, whether or not it is a script. */
function styleOf(page: SpanPage, line: Line, run: TextRun): SpanStyle {
  const font = page.fonts[run.font];
  const style: SpanStyle = {};
  if (font?.bold) style.bold = true;
  if (font?.italic) style.italic = true;
  if (run.struck) style.struck = true;
  if (font?.mono && run.size >= SCRIPT_SHARE * line.size) style.code = true;
  const link = linkAt(page.links, run);
  return link ? Object.assign(style, linkStyle(link)) : style;
}

function linkStyle({ url, page, y }: PageLink): Pick<Span, 'url' | 'toPage' | 'toY'> {
  return {
    ...(url === undefined ? {} : { url }),
    ...(page === undefined ? {} : { toPage: page, ...(y === undefined ? {} : { toY: y }) }),
  };
}

function linkAt(links: readonly PageLink[], run: TextRun): PageLink | undefined {
  if (links.length === 0) return undefined;
  const x = (run.box.x0 + run.box.x1) / 2;
  const y = (run.box.y0 + run.box.y1) / 2;
  const here = links.filter(({ box }) => x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1);
  return here.find(({ url }) => url !== undefined) ?? here[0];
}

/** Written out: it is asked for each word, and properties that are looked up by a list of names take ten times as long. */
export function sameStyle(a: SpanStyle, b: SpanStyle): boolean {
  return (
    a.bold === b.bold &&
    a.italic === b.italic &&
    a.code === b.code &&
    a.superscript === b.superscript &&
    a.subscript === b.subscript &&
    a.struck === b.struck &&
    isSameTarget(a, b)
  );
}

const isSameTarget = (a: SpanStyle, b: SpanStyle): boolean =>
  a.url === b.url && a.toPage === b.toPage && a.toY === b.toY && a.footnote === b.footnote;

/** Adds a span, into the last one where the style is the same. The space belongs to the span before it. */
export function append(spans: Span[], span: Span, space: boolean): void {
  const last = spans.at(-1);
  if (last && sameStyle(last, span)) {
    last.text += (space ? ' ' : '') + span.text;
    return;
  }
  if (last && space) last.text += ' ';
  spans.push({ ...span });
}

/** Plain text of spans. */
export function plainText(spans: readonly Span[]): string {
  return spans.map((span) => span.text).join('');
}

/** Plain text of spans without what is raised: marks of notes and affiliations. */
export const withoutRaised = (spans: readonly Span[]): string =>
  plainText(spans.filter(({ superscript }) => !superscript)).trim();

/** Takes `count` characters and the space after them off the start. */
export function dropStart(spans: readonly Span[], count: number): Span[] {
  const kept: Span[] = [];
  let left = count;
  for (const span of spans) {
    const text = span.text.slice(Math.min(left, span.text.length));
    left = Math.max(0, left - span.text.length);
    const trimmed = kept.length === 0 ? text.trimStart() : text;
    if (trimmed !== '') kept.push({ ...span, text: trimmed });
  }
  return kept;
}
