/** What the pool and an engine process say to each other: one job on stdin, events as lines of JSON on descriptor 3. */
import type { DocumentInfo } from '../engine/model.js';
import type { SyncStage } from '../engine/pipeline.js';
import type { LanguageChoice } from '../engine/ocr/languages.js';
import type { StructureOptions, VerifiedTree, VerifyOptions } from '../engine/shelf.js';

/** A document as read. */
export interface ReadFiles {
  info: DocumentInfo;
  options: VerifyOptions;
  /** Files of pages, those of recognised ones last. */
  pagesPaths: string[];
}

export type EngineJob =
  | { kind: 'inspect'; pdfPath: string }
  | {
      kind: 'parse';
      pdfPath: string;
      /** Counted from 1, ascending. */
      pages: number[];
      /** Set to recognise the text of the pages that need it. */
      recognition: LanguageChoice | null;
      outPath: string;
      recycleBytes: number;
    }
  | { kind: 'structure'; info: DocumentInfo; pagesPaths: string[]; options: StructureOptions; outPath: string }
  | {
      kind: 'verify';
      info: DocumentInfo;
      pagesPaths: string[];
      draftPath: string;
      options: VerifyOptions;
      outPath: string;
    }
  | {
      kind: 'stage';
      /** The document as read, or the file of an earlier such job. */
      from: ReadFiles | { recordPath: string };
      until: SyncStage;
      outPath: string;
    }
  | { kind: 'edit'; archivePath: string; operationsPath: string; outPath: string };

/** What each kind of job answers. */
export interface EngineResults {
  inspect: DocumentInfo;
  /** The page to go on with, when the process has grown too large to go on itself; null when all are done. */
  parse: { next: number | null };
  structure: null;
  verify: Pick<VerifiedTree, 'quality' | 'audit'>;
  stage: null;
  /** The first operation that cannot be done; then there is no file. */
  edit: { refused: { index: number; reason: string; member: string } | null };
}

export type EngineEvent =
  | { type: 'opened' }
  | { type: 'page-started'; page: number }
  | { type: 'page-done'; page: number }
  | { type: 'result'; value: unknown }
  | { type: 'error'; name: string; code: string | null; message: string; stack: string | null };

/** The descriptor that events go to. */
export const EVENT_FD = 3;
