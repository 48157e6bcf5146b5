/**
 * The blocks of a document: what the engine makes of its pages before files are made of them. Plain JSON, as the pages are
 * (model.ts).
 */
import type { Box } from './model.js';

/** The text of a span that is a line break: its author broke the line there, as in an address. Only paragraphs have such spans. */
export const LINE_BREAK = '\n';

/** Styled text. `text` is plain, never Markdown. */
export interface Span {
  text: string;
  bold?: boolean;
  italic?: boolean;
  code?: boolean;
  superscript?: boolean;
  subscript?: boolean;
  /** Struck out: it is there to be seen as deleted. */
  struck?: boolean;
  url?: string;
  /** Page and height of the place that the span's link inside the document leads to. */
  toPage?: number;
  toY?: number;
  /** The span is the mark of the footnote with this id (see FootnoteBlock). */
  footnote?: string;
}

/** The lines of a paragraph, as its author broke them; one where there is no line break. */
export function linesOf(spans: readonly Span[]): Span[][] {
  const lines: Span[][] = [[]];
  for (const span of spans) {
    if (span.text === LINE_BREAK) lines.push([]);
    else lines.at(-1)!.push(span);
  }
  return lines;
}

/** Where a block was printed. A block that goes over a page's or column's end has an entry for each part. */
export interface SourceBox {
  page: number;
  box: Box;
}

interface BlockBase {
  source: SourceBox[];
}

export interface HeadingBlock extends BlockBase {
  kind: 'heading';
  /** Level in the document: the title is 1. */
  level: number;
  spans: Span[];
  /** The printed number without its text ("2", "1.2", "Part I", "Article 4", "Schedule 2"), which also stands in `spans`. */
  number: string | null;
  /** The document's title (at most one). */
  title?: boolean;
}

export interface ParagraphBlock extends BlockBase {
  kind: 'paragraph';
  spans: Span[];
  /** The number a numbered clause begins with ("1.1"); it also stands in `spans`. */
  number?: string;
}

export interface ListItem {
  /** The marker as printed: "•", "1.", "(a)". */
  marker: string;
  blocks: Block[];
  source: SourceBox[];
}

export interface ListBlock extends BlockBase {
  kind: 'list';
  ordered: boolean;
  items: ListItem[];
}

export interface TableCell {
  spans: Span[];
  /** Number of columns and rows that the cell covers, 1 unless said. */
  colSpan?: number;
  rowSpan?: number;
  /** Where the cell's text was printed; left out for an empty cell. */
  source?: SourceBox[];
}

/** What speaks against a table: cells that hold several rows, or several columns, of values. */
export type TableDoubt = 'fused-rows' | 'fused-columns';

/** How far a table may be trusted. */
export interface TableTrust {
  /** From 0 to 1: how well the texts agree with the rows and columns. */
  confidence: number;
  doubts: TableDoubt[];
}

export interface TableBlock extends BlockBase {
  kind: 'table';
  /** Cells by row, left to right; places covered by a span from elsewhere are left out, as in HTML. */
  rows: TableCell[][];
  headerRows: number;
  /** Unknown of what was found on no page. */
  trust?: TableTrust;
}

export interface CaptionBlock extends BlockBase {
  kind: 'caption';
  of: 'table' | 'figure';
  spans: Span[];
}

export interface FigureBlock extends BlockBase {
  kind: 'figure';
  /** Words that stand in the drawing (names and marks of axes, parts of a diagram); '' when there are none. */
  labels: string;
}

export interface CodeBlock extends BlockBase {
  kind: 'code';
  text: string;
}

export interface QuoteBlock extends BlockBase {
  kind: 'quote';
  blocks: Block[];
}

export interface EquationBlock extends BlockBase {
  kind: 'equation';
  text: string;
}

export interface FootnoteBlock extends BlockBase {
  kind: 'footnote';
  /** Unique in the document; what `[^id]` says. */
  id: string;
  /** The mark as printed. */
  mark: string;
  spans: Span[];
}

/** A printed table of contents: one entry a line. */
export interface ContentsBlock extends BlockBase {
  kind: 'contents';
  entries: { depth: number; spans: Span[]; pageLabel: string | null }[];
}

/** A box of a form: its label ("5. Vessel's name") and its text, line by line. */
export interface FieldBlock extends BlockBase {
  kind: 'field';
  number: string | null;
  label: Span[];
  lines: Span[][];
}

/** An element of the document with its role decided. A document is a flat list of blocks in reading order; furniture is not among them. */
export type Block =
  | HeadingBlock
  | ParagraphBlock
  | ListBlock
  | TableBlock
  | CaptionBlock
  | FigureBlock
  | CodeBlock
  | QuoteBlock
  | EquationBlock
  | FootnoteBlock
  | ContentsBlock
  | FieldBlock;

/** Text that is printed for the page's sake: a running head or foot, the number of a page or line. */
export interface Furniture {
  page: number;
  text: string;
}

/** What becomes of the pages before files are made of them. */
export interface StructuredDocument {
  title: string | null;
  blocks: Block[];
  /** Verification needs it: nothing else may be dropped. */
  furniture: Furniture[];
}
