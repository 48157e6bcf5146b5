/** Which text blocks are headings. */
import type { DocumentInfo, Page } from '../model.js';
import { pageFinder } from '../page-finder.js';
import type { DocumentStyle } from '../style/style.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import type { HeadingCandidate } from './candidate.js';
import { findHeadings } from './headings.js';
import { withoutPictureLabels } from './pictures.js';
import { withoutRunningHeads } from './running-heads.js';

export interface HeadingsInput {
  info: DocumentInfo;
  pages: readonly { page: Page }[];
  style: DocumentStyle;
  textBlocks: readonly TextBlock[];
}

export interface FoundHeading extends Omit<HeadingCandidate, 'textBlock'> {
  /** Id. */
  textBlock: number;
}

export interface HeadingsOutput {
  headings: FoundHeading[];
}

export function headingsOf({ info, pages, style, textBlocks }: HeadingsInput): HeadingsOutput {
  const pageOf = pageFinder(pages);
  const named = withoutPictureLabels(findHeadings(textBlocks, { style, info, pageOf }), style, pageOf);
  const found = withoutRunningHeads(named, textBlocks);
  return {
    headings: found.map((candidate) => ({ ...candidate, textBlock: candidate.textBlock.id })),
  };
}
