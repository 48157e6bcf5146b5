/** Captions: a paragraph that begins with "Table 3" or "Figure 2.1" and stands apart from the text. "Exhibit A" is an annex. */
const CAPTION =
  /^(tab(?:le\.?|\.)|fig(?:ure\.?|\.)|listing|exhibit(?=\s+\d)|chart|plate|map|box|scheme|algorithm|diagram|illustration|photo)\s+((?:[A-Z][.-]?)?\d{1,3}(?:[.-]\d{1,3})*[a-z]?|[IVXLC]{1,6}|[A-Z])\s*(?:([.:|–—-])\s*|$)/iu;
/** "Figure 2.1 shows": in a sentence the number is followed by a small letter. */
const SENTENCE = /^\S+\s+\d{1,3}(?:[.-]\d{1,3})+[a-z]?\s+\p{Ll}/u;

/** What a text captions, null when it is no caption. */
export function captionOf(text: string): 'table' | 'figure' | null {
  const match = CAPTION.exec(text);
  // "Table 3 shows" is a sentence: a caption has punctuation after its number or ends there
  if (!match || SENTENCE.test(text)) return null;
  return /^tab/i.test(match[1] ?? '') ? 'table' : 'figure';
}
