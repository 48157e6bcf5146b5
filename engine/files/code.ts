/** Code blocks of Markdown, in which nothing is syntax. */
import { fenceAfter } from '../../contract/vocabulary.js';

export type LineKind = 'text' | 'fence' | 'code';

/** For each line whether it is in a fenced code block, is one of its fences, or neither. */
export function lineKinds(lines: readonly string[]): LineKind[] {
  let fence: string | null = null;
  return lines.map((line) => {
    const before = fence;
    fence = fenceAfter(line, before);
    if (fence !== before) return 'fence';
    return fence === null ? 'text' : 'code';
  });
}
