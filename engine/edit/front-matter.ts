/** The front matter of a content file, as this service writes it and as people do: `title` and `pages` of simple YAML. */

export interface FrontMatter {
  title: string | null;
  pages: [number, number] | null;
}

const BLOCK = /---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/my;

function blockOf(content: string): RegExpExecArray | null {
  BLOCK.lastIndex = 0;
  return BLOCK.exec(content);
}

/** The text below the front matter. */
export const bodyBelow = (content: string): string => content.slice(blockOf(content)?.[0].length ?? 0);

export function frontMatterOf(content: string, pageCount: number): FrontMatter {
  const block = blockOf(content)?.[1] ?? '';
  const value = (name: string): string => new RegExp(`^${name}:[ \\t]*(.*)$`, 'm').exec(block)?.[1]?.trim() ?? '';
  return { title: scalar(value('title')) || null, pages: pagesIn(value('pages'), pageCount) };
}

/** A YAML scalar in one line: in double quotes (JSON's escapes are YAML's), in single quotes, or plain. */
function scalar(text: string): string {
  if (text.startsWith("'") && text.endsWith("'") && text.length > 1)
    return text.slice(1, -1).replaceAll("''", "'").trim();
  if (!text.startsWith('"')) return text.replace(/\s#.*$/, '').trim();
  try {
    return String(JSON.parse(text)).trim();
  } catch {
    return ''; // no string that this service could read: the heading names the file
  }
}

/** First and last page; what lies outside of the document is no page of it. */
function pagesIn(text: string, pageCount: number): [number, number] | null {
  const found = /^\[\s*(\d{1,9})\s*,\s*(\d{1,9})\s*\]$/.exec(text);
  if (!found) return null;
  const [first, last] = [Number(found[1]), Number(found[2])];
  return first >= 1 && first <= last && last <= pageCount ? [first, last] : null;
}
