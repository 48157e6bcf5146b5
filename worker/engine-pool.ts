/**
 * The document engine in child processes: so many at once, each for one job, each within limits of memory and time,
 * each killed as a group on abort, stall and deadline.
 */
import { rm } from 'node:fs/promises';
import type { DocumentInfo } from '../engine/model.js';
import type { LanguageChoice } from '../engine/ocr/languages.js';
import type { StructureOptions, VerifyOptions } from '../engine/shelf.js';
import { LIMITED_BY } from './engine-launch.js';
import { runEngineProcess } from './engine-process.js';
import type { EngineJob, EngineResults } from './engine-protocol.js';
import { createEngineStarter, type EngineWatch } from './engine-spare.js';
import { documentError, OPEN_STALLS, parseRange, type RangeRequest, type RangeResult } from './parse-range.js';
import { createSlots } from './slots.js';

/** Time for the operations of an approval. */
const EDIT_MS = 60_000;

export interface EnginePoolOptions {
  /** Engine processes at once. */
  concurrency: number;
  /** Data segment of one process. */
  memoryBytes: number;
  pageTimeoutMs: number;
  /** What pages without text are recognised by. */
  recognition: LanguageChoice & { pageTimeoutMs: number };
  /** Time for one job. */
  documentTimeoutMs: number;
  /** Keeps the next process started, so that no job waits for it: some 90 MB. */
  startAhead: boolean;
  /** Told of the processes, for `/metrics`. */
  watch?: EngineWatch;
  log: { info(fields: object, message: string): void };
}

interface PagesJob {
  pdfPath: string;
  /** Gets gzipped lines of ParsedPage. */
  outPath: string;
  signal: AbortSignal;
  onPage?: (page: number) => void;
}

export interface StructureJob {
  info: DocumentInfo;
  /** Files of parsePages, in page order, then those of recognisePages. */
  pagesPaths: string[];
  options: StructureOptions;
  /** Gets the Draft as gzipped JSON. */
  outPath: string;
  signal: AbortSignal;
}

export interface VerifyJob extends Omit<StructureJob, 'options'> {
  /** File of structure. */
  draftPath: string;
  options: VerifyOptions;
}

export interface EditJob {
  /** The tree as .tar.gz. */
  archivePath: string;
  /** JSON of Operation[]. */
  operationsPath: string;
  /** Gets ShelfFile[] as gzipped JSON. */
  outPath: string;
  signal: AbortSignal;
}

/**
 * All methods throw DocumentError where the document is at fault, the signal's reason when aborted, and leave neither
 * processes nor unfinished files behind.
 */
export interface EnginePool {
  inspect(pdfPath: string, options: { signal: AbortSignal }): Promise<DocumentInfo>;
  /** Reads the pages from `first` to `last`, counted from 1; one that hangs or explodes comes out as `degraded`. */
  parsePages(job: PagesJob & { first: number; last: number }): Promise<RangeResult>;
  /** Recognises the text of those `pages` (ascending) that need it, with the same care. */
  recognisePages(job: PagesJob & { pages: readonly number[] }): Promise<RangeResult>;
  structure(job: StructureJob): Promise<void>;
  /** Writes the VerifiedTree as gzipped JSON; gives its quality and audit. */
  verify(job: VerifyJob): Promise<EngineResults['verify']>;
  /** Applies operations to a tree: beside the other jobs, since somebody waits for it, and one at a time. */
  edit(job: EditJob): Promise<EngineResults['edit']>;
  /** Kills what runs and refuses what waits. */
  close(): Promise<void>;
}

export function createEnginePool(options: EnginePoolOptions): EnginePool {
  const { memoryBytes, pageTimeoutMs, recognition, documentTimeoutMs } = options;
  const slots = createSlots(options.concurrency);
  const editSlots = createSlots(1);
  const limits = { memoryBytes, cpuSeconds: documentTimeoutMs / 1000 + 1 };
  const engines = createEngineStarter(limits, options.startAhead, options.watch);
  options.log.info({ limitedBy: LIMITED_BY, memoryBytes, processes: options.concurrency }, 'engine pool is open');

  /** A job on one process, in its slot. */
  async function run<K extends EngineJob['kind']>(
    job: Extract<EngineJob, { kind: K }>,
    signal: AbortSignal,
    stallMs: number,
    among = slots,
  ): Promise<EngineResults[K]> {
    return among.run(signal, async (stop) => {
      const times = { stallMs, openStallMs: stallMs, deadlineMs: documentTimeoutMs };
      try {
        return await runEngineProcess<K>(job, { engines, memoryBytes, ...times, signal: stop });
      } catch (error) {
        if ('outPath' in job) await rm((job as { outPath: string }).outPath, { force: true });
        throw documentError(error);
      }
    });
  }

  const range = (request: RangeRequest, pageMs: number, signal: AbortSignal): Promise<RangeResult> =>
    slots.run(signal, (stop) =>
      parseRange(request, { engines, memoryBytes, pageTimeoutMs: pageMs, deadlineMs: documentTimeoutMs, signal: stop }),
    );

  return {
    inspect: (pdfPath, { signal }) => run<'inspect'>({ kind: 'inspect', pdfPath }, signal, pageTimeoutMs * OPEN_STALLS),
    parsePages: ({ signal, first, last, ...job }) => {
      const pages = Array.from({ length: last - first + 1 }, (_, i) => first + i);
      return range({ ...job, pages, recognition: null }, pageTimeoutMs, signal);
    },
    recognisePages: ({ signal, ...job }) => {
      const { pageTimeoutMs: recognitionMs, ...languages } = recognition;
      return range({ ...job, recognition: languages }, recognitionMs, signal);
    },
    async structure({ signal, ...job }) {
      await run<'structure'>({ kind: 'structure', ...job }, signal, documentTimeoutMs);
    },
    verify: ({ signal, ...job }) => run<'verify'>({ kind: 'verify', ...job }, signal, documentTimeoutMs),
    edit: ({ signal, ...job }) => run<'edit'>({ kind: 'edit', ...job }, signal, EDIT_MS, editSlots),
    async close() {
      await editSlots.close();
      await slots.close();
      await engines.close();
    },
  };
}
