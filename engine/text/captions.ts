/**
 * Captions: a paragraph that begins with "Table 3" or "Figure 2.1" and stands apart from the text. "Exhibit A" is an annex.
 * Words of English, German, French, Spanish and Italian; abbreviations have a stop.
 */
const TABLE = String.raw`tab\.|tab(?:le|elle|leau|la|ella)\.?`;
const FIGURE = String.raw`fig\.|fig(?:ure|ura)\.?|abb\.|abbildung`;
const OTHERS = String.raw`listing|exhibit(?=\s+\d)|chart|plate|map|box|scheme|algorithm|diagram|illustration|photo`;
const NUMBER = String.raw`(?:[A-Z][.–-]?)?\d{1,3}(?:[.–-]\d{1,3})*[a-z]?|[IVXLC]{1,6}|[A-Z]`;
/** A stop may stand right before the number ("Fig.3"). The last group is what stands behind it, if anything. */
const LABEL = new RegExp(
  String.raw`^(?:(${TABLE})|(${FIGURE})|(?:${OTHERS}))(?:(?<=\.)\s*|\s+)(?:${NUMBER})(?![\p{L}\d])\s*((?:[.:|–—-](?!\d))?)`,
  'iu',
);
/** "Figure 2.1 shows": in a sentence the number is followed by a small letter. */
const SENTENCE = /^\S+\s+\d{1,3}(?:[.-]\d{1,3})+[a-z]?\s+\p{Ll}/u;

/** How a text begins that names a table, a figure, or something else that has a caption ("Box 3"). */
export interface CaptionLabel {
  of: 'table' | 'figure' | 'other';
  /** A mark stands behind the number, or nothing: in a sentence ("Table 3 shows") words do. */
  closed: boolean;
}

/** Null of a text that begins with no name and number; others may be captions or sentences. */
export function captionLabel(text: string): CaptionLabel | null {
  const match = LABEL.exec(text);
  if (!match) return null;
  const [label, table, figure, mark] = match;
  const of = table !== undefined ? 'table' : figure !== undefined ? 'figure' : 'other';
  return { of, closed: (mark !== '' || label.length === text.length) && !SENTENCE.test(text) };
}

/** What a text captions, null when it is no caption. What is no table is shown as a figure. */
export function captionOf(text: string): 'table' | 'figure' | null {
  const label = captionLabel(text);
  return label?.closed ? (label.of === 'table' ? 'table' : 'figure') : null;
}

/** Whether a text is the caption of a figure or a table: "Exhibit 2" and "Box 3" head parts of a document, too. */
export function captionsFloat(text: string): boolean {
  const label = captionLabel(text);
  return label !== null && label.closed && label.of !== 'other';
}
