/** The document's blocks to sections, which become files: by the template, or by its headings. */
import { placeFootnotes } from '../markdown/footnotes.js';
import type { StructuredDocument } from '../block-model.js';
import type { DocumentInfo } from '../model.js';
import type { StructureOptions } from '../shelf.js';
import { chooseStructure, type Structure, type StructureChoice } from './structure.js';
import { titleOf, type TitleSources } from './title.js';

export interface StructureInput {
  info: DocumentInfo;
  options: StructureOptions;
  document: StructuredDocument;
  pages: TitleSources['pages'];
}

export interface StructureOutput {
  title: string;
  structure: Structure;
}

/** @param finest the finest structure to try; `template` unless verification steps down. */
export function structureOf(
  { info, options, document, pages }: StructureInput,
  finest: StructureChoice['finest'] = 'template',
): StructureOutput {
  const title = titleOf({ document, info, pages, fileName: options.source.fileName });
  const blocks = placeFootnotes(document.blocks);
  return { title, structure: chooseStructure({ blocks, title, template: options.template, finest }) };
}
