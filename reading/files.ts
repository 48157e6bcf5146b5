/** The files of a tree: which of them are to be read, and what their parts are. */

/** Relative path to text, in listing order. */
export type Files = ReadonlyMap<string, string>;

const README_PATH = 'README.md';
export const METADATA_PATH = 'metadata.json';

/** Whether a file is searched by default: the document itself, without README.md and JSON. */
export function isReading(path: string): boolean {
  return path !== README_PATH && !path.endsWith('.json');
}

/** Whether a file is Markdown and part of the document. */
export function isContent(path: string): boolean {
  return path.endsWith('.md') && path !== README_PATH;
}

/** Number of lines of the front matter, including its two `---`; 0 if there is none. */
export function frontMatterLines(lines: readonly string[]): number {
  return lines[0] === '---' ? lines.indexOf('---', 1) + 1 : 0;
}

/** Number of lines as the API counts them: text after the last line break is a line, too. */
export function lineCount(content: string): number {
  const breaks = content.split('\n').length - 1;
  return content === '' || content.endsWith('\n') ? breaks : breaks + 1;
}

/** Parses a JSON file; null when it is missing or invalid. */
export function parsed(text: string | undefined): unknown {
  if (text === undefined) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null; // users can write JSON files of their own, and then the information is just missing
  }
}
