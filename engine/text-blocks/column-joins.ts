/**
 * Paragraphs that columns and pages cut: which text block the text at a column's top may continue, and which the last of a
 * column is. Figures, tables, captions, stamps, boxes, notes and smaller type float: they stand between two parts of a paragraph.
 */
import { overlap } from '../geometry.js';
import { isLargerThanBody, isSmallerThanBody, MOSTLY } from '../measures.js';
import type { ParsedPage, Rule } from '../model.js';
import { decide } from '../rules.js';
import { beginsLowerCase, endsSentence } from '../text-rules.js';
import { captionLabel, captionsFloat, type CaptionLabel } from '../text/captions.js';
import type { Line } from '../text/line.js';
import { plainText } from '../text/spans.js';
import { CONTINUATION, arePartsMeasuredApart, type ColumnBreak } from './continuation.js';
import { markOf } from './footnotes.js';
import type { LineGroup } from './line-groups.js';
import type { NewTextBlock, TextBlockContext } from './text-blocks.js';
import { textBlockSubject } from './subject.js';
import { joinSpans } from './text.js';

/** Pages that are searched for the note that continues: it may have begun a page before the last. */
const NOTE_PAGES = 2;
/** Boxes stand on the page where the text continues and on the one before. */
const BOX_PAGES = 1;
/** How many text blocks in smaller type may stand between two parts of a sentence: the labels of a large figure. */
const MOST_PASSED = 40;

/** A figure, a table, a captioned group or a caption: "Exhibit A" and "Box 3" head parts of a document too. */
function isFloat({ lines: [first], captioned }: Pick<LineGroup, 'lines' | 'captioned'>): boolean {
  if (captioned) return true;
  if (first?.blocks) return first.blocks.every(({ kind }) => kind === 'figure' || kind === 'table');
  return first !== undefined && captionsFloat(first.text);
}

/** In points: as much as a ruling may reach into the height of the line above it. */
const RULING_OVERLAP = 3;

/** Set in smaller type than the running text. Code is too, and yet stands where its sentence wants it. */
const isSmall = ({ size, mono }: Line, bodySize: number): boolean => isSmallerThanBody(size, bodySize) && mono < MOSTLY;

/**
 * The groups, with those marked that a caption names: code right above the caption of a figure or right below that of a
 * listing, and the steps of an algorithm between the caption's ruling and the one that ends it.
 */
export function withCaptionedGroups(groups: readonly LineGroup[], { rules }: Pick<ParsedPage, 'rules'>): LineGroup[] {
  const codes = groups.map(({ lines }) => lines.every(({ mono }) => mono > MOSTLY));
  const labels = groups.map(({ lines }, i) =>
    codes[i] || lines[0]?.blocks ? null : captionLabel(lines[0]?.text ?? ''),
  );
  const captions = (i: number, ...of: CaptionLabel['of'][]): boolean => {
    const label = labels[i];
    return label?.closed === true && of.includes(label.of);
  };
  let end = -Infinity;
  return groups.map((group, i) => {
    if (captions(i, 'listing')) end = endOfListing(group, rules) ?? -Infinity;
    const isStep = group.lines.at(-1)!.box.y1 <= end + RULING_OVERLAP && !captions(i, 'listing');
    const isCode = codes[i] === true;
    const above = isCode && captions(codes.lastIndexOf(false, i), 'listing');
    const below = isCode && captions(codes.indexOf(false, i), 'figure', 'listing');
    return isStep || above || below ? { ...group, captioned: true } : group;
  });
}

/** y of the ruling that ends what a caption with a ruling right below it names; null where none is drawn over its column. */
function endOfListing({ lines, column }: LineGroup, rules: readonly Rule[]): number | null {
  const { box, size } = lines.at(-1)!;
  const [first, second] = rules
    .filter(({ orientation, box: at }) => orientation === 'horizontal' && at.y0 >= box.y1 - RULING_OVERLAP)
    .filter(({ box: at }) => overlap(at.x0, at.x1, column.left, column.right) > MOSTLY * (column.right - column.left))
    .map(({ box: at }) => at.y0)
    .toSorted((a, b) => a - b);
  return first !== undefined && second !== undefined && first < box.y1 + size ? second : null;
}

/** What of a column may be cut by its ends: indexes of groups. */
export interface ColumnEnds {
  /**
   * The last group before the notes and before captioned floats, the last one that is not in smaller type, and the last one in
   * the size of the body.
   */
  last: ReadonlySet<number>;
  /** The first group that is no float; infinite where all are. */
  first: number;
  /** The first of these that is not in smaller type, and the first one in the size of the body. */
  firstOfBody: ReadonlySet<number>;
}

/** @param notes index of the first footnote. */
export function columnEnds(groups: readonly LineGroup[], notes: number, bodySize: number): ColumnEnds {
  const inText = groups.slice(0, notes);
  const lastText = inText.findLastIndex((group) => !isFloat(group));
  const floats = groups.slice(lastText + 1, notes);
  const isBody = (group: LineGroup): boolean => !isFloat(group) && !isSmall(group.lines[0]!, bodySize);
  // the titles of a box may be the first or the last that is not small
  const isInBodySize = (group: LineGroup): boolean =>
    isBody(group) && !isLargerThanBody(group.lines[0]!.size, bodySize);
  const first = groups.findIndex((group) => !isFloat(group));
  return {
    last: new Set([
      floats.some(isCaptioned) ? lastText : notes - 1,
      inText.findLastIndex(isBody),
      inText.findLastIndex(isInBodySize),
    ]),
    first: first < 0 ? Infinity : first,
    firstOfBody: new Set([groups.findIndex(isBody), groups.findIndex(isInBodySize)]),
  };
}

