/**
 * Run-in headings: bold words at the start of a paragraph, set off from its text by a gap of about an em, without the stop
 * or colon that a bold lead-in ends with. They become a text block of their own above the rest.
 *
 * They count where a size has two of them. Never a term whose explanation hangs below it, nor a numbered clause's first
 * words without that gap.
 */
import { unionBox } from '../geometry.js';
import { decide, refusedIf, type DecisionTable, type Rule } from '../rules.js';
import { makeLine, type Line } from '../text/line.js';
import { dropStart, lineSpans, plainText } from '../text/spans.js';
import type { SourceBox } from '../block-model.js';
import type { ParsedPage, TextRun } from '../model.js';
import type { PageOf } from '../page-finder.js';
import type { NewTextBlock } from './text-blocks.js';

/** The gap behind the words, in multiples of the font size; the same behind a numbered name, which need not be set off as far. */
const GAP = 0.8;
const NUMBERED_GAP = 0.5;
/** The gap against the widest space within the heading. */
const WIDER = 1.5;
const MAX_LETTERS = 100;
/** In usual distances of lines: the space above. */
const LEAST_SPACE = 1.1;
/** How often headings of one size must be set like this. */
const LEAST_COUNT = 2;
/** In font sizes: lines that are indented by more hang. */
const HANGING = 0.5;

/** @returns the text blocks with each run-in heading separated from its text. */
export function splitRunIns(textBlocks: readonly NewTextBlock[], pageOf: PageOf): NewTextBlock[] {
  const found = textBlocks.map((textBlock) => headRuns(textBlock, pageOf(textBlock.page)));
  const sizes = new Map<number, { count: number; hanging: number }>();
  for (const [i, textBlock] of textBlocks.entries()) {
    if (!found[i]) continue;
    const ofSize = sizes.get(textBlock.size) ?? { count: 0, hanging: 0 };
    ofSize.count += 1;
    if (hangs(textBlock)) ofSize.hanging += 1;
    sizes.set(textBlock.size, ofSize);
  }
  const numbered = new Set(
    textBlocks.flatMap((textBlock, i) => (found[i] && textBlock.marker ? [numberKey(textBlock)] : [])),
  );
  return textBlocks.flatMap((textBlock, i) => {
    const runs = found[i];
    const ofSize = sizes.get(textBlock.size);
    // above a list or table there is no text to run into
    if (textBlock.bold && textBlock.lines.length === 1 && textBlock.marker && numbered.has(numberKey(textBlock)))
      return [{ ...textBlock, runIn: true as const }];
    if (!runs || !ofSize || ofSize.count < LEAST_COUNT || ofSize.hanging > 0) return [textBlock];
    return part(textBlock, runs, pageOf(textBlock.page));
  });
}

/** Size and depth of a numbered text block. */
function numberKey({ size, marker }: NewTextBlock): string {
  return `${size} ${marker?.prefix.split('.').length}`;
}

/** Its further lines begin right of the first, as those of a term's explanation do. */
function hangs({ lines: [first, second], size }: NewTextBlock): boolean {
  return first !== undefined && second !== undefined && second.box.x0 - first.box.x0 > HANGING * size;
}

/** A text block with the bold words that it begins with. */
export interface LeadIn {
  textBlock: NewTextBlock;
  /** The first line's runs up to the first that is not bold. */
  head: readonly TextRun[];
}

type Verdict = 'run-in' | 'refused';

const textOf = ({ head }: LeadIn): string => head.map((run) => run.text).join(' ');
/** In points: the white space before a run of the first line. */
const gapBefore = ({ textBlock }: LeadIn, i: number): number => {
  const { runs } = textBlock.lines[0]!;
  return runs[i]!.box.x0 - runs[i - 1]!.box.x1;
};
/** The widest white space within the head, but that behind a number: it is as wide as the one before the text. */
const widestWithin = (leadIn: LeadIn): number =>
  Math.max(...leadIn.head.map((_, i) => (i > 0 && /\p{L}/u.test(leadIn.head[i - 1]!.text) ? gapBefore(leadIn, i) : 0)));

/** The widest white space of the line but those behind the number and behind the head. */
const widestAround = (leadIn: LeadIn): number => {
  const gaps = leadIn.textBlock.lines[0]!.runs.map((_, i) => (i > leadIn.head.length ? gapBefore(leadIn, i) : 0));
  return Math.max(widestWithin(leadIn), ...gaps);
};

const RULES: readonly Rule<LeadIn, Verdict>[] = [
  {
    name: 'other-marker',
    why: 'Bold words behind a list mark are the name of the item; only numbered clauses have headings.',
    test: ({ textBlock: { marker } }) => refusedIf(marker !== null && marker.kind !== 'clause'),
  },
  {
    name: 'no-name',
    why: 'A heading has a word and is short.',
    test: (leadIn) => refusedIf(textOf(leadIn).length > MAX_LETTERS || !/\p{L}{2}/u.test(textOf(leadIn))),
  },
  {
    name: 'punctuation',
    why: 'A lead-in that ends with a stop or colon is the beginning of its sentence.',
    test: (leadIn) => refusedIf(/[.:;,!?—–-]$/u.test(textOf(leadIn))),
  },
  {
    name: 'set-apart',
    why: 'A gap of about an em behind the words, wider than any within them, sets them apart.',
    test: (leadIn) => {
      const gap = gapBefore(leadIn, leadIn.head.length);
      return gap > GAP * leadIn.textBlock.size && gap > WIDER * widestWithin(leadIn) ? 'run-in' : null;
    },
  },
  {
    name: 'numbered-and-set-apart',
    why: 'Behind the number of a clause and its name in bold, half an em is enough where no other words of the line are nearly as far apart.',
    test: (leadIn) => {
      const gap = gapBefore(leadIn, leadIn.head.length);
      const isApart = gap > NUMBERED_GAP * leadIn.textBlock.size && gap > WIDER * widestAround(leadIn);
      return leadIn.textBlock.marker !== null && isApart ? 'run-in' : null;
    },
  },
];

export const RUN_IN: DecisionTable<LeadIn, Verdict> = {
  name: 'run-in-heading',
  rules: RULES,
  otherwise: 'refused',
  subject: (leadIn) => ({
    page: leadIn.textBlock.page,
    box: unionBox(leadIn.head.map(({ box }) => box)),
    text: textOf(leadIn),
  }),
  numbers: (leadIn) => ({
    gapInSizes: gapBefore(leadIn, leadIn.head.length) / leadIn.textBlock.size,
    widestWithinInSizes: widestWithin(leadIn) / leadIn.textBlock.size,
  }),
};

/** The runs of a run-in heading; null where the text block has none. */
function headRuns(textBlock: NewTextBlock, { fonts }: ParsedPage): readonly TextRun[] | null {
  const [first] = textBlock.lines;
  if (!first || !mayBeginWithHeading(textBlock)) return null;
  const end = first.runs.findIndex((run) => fonts[run.font]?.bold !== true);
  if (end <= 0) return null;
  const head = first.runs.slice(0, end);
  return decide(RUN_IN, { textBlock, head }) === 'run-in' ? head : null;
}

/** Running text with space above it. */
function mayBeginWithHeading({ role, bold, mono, aside, centred, space }: NewTextBlock): boolean {
  const isRunningText = role === 'text' && !bold && !mono && !aside && !centred;
  return isRunningText && (space === 0 || space >= LEAST_SPACE);
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
