/**
 * Runs a job page by page, so that a page can only break itself: one that hangs or crashes is skipped, and a new process
 * continues after it.
 */
import { DocumentError } from '../engine/document-error.js';
import { documentError, isCrash, type CrashCause } from './engine-errors.js';
import { runEngineProcess, type ProcessOptions } from './engine-process.js';
import type { EngineJob } from './engine-protocol.js';

/** Factor on the page time-out for opening a file, which reads its tables, and all of it where it is damaged. */
export const OPEN_STALLS = 3;
/** Above this share of the memory limit a process hands over to a fresh one. */
const RECYCLE_SHARE = 0.6;
/** After this many lost pages the rest of a range is given up, because each page may take its whole time limit. */
const lossLimit = (count: number): number => Math.max(3, Math.ceil(count / 4));

export type PagesLimits = Pick<ProcessOptions, 'engines' | 'memoryBytes' | 'deadlineMs' | 'signal'> & {
  pageTimeoutMs: number;
};

/** The jobs that take one page after the other. */
type Kind = 'parse' | 'paint';
type JobOf<K extends Kind> = Extract<EngineJob, { kind: K }>;

export interface PagesRequest<K extends Kind> {
  /** Counted from 1, ascending. */
  pages: readonly number[];
  /** The job for the pages that are left. */
  jobOf(rest: number[], recycleBytes: number): JobOf<K>;
  onDone?: (page: number) => void;
  /** `untried` where too many before it were lost, so that the rest was given up. */
  onLost(page: number, cause: CrashCause, untried: boolean): void;
}

/** @throws DocumentError from opening the file, or when opening hangs or crashes; EngineNotStarted; the signal's reason. */
export async function runPageByPage<K extends Kind>(request: PagesRequest<K>, limits: PagesLimits): Promise<void> {
  const deadline = performance.now() + limits.deadlineMs;
  let lost = 0;
  for (let rest = [...request.pages]; rest.length > 0;) {
    const remainingMs = deadline - performance.now();
    if (remainingMs <= 0) throw new DocumentError('timed_out', 'the pages took longer than the document may');
    const job = request.jobOf(rest, limits.memoryBytes * RECYCLE_SHARE);
    const { next, crash } = await runPart(job, request, { ...limits, deadlineMs: remainingMs });
    rest = rest.filter((page) => (crash ? page > crash.page : next !== null && page >= next));
    if (!crash) continue;
    request.onLost(crash.page, crash.cause, false);
    if (++lost < lossLimit(request.pages.length)) continue;
    for (const page of rest) request.onLost(page, crash.cause, true);
    rest = [];
  }
}

interface PartResult {
  next: number | null;
  crash?: { page: number; cause: CrashCause };
}

/** One process over the pages, until it is done, hands over, or breaks at a page. */
async function runPart<K extends Kind>(
  job: JobOf<K>,
  request: PagesRequest<K>,
  limits: PagesLimits,
): Promise<PartResult> {
  let page: number | null = null;
  try {
    return await runEngineProcess<Kind>(job, {
      ...limits,
      stallMs: limits.pageTimeoutMs,
      openStallMs: limits.pageTimeoutMs * OPEN_STALLS,
      onEvent: (event) => {
        if (event.type !== 'page-started' && event.type !== 'page-done') return;
        if (!request.pages.includes(event.page)) return; // a hostile process may name any
        if (event.type === 'page-started') page = event.page;
        else request.onDone?.(event.page);
      },
    });
  } catch (error) {
    if (!isCrash(error)) throw error;
    if (page !== null) return { next: null, crash: { page, cause: error.cause } };
    throw documentError(error);
  }
}
