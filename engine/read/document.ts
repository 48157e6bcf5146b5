/** A PDF opened for reading: its facts, and its pages one at a time. */
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { DocumentError } from '../document-error.js';
import type { ByteSource, DocumentInfo, PageLink, ParsedPage } from '../model.js';
import { isTagged, readInfo } from './info.js';
import {
  createAnnotationReader,
  createResolver,
  readLinks,
  type ReadAnnotations,
  type ResolveDestination,
} from './links.js';
import { readPage } from './page.js';
import { openDocument, orNull } from './pdfjs.js';
import { readTags } from './tags.js';

export interface PdfPages {
  /**
   * Reads page `number`, counted from 1. A page that pdf.js cannot read comes back empty and `degraded`; it never throws
   * for the page's own sake. What the source throws passes through.
   */
  parsePage(number: number): Promise<ParsedPage>;
  close: () => Promise<void>;
}

export interface PdfDocument extends PdfPages {
  info: DocumentInfo;
}

/** US Letter: the size of a page that cannot even say its size. */
const FALLBACK_SIZE = { width: 612, height: 792 };

/** Opens a PDF for its facts and its pages. @throws as `openPages` does. */
export async function openPdf(source: ByteSource, options: { password?: string } = {}): Promise<PdfDocument> {
  const { document, sourceFailure, resolve, ...pages } = await opened(source, options);
  const info = await Promise.race([readInfo(document, resolve), sourceFailure]);
  return { info, ...pages };
}

/**
 * Opens a PDF for its pages alone: bookmarks and the labels of all pages, which long books have thousands of, are not read.
 * A file that opens with the empty password is opened.
 *
 * @throws DocumentError `unreadable`, `password_required` or `no_pages`.
 */
export async function openPages(source: ByteSource): Promise<PdfPages> {
  const { parsePage: parse, close } = await opened(source, {});
  return { parsePage: parse, close };
}

async function opened(source: ByteSource, options: { password?: string }) {
  const { document, sourceFailure, close } = await openDocument(source, options);
  if (!(document.numPages > 0)) {
    await close();
    throw new DocumentError('no_pages', 'The PDF has no pages.');
  }
  const resolve = createResolver(document);
  const annotationsOf = createAnnotationReader(document);
  const layers = await Promise.race([orNull(document.getOptionalContentConfig()), sourceFailure]);
  const isShown = (group: unknown): boolean => layers?.isVisible(group as never) !== false;
  const tagged = await Promise.race([isTagged(document), sourceFailure]);
  const parse = (number: number): Promise<ParsedPage> =>
    Promise.race([parsePage(document, { number, resolve, annotationsOf, isShown, tagged }), sourceFailure]);
  return { document, sourceFailure, resolve, parsePage: parse, close };
}

interface PageRequest {
  number: number;
  resolve: ResolveDestination;
  annotationsOf: ReadAnnotations;
  isShown: (group: unknown) => boolean;
  tagged: boolean;
}

async function parsePage(document: PDFDocumentProxy, request: PageRequest): Promise<ParsedPage> {
  const { number, resolve, annotationsOf, isShown, tagged } = request;
  try {
    const page = await document.getPage(number);
    const parsed = await readPage(page, isShown);
    const links: PageLink[] = await readLinks(page, resolve, annotationsOf).catch(() => []); // links are an extra: the text is complete without them
    const tags = tagged ? await readTags(page) : undefined;
    // fonts and images of a page are cached by pdf.js until they are released
    page.cleanup();
    return { ...parsed, links, ...(tags ? { tags } : {}) };
  } catch {
    // the page is hostile or damaged: it costs itself, and `degraded` carries that to the findings
    return {
      number,
      ...FALLBACK_SIZE,
      fonts: [],
      runs: [],
      rules: [],
      fills: [],
      images: [],
      links: [],
      degraded: 'page_error',
    };
  }
}
