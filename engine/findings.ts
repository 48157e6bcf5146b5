/**
 * What the engine can remark on a document: one table of stable codes. docs/findings.md lists them for readers; a test
 * holds both together.
 */
import type { AuditFinding, FindingCheck, FindingSeverity } from '../contract/vocabulary.js';

interface FindingKind {
  check: FindingCheck;
  /** Unless the finding says another. */
  severity: FindingSeverity;
}

const kind = (check: FindingCheck, severity: FindingSeverity): FindingKind => ({ check, severity });

export const FINDINGS = {
  bad_path: kind('naming', 'error'),
  twin_path: kind('naming', 'error'),
  file_too_large: kind('file-size', 'error'),
  large_file: kind('file-size', 'warning'),
  missing_words: kind('content', 'warning'),
  extra_words: kind('content', 'warning'),
  misplaced_text: kind('content', 'error'),
  text_out_of_order: kind('content', 'review'),
  doubtful_table: kind('content', 'review'),
  text_restored: kind('content', 'warning'),
  page_without_text: kind('content', 'review'),
  page_error: kind('content', 'review'),
  page_timeout: kind('content', 'review'),
  page_memory: kind('content', 'review'),
  too_much_text: kind('content', 'review'),
  unmapped_text: kind('content', 'review'),
  garbled_text: kind('content', 'review'),
  hidden_text: kind('content', 'warning'),
  recognised_text: kind('content', 'warning'),
  low_ocr_confidence: kind('content', 'warning'),
  no_files: kind('structural', 'error'),
  empty_file: kind('structural', 'error'),
  bad_front_matter: kind('structural', 'error'),
  bad_page_marks: kind('structural', 'error'),
  bad_order: kind('structural', 'error'),
  bad_readme: kind('structural', 'error'),
  bad_metadata: kind('structural', 'error'),
  bad_source_map: kind('structural', 'error'),
  broken_link: kind('structural', 'error'),
  broken_anchor: kind('structural', 'error'),
  broken_note: kind('structural', 'error'),
  tree_rebuilt: kind('structural', 'warning'),
  heading_jump: kind('structural', 'warning'),
  bookmarks_differ: kind('structural', 'warning'),
  template_mismatch: kind('structural', 'review'),
  no_headings: kind('structural', 'warning'),
  no_boxes: kind('structural', 'review'),
} as const satisfies Record<string, FindingKind>;

export type FindingCode = keyof typeof FINDINGS;

export interface FindingPlace {
  file?: string;
  /** Counted from 1. */
  page?: number;
  severity?: FindingSeverity;
}

export function finding(code: FindingCode, message: string, { file, page, severity }: FindingPlace = {}): AuditFinding {
  return {
    check: FINDINGS[code].check,
    severity: severity ?? FINDINGS[code].severity,
    code,
    message,
    ...(file === undefined ? {} : { file }),
    ...(page === undefined ? {} : { sourceRef: `page ${page}` }),
  };
}
