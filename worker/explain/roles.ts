/** The final blocks of a document as boxes with a role: what the pages' pictures are coloured by. */
import type { FurnitureBox } from '../../engine/explain.js';
import type { Block, SourceBox, Span } from '../../engine/block-model.js';
import { firstWords, loggedBox, type LoggedBox } from './decision-log.js';

export type Role = Block['kind'] | 'furniture';

export interface RoleBox {
  page: number;
  box: LoggedBox;
  role: Role;
  /** Of a heading: 1 is the title. */
  level?: number;
  /** The first words. */
  text: string;
}

const textOf = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('');

/** In reading order. What holds other blocks comes before them: an item of a list counts as the list's. */
export function roleBoxes(blocks: readonly Block[]): RoleBox[] {
  return blocks.flatMap(boxesOf);
}

export const furnitureBox = ({ page, box, text }: FurnitureBox): RoleBox => ({
  page,
  box: loggedBox(box),
  role: 'furniture',
  text: firstWords(text),
});

function boxesOf(block: Block): RoleBox[] {
  if (block.kind === 'heading') {
    return placed(block.source, 'heading', wordsOf(block)).map((box) => ({ ...box, level: block.level }));
  }
  if (block.kind === 'quote') return [...placed(block.source, 'quote', wordsOf(block)), ...within(block.blocks)];
  if (block.kind !== 'list') return placed(block.source, block.kind, wordsOf(block));
  return block.items.flatMap(({ marker, blocks, source }) => [
    ...placed(source, 'list', `${marker} ${wordsOf(blocks[0])}`),
    ...within(blocks),
  ]);
}

/** The blocks inside a list item or a quotation, besides its own text. */
const within = (blocks: readonly Block[]): RoleBox[] =>
  blocks.filter(({ kind }) => kind !== 'paragraph').flatMap(boxesOf);

function placed(source: readonly SourceBox[], role: Role, text: string): RoleBox[] {
  return source.map(({ page, box }) => ({ page, box: loggedBox(box), role, text: firstWords(text) }));
}

function wordsOf(block: Block | undefined): string {
  if (!block) return '';
  if ('spans' in block) return textOf(block.spans);
  if ('text' in block) return block.text;
  switch (block.kind) {
    case 'list':
      return wordsOf(block.items[0]?.blocks[0]);
    case 'quote':
      return wordsOf(block.blocks[0]);
    case 'table':
      return (block.rows[0] ?? []).map(({ spans }) => textOf(spans)).join(' | ');
    case 'figure':
      return block.labels;
    case 'contents':
      return textOf(block.entries[0]?.spans ?? []);
    case 'field':
      return textOf(block.label);
  }
}
