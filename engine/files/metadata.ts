/** metadata.json: what the document and its files are, for programs. */
import type { Template } from '../../contract/vocabulary.js';
import type { DocumentInfo } from '../model.js';
import type { FileEntry, StructureOptions } from '../shelf.js';
import type { FigureEntry } from './figure-list.js';
import type { PageSource } from './page-sources.js';
import type { FilePlan } from './plan.js';
import type { TableEntry } from './table-list.js';
import { countWords } from '../markdown/text.js';

/** What metadata.json holds. */
export interface Metadata {
  title: string;
  authors: string[];
  template: Template | null;
  language: string | null;
  pageCount: number;
  /** What the PDF calls its pages, one a page; where it calls them otherwise than 1, 2, 3. */
  pageLabels?: string[];
  source: StructureOptions['source'];
  files: FileEntry[];
  tables: number;
  figures: number;
  /** Where the text of the pages comes from; trees of earlier releases say nothing of it, nor of the tables' places. */
  pageSources?: PageSource[];
  /** Each table with its place, in reading order; the first of them, if there are very many. */
  tableList?: TableEntry[];
  /** The same of the figures. */
  figureList?: FigureEntry[];
}

export interface MetadataInput {
  info: DocumentInfo;
  options: StructureOptions;
  title: string;
  plan: FilePlan;
  pageSources: PageSource[];
  tables: TableEntry[];
  figures: FigureEntry[];
}

/** A caption proves its figure, also one that is drawn rather than a picture. */
const captionsOfFigures = ({ files }: FilePlan): number =>
  files.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'caption' && block.of === 'figure')).length;

function namedPages({ pageLabels }: DocumentInfo): Pick<Metadata, 'pageLabels'> {
  const isTelling = pageLabels?.some((label, index) => label !== String(index + 1));
  return isTelling ? { pageLabels: pageLabels! } : {};
}

export function metadataOf({ info, options, title, plan, pageSources, tables, figures }: MetadataInput): Metadata {
  const { fileName, sha256, sizeBytes } = options.source;
  const count = (kind: 'table' | 'figure'): number =>
    plan.files.reduce((sum, file) => sum + file.blocks.filter((block) => block.kind === kind).length, 0);
  return {
    title,
    authors: info.authors,
    template: options.template,
    language: info.language,
    pageCount: info.pageCount,
    ...namedPages(info),
    source: { fileName, sha256, sizeBytes },
    files: plan.files.map(({ path, title: fileTitle, level, pages, blocks }) => ({
      path,
      title: fileTitle,
      level,
      pages,
      words: countWords(blocks),
    })),
    tables: count('table'),
    figures: Math.max(count('figure'), captionsOfFigures(plan), figures.length),
    pageSources,
    tableList: tables,
    figureList: figures,
  };
}
