import { NO_BOX } from '../geometry.js';
import type { Block } from '../block-model.js';
import type { Subject } from '../rules.js';

/** A decision about a document without blocks is about its first page. */
const NO_PAGE = 1;

/** The subject of a decision about blocks: where the first of them is printed. */
export function subjectOf(blocks: readonly Block[], text: string): Subject {
  const first = blocks.find(({ source }) => source.length > 0)?.source[0];
  return { page: first?.page ?? NO_PAGE, box: first?.box ?? NO_BOX, text };
}
