/** The PDFs of a run: made once each, kept in memory. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textPdf } from '../support/marked-pdf.js';
import { SMALL_PDF } from '../support/forms.js';
import { memoryBomb, pdfOfPages, pdfOfTexts } from '../support/raw-pdf.js';

/** A document with so many pages, or a hostile one by its name; `restored` is what an earlier version was made of. */
export type Document = { pages: number } | { hostile: Hostile | 'restored' };
export type Hostile = (typeof HOSTILE)[number] | typeof BOMB;

const FIXTURES = join(import.meta.dirname, '../../../test/fixtures/hostile');
const BOMB_BYTES = 1_500 * 1024 * 1024;

/** Names of the hostile ones that cost next to nothing. */
export const HOSTILE = [
  'not-a-document',
  'no-text',
  'encrypted-attachment.pdf',
  'issue9105_other.pdf',
  'poppler-67295-0.pdf',
  'poppler-85140-0.pdf',
  'poppler-395-0-fuzzed.pdf',
  'poppler-937-0-fuzzed.pdf',
  'GHOSTSCRIPT-698804-1-fuzzed.pdf',
] as const;

/** Grows far beyond an engine process's memory. */
export const BOMB = 'bomb';

const made = new Map<string, Promise<Buffer>>();

export function bytesOf(document: Document): Promise<Buffer> {
  const key = JSON.stringify(document);
  const known = made.get(key) ?? make(document);
  made.set(key, known);
  return known;
}

async function make(document: Document): Promise<Buffer> {
  if ('pages' in document) return textPdf(document.pages);
  if (document.hostile === 'not-a-document') return SMALL_PDF;
  if (document.hostile === 'no-text') return pdfOfTexts(['']);
  if (document.hostile === BOMB) return pdfOfPages([await memoryBomb(BOMB_BYTES)]);
  return readFileSync(join(FIXTURES, document.hostile));
}
