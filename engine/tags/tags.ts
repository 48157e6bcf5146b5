/**
 * What the tags of a document say about its lines: which block a line belongs to and of what kind.
 *
 * Tags are believed or set aside for the document as a whole (TAG_TRUST). Text that no block is named for has no tag, and
 * geometry alone decides.
 */
import type { ParsedPage, TextRun } from '../model.js';
import type { OrderedColumn } from '../reading-order/stage.js';
import { decide, type DecisionTable, type Rule } from '../rules.js';
import type { BlockTag, PageTags, TagRole } from '../tag-model.js';
import type { Line } from '../text/line.js';

/** Share of the letters that are in tagged headings at most. */
const MAX_HEADINGS = 0.35;
/** Share of the lines that plainly continue in the next which tags may separate from it. */
const MAX_CUT = 0.1;
/** In font sizes: the next line of a paragraph is no further below. */
const NEXT_LINE = 1.6;
/** Share of the font size, and points: lines of one paragraph have one size and one left edge. */
const EQUAL_SIZE = 0.02;
const EQUAL_EDGE = 1;
/** Share of monospaced letters from which a line is code, which has no sentences. */
const CODE_SHARE = 0.5;
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

/** Lists around one without an item between, at most: a file may nest them without end. */
const MOST_AROUND = 16;

const levelOf = (name: string): number => Number(/^H([1-6])$/.exec(name)?.[1] ?? 0);
const roleOf = (name: string): TagRole | undefined => (/^H[1-6]$/.test(name) ? 'heading' : ROLES[name]);

/** The block that an element's content belongs to: read from the element outwards. */
function blockTag({ elements }: PageTags, page: number, start: number): BlockTag | null {
  let tag: BlockTag = { page, element: -1, role: 'paragraph', level: 0, items: [], label: false };
  for (let at: number | undefined = start; at !== undefined; at = elements[at]?.parent) {
    const name = elements[at]?.role ?? '';
    if (tag.element < 0 && OUTSIDE.has(name)) return null;
    const parent = elements[elements[at]?.parent ?? -1]?.role;
    tag = withList(withRole(tag, { at, name, parent }), at, name);
  }
  return tag.element < 0 ? null : tag;
}

/** The tag with what one more element around its content says of its role. */
function withRole(tag: BlockTag, { at, name, parent }: { at: number; name: string; parent?: string }): BlockTag {
  const role = roleOf(name);
  // a heading is one block whatever it is made of: "1. Scope" may be tagged as a list in it
  if (role === 'heading') return { ...tag, element: at, role, level: levelOf(name), items: [], label: false };
  if (tag.element >= 0) return role && ENCLOSING.has(role) ? { ...tag, role } : tag;
  const label = tag.label || (name === 'Lbl' && parent === 'LI');
  return role ? { ...tag, label, element: at, role } : { ...tag, label };
}

/** The tag with the list item or list that one more element around its content is. */
function withList(tag: BlockTag, at: number, name: string): BlockTag {
  if (name === 'LI') return { ...tag, items: [{ item: at, list: -1 }, ...tag.items] };
  const [outer, ...inner] = tag.items;
  if (name !== 'L' || !outer) return tag;
  if (outer.list < 0) return { ...tag, items: [{ ...outer, list: at }, ...inner] };
  const { around = [] } = outer;
  return around.length < MOST_AROUND ? { ...tag, items: [{ ...outer, around: [...around, at] }, ...inner] } : tag;
}

/** Finds the block of a run. */
function tagFinder(page: ParsedPage): (run: TextRun) => BlockTag | null {
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
  return areBelievable(tagged.flat()) ? tagged : pages.map(({ columns }) => [...columns]);
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

/** How the tags of a document agree with its text. */
export interface TagAgreement {
  /** Where the first tagged line is. */
  first: Line;
  /** Of the text, in tagged blocks or in none, and of them in tagged headings. */
  letters: number;
  headingLetters: number;
  /** Lines whose sentence plainly continues in the next, and of them those that the tags part from it. */
  flowing: number;
  cut: number;
}

type Trust = 'believed' | 'set-aside';

const TRUST_RULES: readonly Rule<TagAgreement, Trust>[] = [
  {
    name: 'too-many-headings',
    why: 'A program that tags a third of the text as headings tags by appearance.',
    test: ({ letters, headingLetters }) => (headingLetters > MAX_HEADINGS * letters ? 'set-aside' : null),
  },
  {
    name: 'cuts-sentences',
    why: 'Tags that part lines in the middle of sentences were made for lines, not for paragraphs.',
    test: ({ flowing, cut }) => (cut > MAX_CUT * flowing ? 'set-aside' : null),
  },
];

/** Whether the tags of a document are believed at all. */
export const TAG_TRUST: DecisionTable<TagAgreement, Trust> = {
  name: 'tag-trust',
  rules: TRUST_RULES,
  otherwise: 'believed',
  subject: ({ first }) => first,
  numbers: ({ letters, headingLetters, flowing, cut }) => ({ letters, headingLetters, flowing, cut }),
};

function areBelievable(columns: readonly { lines: readonly Line[] }[]): boolean {
  const agreement = agreementOf(columns);
  return agreement === null || decide(TAG_TRUST, agreement) === 'believed';
}

/** Null where no line has a tag. */
function agreementOf(columns: readonly { lines: readonly Line[] }[]): TagAgreement | null {
  const first = columns.flatMap(({ lines }) => lines).find(({ tag }) => tag);
  if (!first) return null;
  const counts = { first, letters: 0, headingLetters: 0, flowing: 0, cut: 0 };
  for (const { lines } of columns) {
    for (const [i, line] of lines.entries()) {
      // browsers name no block for code and for text that stands in none but divisions
      counts.letters += line.text.length;
      if (!line.tag) continue;
      if (line.tag.role === 'heading') counts.headingLetters += line.text.length;
      const next = lines[i + 1];
      if (!next?.tag || !flowsOn(line, next)) continue;
      counts.flowing += 1;
      if (next.tag.element !== line.tag.element) counts.cut += 1;
    }
  }
  return counts;
}

/** Whether a sentence plainly continues in the next line. */
function flowsOn(a: Line, b: Line): boolean {
  const near = b.baseline - a.baseline > 0 && b.baseline - a.baseline < NEXT_LINE * a.size;
  const alike = Math.abs(a.size - b.size) < EQUAL_SIZE * a.size && Math.abs(a.box.x0 - b.box.x0) < EQUAL_EDGE;
  return near && alike && a.mono < CODE_SHARE && /[\p{Ll},]$/u.test(a.text) && /^\p{Ll}{2}/u.test(b.text);
}
