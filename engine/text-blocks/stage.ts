/** Lines to text blocks: paragraphs, items, headings, notes, entries of contents; which of them is what comes later. */
import type { DocumentInfo, Page } from '../model.js';
import { pageFinder } from '../page-finder.js';
import type { OrderedPage } from '../reading-order/stage.js';
import type { DocumentStyle } from '../style/style.js';
import type { Line } from '../text/line.js';
import { joinCaptionTitles } from './caption-titles.js';
import { withContents } from './contents.js';
import { splitContentsPages } from './contents-page.js';
import { joinLabels } from './labels.js';
import { withOutline } from './outline.js';
import { splitRunIns } from './run-in.js';
import { joinTitleLines } from './title-lines.js';
import { textBlocksOf, type TextBlock } from './text-blocks.js';
import { vocabularyOf } from './vocabulary.js';
import { underlines } from './underlines.js';

export interface TextBlocksInput {
  info: Pick<DocumentInfo, 'bookmarks'>;
  pages: readonly ({ page: Page; asides: readonly Line[]; edgeLines: readonly number[] } & OrderedPage)[];
  style: DocumentStyle;
}

export interface TextBlocksOutput {
  textBlocks: TextBlock[];
}

export function textBlocks({ info, pages, style }: TextBlocksInput): TextBlocksOutput {
  const pageOf = pageFinder(pages);
  const vocabulary = vocabularyOf(pages.flatMap(({ columns }) => columns.flatMap((column) => column.lines)));
  const context = { pageOf, vocabulary };
  const printed = pages.map((one) => ({ ...one, asides: withoutFurniture(one) }));
  const titles = joinTitleLines(textBlocksOf(printed, { style, ...context }), style, vocabulary);
  const whole = joinLabels(joinCaptionTitles(titles, vocabulary), style, vocabulary);
  const split = splitRunIns(withContents(splitContentsPages(whole, context)), pageOf);
  const listed = withOutline(split, info.bookmarks, { style, ...context });
  const isUnderlined = underlines(pageOf);
  const marked = listed.map((textBlock, id): TextBlock => {
    const { role, lines } = textBlock;
    return { ...textBlock, id, ...(role === 'text' && isUnderlined(lines) ? { underlined: true } : {}) };
  });
  return { textBlocks: marked };
}

/** The turned lines of a page that are no stamps. */
function withoutFurniture({ asides, edgeLines }: { asides: readonly Line[]; edgeLines: readonly number[] }): Line[] {
  const furniture = new Set(edgeLines);
  return asides.filter(({ id }) => !furniture.has(id));
}
