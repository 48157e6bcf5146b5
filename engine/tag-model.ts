/** What is kept of a tagged PDF's structure tree, page by page. */

/** An element of a tagged PDF's structure tree, as far as it belongs to one page. */
export interface TagElement {
  /** A standard structure type ("H2", "TD"): the file's own names are mapped. */
  role: string;
  /** Index of the element around it; left out at the top. */
  parent?: number;
  colSpan?: number;
  rowSpan?: number;
}

export interface PageTags {
  /** In the order of the tree, parents before their children. */
  elements: TagElement[];
  /** Index of the element that each marked-content id belongs to. */
  content: Record<number, number>;
}

/** A list item: indexes of its element and of its list. */
export interface TaggedItem {
  item: number;
  list: number;
  /** The lists around its own without an item between: their tags do not say which item a list within a list divides. */
  around?: number[];
}

/** What kind of block the tags say a line belongs to. */
export type TagRole = 'heading' | 'paragraph' | 'item' | 'cell' | 'caption' | 'note' | 'contents';

export interface BlockTag {
  page: number;
  /** Index of its element among the page's: lines with the same are one block. */
  element: number;
  role: TagRole;
  /** Of headings with a level: 1 to 6; else 0. */
  level: number;
  /** The list items around it, outermost first: indexes of their elements, and of the lists they are in. */
  items: TaggedItem[];
  /** The mark of a list item. */
  label: boolean;
}
