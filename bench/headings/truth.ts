/** The headings of a generated document. */
import { plain, type LabelOf } from '../learned/labels.js';

/** By the Markdown that it was made from. */
export function labelsOfTruth(markdown: string): LabelOf {
  const headings = new Set<string>();
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    else if (!isCode && /^#{1,6} .*\p{L}/u.test(line)) headings.add(plain(line));
  }
  return (_, text) => headings.has(plain(text));
}
