/** The last stages but verification, for callers that already have a document's blocks. */
import { filesOf } from '../files/stage.js';
import type { StructuredDocument } from '../block-model.js';
import type { DocumentInfo, ParsedPage } from '../model.js';
import type { UnverifiedTree, StructureOptions } from '../shelf.js';
import { structureOf } from '../templates/stage.js';
import type { StructureChoice } from '../templates/structure.js';

export interface UnverifiedRequest {
  info: DocumentInfo;
  pages: readonly ParsedPage[];
  document: StructuredDocument;
  options: StructureOptions;
  /** The finest structure to try; `template` unless verification steps down. */
  finest: StructureChoice['finest'];
}

export function unverifiedOf({ pages, finest, ...request }: UnverifiedRequest): UnverifiedTree {
  const input = { ...request, pages: pages.map((parsed) => ({ parsed })) };
  return filesOf({ ...input, ...structureOf(input, finest) }).unverified;
}
