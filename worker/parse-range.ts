/** Parses a range of pages; a page that hangs or crashes is marked as `degraded`. */
import { rm } from 'node:fs/promises';
import type { PagesRead } from '../activities/document-engine.js';
import type { ParsedPage } from '../engine/model.js';
import type { RecognitionChoice } from './recognition.js';
import type { CrashCause } from './engine-errors.js';
import { languagesOf } from './document-language.js';
import { runPageByPage, type PagesLimits } from './page-by-page.js';
import { joinParts, lostPage } from './pages-file.js';

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
  recognition: RecognitionChoice | null;
  /** Languages that pages can be recognised in. */
  installed: readonly string[];
  /** Each page goes with what was decided about it. */
  explains?: boolean;
  /** Gets the pages as gzipped lines of JSON. */
  outPath: string;
  onPage?: (page: number) => void;
}

export interface RangeResult extends PagesRead {
  /** Pages that could not be read because their process hung or broke. */
  lost: number[];
}

/**
 * Parses the range into `outPath`.
 *
 * @throws DocumentError from opening the file, or when opening hangs or crashes; EngineNotStarted; the signal's reason.
 */
export async function parseRange(request: RangeRequest, limits: PagesLimits): Promise<RangeResult> {
  const { pdfPath, pages, recognition, installed, explains = false, outPath, onPage } = request;
  const lost: ParsedPage[] = [];
  const parts: string[] = [];
  try {
    await runPageByPage<'parse'>(
      {
        pages,
        jobOf(rest, recycleBytes) {
          const partPath = `${outPath}.part-${parts.length + 1}`;
          parts.push(partPath);
          return {
            ...{ kind: 'parse', pdfPath, pages: rest, recognition, outPath: partPath, recycleBytes },
            ...(explains ? { explains } : {}),
          };
        },
        ...(onPage ? { onDone: onPage } : {}),
        onLost(page, cause, untried) {
          lost.push({ ...lostPage(page, DEGRADED[cause]), ...(untried ? { untried } : {}) });
          onPage?.(page);
        },
      },
      limits,
    );
    const { texts, ...read } = await joinParts(parts, { pages, lost, recognised: recognition !== null }, outPath);
    const languages = read.toRecognise.length > 0 ? languagesOf(texts, installed) : [];
    return languages.length > 0 ? { ...read, languages: languages.join('+') } : read;
  } catch (error) {
    await rm(outPath, { force: true });
    throw error;
  } finally {
    await Promise.all(parts.map((path) => rm(path, { force: true })));
  }
}
