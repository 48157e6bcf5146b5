/** The structure of a document with the reasons for it: the stages run unchanged, and every decision that they take. */
import { asDisplayed } from './blocks/sources.js';
import type { StructuredDocument } from './block-model.js';
import type { Box, DocumentInfo, ParsedPage } from './model.js';
import type { NormalisedPage } from './normalise/stage.js';
import { runStages, type Around } from './pipeline.js';
import { addTallies, NO_PAGES } from './page-tally.js';
import { refuseUnreadable, tallyPage } from './readable.js';
import { recordDecisions, type Decision, type AnyDecisionTable } from './rules.js';
import type { UnverifiedTree, VerifiedTree, VerifyOptions } from './shelf.js';
import type { Line } from './text/line.js';
import { treeOf } from './verify/stage.js';

/** Receives each decision, its box on the page as displayed, with the table that it comes from. */
export type DecisionListener = (decision: Decision, table: AnyDecisionTable) => void;

export interface FurnitureBox {
  page: number;
  box: Box;
  text: string;
}

export interface Explained {
  unverified: UnverifiedTree;
  tree: VerifiedTree;
  document: StructuredDocument;
  /** Running heads and feet, which are in no block of the document. */
  furniture: FurnitureBox[];
}

/**
 * A document that the policy `strict` refuses is explained as one that `best_effort` accepts: what is decided is the same.
 *
 * @throws DocumentError as `structureDocument` does.
 */
export function explainDocument(
  info: DocumentInfo,
  pages: ParsedPage[],
  asked: VerifyOptions,
  listen: DecisionListener,
): Explained {
  refuseUnreadable(pages.map(tallyPage).reduce(addTallies, NO_PAGES));
  const options: VerifyOptions = { ...asked, policy: asked.policy === 'strict' ? 'best_effort' : asked.policy };
  const asRead = { info, options, pages: pages.map((parsed) => ({ parsed })) };
  const inPlace = recording(listen, (_, box) => box);
  const normalised = runStages(asRead, { from: 'normalise', until: 'normalise', around: inPlace });
  // from here until there are blocks, boxes are those of pages that were turned and mirrored to be read
  const turnedBack = recording(listen, displayedOn(normalised.pages));
  const built = runStages(normalised, { from: 'figures', until: 'blocks', around: turnedBack });
  const { unverified } = runStages(built, { from: 'structure', until: 'files', around: inPlace });
  const { document } = built;
  // with the blocks at hand, as they are the ones that verification would make again for a repair
  const { tree } = inPlace('verify', () => treeOf({ ...asRead, unverified }, () => document, true));
  return { unverified, tree, document, furniture: built.pages.flatMap(furnitureOf) };
}

type ToDisplayed = (page: number, box: Box) => Box;

/** Runs each stage so that its decisions go to `listen`, under its name. */
function recording(listen: DecisionListener, toDisplayed: ToDisplayed): Around {
  return (stage, work) =>
    recordDecisions(
      (decision, table) => listen({ ...decision, stage, box: toDisplayed(decision.page, decision.box) }, table),
      work,
    );
}

function displayedOn(pages: readonly NormalisedPage[]): ToDisplayed {
  const turned = new Map(
    pages.filter(({ turn, mirrored }) => turn !== 0 || mirrored).map((page) => [page.page.number, page]),
  );
  return (number, box) => {
    const page = turned.get(number);
    return page ? asDisplayed(box, page) : box;
  };
}

function furnitureOf(
  page: NormalisedPage & { lines: readonly Line[]; asides: readonly Line[]; edgeLines: readonly number[] },
): FurnitureBox[] {
  const edge = new Set(page.edgeLines);
  return [...page.lines, ...page.asides]
    .filter(({ id }) => edge.has(id))
    .map(({ box, text }) => ({ page: page.page.number, box: asDisplayed(box, page), text }));
}
