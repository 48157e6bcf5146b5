/**
 * What the tags of a document say about its lines: which block a line belongs to and of what kind.
 *
 * Tags are believed or left aside for the document as a whole: believed unless they cut paragraphs in the middle of
 * sentences, or call too much of the text headings. Text that no block is named for has no tag, and geometry alone decides.
 */
import type { ParsedPage, TextRun } from '../model.js';
import type { OrderedColumn } from '../reading-order/stage.js';
import type { PageTags } from '../tag-model.js';
import type { Line } from '../text/line.js';

export type TagRole = 'heading' | 'paragraph' | 'item' | 'cell' | 'caption' | 'note' | 'contents';

export interface BlockTag {
  page: number;
  /** Index of its element among the page's: lines with the same are one block. */
  element: number;
  role: TagRole;
  /** Of headings with a level: 1 to 6; else 0. */
  level: number;
  /** The list items around it, outermost first: indexes of their elements, and of the lists they are in. */
  items: { item: number; list: number }[];
  /** The mark of a list item. */
  label: boolean;
}

/** Of letters in tagged blocks, headings are at most this share. */
const MAX_HEADINGS = 0.35;
/** Of lines that plainly go on in the next, tags may part this share. */
const MAX_CUT = 0.1;
/** Share of a line's letters that must be of one block. */
const LINE_SHARE = 0.9;

const ROLES: Record<string, TagRole> = {
  P: 'paragraph',
  LI: 'item',
  LBody: 'item',
  TD: 'cell',
  TH: 'cell',
  Caption: 'caption',
  Note: 'note',
  FENote: 'note',
  TOCI: 'contents',
  H: 'heading',
  Title: 'heading',
};
/** What is in these is no text of a block around them. */
const OUTSIDE = new Set(['Figure', 'Formula', 'Table', 'Form', 'Annot', 'Artifact']);
/** Kinds that the blocks within them are of. */
const ENCLOSING = new Set<TagRole>(['cell', 'caption', 'note', 'contents']);

const roleOf = (name: string): TagRole | undefined => (/^H[1-6]$/.test(name) ? 'heading' : ROLES[name]);

/** The block that an element's content belongs to. */
function blockTag({ elements }: PageTags, page: number, start: number): BlockTag | null {
  const tag: BlockTag = { page, element: -1, role: 'paragraph', level: 0, items: [], label: false };
  for (let at: number | undefined = start; at !== undefined; at = elements[at]?.parent) {
    const name = elements[at]?.role ?? '';
    const role = roleOf(name);
    const level = Number(/^H([1-6])$/.exec(name)?.[1] ?? 0);
    if (tag.element < 0) {
      if (OUTSIDE.has(name)) return null;
      if (name === 'Lbl' && elements[elements[at]?.parent ?? -1]?.role === 'LI') tag.label = true;
      if (role) Object.assign(tag, { element: at, role });
    } else if (role && ENCLOSING.has(role)) {
      tag.role = role;
    }
    // a heading is one block whatever it is made of: "1. Scope" may be tagged as a list in it
    if (role === 'heading') Object.assign(tag, { element: at, role, level, items: [], label: false });
    if (name === 'LI') tag.items.unshift({ item: at, list: -1 });
    const [outer] = tag.items;
    if (name === 'L' && outer && outer.list < 0) outer.list = at;
  }
  return tag.element < 0 ? null : tag;
}

/** Finds the block of a run. */
export function tagFinder(page: ParsedPage): (run: TextRun) => BlockTag | null {
  const { tags } = page;
  if (!tags) return () => null;
  const known = new Map<number, BlockTag | null>();
  return ({ mcid }) => {
    const element = mcid === undefined ? undefined : tags.content[mcid];
    if (element === undefined) return null;
    const found = known.get(element);
    if (found !== undefined) return found;
    const tag = blockTag(tags, page.number, element);
    known.set(element, tag);
    return tag;
  };
}

/** The columns of each page with the tags of their lines; without any where the document's tags are bad. */
export function withTags(pages: readonly { page: ParsedPage; columns: readonly OrderedColumn[] }[]): OrderedColumn[][] {
  const tagged = pages.map(({ page, columns }) => {
    if (!page.tags) return [...columns];
    const find = tagFinder(page);
    const withTag = (line: Line): Line => {
      const tag = lineTag(line, find);
      return tag ? { ...line, tag } : line;
    };
    return columns.map((column) => ({ ...column, lines: column.lines.map(withTag) }));
  });
  return areSound(tagged.flat()) ? tagged : pages.map(({ columns }) => [...columns]);
}

/** The block that the line is of, its item's mark aside; null for a line of several. */
function lineTag({ runs }: Line, find: (run: TextRun) => BlockTag | null): BlockTag | null {
  const letters = new Map<BlockTag | null, number>();
  let all = 0;
  const tags = runs.map(find);
  const marksOnly = tags.every((tag) => tag?.label === true);
  for (const [i, run] of runs.entries()) {
    const tag = tags[i]!;
    if (tag?.label && !marksOnly) continue;
    all += run.text.length;
    letters.set(tag, (letters.get(tag) ?? 0) + run.text.length);
  }
  // spans of one block are of different elements
  const byBlock = Map.groupBy(letters, ([tag]) => tag?.element ?? -1);
  for (const [element, parts] of byBlock) {
    const count = parts.reduce((sum, [, length]) => sum + length, 0);
    if (element >= 0 && count >= LINE_SHARE * all) return parts[0]![0];
  }
  return null;
}

function areSound(columns: readonly { lines: readonly Line[] }[]): boolean {
  let [letters, headings, flowing, cut] = [0, 0, 0, 0];
  for (const { lines } of columns) {
    for (const [i, line] of lines.entries()) {
      if (!line.tag) continue;
      letters += line.text.length;
      if (line.tag.role === 'heading') headings += line.text.length;
      const next = lines[i + 1];
      if (!next?.tag || !flowsOn(line, next)) continue;
      flowing += 1;
      if (next.tag.element !== line.tag.element) cut += 1;
    }
  }
  return headings <= MAX_HEADINGS * letters && cut <= MAX_CUT * flowing;
}

/** Whether a sentence plainly goes on in the next line. */
function flowsOn(a: Line, b: Line): boolean {
  const near = b.baseline - a.baseline > 0 && b.baseline - a.baseline < 1.6 * a.size;
  const alike = Math.abs(a.size - b.size) < 0.02 * a.size && Math.abs(a.box.x0 - b.box.x0) < 1;
  return near && alike && a.mono < 0.5 && /[\p{Ll},]$/u.test(a.text) && /^\p{Ll}{2}/u.test(b.text);
}
