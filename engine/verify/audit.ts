/** All that can be said against a tree, by every check there is. */
import type { AuditFinding } from '../../contract/vocabulary.js';
import type { DocumentInfo, ParsedPage } from '../model.js';
import type { UnverifiedTree } from '../shelf.js';
import { checkContent, type ContentCheck } from './content-check.js';
import { createMapCheck } from './map-check.js';
import { checkOrder } from './order-check.js';
import { createSource } from './source-words.js';
import { checkTree } from './tree-check.js';

export interface Audit {
  content: ContentCheck;
  findings: AuditFinding[];
}

/** Checks trees of one document. What its pages print is read once, and what is alike in two trees is compared once. */
export function createAuditor(info: DocumentInfo, pages: readonly ParsedPage[]): (unverified: UnverifiedTree) => Audit {
  const readSource = createSource(pages);
  const checkSourceMap = createMapCheck(pages);
  return (unverified) => {
    const content = checkContent(pages, unverified, readSource);
    return {
      content,
      findings: [
        ...content.findings,
        ...checkSourceMap(unverified),
        ...checkOrder(unverified),
        ...checkTree(info, unverified),
      ],
    };
  };
}
