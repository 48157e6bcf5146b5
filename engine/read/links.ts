/** Links of a page and the targets of bookmarks: destinations resolved to page numbers counted from 1. */
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PageLink } from '../model.js';
import { apply, roundBox, toMatrix, transformBox, IDENTITY, type Matrix } from './matrix.js';
import { AnnotationType } from './pdfjs-module.js';

/** Where a destination points: a page, and the y of default user space (from the bottom) where it says one. */
export interface Target {
  page: number;
  bottomY: number | null;
}

export type ResolveDestination = (destination: unknown) => Promise<Target | null>;

/** More links on a page are no help to a reader. */
const MAX_LINKS = 2_000;
/** Flags "invisible" and "no view" of an annotation. */
const NOT_VIEWABLE = 1 | 32;
const SAFE_URL = /^(?:https?|mailto|ftp):/i;

interface Reference {
  num: number;
  gen: number;
}

/** Resolves named and explicit destinations, each once. */
export function createResolver(document: PDFDocumentProxy): ResolveDestination {
  const pages = new Map<string, Promise<number | null>>();
  const named = new Map<string, Promise<unknown[] | null>>();
  const pageOf = (reference: Reference): Promise<number | null> => {
    const key = `${reference.num} ${reference.gen}`;
    const known = pages.get(key);
    if (known) return known;
    const found = document.getPageIndex(reference).then(
      (index) => index + 1,
      () => null, // a broken target: the link stays text
    );
    pages.set(key, found);
    return found;
  };
  const explicit = (name: string): Promise<unknown[] | null> => {
    const known = named.get(name);
    if (known) return known;
    const found = document.getDestination(name).catch(() => null);
    named.set(name, found);
    return found;
  };
  return async (destination) => {
    const list = typeof destination === 'string' ? await explicit(destination) : destination;
    if (!Array.isArray(list)) return null;
    const [target, kind] = list as [unknown, { name?: string } | undefined];
    const page =
      typeof target === 'number'
        ? target + 1
        : target !== null && typeof target === 'object' && 'num' in target
          ? await pageOf(target as Reference)
          : null;
    if (page === null || page < 1 || page > document.numPages) return null;
    const y: unknown =
      kind?.name === 'XYZ' ? list[3] : kind?.name === 'FitH' || kind?.name === 'FitBH' ? list[2] : null;
    return { page, bottomY: typeof y === 'number' && Number.isFinite(y) ? y : null };
  };
}

interface LinkAnnotation {
  annotationFlags?: number;
  rect?: number[];
  url?: string;
  dest?: unknown;
}

/** Reads a page's link annotations. */
export type ReadAnnotations = (page: PDFPageProxy) => Promise<LinkAnnotation[]>;

/** A page's own method would read all of its text again, to say what each link lies over. */
export function createAnnotationReader(document: PDFDocumentProxy): ReadAnnotations {
  const types = new Set([AnnotationType.LINK]);
  const others = new Set(Array.from({ length: document.numPages }, (_, index) => index));
  return async ({ pageNumber }) => {
    others.delete(pageNumber - 1);
    const found = document.getAnnotationsByType(types, others) as Promise<LinkAnnotation[] | null>;
    others.add(pageNumber - 1); // the request has left by now
    return (await found) ?? [];
  };
}

export async function readLinks(
  page: PDFPageProxy,
  resolve: ResolveDestination,
  annotationsOf: ReadAnnotations,
): Promise<PageLink[]> {
  const annotations = await annotationsOf(page);
  const view = toMatrix(page.getViewport({ scale: 1 }).transform) ?? IDENTITY;
  const links: PageLink[] = [];
  for (const { annotationFlags, rect, url, dest } of annotations.slice(0, MAX_LINKS)) {
    if (rect?.length !== 4 || ((annotationFlags ?? 0) & NOT_VIEWABLE) !== 0) continue;
    const [x0, y0, x1, y1] = rect as [number, number, number, number];
    const box = roundBox(transformBox(view, x0, y0, x1, y1));
    if (url && SAFE_URL.test(url)) {
      links.push({ box, url });
    } else {
      const target = dest ? await resolve(dest) : null;
      if (target) links.push({ box, page: target.page, ...heightOf(target, view) });
    }
  }
  return links;
}

/**
 * y of a target as displayed, by the measures of the page that links to it: opening every page that a table of contents
 * links to would cost more than the rest of it. Left out on turned pages; whoever uses it minds pages of another size.
 */
function heightOf({ bottomY }: Target, view: Matrix): { y?: number } {
  if (bottomY === null || view[3] === 0) return {};
  return { y: Math.round(apply(view, 0, bottomY)[1]) };
}
