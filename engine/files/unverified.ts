/** All files of a shelf from the tree of sections. */
import type { StructuredDocument } from '../block-model.js';
import type { DocumentInfo, ParsedPage } from '../model.js';
import type { UnverifiedTree, ShelfFile, SourceMapEntry, StructureOptions } from '../shelf.js';
import type { Structure } from '../templates/structure.js';
import { allBlocks } from '../templates/section.js';
import { createPageMarker, renderFile } from './content.js';
import { dataOf } from './data-files.js';
import { listFigures, type WrittenFigure } from './figure-list.js';
import { granularityOf } from './granularity.js';
import { jsonText } from './json.js';
import { createLinker, placesOf } from './links.js';
import { metadataOf } from './metadata.js';
import { missingHeadings } from './missing-headings.js';
import { openingOf } from './opening.js';
import { METADATA_PATH, README_PATH } from './order.js';
import type { PageSource } from './page-sources.js';
import { withPictures } from './pictures.js';
import { planFiles, type FilePlan } from './plan.js';
import { comparePaths } from './paths.js';
import { readme } from './readme.js';
import { sourceMapFiles, type PageSizes } from './source-map.js';
import { listTables, type WrittenTable } from './table-list.js';
import { targetFinder } from './target-finder.js';

export interface UnverifiedInput {
  info: DocumentInfo;
  /** As displayed. */
  pages: readonly ParsedPage[];
  pageSizes: PageSizes;
  pageSources: PageSource[];
  document: StructuredDocument;
  structure: Structure;
  options: StructureOptions;
  title: string;
}

/** Writes every file of the shelf. The same input gives the same bytes. */
export function writeUnverified(input: UnverifiedInput): UnverifiedTree {
  const { info, structure, document, title } = input;
  const plan = planFiles(structure.root);
  const { pageSizes } = input;
  const { contents, sourceMap, written, figures } = renderFiles(input, plan);
  const tables = listTables(written, pageSizes);
  const listed = listFigures(figures, pageSizes);
  const metadata = metadataOf({
    ...{ info, options: input.options, title, plan },
    pageSources: input.pageSources,
    tables: tables.entries,
    figures: withPictures(input.pages, {
      ...{ pageSizes, sourceMap, figures: listed, tables: tables.entries },
      files: plan.files.map(({ path }) => path),
    }),
  });
  const maps = sourceMapFiles(sourceMap);
  const extras = structure.dataFiles.map((path) => ({ path, content: jsonText(dataOf(path, plan.files)) }));
  return {
    title,
    files: [
      {
        path: README_PATH,
        content: readme({
          metadata,
          opening: openingOf(plan.files.flatMap((file) => file.blocks)),
          files: plan.files.map((file, at) => ({ ...file, content: contents[at]!.content })),
          titles: new Map(plan.directories.map(({ path, title: of }) => [path, of])),
          data: [...extras, ...maps].map(({ path }) => path),
        }),
      },
      ...contents,
      { path: METADATA_PATH, content: jsonText(metadata) },
      ...extras.toSorted((a, b) => comparePaths(a.path, b.path)),
      ...maps,
    ],
    quality: {
      tier: structure.tier,
      granularity: granularityOf(plan, structure.granularity),
      fallbackApplied: structure.tier === 'degraded',
    },
    findings: [...structure.findings, ...tables.findings, ...missingHeadings(info, document.blocks)],
    furniture: document.furniture,
  };
}

/** The content files, with where their lines, tables and figures are. */
function renderFiles({ info, pageSizes, structure }: UnverifiedInput, plan: FilePlan) {
  const places = placesOf(plan.files);
  const targets = targetFinder(structure.targets, allBlocks(structure.root));
  const link = createLinker({ files: plan.files, places, targets, pageSizes });
  const marker = createPageMarker(info.pageCount);
  const sourceMap: SourceMapEntry[] = [];
  const written: WrittenTable[] = [];
  const figures: WrittenFigure[] = [];
  const contents: ShelfFile[] = plan.files.map((file, index) => {
    const rendered = renderFile(file, {
      marker,
      pageSizes,
      link: (spans, block) => link(spans, places.get(block)!),
      isLast: index === plan.files.length - 1,
    });
    sourceMap.push(...rendered.sourceMap);
    written.push(...rendered.tables);
    figures.push(...rendered.figures);
    return { path: file.path, content: rendered.content };
  });
  return { contents, sourceMap, written, figures };
}
