/**
 * Opening a PDF with pdf.js: the options that keep a hostile file harmless, and the mapping of its errors.
 * Never: eval, XFA, system fonts, network (a document's bytes come from a ByteSource alone).
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { DocumentError } from '../document-error.js';
import type { ByteSource } from '../model.js';
import { getDocument, PDFDataRangeTransport } from './pdfjs-module.js';
import { createReadingWorker, noDocument } from './reading-worker.js';

/** Larger images are left out: their pixels would be decoded for nothing and cost four bytes each. */
const MAX_IMAGE_PIXELS = 4_000_000;
/** A sheet of A3 at 600 dpi has 70 million. */
const MAX_PAINTED_IMAGE_PIXELS = 80_000_000;
const RANGE_CHUNK_BYTES = 1 << 18;
/**
 * Files up to this size are handed over at once. Of others pdf.js gets ranges as it asks for them, and then begins each
 * object anew whose bytes were not there, and makes a class for each object: a quarter more time for a tagged book.
 */
const MAX_WHOLE_BYTES = 32 * 1024 * 1024;

function packageFolder(name: string): string {
  const main = createRequire(import.meta.url).resolve('pdfjs-dist/legacy/build/pdf.mjs');
  return join(dirname(main), '../..', name, '/');
}

/** Hands out ranges of a ByteSource as pdf.js asks for them. `onError` hears of a source that cannot be read. */
class SourceTransport extends PDFDataRangeTransport {
  constructor(
    private readonly source: ByteSource,
    private readonly onError: (error: unknown) => void,
  ) {
    super(source.sizeBytes, null);
  }

  override requestDataRange(begin: number, end: number): void {
    const length = Math.min(end, this.source.sizeBytes) - begin;
    this.source.read(begin, length).then(
      // pdf.js transfers the chunk's buffer, so it must not be a view on somebody's pool
      (bytes) => this.onDataRange(begin, new Uint8Array(bytes)),
      (error: unknown) => this.onError(error),
    );
  }
}

/** As pdf.js is to get the file. @throws what the source throws. */
async function bytesOf(source: ByteSource, onError: (error: unknown) => void) {
  if (source.sizeBytes > MAX_WHOLE_BYTES) {
    return { range: new SourceTransport(source, onError), rangeChunkSize: RANGE_CHUNK_BYTES };
  }
  // transferred, as chunks are
  return { data: new Uint8Array(await source.read(0, source.sizeBytes)) };
}

export interface OpenDocument {
  document: PDFDocumentProxy;
  /** Rejects when the source cannot be read: pdf.js itself would wait for the bytes for ever. */
  sourceFailure: Promise<never>;
  close: () => Promise<void>;
}

/**
 * Opens a document.
 *
 * @throws DocumentError `password_required`, `no_pages` or `unreadable`; what the source itself throws passes through.
 */
export async function openDocument(
  source: ByteSource,
  { password, toPaint = false }: { password?: string; toPaint?: boolean } = {},
): Promise<OpenDocument> {
  if (source.sizeBytes === 0) throw new DocumentError('unreadable', 'The file is empty.');
  const broken = Promise.withResolvers<never>();
  // those who wait for bytes handle it; there may be none
  broken.promise.catch(() => undefined);
  let failed = false;
  const onError = (error: unknown): void => {
    failed = true;
    broken.reject(error);
  };
  const bytes = await bytesOf(source, onError);
  // pdf.js' own way where pages are painted
  const worker = toPaint ? null : createReadingWorker();
  const task = getDocument({
    ...bytes,
    disableAutoFetch: true,
    disableStream: true,
    ...(password === undefined ? {} : { password }),
    verbosity: 0,
    enableXfa: false,
    // building the outlines of glyphs costs a third of a page's time: only who paints needs them
    disableFontFace: toPaint,
    ...(worker ? { worker, ownerDocument: noDocument() } : {}),
    // the only way to learn a font's name and with it its weight and slant
    fontExtraProperties: !toPaint,
    useSystemFonts: false,
    isOffscreenCanvasSupported: false,
    maxImageSize: toPaint ? MAX_PAINTED_IMAGE_PIXELS : MAX_IMAGE_PIXELS,
    stopAtErrors: false,
    cMapUrl: packageFolder('cmaps'),
    standardFontDataUrl: packageFolder('standard_fonts'),
    wasmUrl: packageFolder('wasm'),
  });
  const close = async (): Promise<void> => {
    await task.destroy();
    worker?.destroy();
  };
  try {
    const document = await Promise.race([task.promise, broken.promise]);
    return { document, sourceFailure: broken.promise, close };
  } catch (error) {
    // pdf.js leaves a rejection unheard when it is ended while it waits for bytes, and that would end the process
    if (!failed) await close();
    throw documentError(error);
  }
}

/** What pdf.js threw while opening, as the closed set of reasons a user understands. */
function documentError(error: unknown): unknown {
  const { name, message, code } = error as { name?: string; message?: string; code?: string };
  if (name === 'PasswordException') {
    return new DocumentError('password_required', 'The PDF needs a password.', { cause: error });
  }
  // errors of the file system carry a code: the document is not at fault
  if (typeof code === 'string') return error;
  if (message && /page (?:count|tree)|no pages/i.test(message)) {
    return new DocumentError('no_pages', 'The PDF has no pages.', { cause: error });
  }
  return new DocumentError('unreadable', 'The file is not a PDF or is damaged beyond reading.', { cause: error });
}

/** What a reading answers; null when pdf.js throws over a broken part of the file, which must cost that part alone. */
export async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch {
    return null; // a failing source is no fault of this part: `sourceFailure` reports it to those who wait
  }
}
