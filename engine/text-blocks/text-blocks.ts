/**
 * Line groups to text blocks: one text block is one paragraph, item, heading or code listing, wherever columns and pages cut
 * it. Whether a paragraph continues at a column's top is decided in continuation.ts. Footnotes stand between the two parts on
 * paper and are taken out first (footnotes.ts).
 *
 * Figures, tables, captions, stamps and smaller type at a column's top or foot, or in a column of their own, float: the text
 * continues past them (column-joins.ts), and so it does past a figure or captioned table within a column. A note that a
 * column's end cuts continues at the foot of the next.
 *
 * Never joins over a heading or a list mark, nor over a table without a caption within a column.
 */
import type { Block, SourceBox, Span } from '../block-model.js';
import type { ParsedPage } from '../model.js';
import type { OrderedPage } from '../reading-order/stage.js';
import { unionBox } from '../geometry.js';
import type { Line } from '../text/line.js';
import { plainText } from '../text/spans.js';
import type { BlockTag } from '../tag-model.js';
import { edgesOf, usualRight, type ColumnEdges } from './column-edges.js';
import { groupLines, textLeft, type LineGroup, type PageSetting } from './line-groups.js';
import { distinctTypes, spacedText, type SpacedType } from './line-settings.js';
import { equationEnd } from './equations.js';
import { footnoteStart, raisedMarks } from './footnotes.js';
import { addTextBlock, besideFloats, columnEnds, isCutNote, openNote, withCaptionedGroups } from './column-joins.js';
import { MOSTLY } from '../measures.js';
import { isScan } from '../scans.js';
import type { Marker } from './markers.js';
import type { DocumentStyle } from '../style/style.js';
import { linesToSpans, type TextContext } from './text.js';
import { totalLength } from '../text-rules.js';

/** In points: centres of a column and of its lines that differ by less are one. */
const SAME_CENTRE = 3;
/** In font sizes: the least distance of a centred line from the column's left edge. */
const CENTRED_INDENT = 2;

export interface TextBlock {
  /** Unique in the document, in reading order. */
  id: number;
  lines: Line[];
  spans: Span[];
  text: string;
  marker: Marker | null;
  source: SourceBox[];
  page: number;
  size: number;
  bold: boolean;
  italic: boolean;
  mono: boolean;
  /** Of its first line and of its others, from its column's left edge. */
  left: number;
  textLeft: number;
  column: ColumnEdges;
  /** Distance from the line before in multiples of the usual; 0 at a column's top. */
  space: number;
  centred: boolean;
  /** Set in another direction than the page's text, as stamps are. */
  aside?: true;
  /** It is below another line of an address (names-within-text.ts). */
  belowAddressLine?: true;
  /** It is below another line of its group, each ended by its author (kept-lines.ts). */
  belowKeptLine?: true;
  /** All the text of its page was recognised from its picture (scans.ts). */
  scanned?: true;
  /** A caption names it: code or the steps of an algorithm (column-joins.ts). */
  captioned?: true;
  role: 'text' | 'footnote' | 'contents' | 'equation' | 'ready';
  /** Of role `ready`. */
  blocks: Block[];
  full: boolean;
  columnEnd: boolean;
  /** What the document's tags say of it, where they can be believed and all its lines are of one block. */
  tag: BlockTag | null;
  /** It is a heading that began its paragraph (run-in.ts). */
  runIn?: true;
  /** All of it is underlined (underlines.ts). */
  underlined?: true;
  /** Its depth, from 1, in the printed contents and in the bookmarks, where these name it (outline.ts). */
  contentsDepth?: number;
  bookmarkDepth?: number;
}

/** A text block before all of them are known. */
export type NewTextBlock = Omit<TextBlock, 'id'>;

/** A page's lines as this stage reads them. */
export interface TextPage extends OrderedPage {
  page: ParsedPage;
  asides: readonly Line[];
}

export interface TextBlockContext extends TextContext {
  style: DocumentStyle;
}

