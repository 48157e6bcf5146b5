/** Text blocks to the blocks of the document: parts of tables joined, places as on the pages as displayed. */
import type { Furniture, StructuredDocument } from '../block-model.js';
import type { DocumentInfo } from '../model.js';
import type { LevelledHeading } from '../levels/stage.js';
import type { NormalisedPage } from '../normalise/stage.js';
import { pageFinder } from '../page-finder.js';
import type { DocumentStyle } from '../style/style.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { plainText } from '../text/spans.js';
import { buildBlocks } from './build.js';
import { joinTables } from './join-tables.js';
import { tieNotes } from './notes.js';
import { turnSourcesBack } from './sources.js';

export interface BlocksInput {
  info: DocumentInfo;
  pages: readonly NormalisedPage[];
  furniture: readonly Furniture[];
  style: DocumentStyle;
  textBlocks: readonly TextBlock[];
  levels: readonly LevelledHeading[];
}

export function blocksOf(input: BlocksInput): { document: StructuredDocument } {
  const { info, pages, furniture, style } = input;
  const { textBlocks, notes } = tieNotes(input.textBlocks);
  const byId = new Map(textBlocks.map((textBlock) => [textBlock.id, textBlock]));
  const headings = new Map(input.levels.map(({ textBlock, ...heading }) => [byId.get(textBlock)!, heading]));
  const blocks = joinTables(buildBlocks(textBlocks, { headings, notes, style, pageOf: pageFinder(pages) }));
  const title = blocks.find((block) => block.kind === 'heading' && block.title === true);
  return {
    document: {
      title: title?.kind === 'heading' ? plainText(title.spans) : info.title,
      blocks: turnSourcesBack(blocks, pages),
      furniture: [...furniture],
    },
  };
}
