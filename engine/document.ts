/** From parsed pages to a verified tree. Knows nothing of pdf.js, which takes half a second to load. */
import type { DocumentInfo, ParsedPage } from './model.js';
import { runStages, type Around } from './pipeline.js';
import { addTallies, NO_PAGES } from './page-tally.js';
import { refuseUnreadable, tallyPage } from './readable.js';
import { verify } from './verify/verify.js';
import type { UnverifiedTree, StructureOptions, VerifiedTree, VerifyOptions } from './shelf.js';

/**
 * The shelf's files from the parsed pages, by the template or by headings.
 *
 * @param around done with each stage
 * @throws DocumentError as `refuseUnreadable` does.
 */
export function structureDocument(
  info: DocumentInfo,
  pages: ParsedPage[],
  options: StructureOptions,
  around?: Around,
): UnverifiedTree {
  refuseUnreadable(pages.map(tallyPage).reduce(addTallies, NO_PAGES));
  const state = { info, options, pages: pages.map((parsed) => ({ parsed })) };
  return runStages(state, { from: 'normalise', until: 'files', ...(around && { around }) }).unverified;
}

/**
 * Checks the unverified tree against the pages, repairs what can be repaired, and judges by the policy.
 *
 * @throws DocumentError `verification_failed` under the policy `strict`, when an error is left after repair.
 */
export function verifyTree(
  info: DocumentInfo,
  pages: ParsedPage[],
  unverified: UnverifiedTree,
  options: VerifyOptions,
): VerifiedTree {
  const state = { info, options, unverified, pages: pages.map((parsed) => ({ parsed })) };
  return runStages(state, { from: 'verify', until: 'verify' }).tree;
}

/**
 * Both in one: the same tree, sooner, since verification makes the pages' text again, and where it has to repair something
 * the document's blocks, and here both are at hand, and the files are those that were just made.
 *
 * @param watch `onVerifying` is called when the files are made, `around` is done with each stage
 * @throws DocumentError as the two do.
 */
export function concludeDocument(
  info: DocumentInfo,
  pages: ParsedPage[],
  options: VerifyOptions,
  { onVerifying, around = (_, work) => work() }: { onVerifying: () => void; around?: Around },
): VerifiedTree {
  refuseUnreadable(pages.map(tallyPage).reduce(addTallies, NO_PAGES));
  const state = { info, options, pages: pages.map((parsed) => ({ parsed })) };
  const made = runStages(state, { from: 'normalise', until: 'files', around });
  const { unverified, document } = made;
  const read = made.pages.map(({ parsed }) => parsed);
  onVerifying();
  return around('verify', () =>
    verify({ info, pages: read, unverified, options, document: () => document, isFresh: true }),
  );
}
