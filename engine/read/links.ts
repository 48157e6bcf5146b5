/** Links of a page and the targets of bookmarks: destinations resolved to page numbers counted from 1. */
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PageLink } from '../model.js';
import { apply, roundBox, toMatrix, transformBox, IDENTITY, type Corners, type Matrix } from './matrix.js';
import { orNull } from './pdfjs.js';
import { AnnotationType } from './pdfjs-module.js';

/** Where a destination points: a page, and the y of default user space (from the bottom) where it says one. */
export interface Target {
  page: number;
  bottomY: number | null;
}

export type ResolveDestination = (destination: unknown) => Promise<Target | null>;

/** More links on a page are no help to a reader. */
const MAX_LINKS = 2_000;
/** Lines that one link may cover. */
const MAX_PARTS = 50;
/** Flags "invisible" and "no view" of an annotation. */
const NOT_VIEWABLE = 1 | 32;
const SAFE_URL = /^(?:https?|mailto|ftp):/i;

interface Reference {
  num: number;
  gen: number;
}

const isSame = (a: Reference | null, b: Reference): boolean => a?.num === b.num && a.gen === b.gen;

/** Index of the top edge in each kind of destination that has one. */
const TOP: Record<string, number> = { XYZ: 3, FitH: 2, FitBH: 2, FitR: 5 };

/** Resolves named and explicit destinations, each once. */
export function createResolver(document: PDFDocumentProxy): ResolveDestination {
  const pages = new Map<string, Promise<number | null>>();
  const named = new Map<string, Promise<unknown[] | null>>();
  const pageOf = (reference: Reference): Promise<number | null> => {
    const key = `${reference.num} ${reference.gen}`;
    const known = pages.get(key);
    if (known) return known;
    const found = document.getPageIndex(reference).then(
      // pdf.js gives the first page for one that was taken out of the document
      async (index) => (index > 0 || isSame((await document.getPage(1)).ref, reference) ? index + 1 : null),
    );
    // a broken target: the link stays text
    const target = orNull(found);
    pages.set(key, target);
    return target;
  };
  const explicit = (name: string): Promise<unknown[] | null> => {
    const known = named.get(name);
    if (known) return known;
    const found = orNull(document.getDestination(name));
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
    const y: unknown = list[TOP[kind?.name ?? ''] ?? list.length];
    return { page, bottomY: typeof y === 'number' && Number.isFinite(y) ? y : null };
  };
}

interface LinkAnnotation {
  annotationFlags?: number;
  rect?: number[];
  /** Corners of its parts, eight numbers each: a link may go over several lines. */
  quadPoints?: ArrayLike<number> | null;
  url?: string;
  dest?: unknown;
}

/** Reads a page's link annotations. */
export type ReadAnnotations = (page: PDFPageProxy) => Promise<LinkAnnotation[]>;

/** A page's own method would read all of its text again, to say what each link lies over. */
export function createAnnotationReader(document: PDFDocumentProxy): ReadAnnotations {
  const types = new Set([AnnotationType.LINK]);
  return async ({ pageNumber }) => {
    const found = document.getAnnotationsByType(types, allBut(pageNumber - 1)) as Promise<LinkAnnotation[] | null>;
    return (await found) ?? [];
  };
}

/** The indexes of all pages but one, as far as pdf.js asks; listed, they would take time by the square of the pages. */
const allBut = (index: number): Set<number> => ({ has: (other: number) => other !== index }) as Set<number>;

export async function readLinks(
  page: PDFPageProxy,
  resolve: ResolveDestination,
  annotationsOf: ReadAnnotations,
): Promise<PageLink[]> {
  const annotations = await annotationsOf(page);
  const view = toMatrix(page.getViewport({ scale: 1 }).transform) ?? IDENTITY;
  const links: PageLink[] = [];
  for (const annotation of annotations.slice(0, MAX_LINKS)) {
    if (links.length >= MAX_LINKS) break;
    const { annotationFlags, url, dest } = annotation;
    if (((annotationFlags ?? 0) & NOT_VIEWABLE) !== 0) continue;
    const boxes = partsOf(annotation).map((corners) => roundBox(transformBox(view, corners)));
    if (url && SAFE_URL.test(url)) {
      links.push(...boxes.map((box) => ({ box, url })));
    } else {
      const target = dest ? await resolve(dest) : null;
      if (target) links.push(...boxes.map((box) => ({ box, page: target.page, ...heightOf(target, view) })));
    }
  }
  return links;
}

/** The areas that a link covers: one for each line where the link lists them, else its rectangle. */
function partsOf({ rect, quadPoints }: LinkAnnotation): Corners[] {
  if (rect?.length !== 4) return [];
  const count = Math.min(MAX_PARTS, (quadPoints?.length ?? 0) / 8);
  // pdf.js puts the top right corner second and the bottom left one third
  const parts = Array.from(
    { length: count },
    (_, i) => [4, 5, 2, 3].map((k) => quadPoints?.[8 * i + k] ?? 0) as unknown as Corners,
  );
  return parts.length > 0 ? parts : [rect as unknown as Corners];
}

/**
 * y of a target as displayed, by the measures of the page that links to it: opening every page that a table of contents
 * links to would cost more than the rest of it. Left out on rotated pages; callers must allow for pages of another size.
 */
function heightOf({ bottomY }: Target, view: Matrix): { y?: number } {
  if (bottomY === null || view[3] === 0) return {};
  return { y: Math.round(apply(view, 0, bottomY)[1]) };
}
