/** The level of each heading. */
import type { FoundHeading } from '../headings/stage.js';
import type { DocumentStyle } from '../style/style.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { assignLevels, type Heading } from './levels.js';

export interface LevelsInput {
  style: DocumentStyle;
  textBlocks: readonly TextBlock[];
  headings: readonly FoundHeading[];
}

export interface LevelledHeading extends Heading {
  /** Id. */
  textBlock: number;
}

export function levelsOf({ style, textBlocks, headings }: LevelsInput): { levels: LevelledHeading[] } {
  const byId = new Map(textBlocks.map((textBlock) => [textBlock.id, textBlock]));
  const candidates = headings.map((heading) => ({ ...heading, textBlock: byId.get(heading.textBlock)! }));
  const levels = assignLevels(candidates, textBlocks, style);
  return { levels: Array.from(levels, ([{ id }, heading]) => ({ ...heading, textBlock: id })) };
}
