/** The files of a tree as readers meet them: which are text to read, and what each one's parts are. */

/** Relative path to text, in the order of the listing. */
export type Files = ReadonlyMap<string, string>;

const README_PATH = 'README.md';
export const METADATA_PATH = 'metadata.json';

/** What a reader looks into unless told otherwise: the document, without the map to it and what is for programs. */
export function isReading(path: string): boolean {
  return path !== README_PATH && !path.endsWith('.json');
}

/** A Markdown file that is a part of the document. */
export function isContent(path: string): boolean {
  return path.endsWith('.md') && path !== README_PATH;
}

/** Lines of the front matter, its two `---` included; 0 where a file has none. */
export function frontMatterLines(lines: readonly string[]): number {
  return lines[0] === '---' ? lines.indexOf('---', 1) + 1 : 0;
}

/** Lines as the interface counts them: what stands behind the last line break is one as well. */
export function lineCount(content: string): number {
  const breaks = content.split('\n').length - 1;
  return content === '' || content.endsWith('\n') ? breaks : breaks + 1;
}

/** What a JSON file holds; null when it is none. */
export function parsed(text: string | undefined): unknown {
  if (text === undefined) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null; // people may write JSON files of their own: what one should tell is then not known
  }
}
