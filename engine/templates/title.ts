import { oneLine, plainText } from '../markdown/text.js';
import type { StructuredDocument } from '../block-model.js';
import type { DocumentInfo } from '../model.js';
import type { StructureOptions } from '../shelf.js';

/** The printed title, else what the file says of itself, else the heading that its text begins with, else its name. */
export function titleOf(document: StructuredDocument, info: DocumentInfo, { source }: StructureOptions): string {
  const printed = document.blocks.find((block) => block.kind === 'heading' && block.title);
  const [first] = document.blocks;
  const texts = [
    document.title,
    printed?.kind === 'heading' ? plainText(printed.spans) : null,
    info.title,
    first?.kind === 'heading' ? plainText(first.spans) : null,
  ];
  const named = texts.map((text) => oneLine(text ?? '').trim()).find((text) => text);
  return named ?? (source.fileName.replace(/\.pdf$/i, '').trim() || 'Untitled');
}
