/**
 * The document engine in child processes: so many at once, each for one job, each within limits of memory and time,
 * each killed as a group on abort, stall and deadline.
 */
import { rm } from 'node:fs/promises';
import type { DocumentInfo } from '../engine/model.js';
import type { StructureOptions, VerifyOptions } from '../engine/shelf.js';
import { LIMITED_BY } from './engine-launch.js';
import { runEngineProcess } from './engine-process.js';
import type { EngineJob, EngineResults } from './engine-protocol.js';
import { createEngineStarter } from './engine-spare.js';
import { documentError, OPEN_STALLS, parseRange, type RangeRequest, type RangeResult } from './parse-range.js';
import { createSlots } from './slots.js';

export interface EnginePoolOptions {
  /** Engine processes at once. */
  concurrency: number;
  /** Data segment of one process. */
  memoryBytes: number;
  pageTimeoutMs: number;
  /** Time for one job. */
  documentTimeoutMs: number;
  /** Keeps the next process started, so that no job waits for it: some 90 MB. */
  startAhead: boolean;
  log: { info(fields: object, message: string): void };
}

export interface StructureJob {
  info: DocumentInfo;
  /** Files of parsePages, in page order. */
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

/**
 * All methods throw DocumentError where the document is at fault, the signal's reason when aborted, and leave neither
 * processes nor unfinished files behind.
 */
export interface EnginePool {
  inspect(pdfPath: string, options: { signal: AbortSignal }): Promise<DocumentInfo>;
  /** Gzipped lines of ParsedPage; a page that hangs or explodes is in it as `degraded`. */
  parsePages(job: RangeRequest & { signal: AbortSignal }): Promise<RangeResult>;
  structure(job: StructureJob): Promise<void>;
  /** Writes the VerifiedTree as gzipped JSON; gives its quality and audit. */
  verify(job: VerifyJob): Promise<EngineResults['verify']>;
  /** Kills what runs and refuses what waits. */
  close(): Promise<void>;
}

export function createEnginePool(options: EnginePoolOptions): EnginePool {
  const { memoryBytes, pageTimeoutMs, documentTimeoutMs } = options;
  const slots = createSlots(options.concurrency);
  const engines = createEngineStarter({ memoryBytes, cpuSeconds: documentTimeoutMs / 1000 + 1 }, options.startAhead);
  options.log.info({ limitedBy: LIMITED_BY, memoryBytes, processes: options.concurrency }, 'engine pool is open');

  /** A job on one process, in its slot. */
  async function run<K extends EngineJob['kind']>(
    job: Extract<EngineJob, { kind: K }>,
    signal: AbortSignal,
    stallMs: number,
  ): Promise<EngineResults[K]> {
    return slots.run(signal, async (stop) => {
      const times = { stallMs, openStallMs: stallMs, deadlineMs: documentTimeoutMs };
      try {
        return await runEngineProcess<K>(job, { engines, memoryBytes, ...times, signal: stop });
      } catch (error) {
        if ('outPath' in job) await rm((job as { outPath: string }).outPath, { force: true });
        throw documentError(error);
      }
    });
  }

  return {
    inspect: (pdfPath, { signal }) => run<'inspect'>({ kind: 'inspect', pdfPath }, signal, pageTimeoutMs * OPEN_STALLS),
    parsePages: ({ signal, ...request }) =>
      slots.run(signal, (stop) =>
        parseRange(request, { engines, memoryBytes, pageTimeoutMs, deadlineMs: documentTimeoutMs, signal: stop }),
      ),
    async structure({ signal, ...job }) {
      await run<'structure'>({ kind: 'structure', ...job }, signal, documentTimeoutMs);
    },
    verify: ({ signal, ...job }) => run<'verify'>({ kind: 'verify', ...job }, signal, documentTimeoutMs),
    async close() {
      await slots.close();
      await engines.close();
    },
  };
}
