/**
 * Which text blocks are headings. Three questions, a table each:
 *   1. `HEADING` (heading-rules.ts): is it one by a bookmark, a tag, a number or its type? Asked of text blocks with any
 *      such signal;
 *   2. `HEADING_STANDING` (standing.ts): does bold type of the body's size stand apart from the text as headings do?
 *   3. `HEADING_CONFIRMED` (confirmed.ts): does it agree with the headings that bookmarks and tags name?
 */
import { decide } from '../rules.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import type { HeadingCandidate } from './candidate.js';
import { confirmedHeadings } from './confirmed.js';
import { belowEach, evidenceOf, looksLikeHeading, type HeadingContext } from './evidence.js';
import { textFamily } from './faces.js';
import { HEADING } from './heading-rules.js';
import { largerType } from './larger-type.js';
import { loneNumbers } from './lone-numbers.js';
import { isSectionName } from './section-names.js';
import { seriesHeadings } from './series.js';
import { standingHeadings } from './standing.js';

/** The headings among the text blocks, in their order. */
export function findHeadings(textBlocks: readonly TextBlock[], context: HeadingContext): HeadingCandidate[] {
  const { style } = context;
  const series = new Set([...seriesHeadings(textBlocks, context.pageOf), ...loneNumbers(textBlocks)]);
  const isLarger = largerType(textBlocks, style);
  const familyOf = textFamily(textBlocks, context.pageOf);
  const evidence = evidenceOf(textBlocks, { ...context, series, isLarger });
  const likely = new Map<TextBlock, () => boolean>();
  const found = textBlocks.flatMap((textBlock): HeadingCandidate[] => {
    const known = evidence(textBlock);
    if (known) likely.set(textBlock, () => looksLikeHeading(known));
    if (!known || decide(HEADING, known) !== 'heading') return [];
    const { bookmark, contents, tag, number, runIn } = known;
    const family = familyOf(textBlock);
    return [{ textBlock, bookmark, contents, tag, number, runIn, ...(family ? { family } : {}) }];
  });
  const after = belowEach(textBlocks);
  const sure = new Set(
    found.filter(({ textBlock, runIn }) => series.has(textBlock) || runIn || isSectionName(textBlock)),
  );
  const isLikely = (textBlock: TextBlock): boolean => likely.get(textBlock)?.() ?? false;
  const surroundings = { after, sure, isLarger, isLikely, style };
  return confirmedHeadings(standingHeadings(found, surroundings), surroundings);
}
