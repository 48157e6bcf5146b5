/** What a shelf holds of one page: the lines of its files that are printed there, its tables and figures. */
import { lineKinds } from '../engine/files/code.js';
import type { Metadata } from '../engine/files/metadata.js';
import type { PageSource } from '../engine/files/page-sources.js';
import { isContent, METADATA_PATH, parsed } from './files.js';
import { tablesOnPage } from './tables/tables.js';
import type { ReadableTree } from './tree.js';

export interface PagePassage {
  path: string;
  /** Counted from 1, both included. */
  startLine: number;
  endLine: number;
  /** In parts of the page; null in a file that people have changed. */
  box: number[] | null;
}

export interface PageFigure {
  path: string;
  line: number;
  box: number[] | null;
  caption: string | null;
}

export interface PageSummary {
  /** Null where the PDF calls its pages 1, 2, 3. */
  label: string | null;
  /** Null in versions of earlier releases; the confidence also where another program recognised the text. */
  source: PageSource['source'] | null;
  confidence: number | null;
  /** Numbers of the tables that begin on the page. */
  tables: number[];
}

export interface PageOutcome extends PageSummary {
  passages: PagePassage[];
  figures: PageFigure[];
}

/** A range of pages, counted from 1, both included, without what is printed on them. */
export function pageSummaries(tree: ReadableTree, { first, last }: { first: number; last: number }): PageSummary[] {
  const metadata = metadataOf(tree);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => summaryOf(tree, metadata, first + at));
}

export function pageContent(tree: ReadableTree, page: number): PageOutcome {
  const metadata = metadataOf(tree);
  const { figureList = [] } = metadata;
  return {
    ...summaryOf(tree, metadata, page),
    passages: [...tree.files.keys()].filter(isContent).flatMap((path) => passagesOf(tree, path, page)),
    figures: figureList.flatMap(({ file, line, page: at, box, caption }) =>
      at === page ? [{ path: file, line, box, caption }] : [],
    ),
  };
}

const metadataOf = (tree: ReadableTree): Partial<Metadata> =>
  (parsed(tree.files.get(METADATA_PATH)) ?? {}) as Partial<Metadata>;

function summaryOf(tree: ReadableTree, { pageSources = [] }: Partial<Metadata>, page: number): PageSummary {
  const from = pageSources.find(({ pages: [first, last] }) => first <= page && page <= last);
  return {
    label: tree.pages.label(page),
    source: from?.source ?? null,
    confidence: from?.confidence ?? null,
    tables: tablesOnPage(tree, page),
  };
}

/** The blocks of a file on the page, in the order of their lines; without a source map, the lines between page marks. */
function passagesOf(tree: ReadableTree, path: string, page: number): PagePassage[] {
  const entries = tree.pages.entries(path);
  if (entries.length === 0) return markedPassages(tree, path, page);
  const here = entries.filter((entry) => entry.page === page);
  // items of a list and rows of a table are in the block around them, and follow it
  const sorted = here.toSorted((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
  const blocks: PagePassage[] = [];
  let around = { startLine: 0, endLine: 0 };
  for (const { startLine, endLine, box } of sorted) {
    const isWithin = startLine >= around.startLine && endLine <= around.endLine;
    // a block in two columns of the page has an entry for each
    const isSame = startLine === around.startLine && endLine === around.endLine;
    if (isWithin && !isSame) continue;
    around = { startLine, endLine };
    blocks.push({ path, startLine, endLine, box: [...box] });
  }
  return blocks;
}

function markedPassages(tree: ReadableTree, path: string, page: number): PagePassage[] {
  const lines = (tree.files.get(path) ?? '').split('\n');
  const kinds = lineKinds(lines);
  const pagesOf = tree.pages.of(path);
  const passages: PagePassage[] = [];
  for (const [at, text] of lines.entries()) {
    const line = at + 1;
    const isComment = kinds[at] === 'text' && /^[ >]*<!--.*-->\s*$/.test(text);
    if (text.trim() === '' || isComment || pagesOf(line)?.[0] !== page) continue;
    const last = passages.at(-1);
    if (last && lines.slice(last.endLine, at).every((between) => between.trim() === '')) last.endLine = line;
    else passages.push({ path, startLine: line, endLine: line, box: null });
  }
  return passages;
}