/** Of each group, whether floats stand right above it and right below it within the column, a figure or a caption among them. */
export function besideFloats(groups: readonly LineGroup[]): { above: boolean; below: boolean }[] {
  const beside = groups.map(() => ({ above: false, below: false }));
  for (let i = 0; i < groups.length; i++) {
    if (!isFloat(groups[i]!)) continue;
    const start = i;
    while (i + 1 < groups.length && isFloat(groups[i + 1]!)) i += 1;
    if (!groups.slice(start, i + 1).some(isCaptioned)) continue;
    if (start > 0) beside[start - 1]!.below = true;
    if (i + 1 < groups.length) beside[i + 1]!.above = true;
  }
  return beside;
}

/** Tables without a caption belong where they stand. */
const isCaptioned = ({ lines: [first] }: LineGroup): boolean => !first?.blocks || first.blocks[0]?.kind === 'figure';

/** Adds a text block to those before it; one that may continue, to the one that it is the rest of. */
export function addTextBlock(
  textBlocks: NewTextBlock[],
  textBlock: NewTextBlock,
  mayContinue: boolean,
  context: TextBlockContext,
): void {
  const { bodySize, indent } = context.style;
  const part = mayContinue ? paragraphCut(textBlocks, textBlock, context) : null;
  if (part && decide(CONTINUATION, { ...part, after: textBlock, bodySize, indent }) === 'continues')
    join(part.before, textBlock, context);
  else textBlocks.push(textBlock);
}

type CutParagraph = Pick<ColumnBreak, 'before' | 'passed' | 'titles' | 'aboveTable'>;

const isAboveTable = ({ page }: NewTextBlock, below: NewTextBlock | undefined): boolean =>
  below?.page === page && below.lines[0]?.blocks?.[0]?.kind === 'table';

/** The last text block before `after` that it may be the rest of, and how many in smaller and in larger type stand between. */
function paragraphCut(
  textBlocks: readonly NewTextBlock[],
  after: NewTextBlock,
  { style: { bodySize } }: TextBlockContext,
): CutParagraph | null {
  if (after.role === 'footnote') {
    const note = markOf(after) === null ? openNote(textBlocks, after.page) : null;
    return note && { before: note, passed: 0, titles: 0, aboveTable: false };
  }
  if (after.role !== 'text' || isFloat(after)) return null;
  const mayPass = passable(after, bodySize);
  const passed = { small: 0, large: 0 };
  for (let i = textBlocks.length - 1; i >= 0 && passed.small + passed.large <= MOST_PASSED; i--) {
    const before = textBlocks[i]!;
    if (after.page - before.page > BOX_PAGES && isElsewhere(before, after)) return null;
    if (isPassed(before, after)) continue;
    const kind = before.role === 'equation' ? null : mayPass(before);
    if (kind === null) {
      const aboveTable = isAboveTable(before, textBlocks[i + 1]);
      return { before, passed: passed.small, titles: passed.large, aboveTable };
    }
    passed[kind] += 1;
  }
  return null;
}

/**
 * Whether a text block may stand between `after` and what that continues: in smaller type, or in larger type where `after` is
 * within a sentence; null for all others, and for text of a scan that `after` continues.
 */
function passable(after: NewTextBlock, bodySize: number): (between: NewTextBlock) => 'small' | 'large' | null {
  if (isSmall(after.lines[0]!, bodySize)) return () => null;
  const mayPassTitles = beginsLowerCase(after.text) && !isLargerThanBody(after.size, bodySize);
  return (between) => {
    const [line] = between.lines;
    if (mayPassTitles && isLargerThanBody(line!.size, bodySize))
      return between.columnEnd && arePartsMeasuredApart({ before: between, after, bodySize }) ? null : 'large';
    return isSmall(line!, bodySize) ? 'small' : null;
  };
}

/** A box stands in the text that it interrupts, and notes beside it; their own text continues within them. */
const isElsewhere = ({ column: before }: NewTextBlock, { column: after }: NewTextBlock): boolean =>
  before.boxed !== after.boxed || before.notes !== after.notes;

const isPassed = (before: NewTextBlock, after: NewTextBlock): boolean =>
  isElsewhere(before, after) || before.role === 'footnote' || before.aside === true || isFloat(before);

/** The last footnote of this page and the one before it, if a column's end cut it: none continues further. */
export function openNote(textBlocks: readonly NewTextBlock[], page: number): NewTextBlock | null {
  for (let i = textBlocks.length - 1; i >= 0; i--) {
    const before = textBlocks[i]!;
    if (before.role === 'footnote') return before.columnEnd ? before : null;
    if (page - before.page > NOTE_PAGES) return null;
  }
  return null;
}

/** Whether it may continue on this page: its last sentence has not ended. */
export const isCutNote = (note: NewTextBlock | null, page: number): boolean =>
  note !== null && !endsSentence(note.text) && page - (note.source.at(-1)?.page ?? note.page) <= 1;

function join(before: NewTextBlock, after: NewTextBlock, context: TextBlockContext): void {
  before.lines = [...before.lines, ...after.lines];
  before.spans = joinSpans(
    [before.spans, after.spans],
    context.vocabulary,
    () => before.source.at(-1) ?? textBlockSubject(before),
  );
  before.text = plainText(before.spans);
  before.source = [...before.source, ...after.source];
  before.full = after.full;
  before.columnEnd = after.columnEnd;
}
