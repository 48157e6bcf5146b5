/** The files of a tree, and what their parts are. Which of them are the document, the engine says. */
export { isContent, isReading, METADATA_PATH } from '../engine/files/order.js';

/** Relative path to text, in listing order. */
export type Files = ReadonlyMap<string, string>;

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
