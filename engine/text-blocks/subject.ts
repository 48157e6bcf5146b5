/** What a decision about a text block is about, for the decision log. */
import { NO_BOX } from '../geometry.js';
import type { Subject } from '../rules.js';
import type { TextBlock } from './text-blocks.js';

/** The part of the text block on its first page. */
export const textBlockSubject = ({ page, source, text }: Pick<TextBlock, 'page' | 'source' | 'text'>): Subject => ({
  page,
  box: source[0]?.box ?? NO_BOX,
  text,
});
