/** The files checked against the pages, repaired where that is possible, and judged. */
import type { StructuredDocument } from '../block-model.js';
import type { DocumentInfo, ParsedPage } from '../model.js';
import { documentText } from '../normalise/document-text.js';
import type { UnverifiedTree, VerifiedTree, VerifyOptions } from '../shelf.js';
import { verify } from './verify.js';

export interface VerifyStageInput {
  info: DocumentInfo;
  options: VerifyOptions;
  pages: readonly { parsed: ParsedPage }[];
  unverified: UnverifiedTree;
}

/**
 * @param remake makes the document's blocks again, where there is something to repair
 * @param isFresh the unverified tree was made of these blocks in this process, so that no storage can have damaged it
 */
export function treeOf(
  { info, options, pages, unverified }: VerifyStageInput,
  remake: (info: DocumentInfo, pages: readonly ParsedPage[]) => StructuredDocument,
  isFresh = false,
): { tree: VerifiedTree } {
  const parsed = documentText(pages.map((page) => page.parsed));
  return { tree: verify({ info, pages: parsed, unverified, options, document: () => remake(info, parsed), isFresh }) };
}
