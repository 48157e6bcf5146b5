/** Which text blocks are headings. */
import type { DocumentInfo, Page } from '../model.js';
import { pageFinder } from '../page-finder.js';
import type { DocumentStyle } from '../style/style.js';
import type { OutlineItem } from '../text-blocks/outline.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import type { HeadingCandidate } from './candidate.js';
import { findHeadings } from './headings.js';
import { missingHeadings } from './missing.js';
import { withoutPictureLabels } from './pictures.js';
import { withoutRunningHeads } from './running-heads.js';

export interface HeadingsInput {
  info: DocumentInfo;
  pages: readonly { page: Page }[];
  style: DocumentStyle;
  textBlocks: readonly TextBlock[];
  outline: readonly OutlineItem[];
}

export interface FoundHeading extends Omit<HeadingCandidate, 'textBlock'> {
  /** Id. */
  textBlock: number;
}

export interface HeadingsOutput {
  headings: FoundHeading[];
  /** What bookmarks and printed contents list and no heading is, with the page where it should be. */
  missingHeadings: OutlineItem[];
}

export function headingsOf({ info, pages, style, textBlocks, outline }: HeadingsInput): HeadingsOutput {
  const pageOf = pageFinder(pages);
  const named = withoutPictureLabels(findHeadings(textBlocks, { style, info, pageOf }), style, pageOf);
  const found = withoutRunningHeads(named);
  return {
    headings: found.map((candidate) => ({ ...candidate, textBlock: candidate.textBlock.id })),
    missingHeadings: missingHeadings(
      outline,
      found.map(({ textBlock }) => textBlock),
    ),
  };
}
