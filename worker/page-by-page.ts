/**
 * A job over pages that survives them: one that hangs or explodes is left out, and a new process goes on behind it.
 */
import { DocumentError } from '../engine/model.js';
import { runEngineProcess, type CrashCause, type EngineCrash, type ProcessOptions } from './engine-process.js';
import type { EngineJob } from './engine-protocol.js';

/** Opening reads the file's tables, which for a damaged one means all of it. */
export const OPEN_STALLS = 3;
/** Share of the memory limit above which a process hands over to a fresh one. */
const RECYCLE_SHARE = 0.6;
/** Once so many pages of a range were lost, the rest of it is given up: each may cost its whole time limit. */
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
  /** The job for those that are left. */
  jobOf(rest: number[], recycleBytes: number): JobOf<K>;
  onDone?: (page: number) => void;
  /** `untried` where so many before it were lost that the rest was given up. */
  onLost(page: number, cause: CrashCause, untried: boolean): void;
}

/** @throws DocumentError from opening the file, or when opening hangs or explodes; the signal's reason. */
export async function runPageByPage<K extends Kind>(request: PagesRequest<K>, limits: PagesLimits): Promise<void> {
  const deadline = performance.now() + limits.deadlineMs;
  let lost = 0;
  for (let rest = [...request.pages]; rest.length > 0;) {
    const remainingMs = deadline - performance.now();
    if (remainingMs <= 0) throw new DocumentError('timed_out', 'the pages took longer than the document may');
    const job = request.jobOf(rest, limits.memoryBytes * RECYCLE_SHARE);
    const { next, crash } = await runPart(job, request.onDone, { ...limits, deadlineMs: remainingMs });
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
  onDone: PagesRequest<K>['onDone'],
  limits: PagesLimits,
): Promise<PartResult> {
  let page: number | null = null;
  try {
    return await runEngineProcess<Kind>(job, {
      ...limits,
      stallMs: limits.pageTimeoutMs,
      openStallMs: limits.pageTimeoutMs * OPEN_STALLS,
      onEvent: (event) => {
        if (event.type === 'page-started') page = event.page;
        if (event.type === 'page-done') onDone?.(event.page);
      },
    });
  } catch (error) {
    if (!isCrash(error)) throw error;
    if (page !== null) return { next: null, crash: { page, cause: error.cause } };
    throw documentError(error);
  }
}

const isCrash = (error: unknown): error is EngineCrash => (error as { code?: unknown }).code === 'ENGINE_CRASH';

/** What a crash says of the document as a whole; a crash without a known cause stays one, since it may not be its fault. */
export function documentError(error: unknown): unknown {
  if (!isCrash(error)) return error;
  if (error.cause === 'memory') return new DocumentError('too_complex', 'the document needs more memory than it may');
  if (error.cause === 'crashed' || error.cause === 'killed') return error;
  return new DocumentError('timed_out', 'the document took longer than it may');
}
