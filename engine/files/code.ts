/** Code blocks of Markdown, in which nothing is syntax. */

const OPENING = /^[\s>]*(?:(?:[-+*]|\d{1,9}[.)])\s+)*(`{3,}(?=[^`]*$)|~{3,})/;
const CLOSING = /^[\s>]*(`{3,}|~{3,})\s*$/;

export type LineKind = 'text' | 'fence' | 'code';

/** For each line whether it is in a fenced code block, is one of its fences, or neither. */
export function lineKinds(lines: readonly string[]): LineKind[] {
  let fence: string | null = null;
  return lines.map((line) => {
    if (fence === null) {
      if (!line.includes('```') && !line.includes('~~~')) return 'text';
      fence = OPENING.exec(line)?.[1] ?? null;
      return fence === null ? 'text' : 'fence';
    }
    if (!CLOSING.exec(line)?.[1]?.startsWith(fence)) return 'code';
    fence = null;
    return 'fence';
  });
}
