/** Lines to text blocks: paragraphs, items, headings, notes, entries of contents; which of them is what comes later. */
import type { Page } from '../model.js';
import { pageFinder } from '../page-finder.js';
import type { OrderedPage } from '../reading-order/stage.js';
import type { DocumentStyle } from '../style/style.js';
import type { Line } from '../text/line.js';
import { withContents } from './contents.js';
import { joinLabels } from './labels.js';
import { partRunIns } from './run-in.js';
import { textBlocksOf, type TextBlock } from './text-blocks.js';
import { vocabularyOf } from './text.js';

export interface TextBlocksInput {
  pages: readonly ({ page: Page; asides: readonly Line[] } & OrderedPage)[];
  style: DocumentStyle;
}

export function textBlocks({ pages, style }: TextBlocksInput): { textBlocks: TextBlock[] } {
  const pageOf = pageFinder(pages);
  const vocabulary = vocabularyOf(pages.flatMap(({ columns }) => columns.flatMap((column) => column.lines)));
  const whole = joinLabels(textBlocksOf(pages, { style, pageOf, vocabulary }), style, vocabulary);
  return { textBlocks: partRunIns(withContents(whole), pageOf).map((textBlock, id) => ({ ...textBlock, id })) };
}
