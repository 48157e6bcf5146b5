/**
 * Run-in headings: bold words at the start of a paragraph, set off from its text by a gap of about an em, without the stop
 * or colon that a bold lead-in ends with. They become a piece of their own above the rest.
 *
 * A look of them counts where it comes twice. Never a term that its text hangs below, nor a numbered clause's first words
 * without that gap.
 */
import { makeLine, unionBox, type Line } from '../text/line.js';
import { dropStart, lineSpans, plainText } from '../text/spans.js';
import type { ParsedPage, SourceBox, TextRun } from '../model.js';
import type { Piece } from './text-blocks.js';

/** The gap behind the words, in multiples of the font size. */
const GAP = 0.8;
/** The gap against the widest space within the heading. */
const WIDER = 1.5;
const MAX_LETTERS = 100;
const LEAST_SPACE = 1.1;
const LEAST_COUNT = 2;

/** @returns the pieces with each run-in heading parted from its text, and those headings. */
export function partRunIns(
  pieces: readonly Piece[],
  pageOf: (page: number) => ParsedPage,
): { pieces: Piece[]; runIns: Set<Piece> } {
  const found = pieces.map((piece) => headRuns(piece, pageOf(piece.page)));
  const looks = new Map<number, { count: number; hanging: number }>();
  for (const [i, piece] of pieces.entries()) {
    if (!found[i]) continue;
    const look = looks.get(piece.size) ?? { count: 0, hanging: 0 };
    look.count += 1;
    if (hangs(piece)) look.hanging += 1;
    looks.set(piece.size, look);
  }
  const numbered = new Set(pieces.flatMap((piece, i) => (found[i] && piece.marker ? [numberLook(piece)] : [])));
  const runIns = new Set<Piece>();
  const parted = pieces.flatMap((piece, i) => {
    const runs = found[i];
    const look = looks.get(piece.size);
    // above a list or table there is no text to run into
    if (piece.bold && piece.lines.length === 1 && piece.marker && numbered.has(numberLook(piece))) runIns.add(piece);
    if (!runs || !look || look.count < LEAST_COUNT || look.hanging > 0) return [piece];
    const [head, rest] = part(piece, runs, pageOf(piece.page));
    runIns.add(head);
    return [head, rest];
  });
  return { pieces: parted, runIns };
}

/** Size and depth of a numbered piece. */
function numberLook({ size, marker }: Piece): string {
  return `${size} ${marker?.prefix.split('.').length}`;
}

/** Its further lines stand right of the first, as those of a term's explanation do. */
function hangs({ lines: [first, second], size }: Piece): boolean {
  return first !== undefined && second !== undefined && second.box.x0 - first.box.x0 > 0.5 * size;
}

/** The runs of a run-in heading; null where the piece has none. */
function headRuns(piece: Piece, { fonts }: ParsedPage): TextRun[] | null {
  const [first] = piece.lines;
  const isPlain = piece.role === 'text' && !piece.bold && !piece.mono && !piece.aside && !piece.centred;
  if (!first || !isPlain || (piece.space !== 0 && piece.space < LEAST_SPACE)) return null;
  if (piece.marker && piece.marker.kind !== 'clause') return null;
  const isBold = (run: TextRun): boolean => fonts[run.font]?.bold === true;
  const end = first.runs.findIndex((run) => !isBold(run));
  if (end <= 0) return null;
  const head = first.runs.slice(0, end);
  const text = head.map((run) => run.text).join(' ');
  if (text.length > MAX_LETTERS || !/\p{L}{2}/u.test(text) || /[.:;,!?—–-]$/u.test(text)) return null;
  const gap = (i: number): number => first.runs[i]!.box.x0 - first.runs[i - 1]!.box.x1;
  // a number stands as far from its name as the name from the text
  const inner = head.map((_, i) => (i > 0 && /\p{L}/u.test(head[i - 1]!.text) ? gap(i) : 0));
  return gap(end) > GAP * piece.size && gap(end) > WIDER * Math.max(...inner) ? head : null;
}

function part(piece: Piece, runs: readonly TextRun[], page: ParsedPage): [Piece, Piece] {
  const [first, ...others] = piece.lines as [Line, ...Line[]];
  const head = makeLine(page, runs);
  const rest = makeLine(page, first.runs.slice(runs.length));
  const headSpans = lineSpans(page, head);
  const text = plainText(headSpans);
  const spans = dropStart(piece.spans, text.length);
  return [
    {
      ...piece,
      lines: [head],
      spans: headSpans,
      text,
      bold: true,
      marker: null,
      textLeft: piece.left,
      source: [{ page: head.page, box: head.box }],
      columnEnd: false,
    },
    {
      ...piece,
      lines: [rest, ...others],
      spans,
      text: plainText(spans),
      marker: null,
      left: piece.textLeft,
      source: sourceBelow(piece.source, [rest, ...others]),
      space: 0,
    },
  ];
}

/** The piece's places, the first page's as far as `lines` stand there. */
function sourceBelow([, ...others]: readonly SourceBox[], lines: readonly [Line, ...Line[]]): SourceBox[] {
  const { page } = lines[0];
  return [{ page, box: unionBox(lines.filter((line) => line.page === page).map(({ box }) => box)) }, ...others];
}
