/** A page of the PDF as read: the words, lines and areas that it paints. */
import type { ParsedPage } from '../model.js';
import type { PdfDocument } from './document.js';

export interface ReadInput {
  pdf: Pick<PdfDocument, 'parsePage'>;
  /** Counted from 1. */
  number: number;
}

export async function readPage({ pdf, number }: ReadInput): Promise<{ parsed: ParsedPage }> {
  return { parsed: await pdf.parsePage(number) };
}
