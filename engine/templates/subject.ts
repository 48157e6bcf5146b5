import type { Block } from '../model.js';
import type { Subject } from '../rules.js';

/** What no page prints: a decision about a document without blocks. */
const NOWHERE = { page: 1, box: { x0: 0, y0: 0, x1: 0, y1: 0 } };

/** The subject of a decision about blocks: where the first of them is printed. */
export function subjectOf(blocks: readonly Block[], text: string): Subject {
  const first = blocks.find(({ source }) => source.length > 0)?.source[0];
  return { page: first?.page ?? NOWHERE.page, box: first?.box ?? NOWHERE.box, text };
}
