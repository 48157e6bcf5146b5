/** The protocol between the pool and an engine process: one job on stdin, events as lines of JSON on descriptor 3. */
import { join } from 'node:path';
import type {
  ConcludeJob,
  Converted,
  ConvertJob,
  DrawJob,
  Edited,
  EditJob,
  LanguagesJob,
  StructureJob,
  Verified,
  VerifyJob,
} from '../activities/document-engine.js';
import type { AcceptancePolicy } from '../contract/vocabulary.js';
import type { DocumentInfo } from '../engine/model.js';
import type { VerifyOptions } from '../engine/shelf.js';
import type { StageName, SyncStage } from '../engine/pipeline.js';
import type { PageSize } from '../engine/read/paint.js';
import type { RecognitionChoice } from './recognition.js';

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
      recognition: RecognitionChoice | null;
      /** Each page goes with what was decided about it: see explain/reading.ts. */
      explains?: boolean;
      outPath: string;
      recycleBytes: number;
    }
  | ({ kind: 'languages'; recognition: RecognitionChoice } & Omit<LanguagesJob, 'signal'>)
  | {
      kind: 'paint';
      pdfPath: string;
      /** Counted from 1, ascending. */
      pages: number[];
      /** Gets a file for each page that can be painted: see `picturePath`. */
      outFolder: string;
      recycleBytes: number;
    }
  | ({ kind: 'draw' } & DrawJob)
  | { kind: 'measure'; pdfPath: string }
  | ({ kind: 'structure'; explain?: ExplanationRequest } & StructureJob)
  | ({ kind: 'verify' } & VerifyJob)
  | ({ kind: 'conclude' } & Omit<ConcludeJob, 'onVerifying'>)
  | ({ kind: 'convert' } & Omit<ConvertJob, 'onProgress'>)
  | {
      kind: 'stage';
      /** The document as read, or the file of an earlier such job. */
      from: ReadFiles | { recordPath: string };
      until: SyncStage;
      outPath: string;
    }
  | ({ kind: 'edit' } & EditJob);

/** What a document's explanation depends on, and where it is kept: see explain/. */
export interface ExplanationRequest {
  /** Verification decides by it. */
  policy: AcceptancePolicy;
  /** Gets the decisions, one a line. */
  decisionsPath: string;
  /** Receives the rest of the explanation, as gzipped JSON. */
  overviewPath: string;
}

/** The result of each kind of job. */
export interface EngineResults {
  inspect: DocumentInfo;
  /** The page to continue with, when the process has grown too large to continue itself; null when all are done. */
  parse: { next: number | null };
  /** Names of languages, joined by "+". */
  languages: string;
  paint: { next: number | null };
  draw: { drawn: boolean };
  measure: (PageSize | null)[];
  structure: null;
  verify: Verified;
  conclude: Verified;
  convert: Converted;
  stage: null;
  edit: Edited;
}

export type EngineEvent =
  /** The first: the engine is loaded. The job is read only now. */
  | { type: 'ready' }
  | { type: 'opened' }
  | { type: 'page-started'; page: number }
  | { type: 'page-done'; page: number }
  | { type: 'counted'; pages: number }
  | { type: 'step'; step: 'structuring' | 'verifying' }
  /** Times in milliseconds since 1970. */
  | { type: 'stage'; stage: StageName; startMs: number; endMs: number }
  | { type: 'result'; value: unknown }
  | { type: 'error'; name: string; code: string | null; message: string; stack: string | null };

/** Where the picture of a page is in the folder of a `paint` job. */
export const picturePath = (folder: string, page: number): string => join(folder, `${page}.webp`);

/** The descriptor that events go to. */
export const EVENT_FD = 3;
