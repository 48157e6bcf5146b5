/** Unverified trees of blocks written by hand, and what their files say. */
import type { TEMPLATES } from '../../contract/vocabulary.js';
import { unverifiedOf } from '../../engine/verify/unverified.js';
import type { Block } from '../../engine/block-model.js';
import type { UnverifiedTree } from '../../engine/shelf.js';
import { info, options, pagesOf } from './blocks.js';

export const LONG = 'Words that fill a section until it is worth a file of its own. '.repeat(30).trim();

export function unverified(
  blocks: Block[],
  template: (typeof TEMPLATES)[number] | null = null,
  pageCount = 9,
): UnverifiedTree {
  return unverifiedOf({
    info: info(pageCount),
    pages: pagesOf(Array.from({ length: pageCount }, () => [])),
    document: { title: null, blocks, furniture: [] },
    options: { ...options, template },
    finest: 'template',
  });
}

export const contentPaths = ({ files }: UnverifiedTree): string[] =>
  files.map(({ path }) => path).filter((path) => path.endsWith('.md') && path !== 'README.md');
export const text = ({ files }: UnverifiedTree, path: string): string =>
  files.find((file) => file.path === path)?.content ?? '';
export const json = (of: UnverifiedTree, path: string): unknown => JSON.parse(text(of, path));
