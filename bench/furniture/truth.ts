/** The furniture of a generated document. */
import { plain, type LabelOf } from '../learned/labels.js';
import { keyOfEdge, SIDES } from './key.js';

/** By the description of it: what was printed at the edges of its pages. */
export function labelsOfDescription(json: string): LabelOf {
  const { furniture } = JSON.parse(json) as { furniture?: { page: number; text: string }[] };
  if (!furniture) return () => null;
  const texts = new Set(
    furniture.flatMap(({ page, text }) => SIDES.map((side) => `${page} ${plain(keyOfEdge(side, text))}`)),
  );
  return (page, key) => texts.has(`${page} ${plain(key)}`);
}
