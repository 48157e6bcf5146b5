/** The document engine: bytes in, tree and findings out. No clock, no randomness, no environment, no network. */
import { draftOf } from './draft.js';
import {
  DocumentError,
  type DocumentInfo,
  type Draft,
  type ParsedPage,
  type StructureOptions,
  type VerifiedTree,
  type VerifyOptions,
} from './model.js';
import { structureBlocks } from './outline/structure.js';
import { verify } from './verify/verify.js';

export { bodyOf } from './files/content.js';
export * from './model.js';
export { openPdf } from './read/document.js';

/** Share of pages that must have been lost to time or memory for the document as a whole to be at fault. */
const LOST_SHARE = 0.8;

/**
 * The shelf's files from the parsed pages, by the template or by headings.
 *
 * @throws DocumentError `no_text` when no page has text; `timed_out` or `too_complex` when that is because nearly all
 *   of them could not be read.
 */
export function structureDocument(info: DocumentInfo, pages: ParsedPage[], options: StructureOptions): Draft {
  refuseUnreadable(pages);
  return draftOf({ info, pages, document: structureBlocks(info, pages), options, finest: 'template' });
}

function refuseUnreadable(pages: readonly ParsedPage[]): void {
  const lost = (reason: ParsedPage['degraded']): number => pages.filter(({ degraded }) => degraded === reason).length;
  const hasText = pages.some(({ runs }) => runs.some(({ text }) => text.trim()));
  const limit = hasText ? pages.length * LOST_SHARE : 0;
  const timedOut = lost('page_timeout');
  const tooLarge = lost('page_memory');
  const damaged = lost('page_error');
  if (timedOut + tooLarge > limit) {
    const code = timedOut >= tooLarge ? 'timed_out' : 'too_complex';
    throw new DocumentError(
      code,
      `${timedOut + tooLarge} of ${pages.length} pages could not be read within the limits`,
    );
  }
  if (hasText) return;
  if (damaged > pages.length / 2)
    throw new DocumentError('unreadable', `${damaged} of ${pages.length} pages are damaged`);
  throw new DocumentError('no_text', 'no page has text');
}

/**
 * Holds the draft against the pages, mends what can be mended, and judges by the policy.
 *
 * @throws DocumentError `verification_failed` under the policy `strict`, when an error is left after repair.
 */
export function verifyDraft(
  info: DocumentInfo,
  pages: ParsedPage[],
  draft: Draft,
  options: VerifyOptions,
): VerifiedTree {
  return verify({ info, pages, draft, options, document: () => structureBlocks(info, pages) });
}
