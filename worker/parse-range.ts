/**
 * Parses a range of pages in a way that survives each page: one that hangs or explodes is marked as `degraded`, and a new
 * process continues after it.
 */
import { rm } from 'node:fs/promises';
import type { PagesRead } from '../activities/document-engine.js';
import { DocumentError, type ParsedPage } from '../engine/model.js';
import type { LanguageChoice } from '../engine/ocr/languages.js';
import { runEngineProcess, type CrashCause, type EngineCrash, type ProcessOptions } from './engine-process.js';
import { joinParts, lostPage } from './pages-file.js';

/** Factor on the page time-out for opening a file, which reads its tables, and all of it where it is damaged. */
export const OPEN_STALLS = 3;
/** Above this share of the memory limit a process hands over to a fresh one. */
const RECYCLE_SHARE = 0.6;

const DEGRADED: Record<CrashCause, NonNullable<ParsedPage['degraded']>> = {
  stalled: 'page_timeout',
  cpu: 'page_timeout',
  memory: 'page_memory',
  crashed: 'page_error',
  killed: 'page_error',
};

export interface RangeRequest {
  pdfPath: string;
  /** Counted from 1, ascending. */
  pages: readonly number[];
  /** Set to recognise the text of the pages that need it; `pages` are then only those. */
  recognition: LanguageChoice | null;
  /** Gets the pages as gzipped lines of JSON. */
  outPath: string;
  onPage?: (page: number) => void;
}

export interface RangeResult extends PagesRead {
  /** Pages that could not be read because their process hung or broke. */
  lost: number[];
}

/** After this many lost pages the rest of a range is given up, because each page may take its whole time limit. */
const lossLimit = (count: number): number => Math.max(3, Math.ceil(count / 4));

/**
 * Parses the range into `outPath`.
 *
 * @throws DocumentError from opening the file, or when opening hangs or explodes; the signal's reason.
 */
export async function parseRange(
  request: RangeRequest,
  limits: Pick<ProcessOptions, 'engines' | 'memoryBytes' | 'deadlineMs' | 'signal'> & { pageTimeoutMs: number },
): Promise<RangeResult> {
  const lost: ParsedPage[] = [];
  const parts: string[] = [];
  const deadline = performance.now() + limits.deadlineMs;
  const lose = (page: ParsedPage): void => {
    lost.push(page);
    request.onPage?.(page.number);
  };
  try {
    for (let rest = request.pages; rest.length > 0;) {
      const partPath = `${request.outPath}.part-${parts.length + 1}`;
      parts.push(partPath);
      const remainingMs = deadline - performance.now();
      if (remainingMs <= 0) throw new DocumentError('timed_out', 'the pages took longer than the document may');
      const run = await parsePart(
        { ...request, pages: rest, outPath: partPath },
        { ...limits, deadlineMs: remainingMs },
      );
      const { crash, next } = run;
      rest = rest.filter((page) => (crash ? page > crash.page : next !== null && page >= next));
      if (!crash) continue;
      const degraded = DEGRADED[crash.cause];
      lose(lostPage(crash.page, degraded));
      if (lost.length < lossLimit(request.pages.length)) continue;
      for (const page of rest) lose({ ...lostPage(page, degraded), untried: true });
      rest = [];
    }
    return await joinParts(parts, lost, request.outPath);
  } catch (error) {
    await rm(request.outPath, { force: true });
    throw error;
  } finally {
    await Promise.all(parts.map((path) => rm(path, { force: true })));
  }
}

interface PartResult {
  next: number | null;
  crash?: { page: number; cause: CrashCause };
}

/** One process over the pages, until it is done, hands over, or breaks at a page. */
async function parsePart(
  request: RangeRequest,
  limits: Omit<ProcessOptions, 'stallMs' | 'openStallMs' | 'onEvent'> & { pageTimeoutMs: number },
): Promise<PartResult> {
  let page: number | null = null;
  try {
    return await runEngineProcess<'parse'>(
      {
        kind: 'parse',
        pdfPath: request.pdfPath,
        pages: [...request.pages],
        recognition: request.recognition,
        outPath: request.outPath,
        recycleBytes: limits.memoryBytes * RECYCLE_SHARE,
      },
      {
        ...limits,
        stallMs: limits.pageTimeoutMs,
        openStallMs: limits.pageTimeoutMs * OPEN_STALLS,
        onEvent: (event) => {
          if (event.type === 'page-started') page = event.page;
          if (event.type === 'page-done') request.onPage?.(event.page);
        },
      },
    );
  } catch (error) {
    if (!isCrash(error)) throw error;
    if (page !== null) return { next: null, crash: { page, cause: error.cause } };
    throw documentError(error);
  }
}

const isCrash = (error: unknown): error is EngineCrash => (error as { code?: unknown }).code === 'ENGINE_CRASH';

/** The document error for a crash; a crash that may not be the document's fault is returned as it is. */
export function documentError(error: unknown): unknown {
  if (!isCrash(error)) return error;
  if (error.cause === 'memory') return new DocumentError('too_complex', 'the document needs more memory than it may');
  if (error.cause === 'crashed' || error.cause === 'killed') return error;
  return new DocumentError('timed_out', 'the document took longer than it may');
}
