/** All that can be said against a draft, by every check there is. */
import type { AuditFinding } from '../../contract/vocabulary.js';
import type { DocumentInfo, ParsedPage } from '../model.js';
import type { UnverifiedTree } from '../shelf.js';
import { checkContent, type ContentCheck } from './content-check.js';
import { checkSourceMap } from './map-check.js';
import { checkOrder } from './order-check.js';
import { checkTree } from './tree-check.js';

export interface Audit {
  content: ContentCheck;
  findings: AuditFinding[];
}

export function auditDraft(info: DocumentInfo, pages: readonly ParsedPage[], draft: UnverifiedTree): Audit {
  const content = checkContent(pages, draft);
  return {
    content,
    findings: [...content.findings, ...checkSourceMap(pages, draft), ...checkOrder(draft), ...checkTree(info, draft)],
  };
}
