/** Blocks written by hand, for tests of what comes behind the reading of pages. */
import {
  LINE_BREAK,
  type Block,
  type FieldBlock,
  type FootnoteBlock,
  type HeadingBlock,
  type ListBlock,
  type ParagraphBlock,
  type SourceBox,
  type Span,
} from '../../engine/block-model.js';
import type { DocumentInfo, ParsedPage } from '../../engine/model.js';
import type { StructureOptions } from '../../engine/shelf.js';

const at = (page: number): SourceBox[] => [{ page, box: { x0: 72, y0: 72, x1: 540, y1: 700 } }];
const spansOf = (text: string | Span[]): Span[] => (typeof text === 'string' ? [{ text }] : text);

export const heading = (level: number, text: string, page = 1, extra: Partial<HeadingBlock> = {}): HeadingBlock => ({
  kind: 'heading',
  level,
  spans: [{ text }],
  number: /^(\d[\d.]*)/.exec(text)?.[1] ?? null,
  source: at(page),
  ...(level === 1 ? { title: true } : {}),
  ...extra,
});

export const paragraph = (text: string | Span[], page = 1): ParagraphBlock => ({
  kind: 'paragraph',
  spans: spansOf(text),
  source: at(page),
});

/** A paragraph with line breaks, as an address has them. */
export const stackedLines = (lines: readonly (string | Span[])[], page = 1): ParagraphBlock =>
  paragraph(
    lines.flatMap((line, i) => (i > 0 ? [{ text: LINE_BREAK }, ...spansOf(line)] : spansOf(line))),
    page,
  );

export const list = (items: [marker: string, text: string, inner?: Block][], page = 1): ListBlock => ({
  kind: 'list',
  ordered: /\d/.test(items[0]?.[0] ?? ''),
  items: items.map(([marker, text, inner]) => ({
    marker,
    blocks: [paragraph(text, page), ...(inner ? [inner] : [])],
    source: at(page),
  })),
  source: at(page),
});

export const footnote = (id: string, mark: string, text: string, page = 1): FootnoteBlock => ({
  kind: 'footnote',
  id,
  mark,
  spans: [{ text }],
  source: at(page),
});

export const field = (number: string, label: string, lines: string[], page = 1): FieldBlock => ({
  kind: 'field',
  number,
  label: [{ text: `${number}. ${label}` }],
  lines: lines.map((text) => [{ text }]),
  source: at(page),
});

export const info = (pageCount: number): DocumentInfo => ({
  pageCount,
  title: null,
  authors: [],
  language: null,
  bookmarks: [],
  pageLabels: null,
  tagged: false,
});

export const options: StructureOptions = {
  template: null,
  source: { fileName: 'a document.pdf', sha256: 'ab'.repeat(32), sizeBytes: 1234 },
};

/** Pages that print one line for each text, and nothing else. */
export function pagesOf(texts: readonly string[][]): ParsedPage[] {
  return texts.map((lines, index) => ({
    number: index + 1,
    width: 612,
    height: 792,
    fonts: [{ name: 'Body', bold: false, italic: false, mono: false, serif: true }],
    runs: lines.map((text, line) => ({
      text,
      box: { x0: 72, y0: 72 + 20 * line, x1: 72 + 5 * text.length, y1: 84 + 20 * line },
      baseline: 82 + 20 * line,
      size: 10,
      font: 0,
      rotation: 0,
    })),
    rules: [],
    fills: [],
    images: [],
    links: [],
  }));
}
