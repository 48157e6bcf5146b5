/** From pages as read to the document's blocks: layout, then blocks, then outline. */
import { layoutDocument } from '../reading-order/stage.js';
import { buildBlocks } from './build.js';
import { markContents } from '../text-blocks/contents.js';
import { textBlocksOf } from '../text-blocks/text-blocks.js';
import { documentStyle } from '../style/style.js';
import { vocabularyOf } from '../text-blocks/text.js';
import type { DocumentInfo, ParsedPage, StructuredDocument } from '../model.js';
import { plainText } from '../text/spans.js';
import { evenSizes } from '../normalise/even-sizes.js';
import { joinTables } from './join-tables.js';
import { findHeadings } from '../headings/headings.js';
import { joinLabels } from '../text-blocks/labels.js';
import { assignLevels } from '../levels/levels.js';
import { withoutPictureLabels } from '../headings/pictures.js';
import { partRunIns } from '../text-blocks/run-in.js';
import { turnSourcesBack } from './sources.js';

/** `pages` in order; degraded ones contribute what was read of them. Pure: the same pages give the same blocks. */
export function structureBlocks(info: DocumentInfo, pages: readonly ParsedPage[]): StructuredDocument {
  const layout = layoutDocument(evenSizes(pages));
  const style = documentStyle(layout.pages);
  const byNumber = new Map(layout.pages.map(({ page }) => [page.number, page]));
  const pageOf = (number: number): ParsedPage => {
    const page = byNumber.get(number);
    if (!page) throw new Error(`no page ${number}`);
    return page;
  };
  const lines = layout.pages.flatMap(({ columns }) => columns.flatMap((column) => column.lines));
  const vocabulary = vocabularyOf(lines);
  const whole = joinLabels(textBlocksOf(layout.pages, { style, pageOf, vocabulary }), style, vocabulary);
  markContents(whole);
  const { textBlocks, runIns } = partRunIns(whole, pageOf);
  const candidates = withoutPictureLabels(findHeadings(textBlocks, { style, info, runIns, pageOf }), style, pageOf);
  const headings = assignLevels(candidates, textBlocks, style);
  const blocks = joinTables(buildBlocks(textBlocks, { headings, style, pageOf }));
  const title = blocks.find((block) => block.kind === 'heading' && block.title === true);
  return {
    title: title?.kind === 'heading' ? plainText(title.spans) : info.title,
    blocks: turnSourcesBack(blocks, layout.pages),
    furniture: layout.furniture,
  };
}
