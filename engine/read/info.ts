/** What holds for the document as a whole: title, authors, language, bookmarks, page labels. */
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Bookmark, DocumentInfo } from '../model.js';
import { apply, toMatrix, IDENTITY } from './matrix.js';
import type { ResolveDestination } from './links.js';
import { orNull } from './pdfjs.js';
import { UNSEEN } from './unicode.js';

const MAX_BOOKMARKS = 20_000;
const MAX_DEPTH = 12;
/** No title or name that people read is longer; a hostile one may be as long as the file. */
const MAX_TEXT_CHARS = 1_000;
const MAX_LABEL_CHARS = 100;
/** Soft hyphens, marks of direction and the like: nothing that can be seen. */
const UNSEEN_CHARACTERS = new RegExp(`\u00ad|${UNSEEN.source}`, 'gu');
/** What programs call documents and authors that have no name, and names of files. */
const PLACEHOLDER =
  /^\(?(?:untitled|anonymous|unspecified|unknown)(?: document)?(?: ?\d+)?\)?$|^(?:document|presentation) ?\d*$|^Microsoft \w+ - |^\S+\.(?:docx?|odt|rtf|tex|dvi|indd|qxd|pdf|html?)$|^(?:about|file|data):/i;

interface OutlineItem {
  title?: string;
  dest?: unknown;
  items?: OutlineItem[];
}

/** Never throws for a broken part: what cannot be read is left out. */
export async function readInfo(document: PDFDocumentProxy, resolve: ResolveDestination): Promise<DocumentInfo> {
  const metadata = await orNull(document.getMetadata());
  const facts = (metadata?.info ?? {}) as Record<string, unknown>;
  const [outline, labels, tagged] = await Promise.all([
    orNull(document.getOutline()) as Promise<OutlineItem[] | null>,
    orNull(document.getPageLabels()),
    isTagged(document),
  ]);
  const budget = { left: MAX_BOOKMARKS };
  return {
    pageCount: document.numPages,
    title: namedOf(facts['Title']),
    authors:
      namedOf(facts['Author'])
        ?.split(/;|,\s+(?=\p{Lu})|\s+and\s+/u)
        .map((name) => name.trim())
        .filter((name) => name !== '') ?? [],
    language: textOf(facts['Language']),
    bookmarks: await readBookmarks(outline ?? [], { document, resolve, budget, depth: 0 }),
    pageLabels:
      labels && labels.length === document.numPages && labels.every(isLabel)
        ? labels.map((label) =>
            label
              .replace(UNSEEN_CHARACTERS, '')
              .replace(/[\p{Cc}\s]+/gu, ' ')
              .trim(),
          )
        : null,
    tagged,
  };
}

/** Whether the document says that it is tagged. Never throws. */
export async function isTagged(document: PDFDocumentProxy): Promise<boolean> {
  const marked = (await orNull(document.getMarkInfo())) as Map<string, boolean> | null;
  return marked?.get('Marked') === true;
}

function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const head = value.slice(0, MAX_TEXT_CHARS).replace(UNSEEN_CHARACTERS, '');
  const text = head.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return text === '' ? null : text;
}

/** What the author wrote; null for a placeholder that the program put in. */
function namedOf(value: unknown): string | null {
  const text = textOf(value);
  return text === null || PLACEHOLDER.test(text) ? null : text;
}

function isLabel(label: string): boolean {
  return label.length <= MAX_LABEL_CHARS;
}

interface BookmarkContext {
  document: PDFDocumentProxy;
  resolve: ResolveDestination;
  budget: { left: number };
  depth: number;
}

async function readBookmarks(items: OutlineItem[], context: BookmarkContext): Promise<Bookmark[]> {
  const bookmarks: Bookmark[] = [];
  if (context.depth >= MAX_DEPTH) return bookmarks;
  for (const item of items) {
    if (context.budget.left-- <= 0) break;
    const target = await context.resolve(item.dest);
    bookmarks.push({
      title: textOf(item.title) ?? '',
      page: target?.page ?? null,
      y: target && target.bottomY !== null ? await displayedY(context.document, target.page, target.bottomY) : null,
      children: await readBookmarks(item.items ?? [], { ...context, depth: context.depth + 1 }),
    });
  }
  return bookmarks;
}

/** y from the top of the page as displayed; null on pages turned by 90 degrees, where the target has an x instead. */
async function displayedY(document: PDFDocumentProxy, page: number, bottomY: number): Promise<number | null> {
  try {
    const viewport = (await document.getPage(page)).getViewport({ scale: 1 });
    if (viewport.rotation % 180 !== 0) return null;
    return Math.round(apply(toMatrix(viewport.transform) ?? IDENTITY, 0, bottomY)[1]);
  } catch {
    return null; // a page that cannot be opened costs the bookmark its position only
  }
}
