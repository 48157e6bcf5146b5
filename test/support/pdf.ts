/** PDFs made for one test: `pdf((doc) => doc.text('...'))`, drawn with pdfkit, uncompressed and without dates. */
import PDFDocument from 'pdfkit';
import { openPdf } from '../../engine/read/document.js';
import { blocksOfPages } from '../../engine/pipeline.js';
import type { StructuredDocument } from '../../engine/block-model.js';
import type { ByteSource, DocumentInfo, ParsedPage } from '../../engine/model.js';

export type Pdf = PDFKit.PDFDocument;

/** A document of A4 pages with one page to begin with; `build` draws into it. Equal builds give equal bytes. */
export async function pdf(build: (doc: Pdf) => void, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const info = { CreationDate: new Date(0), ModDate: new Date(0), ...options.info };
  const doc = new PDFDocument({ size: 'A4', margin: 72, compress: false, bufferPages: true, ...options, info });
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve());
    doc.on('error', reject);
  });
  build(doc);
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Draws each text at its place: x and baseline in points from the top left. */
export function at(doc: Pdf, x: number, y: number, text: string): void {
  doc.text(text, x, y, { lineBreak: false, baseline: 'alphabetic' });
}

/** A ByteSource over bytes in memory. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return {
    sizeBytes: bytes.byteLength,
    read: async (offset, length) => bytes.slice(offset, offset + length),
  };
}

/** Reads all pages of a PDF, or the first ones. */
export async function readPages(
  bytes: Uint8Array,
  mostPages = Infinity,
): Promise<{ info: DocumentInfo; pages: ParsedPage[] }> {
  const document = await openPdf(bytesSource(bytes));
  try {
    const pages: ParsedPage[] = [];
    const last = Math.min(document.info.pageCount, mostPages);
    for (let number = 1; number <= last; number++) pages.push(await document.parsePage(number));
    return { info: document.info, pages };
  } finally {
    await document.close();
  }
}

/** Reads and structures a PDF. */
export async function structured(bytes: Uint8Array): Promise<StructuredDocument> {
  const { info, pages } = await readPages(bytes);
  return blocksOfPages(info, pages);
}
