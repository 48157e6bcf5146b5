/** The structure tree of a tagged page as a flat list. Whether it can be trusted is decided later. */
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PageTags, TagElement } from '../tag-model.js';
import { orNull } from './pdfjs.js';

/** No page that people read has more; a hostile tree may. */
const MAX_ELEMENTS = 20_000;
const MAX_DEPTH = 60;

interface StructNode {
  role?: string;
  type?: string;
  id?: string;
  colSpan?: number;
  rowSpan?: number;
  children?: StructNode[];
}

/** Content of the page itself; what forms and annotations hold has ids of another kind. */
const PAGE_CONTENT = /^p\d+R\d*_mc(\d+)$/;

/** @returns undefined for a page without tags, and where the tree is broken or too large. */
export async function readTags(page: PDFPageProxy): Promise<PageTags | undefined> {
  // tags are an extra: the text is complete without them
  const tree = (await orNull(page.getStructTree())) as StructNode | null;
  const tags: PageTags = { elements: [], content: {} };
  for (const child of tree?.children ?? []) add(tags, child, undefined, 0);
  return tags.elements.length > 0 && tags.elements.length <= MAX_ELEMENTS ? tags : undefined;
}

function add(tags: PageTags, node: StructNode, parent: number | undefined, depth: number): void {
  if (depth > MAX_DEPTH || tags.elements.length > MAX_ELEMENTS) return;
  if (node.role === undefined) {
    const id = node.type === 'content' ? PAGE_CONTENT.exec(node.id ?? '')?.[1] : undefined;
    if (id !== undefined && parent !== undefined) tags.content[Number(id)] = parent;
    return;
  }
  const element: TagElement = { role: node.role };
  if (parent !== undefined) element.parent = parent;
  if (node.colSpan !== undefined) element.colSpan = node.colSpan;
  if (node.rowSpan !== undefined) element.rowSpan = node.rowSpan;
  const index = tags.elements.push(element) - 1;
  for (const child of node.children ?? []) add(tags, child, index, depth + 1);
}
