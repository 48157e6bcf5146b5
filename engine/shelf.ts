/** What becomes of a document: the files of a shelf, before verification and after it. Plain JSON like the rest of model.ts. */
import type { StructuredDocument } from './block-model.js';
import type {
  AcceptancePolicy,
  AuditFinding,
  AuditStatus,
  Granularity,
  Template,
  Tier,
} from '../contract/vocabulary.js';

/** One file of a shelf. `path` is relative with `/` between segments. */
export interface ShelfFile {
  path: string;
  content: string;
}

/** One content file's entry in metadata.json. */
export interface FileEntry {
  path: string;
  title: string;
  /** Depth of its first heading in the document, title 1. */
  level: number;
  /** First and last page, counted from 1; null for a file that people wrote and that names none. */
  pages: [number, number] | null;
  words: number;
}

/**
 * The place of a block, of an item of a list or of a row of a table: the lines of a content file (counted from 1, both
 * inclusive) and the box on a page (in 0..1 from the top left). What goes over several pages has an entry for each.
 */
export interface SourceMapEntry {
  path: string;
  startLine: number;
  endLine: number;
  page: number;
  box: [number, number, number, number];
}

export interface Quality {
  tier: Tier;
  granularity: Granularity;
  fallbackApplied: boolean;
}

/** The tree as structured, before verification. */
export interface UnverifiedTree {
  title: string;
  /** All files in shelf order: README.md, content files by path, metadata.json, other JSON, source-map.json. */
  files: ShelfFile[];
  quality: Quality;
  /** What structuring itself has to remark (a template that does not fit, a page that was lost). */
  findings: AuditFinding[];
  /** What was set apart as running head, foot, page number or line number; it may be missing from the files. */
  furniture: StructuredDocument['furniture'];
}

/** The tree that becomes a version. */
export interface VerifiedTree {
  title: string;
  files: ShelfFile[];
  quality: Quality;
  audit: { status: AuditStatus; summary: string; findings: AuditFinding[]; repairAttempts: number };
}

/** The same as it is handed over, with the release of the engine that made it. */
export interface MadeTree extends VerifiedTree {
  engineVersion: string;
}

export interface StructureOptions {
  template: Template | null;
  source: { fileName: string; sha256: string; sizeBytes: number };
}

export interface VerifyOptions extends StructureOptions {
  policy: AcceptancePolicy;
}
