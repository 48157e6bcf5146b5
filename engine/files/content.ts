/** A planned file as text: front matter, page marks, blocks, and the place of each block on its page. */
import type { Block, CaptionBlock, FigureBlock, SourceBox, Span } from '../block-model.js';
import type { SourceMapEntry } from '../shelf.js';
import { LIST_BREAK, renderBlock } from '../markdown/blocks.js';
import { linesInAnyFile } from '../markdown/size.js';
import type { BlockOptions } from '../markdown/inline.js';
import { yamlString } from '../markdown/escape.js';
import { footnoteLabels } from '../markdown/footnotes.js';
import type { WrittenFigure } from './figure-list.js';
import { markedPages, pageMark } from './page-marks.js';
import type { PlannedFile } from './plan.js';
import { entriesFor, type PageSizes } from './source-map.js';
import type { WrittenTable } from './table-list.js';
import { oneLine } from '../markdown/text.js';

export interface RenderedFile {
  content: string;
  sourceMap: SourceMapEntry[];
  tables: WrittenTable[];
  figures: WrittenFigure[];
}

/** Marks each page once, where it starts; shared by the files in reading order. */
export interface PageMarker {
  /** Marks of all pages that start before `source`. */
  before(source: readonly SourceBox[]): string[];
  /** Marks of the pages up to the last one, for the document's end. */
  rest(): string[];
}

export function createPageMarker(pageCount: number): PageMarker {
  let marked = 0;
  const upTo = (page: number): string[] => {
    const marks: string[] = [];
    while (marked < Math.min(page, pageCount)) marks.push(pageMark(++marked));
    return marks;
  };
  return {
    before: (source) => upTo(Math.max(0, ...source.slice(0, 1).map(({ page }) => page))),
    rest: () => upTo(pageCount),
  };
}

export interface RenderOptions {
  marker: PageMarker;
  pageSizes: PageSizes;
  /** Turns references inside spans into links; what it gets and gives prints the same text, and is the same without any. */
  link: (spans: Span[], block: Block) => Span[];
  isLast: boolean;
}

/** The file's text, ending in a line break. */
export function renderFile(file: PlannedFile, options: RenderOptions): RenderedFile {
  const { marker } = options;
  const footnotes = footnoteLabels(file.blocks);
  const lines = ['---', `title: ${yamlString(oneLine(file.title).trim())}`, `pages: [${file.pages.join(', ')}]`, '---'];
  const sourceMap: SourceMapEntry[] = [];
  const tables: WrittenTable[] = [];
  const figures: WrittenFigure[] = [];
  let previous: Block | null = null;
  for (const block of file.blocks) {
    // A footnote follows its reference, maybe before its own page starts: it marks no page.
    const marks = block.kind === 'footnote' ? [] : marker.before(block.source);
    const pageMarks = (source: readonly SourceBox[]): string[] =>
      block.kind === 'footnote' ? [] : marker.before(source);
    const parts: { from: number; to: number; source: readonly SourceBox[] }[] = [];
    const part: BlockOptions['part'] = (from, to, source) => void parts.push({ from, to, source });
    const body = linesOf(block, options.link, { footnotes, pageMarks, part });
    for (const mark of marks) lines.push('', mark);
    if (isOfFigure(block)) figures.push({ file: file.path, line: lines.length + (body.length > 0 ? 2 : 0), block });
    if (body.length === 0) continue;
    if (previous?.kind === 'list' && block.kind === 'list' && marks.length === 0) lines.push('', LIST_BREAK);
    lines.push('', ...body);
    const first = lines.length - body.length + 1;
    if (block.kind === 'table') tables.push({ file: file.path, line: first, block });
    for (const { from, to, source } of [{ from: 0, to: body.length - 1, source: block.source }, ...parts]) {
      const at = { path: file.path, startLine: first + from, endLine: first + to };
      sourceMap.push(...entriesFor(at, source, options.pageSizes));
    }
    previous = block;
  }
  if (options.isLast) for (const mark of marker.rest()) lines.push('', mark);
  return { content: `${lines.join('\n')}\n`, sourceMap, tables, figures };
}

/** The lines of a block: without links those that its size was measured by, where they are the same in every file. */
function linesOf(block: Block, link: RenderOptions['link'], options: BlockOptions): readonly string[] {
  const shown = linked(block, (spans) => link(spans, block));
  return (shown === block ? linesInAnyFile(block) : null) ?? renderBlock(shown, options);
}

/** A figure, or the caption of one. */
function isOfFigure(block: Block): block is FigureBlock | CaptionBlock {
  return block.kind === 'figure' || (block.kind === 'caption' && block.of === 'figure');
}

/** The block with its running text linked; headings, code and captions stay as they are, and paragraphs without links. */
function linked(block: Block, link: (spans: Span[]) => Span[]): Block {
  switch (block.kind) {
    case 'paragraph':
    case 'footnote': {
      const spans = link(block.spans);
      return spans === block.spans ? block : { ...block, spans };
    }
    case 'list':
      return {
        ...block,
        items: block.items.map((item) => ({ ...item, blocks: item.blocks.map((inner) => linked(inner, link)) })),
      };
    case 'quote':
      return { ...block, blocks: block.blocks.map((inner) => linked(inner, link)) };
    case 'contents':
      return { ...block, entries: block.entries.map((entry) => ({ ...entry, spans: link(entry.spans) })) };
    case 'table':
      return {
        ...block,
        rows: block.rows.map((row) => row.map((cell) => ({ ...cell, spans: link(cell.spans) }))),
      };
    case 'heading':
    case 'caption':
    case 'figure':
    case 'code':
    case 'equation':
    case 'field':
      return block;
  }
}

/** A content file's Markdown without front matter and page marks. */
export function bodyOf(content: string): string {
  const lines = content.replace(/^---\n[\s\S]*?\n---\n/, '').split('\n');
  const marked = markedPages(lines);
  return lines
    .filter((_, at) => marked[at] === null)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '');
}
