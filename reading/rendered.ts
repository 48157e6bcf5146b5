/**
 * Markdown as it is read: signs, targets of links, comments and tags go, escaped characters stay. By pieces, each with its
 * place in the source, so that what is found in the text can be shown in the file. Works on one line or many.
 */

/**
 * In this order: an escaped character, the labels of a figure, other comments, a tag, a footnote's mark, the end of a link,
 * the signs at the start of a line, signs anywhere. Lengths are bounded: a text of nothing but openings is read in time.
 */
const SIGNS =
  /\\([!-/:-@[-`{-~])|<!-- figure: ([^\n]{0,2000}?) -->|<!--[^\n]{0,2000}?-->|<\/?[a-z][^<>\n]{0,500}>|\[\^[^\]\s]{1,100}\]:?|\]\((?:<[^<>\n]{0,2000}>|[^()\s]{0,2000})\)|^[ >]*#{1,6} |^[ ]*>[ >]*|[*`[]|&(amp|lt|gt);/gm;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>' };
const BLOCK_TAG = /^<\/?(?:t|br|p|li|d)/;

/** What is read of a sign; the groups are those of SIGNS. */
function readOf(sign: string, escaped?: string, figure?: string, entity?: string): string {
  return escaped ?? figure ?? (entity ? ENTITIES[entity]! : BLOCK_TAG.test(sign) ? ' ' : '');
}

/** What every sign begins with or holds: most lines of prose have none. */
const SIGN_START = /[\\<>[\]*`&#]/;

/** Markdown as it is read. */
export function renderedText(markdown: string): string {
  if (!SIGN_START.test(markdown)) return markdown;
  return markdown.replace(SIGNS, (sign, escaped?: string, figure?: string, entity?: string) =>
    readOf(sign, escaped, figure, entity),
  );
}

export interface Piece {
  text: string;
  /** Where it stands in the source. */
  from: number;
  to: number;
}

/** The same by pieces, in order; what stands between them in the source is not read. */
export function renderedSpans(markdown: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const add = (text: string, start: number, to: number): void => {
    if (text) pieces.push({ text, from: start, to });
  };
  for (const match of markdown.matchAll(SIGNS)) {
    const [sign, escaped, figure, entity] = match;
    add(markdown.slice(from, match.index), from, match.index);
    from = match.index + sign.length;
    add(readOf(sign, escaped, figure, entity), match.index, from);
  }
  add(markdown.slice(from), from, markdown.length);
  return pieces;
}
