/** The document's structure with the reason for it: the same stages, and every decision that they take. */
import { draftOf } from './draft.js';
import { structureBlocks } from './blocks/stage.js';
import { asDisplayed } from './blocks/sources.js';
import type { Box, DocumentInfo, ParsedPage, StructuredDocument } from './model.js';
import { readingPage } from './normalise/mirror.js';
import { uprightPage } from './normalise/upright.js';
import { refuseUnreadable, addTallies, NO_PAGES, tallyPage } from './readable.js';
import { recordDecisions, type Decision, type TableFacts } from './rules.js';
import type { Draft, StructureOptions } from './shelf.js';

/** Receives each decision, its box on the page as displayed, with the table that it comes from. */
export type DecisionListener = (decision: Decision, table: TableFacts) => void;

export interface Explained {
  draft: Draft;
  document: StructuredDocument;
}

/** @throws DocumentError as `structureDocument` does. */
export function explainDocument(
  info: DocumentInfo,
  pages: ParsedPage[],
  options: StructureOptions,
  listen: DecisionListener,
): Explained {
  refuseUnreadable(pages.map(tallyPage).reduce(addTallies, NO_PAGES));
  const displayed = displayedBoxes(pages);
  const document = recordDecisions(
    (decision, table) =>
      listen({ ...decision, box: displayed(decision.page, decision.box), stage: 'structure' }, table),
    () => structureBlocks(info, pages),
  );
  const draft = recordDecisions(
    (decision, table) => listen({ ...decision, stage: 'templates' }, table),
    () => draftOf({ info, pages, document, options, finest: 'template' }),
  );
  return { draft, document };
}

/** Boxes of pages that were turned or mirrored to be read, back on the page as displayed. */
function displayedBoxes(pages: readonly ParsedPage[]): (page: number, box: Box) => Box {
  const layouts = new Map(
    pages.flatMap((read) => {
      const { page: upright, turn } = uprightPage(read);
      const { page, mirrored } = readingPage(upright);
      return turn !== 0 || mirrored ? [[read.number, { page, turn, mirrored }] as const] : [];
    }),
  );
  return (number, box) => {
    const layout = layouts.get(number);
    return layout ? asDisplayed(box, layout) : box;
  };
}
