/**
 * Run-in headings: bold words at the start of a paragraph, set off from its text by a gap of about an em, without the stop
 * or colon that a bold lead-in ends with. They become a text block of their own above the rest.
 *
 * A look of them counts where it comes twice. Never a term that its text hangs below, nor a numbered clause's first words
 * without that gap.
 */
import { unionBox } from '../geometry.js';
import { makeLine, type Line } from '../text/line.js';
import { dropStart, lineSpans, plainText } from '../text/spans.js';
import type { ParsedPage, SourceBox, TextRun } from '../model.js';
import type { PageOf } from '../page-finder.js';
import type { NewTextBlock } from './text-blocks.js';

/** The gap behind the words, in multiples of the font size. */
const GAP = 0.8;
/** The gap against the widest space within the heading. */
const WIDER = 1.5;
const MAX_LETTERS = 100;
const LEAST_SPACE = 1.1;
const LEAST_COUNT = 2;

/** @returns the text blocks with each run-in heading parted from its text. */
export function partRunIns(textBlocks: readonly NewTextBlock[], pageOf: PageOf): NewTextBlock[] {
  const found = textBlocks.map((textBlock) => headRuns(textBlock, pageOf(textBlock.page)));
  const looks = new Map<number, { count: number; hanging: number }>();
  for (const [i, textBlock] of textBlocks.entries()) {
    if (!found[i]) continue;
    const look = looks.get(textBlock.size) ?? { count: 0, hanging: 0 };
    look.count += 1;
    if (hangs(textBlock)) look.hanging += 1;
    looks.set(textBlock.size, look);
  }
  const numbered = new Set(
    textBlocks.flatMap((textBlock, i) => (found[i] && textBlock.marker ? [numberLook(textBlock)] : [])),
  );
  return textBlocks.flatMap((textBlock, i) => {
    const runs = found[i];
    const look = looks.get(textBlock.size);
    // above a list or table there is no text to run into
    if (textBlock.bold && textBlock.lines.length === 1 && textBlock.marker && numbered.has(numberLook(textBlock)))
      return [{ ...textBlock, runIn: true as const }];
    if (!runs || !look || look.count < LEAST_COUNT || look.hanging > 0) return [textBlock];
    return part(textBlock, runs, pageOf(textBlock.page));
  });
}

/** Size and depth of a numbered text block. */
function numberLook({ size, marker }: NewTextBlock): string {
  return `${size} ${marker?.prefix.split('.').length}`;
}

/** Its further lines stand right of the first, as those of a term's explanation do. */
function hangs({ lines: [first, second], size }: NewTextBlock): boolean {
  return first !== undefined && second !== undefined && second.box.x0 - first.box.x0 > 0.5 * size;
}

/** The runs of a run-in heading; null where the text block has none. */
function headRuns(textBlock: NewTextBlock, { fonts }: ParsedPage): TextRun[] | null {
  const [first] = textBlock.lines;
  const isPlain =
    textBlock.role === 'text' && !textBlock.bold && !textBlock.mono && !textBlock.aside && !textBlock.centred;
  if (!first || !isPlain || (textBlock.space !== 0 && textBlock.space < LEAST_SPACE)) return null;
  if (textBlock.marker && textBlock.marker.kind !== 'clause') return null;
  const isBold = (run: TextRun): boolean => fonts[run.font]?.bold === true;
  const end = first.runs.findIndex((run) => !isBold(run));
  if (end <= 0) return null;
  const head = first.runs.slice(0, end);
  const text = head.map((run) => run.text).join(' ');
  if (text.length > MAX_LETTERS || !/\p{L}{2}/u.test(text) || /[.:;,!?—–-]$/u.test(text)) return null;
  const gap = (i: number): number => first.runs[i]!.box.x0 - first.runs[i - 1]!.box.x1;
  // a number stands as far from its name as the name from the text
  const inner = head.map((_, i) => (i > 0 && /\p{L}/u.test(head[i - 1]!.text) ? gap(i) : 0));
  return gap(end) > GAP * textBlock.size && gap(end) > WIDER * Math.max(...inner) ? head : null;
}

function part(textBlock: NewTextBlock, runs: readonly TextRun[], page: ParsedPage): [NewTextBlock, NewTextBlock] {
  const [first, ...others] = textBlock.lines as [Line, ...Line[]];
  const head = makeLine(page, runs);
  const rest = makeLine(page, first.runs.slice(runs.length));
  const headSpans = lineSpans(page, head);
  const text = plainText(headSpans);
  const spans = dropStart(textBlock.spans, text.length);
  return [
    {
      ...textBlock,
      lines: [head],
      spans: headSpans,
      text,
      bold: true,
      marker: null,
      textLeft: textBlock.left,
      source: [{ page: head.page, box: head.box }],
      columnEnd: false,
      runIn: true,
    },
    {
      ...textBlock,
      lines: [rest, ...others],
      spans,
      text: plainText(spans),
      marker: null,
      left: textBlock.textLeft,
      source: sourceBelow(textBlock.source, [rest, ...others]),
      space: 0,
    },
  ];
}

/** The text block's places, the first page's as far as `lines` stand there. */
function sourceBelow([, ...others]: readonly SourceBox[], lines: readonly [Line, ...Line[]]): SourceBox[] {
  const { page } = lines[0];
  return [{ page, box: unionBox(lines.filter((line) => line.page === page).map(({ box }) => box)) }, ...others];
}
