import type { DataSource } from 'typeorm';
import type { PageTally } from '../engine/readable.js';
import type { DocumentInfo } from '../engine/model.js';
import type { StructureOptions, VerifyOptions } from '../engine/shelf.js';
import type { Config } from '../infra/config.js';
import type { Outbound } from '../infra/outbound/outbound.js';
import type { Sealer } from '../infra/sealing.js';
import type { Mailer } from '../infra/mailer.js';
import type { Storage } from '../infra/storage.js';
import type { Temporal } from '../infra/temporal.js';
import type { Scratch } from './scratch.js';

/** The document engine as activities use it: files in, files out, killed when `signal` aborts. */
export interface DocumentEngine {
  inspect(pdfPath: string, options: { signal: AbortSignal }): Promise<DocumentInfo>;
  parsePages(task: {
    pdfPath: string;
    first: number;
    last: number;
    outPath: string;
    signal: AbortSignal;
  }): Promise<PagesRead>;
  /** Recognises the text of those `pages` (ascending) that need it. */
  recognisePages(task: {
    pdfPath: string;
    pages: readonly number[];
    outPath: string;
    signal: AbortSignal;
  }): Promise<PagesRead>;
  structure(task: StructureTask): Promise<unknown>;
  verify(task: VerifyTask): Promise<unknown>;
  /** Applies the operations of an approval to a tree. */
  edit(task: EditTask): Promise<Edited>;
}

interface EditTask {
  /** The tree as .tar.gz. */
  archivePath: string;
  /** JSON of Operation[]. */
  operationsPath: string;
  /** Gets ShelfFile[] as gzipped JSON, unless an operation is refused. */
  outPath: string;
  signal: AbortSignal;
}

export interface Edited {
  /** The first operation that cannot be done, and the member of it that is at fault. */
  refused: { index: number; reason: string; member: string } | null;
}

export interface PagesRead {
  tally: PageTally;
  /** Pages whose text has to be recognised. */
  toRecognise: number[];
}

interface StructureTask {
  info: DocumentInfo;
  /** Results of parsePages, in page order, then those of recognisePages. */
  pagesPaths: string[];
  options: StructureOptions;
  outPath: string;
  signal: AbortSignal;
}

interface VerifyTask extends Omit<StructureTask, 'options'> {
  draftPath: string;
  options: VerifyOptions;
}

/** What the reconciler puts right, as `/metrics` counts it. */
export const REPAIRS = ['run_started', 'run_failed', 'run_cancelled', 'mail_started', 'delivery_started'] as const;
export type Repair = (typeof REPAIRS)[number];

export interface ActivityDeps {
  config: Pick<Config, 'engine' | 'webhooks' | 'reconcileAfterSeconds' | 'sweep'>;
  dataSource: DataSource;
  storage: Storage;
  scratch: Scratch;
  engine: DocumentEngine;
  mailer: Mailer;
  outbound: Outbound;
  /** Opens the secrets of webhooks. */
  sealer: Sealer;
  temporal: Pick<Temporal, 'within'>;
  /** Called for each thing that the reconciler has put right. */
  repaired: (what: Repair) => void;
}
