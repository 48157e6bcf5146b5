/** Plain text of spans and blocks, and what counts as a word. */
import type { Block, Span } from '../block-model.js';
import { isAscii } from '../text-rules.js';

/** Control characters have no place in text; a tab or line break is a space. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const ASCII_WORD = /[a-z0-9]+/g;
/** Characters of scripts without spaces: each is compared by itself, since lines of them join without one. */
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/u;
const UNSPACED_OR_REST = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+/gu;

/** What `oneLine` changes. */
// oxlint-disable-next-line no-control-regex
const UNEVEN = /[\u0000-\u001f\u007f-\u009f\ufffe\uffff\ud800-\udfff]| {2}/;

/** `text` in one line: white space collapsed, control characters and lone surrogates out. */
export function oneLine(text: string): string {
  if (!UNEVEN.test(text)) return text;
  return text
    .replace(/[\t\n\r\f\v ]+/g, ' ')
    .replace(CONTROLS, '')
    .toWellFormed();
}

/** `text` with its line breaks, without other control characters. */
export function cleanLines(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(CONTROLS, '').toWellFormed();
}

export function plainText(spans: readonly Span[]): string {
  return oneLine(spans.map((span) => span.text).join('')).trim();
}

/** Everything a block prints, marks and numbers included, without Markdown. Parts are apart by a line break. */
export function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
    case 'caption':
      return plainText(block.spans);
    case 'footnote':
      return `${block.mark} ${plainText(block.spans)}`;
    case 'list':
      return block.items.map((item) => [item.marker, ...item.blocks.map(blockText)].join(' ')).join('\n');
    case 'table':
      return block.rows.map((row) => row.map((cell) => plainText(cell.spans)).join('\n')).join('\n');
    case 'figure':
      return '';
    case 'code':
    case 'equation':
      return cleanLines(block.text);
    case 'quote':
      return block.blocks.map(blockText).join('\n');
    case 'contents':
      return block.entries.map((entry) => `${plainText(entry.spans)} ${entry.pageLabel ?? ''}`).join('\n');
    case 'field':
      return [plainText(block.label), ...block.lines.map(plainText)].join('\n');
  }
}

/** Words as they are counted and compared: runs of letters and digits in compatibility form, lower case. */
export function wordsOf(text: string): string[] {
  if (isAscii(text)) return text.toLowerCase().match(ASCII_WORD) ?? [];
  const words =
    text
      .normalize('NFKC')
      .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
      .toLowerCase()
      .match(WORD) ?? [];
  return UNSPACED.test(text) ? words.flatMap((word) => word.match(UNSPACED_OR_REST) ?? []) : words;
}

/** First and last page of `blocks`; null when none of them says where it was printed. */
export function pageSpan(blocks: readonly Block[]): [number, number] | null {
  let first = Infinity;
  let last = -Infinity;
  for (const { source } of blocks) {
    for (const { page } of source) {
      if (page < first) first = page;
      if (page > last) last = page;
    }
  }
  return first === Infinity ? null : [first, last];
}

/** Words as a reader counts them: anything between spaces that has a letter or digit. */
export function countWords(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + wordCount(blockText(block)), 0);
}

/** The same of text. */
export function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
