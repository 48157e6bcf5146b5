/** What a document says of itself at its start, for the description in README.md. */
import { linesOf, type Block } from '../block-model.js';
import { plainText } from '../markdown/text.js';
import { ABSTRACT_START, wholeSentences } from '../text-rules.js';

const ABSTRACT = /^(?:\d+\.?\s+)?(?:abstract|summary|executive summary|zusammenfassung|résumé|resumen)$/i;
/** A paragraph with fewer words is an address, a date or a line of a title page. */
const MIN_WORDS = 15;
const MAX_CHARS = 320;

export interface Opening {
  isAbstract: boolean;
  text: string;
}

/** The abstract's first paragraph, else the first paragraph of some length; cut at a sentence's or a word's end. */
export function openingOf(blocks: readonly Block[]): Opening | null {
  let inAbstract = false;
  let first: string | null = null;
  for (const block of blocks) {
    if (block.kind === 'heading') inAbstract = ABSTRACT.test(plainText(block.spans));
    // lines below each other are an address or the like
    if (block.kind !== 'paragraph' || linesOf(block.spans).length > 1) continue;
    const text = plainText(block.spans);
    const isAbstract = inAbstract || ABSTRACT_START.test(text);
    if (text.split(' ').length < MIN_WORDS) continue;
    if (isAbstract) return { isAbstract, text: shortened(text.replace(ABSTRACT_START, '')) };
    first ??= text;
  }
  return first === null ? null : { isAbstract: false, text: shortened(first) };
}

function shortened(text: string): string {
  if (text.length <= MAX_CHARS) return text;
  const head = text.slice(0, MAX_CHARS);
  const sentence = wholeSentences(head);
  if (sentence.length > MAX_CHARS / 3) return sentence;
  return `${head.slice(0, head.lastIndexOf(' ')).replace(/[\s,;:–—-]+$/, '')} …`;
}
