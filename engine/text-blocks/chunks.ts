/**
 * Lines of a column to chunks: lines that belong together as one paragraph, item, heading or piece of code.
 *
 * Lines that the tags give to different blocks are never one chunk, and those of one block are, unless a line ends early.
 * Elsewhere a chunk ends, in order of precedence, where
 *   1. the font size changes, or the whole line turns bold, or back; or a line begins with the mark of a note;
 *      or it is an entry of a table of contents;
 *   2. the distance to the next line is more than the usual one;
 *   3. the next line begins with a list mark or clause number that cannot be the middle of a sentence, or with the label
 *      of the next reference;
 *   4. the line ends early: the next line's first word would have had room on it (typewriter lines excepted);
 *   5. the next line is indented as first lines are in this column, unless the text hangs: it goes on from a line that is
 *      full and ends no sentence, or the chunk before hangs alike.
 *
 * Never moves a line.
 */
import type { OrderedColumn } from '../reading-order/stage.js';
import { median } from '../geometry.js';
import { scriptOf, spaceBetween, type Line } from '../text/line.js';
import { contentsEntry } from './contents.js';
import { follows, markerOf, type Marker } from './markers.js';
import { leadingOf, type DocumentStyle } from '../style/style.js';

export interface Chunk {
  lines: Line[];
  column: ColumnEdges;
  /** First or last of its column: it may go on from or to another. */
  first: boolean;
  last: boolean;
  /** Its last line has no room for another word. */
  full: boolean;
  marker: Marker | null;
  /** Distance from the line before to its first line, in multiples of the usual one; 0 at the column's top. */
  space: number;
}

export interface ColumnEdges {
  /** The column's. */
  id: number;
  left: number;
  right: number;
  /** Right end of the longest line: beside a narrower abstract most lines end further left. */
  widest?: number;
  /** A title from the margin. */
  title?: true;
}

export function chunkColumn(column: OrderedColumn, style: DocumentStyle): Chunk[] {
  const edges = edgesOf(column);
  const chunks: Chunk[] = [];
  let markers: { marker: Marker; x: number }[] = [];
  for (const [i, line] of column.lines.entries()) {
    const chunk = chunks.at(-1);
    const before = chunk?.lines.at(-1);
    const marker = line.blocks || line.mono > 0.9 ? null : markerOf(line.text);
    const context = { edges, style, next: column.lines[i + 1], previous: chunks.at(-2), markers, marker };
    if (chunk && before && !breaksBefore(before, line, chunk, context)) {
      chunk.lines.push(line);
      continue;
    }
    if (marker) markers = [...markers.filter(({ x }) => x < line.box.x0 - 2), { marker, x: line.box.x0 }];
    const space = before ? (line.baseline - before.baseline) / leadingOf(style, line) : 0;
    chunks.push({ lines: [line], column: edges, first: !chunk, last: false, full: false, marker, space });
  }
  for (const chunk of chunks) chunk.full = isFull(chunk, edges);
  const end = chunks.at(-1);
  if (end) end.last = true;
  return chunks;
}

/** Left and right edge of the text: where most lines end if many end alike, else the longest. */
function edgesOf({ id, lines, left, title }: OrderedColumn): ColumnEdges {
  const text = lines.filter((line) => !line.blocks && line.mono < 0.9);
  const some = text.length > 0 ? text : lines;
  const ends = some.map((line) => line.box.x1);
  const longest = Math.max(...ends);
  const middle = [...ends].sort((a, b) => b - a)[Math.floor(ends.length / 4)] ?? longest;
  const alike = ends.filter((x) => Math.abs(x - middle) < 1.5).length;
  return {
    id,
    left: left ?? Math.min(...some.map((line) => line.box.x0)),
    right: alike >= Math.max(3, 0.25 * ends.length) ? middle : longest,
    widest: longest,
    ...(title ? { title } : {}),
  };
}

function isFull(chunk: Chunk, edges: ColumnEdges): boolean {
  const line = chunk.lines.at(-1);
  return line !== undefined && edges.right - line.box.x1 < 2.5 * line.size;
}

