/** What a decision about a text block is about, for the decision log. */
import type { Subject } from '../rules.js';
import type { TextBlock } from './text-blocks.js';

const NOWHERE = { x0: 0, y0: 0, x1: 0, y1: 0 };

/** The part of the text block on its first page. */
export const textBlockSubject = ({ page, source, text }: Pick<TextBlock, 'page' | 'source' | 'text'>): Subject => ({
  page,
  box: source[0]?.box ?? NOWHERE,
  text,
});
