import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type {} from 'remark-parse';
import type { Processor } from 'unified';

/** Tables, footnotes and the like as remark-gfm reads them, without what writes Markdown: nothing here does. */
export function readGfm(this: Processor): undefined {
  const data = this.data();
  (data.micromarkExtensions ??= []).push(gfm());
  (data.fromMarkdownExtensions ??= []).push(gfmFromMarkdown());
}
