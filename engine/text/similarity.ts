/** How alike two titles are: contents pages and bookmarks differ from headings in case, quotes, spaces and lost letters. */
import { isAscii } from '../text-rules.js';

/** Letters and digits alone, in lower case. */
export function lettersOf(text: string): string {
  if (isAscii(text)) return text.toLowerCase().replace(/[^a-z0-9]+/g, '');
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * Share of the letters of the longer that the two have in common, 0 to 1: one less the edit distance in lengths. Below
 * `least` it is 0, and hardly looked at.
 */
export function similarity(a: string, b: string, least: number): number {
  if (a === b) return 1;
  const longer = Math.max(a.length, b.length);
  const most = Math.floor((1 - least) * longer);
  if (Math.abs(a.length - b.length) > most) return 0;
  const distance = editDistance(a, b, most);
  return distance > most ? 0 : 1 - distance / longer;
}

/** Levenshtein's distance; more than `most` where it is more. */
function editDistance(a: string, b: string, most: number): number {
  let before = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const changed = before[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const cost = Math.min(changed, before[j]! + 1, row[j - 1]! + 1);
      row.push(cost);
      if (cost < least) least = cost;
    }
    if (least > most) return least;
    before = row;
  }
  return before[b.length]!;
}
