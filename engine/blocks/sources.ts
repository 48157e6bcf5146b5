/** Sources of blocks on pages that were turned to be read, back to the page as displayed. */
import type { Block, SourceBox } from '../block-model.js';
import type { Box } from '../model.js';
import type { NormalisedPage } from '../normalise/stage.js';
import { turnBox } from '../geometry.js';

/** Where a box of a page as it is laid out is on the page as displayed. */
export function asDisplayed(box: Box, { page, turn, mirrored }: NormalisedPage): Box {
  const upright = mirrored ? { ...box, x0: page.width - box.x1, x1: page.width - box.x0 } : box;
  return turnBox(upright, page, 360 - turn);
}

export function turnSourcesBack(blocks: readonly Block[], pages: readonly NormalisedPage[]): Block[] {
  const turned = new Map(
    pages.filter(({ turn, mirrored }) => turn !== 0 || mirrored).map((layout) => [layout.page.number, layout]),
  );
  if (turned.size === 0) return [...blocks];
  const back = (source: readonly SourceBox[]): SourceBox[] =>
    source.map(({ page, box }) => {
      const layout = turned.get(page);
      return { page, box: layout ? asDisplayed(box, layout) : box };
    });
  const block = (item: Block): Block => {
    const source = back(item.source);
    if (item.kind === 'quote') return { ...item, source, blocks: item.blocks.map(block) };
    if (item.kind === 'table') {
      const rows = item.rows.map((row) =>
        row.map((cell) => (cell.source ? { ...cell, source: back(cell.source) } : cell)),
      );
      return { ...item, source, rows };
    }
    if (item.kind !== 'list') return { ...item, source };
    const items = item.items.map((entry) => ({
      ...entry,
      source: back(entry.source),
      blocks: entry.blocks.map(block),
    }));
    return { ...item, source, items };
  };
  return blocks.map(block);
}
