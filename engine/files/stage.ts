/** Sections to the files of a shelf, with what is to be remarked on its pages. */
import type { StructuredDocument } from '../block-model.js';
import type { DocumentInfo, ParsedPage } from '../model.js';
import { pageFindings } from '../page-findings.js';
import type { UnverifiedTree, StructureOptions } from '../shelf.js';
import type { StructureOutput } from '../templates/stage.js';
import { pageSources } from './page-sources.js';
import { writeUnverified } from './unverified.js';

export interface FilesInput extends StructureOutput {
  info: DocumentInfo;
  options: StructureOptions;
  pages: readonly { parsed: ParsedPage }[];
  document: StructuredDocument;
}

export function filesOf({ pages, ...input }: FilesInput): { unverified: UnverifiedTree } {
  const parsed = pages.map((page) => page.parsed);
  const pageSizes = new Map(parsed.map(({ number, width, height }) => [number, { width, height }]));
  const unverified = writeUnverified({ ...input, pages: parsed, pageSizes, pageSources: pageSources(parsed) });
  return { unverified: { ...unverified, findings: [...pageFindings(parsed), ...unverified.findings] } };
}
