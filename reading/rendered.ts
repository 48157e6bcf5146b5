/**
 * The rendered text of Markdown: without syntax, link targets, comments and tags, with escaped characters. Also as spans
 * with their positions in the source, so that a match in the text can be located in the file. For one line or many.
 */

/**
 * In this order: an escaped character, the labels of a figure, other comments, a tag, a footnote mark, the end of a link,
 * syntax at the start of a line, syntax anywhere. Lengths are bounded, so that many openings without ends take linear time.
 */
const SYNTAX =
  /\\([!-/:-@[-`{-~])|<!-- figure: ([^\n]{0,2000}?) -->|<!--[^\n]{0,2000}?-->|<\/?[a-z][^<>\n]{0,500}>|\[\^[^\]\s]{1,100}\]:?|\]\((?:<[^<>\n]{0,2000}>|[^()\s]{0,2000})\)|^[ >]*#{1,6} |^[ ]*>[ >]*|[*`[]|~~|&(amp|lt|gt);/gm;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>' };
const BLOCK_TAG = /^<\/?(?:t|br|p|li|d(?!el\b))/;

/** The rendered text of a match of SYNTAX, with its groups. */
function renderSyntax(match: string, escaped?: string, figure?: string, entity?: string): string {
  return escaped ?? figure ?? (entity ? ENTITIES[entity]! : BLOCK_TAG.test(match) ? ' ' : '');
}

/** Characters of which every match of SYNTAX has one; most lines of prose have none. */
const SYNTAX_CHARACTER = /[\\<>[\]*`~&#]/;

/** The rendered text of Markdown. */
export function renderedText(markdown: string): string {
  if (!SYNTAX_CHARACTER.test(markdown)) return markdown;
  return markdown.replace(SYNTAX, (match, escaped?: string, figure?: string, entity?: string) =>
    renderSyntax(match, escaped, figure, entity),
  );
}

export interface RenderedSpan {
  text: string;
  /** Its position in the source. */
  from: number;
  to: number;
}

/** The rendered text as spans, in order; the source between them is not rendered. */
export function renderedSpans(markdown: string): RenderedSpan[] {
  const spans: RenderedSpan[] = [];
  let from = 0;
  const add = (text: string, start: number, to: number): void => {
    if (text) spans.push({ text, from: start, to });
  };
  for (const found of markdown.matchAll(SYNTAX)) {
    const [match, escaped, figure, entity] = found;
    add(markdown.slice(from, found.index), from, found.index);
    from = found.index + match.length;
    add(renderSyntax(match, escaped, figure, entity), found.index, from);
  }
  add(markdown.slice(from), from, markdown.length);
  return spans;
}
