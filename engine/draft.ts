/** From the blocks of a document to the files of its shelf. */
import type { DocumentInfo, ParsedPage, StructuredDocument } from './model.js';
import { pageFindings } from './page-findings.js';
import type { Draft, StructureOptions } from './shelf.js';
import { titleOf, writeDraft } from './files/draft.js';
import { placeFootnotes } from './markdown/footnotes.js';
import { chooseStructure, type StructureChoice } from './templates/structure.js';

export interface DraftRequest {
  info: DocumentInfo;
  pages: readonly ParsedPage[];
  document: StructuredDocument;
  options: StructureOptions;
  /** The finest structure to try; `template` unless verification steps down. */
  finest: StructureChoice['finest'];
}

export function draftOf({ info, pages, document, options, finest }: DraftRequest): Draft {
  const title = titleOf(document, info, options);
  const structure = chooseStructure({
    blocks: placeFootnotes(document.blocks),
    title,
    template: options.template,
    finest,
  });
  const pageSizes = new Map(pages.map(({ number, width, height }) => [number, { width, height }]));
  const draft = writeDraft({ info, pageSizes, document, structure, options });
  return { ...draft, findings: [...pageFindings(pages), ...draft.findings] };
}
