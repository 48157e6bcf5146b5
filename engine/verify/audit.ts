/** All that can be said against a draft, by every check there is. */
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

/** Checks drafts of one document. What its pages print is read once, and what is alike in two drafts is compared once. */
export function createAuditor(info: DocumentInfo, pages: readonly ParsedPage[]): (draft: UnverifiedTree) => Audit {
  const readSource = createSource(pages);
  const checkSourceMap = createMapCheck(pages);
  return (draft) => {
    const content = checkContent(pages, draft, readSource);
    return {
      content,
      findings: [...content.findings, ...checkSourceMap(draft), ...checkOrder(draft), ...checkTree(info, draft)],
    };
  };
}
