/** Whether a text block looks as the running text does, so that nothing but a list of headings can make one of it. */
import { isLargerThanBody } from '../measures.js';
import type { DocumentStyle } from '../style/style.js';
import { isInCapitals } from '../text-rules.js';
import type { NewTextBlock } from './text-blocks.js';

export function isInRunningType(
  { size, bold, italic, centred, underlined, text }: NewTextBlock,
  { bodySize, boldBody }: DocumentStyle,
): boolean {
  const isSetApart = isLargerThanBody(size, bodySize) || (bold && !boldBody) || italic || underlined === true;
  return !isSetApart && !centred && !isInCapitals(text);
}

/** Whether the sentence goes on behind it, as it does behind the salutation of a letter and most lines of a song. */
export const goesOn = (text: string): boolean => /[,;]$/u.test(text);
