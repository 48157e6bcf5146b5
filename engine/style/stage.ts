/** The look of the document's running text. */
import type { OrderedPage } from '../reading-order/stage.js';
import { documentStyle, type DocumentStyle } from './style.js';

export interface StyleInput {
  pages: readonly OrderedPage[];
}

export function styleOf({ pages }: StyleInput): { style: DocumentStyle } {
  return { style: documentStyle(pages) };
}
