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
