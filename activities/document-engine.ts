/**
 * The port to the document engine: files in, files out. worker/engine-pool.ts implements it with child processes, which
 * receive the jobs unchanged (worker/engine-protocol.ts); tests replace it.
 */
import type { DocumentInfo } from '../engine/model.js';
import type { PageTally } from '../engine/page-tally.js';
import type { PagePart, PageSize } from '../engine/read/paint.js';
import type { StructureOptions, VerifiedTree, VerifyOptions } from '../engine/shelf.js';

export interface Abortable {
  /** Ends the job and its processes; the call then throws the signal's reason. */
  signal: AbortSignal;
}

export interface PagesJob extends Abortable {
  pdfPath: string;
  /** Receives gzipped lines of ParsedPage. */
  outPath: string;
  /** Called with the number of each page that is done or lost. */
  onPage?: (page: number) => void;
}

export interface PagesRead {
  tally: PageTally;
  /** Pages whose text has to be recognised. */
  toRecognise: number[];
  /** What these are to be recognised in, joined by "+", where the text of the other pages read tells it. */
  languages?: string;
}

export interface LanguagesJob extends Abortable {
  pdfPath: string;
  /** Files of parsePages: of some of the pages, to see what text they have. */
  pagesPaths: string[];
  /** Scanned pages that may be tried, counted from 1. */
  pages: readonly number[];
  /** What the PDF names as its language. */
  declaredLanguage: string | null;
}

export interface StructureJob {
  info: DocumentInfo;
  /** Files of parsePages, in page order, then those of recognisePages. */
  pagesPaths: string[];
  options: StructureOptions;
  /** Receives the unverified tree as gzipped JSON. */
  outPath: string;
}

export interface VerifyJob extends Omit<StructureJob, 'options'> {
  /** The file that `structure` wrote. */
  unverifiedTreePath: string;
  options: VerifyOptions;
  /** Receives the VerifiedTree as gzipped JSON. */
  outPath: string;
}

/** Structures and verifies in one process. */
export interface ConcludeJob extends Omit<StructureJob, 'options'> {
  options: VerifyOptions;
  /** Called once, when the tree is structured. */
  onVerifying?: () => void;
  /** Receives the VerifiedTree as gzipped JSON. */
  outPath: string;
}

/** What a document that is converted at once has come to; each is reported once at most, in this order. */
export type ConvertProgress = { pageCount: number } | { step: 'structuring' | 'verifying' };

/** A whole document in one process. */
export interface ConvertJob {
  pdfPath: string;
  /** A document with more is not converted. */
  maxPages: number;
  options: VerifyOptions;
  onProgress?: (progress: ConvertProgress) => void;
  /** Receives the VerifiedTree as gzipped JSON, unless the document is not converted. */
  outPath: string;
}

/**
 * How many pages were converted; null where the document is not, since it has too many pages, or some whose text has to be
 * recognised. Then there is what `inspect` would return for it, where that is known.
 */
export type Converted = { pageCount: number } | { pageCount: null; info?: DocumentInfo };

export type Verified = Pick<VerifiedTree, 'quality' | 'audit'>;

/** One page, or a part of it, as a picture. */
export interface DrawJob {
  pdfPath: string;
  /** Counted from 1. */
  page: number;
  /** Pixels. */
  width: number;
  /** The part of it; null for the whole page. */
  box: PagePart | null;
  /** Receives a PNG, unless the page cannot be drawn. */
  outPath: string;
}

export interface EditJob {
  /** The tree as .tar.gz. */
  archivePath: string;
  /** JSON of Operation[]. */
  operationsPath: string;
  /** Receives `{ files: ShelfFile[] }` as gzipped JSON, unless an operation is refused. */
  outPath: string;
}

export interface EditStart {
  /** Fetches the job's files once it may begin: what waits holds none. */
  prepare: () => Promise<void>;
  /** A job that may not begin within this throws an error with the code BUSY; it waits for as long as it takes if not given. */
  maxWaitMs?: number | undefined;
}

export interface Edited {
  /** The first operation that cannot be applied, and the member of it that is at fault; null when all were. */
  refused: { index: number; reason: string; member: string } | null;
}

/**
 * All methods throw DocumentError where the document is at fault, and the signal's reason when aborted. They leave
 * neither processes nor unfinished files behind.
 */
export interface DocumentEngine {
  inspect(pdfPath: string, options: Abortable): Promise<DocumentInfo>;
  /** Reads the pages from `first` to `last`, counted from 1. A page that hangs or crashes is marked as `degraded`. */
  parsePages(job: PagesJob & { first: number; last: number }): Promise<PagesRead>;
  /**
   * In which of the installed languages the scanned pages are to be recognised: their names, joined by "+". For documents of
   * which `parsePages` has not told it.
   */
  chooseLanguages(job: LanguagesJob): Promise<string>;
  /** Recognises the text of those `pages` (ascending) that need it, under the same limits; in all languages by default. */
  recognisePages(job: PagesJob & { pages: readonly number[]; languages?: string }): Promise<PagesRead>;
  structure(job: StructureJob & Abortable): Promise<void>;
  verify(job: VerifyJob & Abortable): Promise<Verified>;
  conclude(job: ConcludeJob & Abortable): Promise<Verified>;
  /** Any page that hangs or crashes ends the job. */
  convert(job: ConvertJob & Abortable): Promise<Converted>;
  /** False when the page cannot be drawn: it is damaged, or takes more time or memory than a picture may. */
  draw(job: DrawJob & Abortable): Promise<{ drawn: boolean }>;
  /** The sizes of all pages; null for a page that cannot be read. */
  measure(pdfPath: string, options: Abortable): Promise<(PageSize | null)[]>;
  /** Applies the operations of an approval to a tree. */
  edit(job: EditJob & EditStart & Abortable): Promise<Edited>;
}