interface BreakContext {
  edges: ColumnEdges;
  style: DocumentStyle;
  next: Line | undefined;
  /** The chunk before the one under way. */
  previous: Chunk | undefined;
  markers: { marker: Marker; x: number }[];
  marker: Marker | null;
}

function breaksBefore(a: Line, b: Line, chunk: Chunk, context: BreakContext): boolean {
  if (a.blocks || b.blocks) return true;
  if (a.tag && b.tag && a.tag.element !== b.tag.element) return true;
  if (a.tag && b.tag && !endsEarly(a, b, chunk, context.edges)) return false;
  if (lookChanges(a, b, chunk) || startsNote(b) || contentsEntry(a)) return true;
  if (nextReference(chunk, b)) return true;
  const leading = Math.max(leadingOf(context.style, a), leadingOf(context.style, b));
  const step = b.baseline - a.baseline;
  if (step < 0 || step > leading + 0.5 * b.size) return true;
  // from the right half back to the left: a number or a date set to the right
  if (a.box.x0 - b.box.x0 > 0.4 * (context.edges.right - context.edges.left)) return true;
  const ended = endsEarly(a, b, chunk, context.edges);
  const runsOn = /^\p{Ll}/u.test(b.text) || Math.abs(context.edges.right - a.box.x1) < 1.5;
  const midSentence = !ended && runsOn && !/[.!?:]["')\]]?$/.test(a.text);
  if (step > leading + 0.2 * b.size && !midSentence) return true;
  if (a.mono > 0.9 && b.mono > 0.9 && chunk.lines.every((line) => line.mono > 0.9)) return false;
  const hangs = chunk.marker !== null && chunk.lines.length === 1;
  if (a.mono > 0.9 !== b.mono > 0.9 && (ended || (!hangs && Math.abs(a.box.x0 - b.box.x0) > 0.5 * b.size))) return true;
  if (isCentred(b, context.edges) && sharesCentre(a, context.edges) && Math.abs(a.box.x0 - b.box.x0) > 2) {
    const bold = a.bold > 0.95 && b.bold > 0.95 && !context.style.boldBody;
    const large = a.size >= 1.07 * context.style.bodySize || bold;
    // the first line of a centred title may be as wide as the column
    if (large || isCentred(a, context.edges)) return !large;
  }
  if (context.marker && startsItem(a, b, chunk, { ...context, marker: context.marker, ended })) return true;
  return ended || firstLineIndent(a, b, chunk, context);
}

function lookChanges(a: Line, b: Line, { lines }: Chunk): boolean {
  if (Math.abs(a.size - b.size) > 0.07 * Math.max(a.size, b.size)) return true;
  // a line all in bold is a heading when the text before or after it is not, unless bold type began within a line
  return (lines.every(({ bold }) => bold > 0.95) && b.bold < 0.3) || (b.bold > 0.95 && a.bold < 0.05);
}

const REFERENCE = /^\[(\d{1,3})\]/;

/** Begins with "[4]" where the chunk begins with "[3]". */
function nextReference(chunk: Chunk, line: Line): boolean {
  const before = REFERENCE.exec(chunk.lines[0]?.text ?? '');
  const label = REFERENCE.exec(line.text);
  return before !== null && label !== null && Number(label[1]) === Number(before[1]) + 1;
}

/** Begins with a raised mark, as notes do. */
export function startsNote(line: Line): boolean {
  const run = line.runs[0];
  return run !== undefined && /^(?:\d{1,3}|[a-z]|[*†‡§¶‖]+)$/u.test(run.text) && scriptOf(line, run) === 'super';
}

/**
 * The first word of `b` would have fitted behind `a`, so that the break is the author's. Lines that end alike are justified
 * to an edge of their own.
 */
function endsEarly(a: Line, b: Line, chunk: Chunk, edges: ColumnEdges): boolean {
  const before = chunk.lines.at(-2);
  const alike = [before, b].some(
    (line) => line && Math.abs(line.box.x1 - a.box.x1) < 2 && Math.abs(line.box.x0 - b.box.x0) < 30,
  );
  if (alike && a.box.x1 - a.box.x0 > 0.5 * (edges.right - edges.left)) return false;
  if (/[\p{L}\p{N}][-\u00ad\u2010]$/u.test(a.text)) return false;
  const first = b.runs[0];
  const end = b.runs.findIndex((run, i) => i > 0 && spaceBetween(b.runs[i - 1]!, run));
  const last = b.runs[(end < 0 ? b.runs.length : end) - 1];
  const word = first && last ? last.box.x1 - first.box.x0 : 0;
  return edges.right - a.box.x1 > word + 0.7 * a.size;
}

function sharesCentre({ box }: Line, { left, right, widest = right }: ColumnEdges): boolean {
  return [right, widest].some((end) => Math.abs((box.x0 + box.x1) / 2 - (left + end) / 2) < 2);
}

function isCentred(line: Line, edges: ColumnEdges): boolean {
  return sharesCentre(line, edges) && line.box.x0 - edges.left > 2 * line.size;
}

interface ItemContext extends BreakContext {
  marker: Marker;
  ended: boolean;
}

function startsItem(a: Line, b: Line, chunk: Chunk, { marker, markers, ended, next }: ItemContext): boolean {
  if (ended) return true;
  const shift = b.box.x0 - a.box.x0;
  // an item's text hangs right of its mark: a line further left begins something new
  if (chunk.lines.length > 0 && Math.abs(shift) > 0.5 * b.size) return true;
  const sibling = markers.find(({ x }) => Math.abs(x - b.box.x0) < 1.5);
  if (sibling && follows(sibling.marker, marker)) return true;
  const hangs = next !== undefined && next.box.x0 - b.box.x0 > 0.7 * b.size && next.box.x0 - b.box.x0 < 5 * b.size;
  // below the last line of a paragraph the next one's first line is indented too
  if (!hangs || !(SENTENCE_END.test(a.text) || /[;,]$|\b(?:and|or)$/.test(a.text))) return false;
  return marker.kind !== 'bullet' || /^[^\s\w*–—-]/u.test(marker.text);
}

const SENTENCE_END = /[.!?:…—]["'”’)\]]*$/u;

/** An indented line begins a paragraph unless the chunk hangs (all its lines but the first are indented). */
function firstLineIndent(a: Line, b: Line, chunk: Chunk, { next, previous, edges, style }: BreakContext): boolean {
  const hangs = chunk.lines.length === 1 && (!SENTENCE_END.test(a.text) || hangsAlike(previous, a, b));
  const indent = edges.left + (style.indent ?? Infinity);
  const opens = (line: Line): boolean => Math.abs(line.box.x0 - indent) < 1.5;
  // a paragraph of one full line, and then another
  if (chunk.lines.length === 1 && !chunk.marker && !hangs && opens(b) && !/\p{L}[-\u2010]$/u.test(a.text)) {
    const full = edges.right - a.box.x1 < 1.5;
    if ((opens(a) && full) || a.box.x0 - edges.left < 1.5) return true;
  }
  const shift = b.box.x0 - a.box.x0;
  if (shift < 0.6 * b.size) {
    // back to the left after an indented line: the indented line was a first line, or a hanging paragraph has ended
    return shift < -0.6 * b.size && chunk.lines.length > 1;
  }
  if (hangs || (chunk.marker !== null && chunk.lines.length === 1)) return false;
  const back = next !== undefined && next.box.x0 < b.box.x0 - 0.6 * b.size;
  return chunk.lines.length > 1 || back;
}

/** Whether the first two lines of a chunk stand like these two, the second indented. */
function hangsAlike(chunk: Chunk | undefined, a: Line, b: Line): boolean {
  const [first, second] = chunk?.lines ?? [];
  if (!first || !second) return false;
  return Math.abs(first.box.x0 - a.box.x0) < 1.5 && Math.abs(second.box.x0 - b.box.x0) < 1.5;
}

/** Left edge of a chunk's text after its first line; of a single line, behind its mark. */
export function textLeft(chunk: Chunk): number {
  const rest = chunk.lines.slice(1);
  if (rest.length > 0) return median(rest.map((line) => line.box.x0));
  const runs = chunk.lines[0]?.runs ?? [];
  let left = chunk.marker?.text.length ?? 0;
  const first = runs.find((run) => {
    const behind = left <= 0;
    left -= run.text.length;
    return behind;
  });
  return (first ?? runs[0])?.box.x0 ?? 0;
}