export function textBlocksOf(pages: readonly TextPage[], context: TextBlockContext): NewTextBlock[] {
  const textBlocks: NewTextBlock[] = [];
  let [asides, spaced]: [number, SpacedType[] | null] = [0, null];
  const spacedTypes = (): readonly SpacedType[] =>
    (spaced ??= distinctTypes(
      pages.flatMap(({ columns }) => columns.flatMap((column) => spacedText(column.lines, edgesOf(column)))),
    ));
  const rightOf = usualRight(pages);
  for (const page of pages) {
    const setting = { style: context.style, isScanned: isScan(page.page), rightOf };
    const references = raisedMarks(page.columns.flatMap((column) => column.lines));
    for (const column of page.columns) {
      const groups = withCaptionedGroups(groupLines(column, setting, spacedTypes), page.page);
      const notes = footnoteStart(groups, {
        page: page.page,
        references,
        bodySize: context.style.bodySize,
        isOpen: isCutNote(openNote(textBlocks, page.page.number), page.page.number),
      });
      addGroups(textBlocks, groups, { ...context, ...setting, notes });
    }
    for (const line of page.asides) textBlocks.push(asideTextBlock(line, --asides, context));
  }
  return textBlocks;
}

interface ColumnContext extends TextBlockContext, PageSetting {
  /** Index of the first footnote. */
  notes: number;
}

/** Adds the groups of a column, those of an equation as one block. */
function addGroups(textBlocks: NewTextBlock[], groups: readonly LineGroup[], context: ColumnContext): void {
  const { notes } = context;
  const ends = columnEnds(groups, notes, context.style.bodySize);
  const floats = besideFloats(groups.slice(0, notes));
  const isEnd = (at: number): boolean =>
    ends.last.has(at) || floats[at]?.below === true || (at >= notes && at === groups.length - 1);
  const isTop = (at: number): boolean =>
    at <= ends.first || ends.firstOfBody.has(at) || floats[at]?.above === true || at === notes;
  for (let i = 0; i < groups.length; i++) {
    const end = i < notes ? equationEnd(groups, i) : i;
    const group = end > i ? mergeGroups(groups.slice(i, end)) : groups[i]!;
    const textBlock = makeTextBlock(group, i >= notes ? 'footnote' : end > i ? 'equation' : 'text', context);
    const last = Math.max(i, end - 1);
    textBlock.columnEnd = isEnd(last);
    if (context.isScanned) textBlock.scanned = true;
    addTextBlock(textBlocks, textBlock, isTop(i), context);
    i = last;
  }
}

function mergeGroups(groups: readonly LineGroup[]): LineGroup {
  return { ...groups[0]!, lines: groups.flatMap((group) => group.lines), marker: null };
}

function makeTextBlock(group: LineGroup, role: TextBlock['role'], context: TextBlockContext): NewTextBlock {
  const { lines, column } = group;
  const first = lines[0]!;
  const spans = linesToSpans(lines, context);
  const letters = totalLength(lines);
  const share = (of: (line: Line) => number): number =>
    lines.reduce((sum, line) => sum + of(line) * line.text.length, 0) / Math.max(1, letters);
  const middle = (column.left + column.right) / 2;
  return {
    lines,
    spans,
    text: plainText(spans),
    marker: group.marker,
    source: sourceOf(lines),
    page: first.page,
    size: first.size,
    bold: share((line) => line.bold) > MOSTLY,
    italic: share((line) => line.italic) > MOSTLY,
    mono: share((line) => line.mono) > MOSTLY,
    left: first.box.x0 - column.left,
    textLeft: textLeft(group) - column.left,
    column,
    space: group.space,
    centred: lines.every(
      ({ box }) =>
        Math.abs((box.x0 + box.x1) / 2 - middle) < SAME_CENTRE && box.x0 - column.left > CENTRED_INDENT * first.size,
    ),
    ...(group.belowAddressLine ? { belowAddressLine: true as const } : {}),
    ...(group.belowKeptLine ? { belowKeptLine: true as const } : {}),
    ...(group.captioned ? { captioned: true as const } : {}),
    role: first.blocks ? 'ready' : role,
    blocks: first.blocks ?? [],
    full: group.full,
    columnEnd: group.last,
    tag: lines.every((line) => line.tag && line.tag.element === first.tag?.element) ? (first.tag ?? null) : null,
  };
}

/** @param id of a column for it alone. */
function asideTextBlock(line: Line, id: number, context: TextBlockContext): NewTextBlock {
  const column = { id, left: line.box.x0, right: line.box.x1 };
  const group = {
    lines: [line],
    column,
    first: false,
    last: false,
    full: false,
    marker: null,
    belowAddressLine: false,
    space: 0,
  };
  return { ...makeTextBlock(group, 'text', context), aside: true };
}

function sourceOf(lines: readonly Line[]): SourceBox[] {
  const pages = [...new Set(lines.map((line) => line.page))];
  return pages.map((page) => ({
    page,
    box: unionBox(lines.filter((line) => line.page === page).map((line) => line.box)),
  }));
}
