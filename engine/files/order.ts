/** Which files a shelf has, and their order: the listing, the keys of a tree and the entries of an archive keep to it. */
import { comparePaths } from './paths.js';
import { isSourceMap } from './source-map.js';

export const README_PATH = 'README.md';
export const METADATA_PATH = 'metadata.json';

/** Whether a file is the document itself and not about it: all but README.md and JSON. Reviewers may add text files. */
export function isReading(path: string): boolean {
  return path !== README_PATH && !path.endsWith('.json');
}

/** Whether a file is Markdown and part of the document. */
export function isContent(path: string): boolean {
  return path.endsWith('.md') && path !== README_PATH;
}

function rank(path: string): number {
  if (path === README_PATH) return 0;
  if (path === METADATA_PATH) return 2;
  if (isSourceMap(path)) return 4;
  return isReading(path) ? 1 : 3;
}

/** README.md, the content files by path, metadata.json, other JSON, the source map. */
export function compareListing(a: string, b: string): number {
  return rank(a) - rank(b) || comparePaths(a, b);
}
