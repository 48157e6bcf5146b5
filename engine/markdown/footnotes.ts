/** Footnotes: their text follows the block that refers to it, their labels are unique within a file. */
import type { Block, FootnoteBlock, Span } from '../block-model.js';

/** All spans of a block, those of its inner blocks included. */
export function spansOf(block: Block): Span[] {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
    case 'caption':
    case 'footnote':
      return block.spans;
    case 'list':
      return block.items.flatMap((item) => item.blocks.flatMap(spansOf));
    case 'table':
      return block.rows.flatMap((row) => row.flatMap((cell) => cell.spans));
    case 'quote':
      return block.blocks.flatMap(spansOf);
    case 'contents':
      return block.entries.flatMap((entry) => entry.spans);
    case 'field':
      return [...block.label, ...block.lines.flat()];
    case 'figure':
    case 'code':
    case 'equation':
      return [];
  }
}

const referencesOf = (block: Block): string[] => spansOf(block).flatMap((span) => span.footnote ?? []);

/** Puts each footnote behind the first block that refers to it; those that nothing refers to stay where they are. */
export function placeFootnotes(blocks: readonly Block[]): Block[] {
  const notes = new Map<string, FootnoteBlock>();
  for (const block of blocks) if (block.kind === 'footnote' && !notes.has(block.id)) notes.set(block.id, block);
  const placed = new Set<FootnoteBlock>();
  const after = new Map<Block, FootnoteBlock[]>();
  for (const block of blocks) {
    if (block.kind === 'footnote') continue;
    after.set(block, takeNotes(block, notes, placed));
  }
  return blocks.flatMap((block) => {
    if (block.kind === 'footnote') return placed.has(block) ? [] : [block];
    return [block, ...(after.get(block) ?? [])];
  });
}

/** Notes that `block` refers to, and those that they refer to, in the order of their marks. */
function takeNotes(block: Block, notes: Map<string, FootnoteBlock>, placed: Set<FootnoteBlock>): FootnoteBlock[] {
  const taken: FootnoteBlock[] = [];
  const open = referencesOf(block);
  for (let id = open.shift(); id !== undefined; id = open.shift()) {
    const note = notes.get(id);
    if (!note || placed.has(note)) continue;
    placed.add(note);
    taken.push(note);
    open.push(...referencesOf(note));
  }
  return taken;
}

/**
 * Labels for the footnotes of one file: the printed mark where that is a number or letters not yet used in the file,
 * else with a counter behind it. Only notes whose text is in the file and that something refers to get a label.
 */
export function footnoteLabels(blocks: readonly Block[]): Map<string, string> {
  const referred = new Set(blocks.filter((block) => !isHtmlTable(block)).flatMap(referencesOf));
  const labels = new Map<string, string>();
  const used = new Set<string>();
  for (const block of blocks) {
    if (block.kind !== 'footnote' || !referred.has(block.id) || labels.has(block.id)) continue;
    const mark = block.mark.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase() || 'note';
    let label = mark;
    for (let count = 2; used.has(label); count++) label = `${mark}-${count}`;
    used.add(label);
    labels.set(block.id, label);
  }
  return labels;
}

const isHtmlTable = (block: Block): boolean =>
  block.kind === 'table' &&
  block.rows.some((row) => row.some((cell) => (cell.colSpan ?? 1) > 1 || (cell.rowSpan ?? 1) > 1));
