/** From parsed pages to a verified tree. Knows nothing of pdf.js, which takes half a second to load. */
import { draftOf } from './draft.js';
import type { DocumentInfo, ParsedPage } from './model.js';
import type { Draft, StructureOptions, VerifiedTree, VerifyOptions } from './shelf.js';
import { structureBlocks } from './blocks/stage.js';
import { addTallies, NO_PAGES, refuseUnreadable, tallyPage } from './readable.js';
import { verify } from './verify/verify.js';

/**
 * The shelf's files from the parsed pages, by the template or by headings.
 *
 * @throws DocumentError as `refuseUnreadable` does.
 */
export function structureDocument(info: DocumentInfo, pages: ParsedPage[], options: StructureOptions): Draft {
  refuseUnreadable(pages.map(tallyPage).reduce(addTallies, NO_PAGES));
  return draftOf({ info, pages, document: structureBlocks(info, pages), options, finest: 'template' });
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
