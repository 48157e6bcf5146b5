/**
 * The document engine in child processes: so many at once, each for one job, each within limits of memory and time,
 * each killed as a group on abort, stall and deadline.
 */
import { rm } from 'node:fs/promises';
import type { DocumentInfo } from '../engine/model.js';
import type { LanguageChoice } from '../engine/ocr/languages.js';
import type { StructureOptions, VerifyOptions } from '../engine/shelf.js';
import { NOT_SMALL } from '../workflows/messages.js';
import { LIMITED_BY } from './engine-launch.js';
import { runEngineProcess } from './engine-process.js';
import type { EngineJob, EngineResults } from './engine-protocol.js';
import { createEngineStarter, type EngineWatch } from './engine-spare.js';
import { documentError, OPEN_STALLS, parseRange, type RangeRequest, type RangeResult } from './parse-range.js';
import { createSlots } from './slots.js';

/** Time for the operations of an approval. */
const EDIT_MS = 60_000;
/** For one job on a small document, which takes half a second, on a busy machine a few. The next waits no longer. */
const SMALL_JOB_MS = 20_000;

/**
 * How many small documents have their turn beside the others' work: half as many as there are processes, so that many
 * small ones by themselves are no matter of a single processor.
 */
export const smallJobsBeside = (processes: number): number => Math.ceil(processes / 2);

export interface EnginePoolOptions {
  /** Engine processes at once, beside those for small documents. */
  concurrency: number;
  /** Data segment of one process. */
  memoryBytes: number;
  pageTimeoutMs: number;
  /** What pages without text are recognised by. */
  recognition: LanguageChoice & { pageTimeoutMs: number };
  /** Time for one job. */
  documentTimeoutMs: number;
  /** Time for one job on a small document; 20 s if not given. */
  smallJobMs?: number;
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

export interface StageJob extends Pick<EngineJob & { kind: 'stage' }, 'from' | 'until'> {
  /** Gets a StageRecord as JSON. */
  outPath: string;
  signal: AbortSignal;
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
export interface EngineJobs {
  inspect(pdfPath: string, options: { signal: AbortSignal }): Promise<DocumentInfo>;
  /** Reads the pages from `first` to `last`, counted from 1; one that hangs or explodes comes out as `degraded`. */
  parsePages(job: PagesJob & { first: number; last: number }): Promise<RangeResult>;
  /** Recognises the text of those `pages` (ascending) that need it, with the same care. */
  recognisePages(job: PagesJob & { pages: readonly number[] }): Promise<RangeResult>;
  structure(job: StructureJob): Promise<void>;
  /** Writes the VerifiedTree as gzipped JSON; gives its quality and audit. */
  verify(job: VerifyJob): Promise<EngineResults['verify']>;
}

export interface EnginePool extends EngineJobs {
  /**
   * The same for small documents: beside the other jobs, which may take minutes, and one at a time. A job that takes
   * long after all ends with an error named NotSmall.
   */
  small: EngineJobs;
  /** Runs the engine's stages up to one of them and writes what they made: for developers, not for the service. */
  stage(job: StageJob): Promise<void>;
  /** Applies operations to a tree: beside the other jobs, since somebody waits for it, and one at a time. */
  edit(job: EditJob): Promise<EngineResults['edit']>;
  /** Kills what runs and refuses what waits. */
  close(): Promise<void>;
}

/** How a job gets its turn; as `run` of `Slots`. */
type Turn = <T>(signal: AbortSignal, work: (stop: AbortSignal) => Promise<T>) => Promise<T>;

export function createEnginePool(options: EnginePoolOptions): EnginePool {
  const { memoryBytes, pageTimeoutMs, recognition, documentTimeoutMs, smallJobMs = SMALL_JOB_MS } = options;
  const slots = createSlots(options.concurrency);
  const smallSlots = createSlots(smallJobsBeside(options.concurrency));
  const editSlots = createSlots(1);
  const limits = { memoryBytes, cpuSeconds: documentTimeoutMs / 1000 + 1 };
  const engines = createEngineStarter(limits, options.startAhead, options.watch);
  options.log.info({ limitedBy: LIMITED_BY, memoryBytes, processes: options.concurrency }, 'engine pool is open');

  /** A job on one process, in its turn. */
  async function run<K extends EngineJob['kind']>(
    turn: Turn,
    job: Extract<EngineJob, { kind: K }>,
    signal: AbortSignal,
    stallMs = documentTimeoutMs,
  ): Promise<EngineResults[K]> {
    return turn(signal, async (stop) => {
      const times = { stallMs, openStallMs: stallMs, deadlineMs: documentTimeoutMs };
      try {
        return await runEngineProcess<K>(job, { engines, memoryBytes, ...times, signal: stop });
      } catch (error) {
        if ('outPath' in job) await rm((job as { outPath: string }).outPath, { force: true });
        throw documentError(error);
      }
    });
  }

  function jobs(turn: Turn): EngineJobs {
    const range = (request: RangeRequest, pageMs: number, signal: AbortSignal): Promise<RangeResult> =>
      turn(signal, (stop) => {
        const limits = { engines, memoryBytes, pageTimeoutMs: pageMs, deadlineMs: documentTimeoutMs };
        return parseRange(request, { ...limits, signal: stop });
      });
    return {
      inspect: (pdfPath, { signal }) =>
        run<'inspect'>(turn, { kind: 'inspect', pdfPath }, signal, pageTimeoutMs * OPEN_STALLS),
      parsePages: ({ signal, first, last, ...job }) => {
        const pages = Array.from({ length: last - first + 1 }, (_, i) => first + i);
        return range({ ...job, pages, recognition: null }, pageTimeoutMs, signal);
      },
      recognisePages: ({ signal, ...job }) => {
        const { pageTimeoutMs: recognitionMs, ...languages } = recognition;
        return range({ ...job, recognition: languages }, recognitionMs, signal);
      },
      async structure({ signal, ...job }) {
        await run<'structure'>(turn, { kind: 'structure', ...job }, signal);
      },
      verify: ({ signal, ...job }) => run<'verify'>(turn, { kind: 'verify', ...job }, signal),
    };
  }

  const documents: Turn = (signal, work) => slots.run(signal, work);
  const edits: Turn = (signal, work) => editSlots.run(signal, work);
  return {
    ...jobs(documents),
    small: jobs((signal, work) => smallSlots.run(signal, (stop) => briefly(smallJobMs, stop, work))),
    async stage({ signal, ...job }) {
      await run<'stage'>(documents, { kind: 'stage', ...job }, signal);
    },
    edit: ({ signal, ...job }) => run<'edit'>(edits, { kind: 'edit', ...job }, signal, EDIT_MS),
    async close() {
      await editSlots.close();
      await smallSlots.close();
      await slots.close();
      await engines.close();
    },
  };
}

/** Runs `work` with a signal that also aborts once it has taken longer than a small document does. */
async function briefly<T>(ms: number, stop: AbortSignal, work: (stop: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const message = `took longer than ${ms / 1000} s`;
  const timer = setTimeout(() => late.abort(Object.assign(new Error(message), { name: NOT_SMALL })), ms);
  try {
    return await work(AbortSignal.any([stop, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}
