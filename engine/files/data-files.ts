/** Files of data beside a shelf's text: the defined terms of a contract, the boxes of a form. */
import { plainText } from '../markdown/text.js';
import type { FieldBlock } from '../block-model.js';
import { definitionsIn } from '../templates/definitions.js';
import type { DataFile } from '../templates/shape.js';
import type { PlannedFile } from './plan.js';

export function dataOf(kind: DataFile, files: readonly PlannedFile[]): unknown {
  switch (kind) {
    case 'definitions.json':
      return { definitions: definitionsOf(files) };
    case 'boxes.json':
      return { boxes: files.flatMap(boxesOf) };
  }
}

interface Definition {
  term: string;
  definition: string;
  file: string;
  page: number | null;
}

/** Every defined term with where it is defined, in reading order; a term keeps its first definition. */
function definitionsOf(files: readonly PlannedFile[]): Definition[] {
  const found = new Map<string, Definition>();
  for (const { path, blocks } of files) {
    for (const block of blocks) {
      for (const { term, definition } of definitionsIn(block)) {
        if (!found.has(term)) found.set(term, { term, definition, file: path, page: block.source[0]?.page ?? null });
      }
    }
  }
  return [...found.values()];
}

/** The boxes in a file, as boxes.json lists them. */
function boxesOf({ path, blocks }: PlannedFile): object[] {
  const boxes = blocks.filter((block): block is FieldBlock => block.kind === 'field');
  return boxes.map(({ number, label, lines, source }) => ({
    number,
    label: plainText(label),
    lines: lines.map(plainText).filter((line) => line),
    file: path,
    page: source[0]?.page ?? null,
  }));
}
