/** Text blocks to blocks: headings, lists, code, captions, footnotes, paragraphs. What nothing else fits is a paragraph. */
import { dropStart } from '../text/spans.js';
import type { Block, ParsedPage } from '../model.js';
import type { Heading } from '../levels/levels.js';
import { captionOf } from '../text/captions.js';
import { codeText } from './code.js';
import { contentsBlock } from './contents-block.js';
import { equationText } from '../text-blocks/equations.js';
import { findItems, ListBuilder } from './lists.js';
import type { Note } from './notes.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { findQuotes } from './quotes.js';
import type { DocumentStyle } from '../style/style.js';

export interface BuildContext {
  headings: ReadonlyMap<TextBlock, Heading>;
  /** Of text blocks that are footnotes. */
  notes: ReadonlyMap<TextBlock, Note>;
  style: DocumentStyle;
  pageOf: (page: number) => ParsedPage;
}

export function buildBlocks(
  textBlocks: readonly TextBlock[],
  { headings, notes, style, pageOf }: BuildContext,
): Block[] {
  const blocks: Block[] = [];
  const items = findItems(textBlocks.filter((textBlock) => !headings.has(textBlock)));
  const quotes = findQuotes(textBlocks, { headings, items, style, pageOf });
  let quoted: TextBlock | undefined;
  const lists = new ListBuilder(blocks);
  for (let i = 0; i < textBlocks.length; i++) {
    const textBlock = textBlocks[i]!;
    const group = groupAt(textBlocks, i, headings);
    i += group.length - 1;
    if (textBlock.role === 'footnote') {
      const note = notes.get(textBlock);
      blocks.push(note ? footnote(textBlock, note) : paragraph(textBlock));
      continue;
    }
    if (items.has(textBlock) && textBlock.marker) {
      lists.add(textBlock, textBlock.marker, dropStart(textBlock.spans, textBlock.marker.text.length));
      continue;
    }
    const made = blocksOf(group, headings.get(textBlock));
    const [only] = made;
    if (
      made.length === 1 &&
      only &&
      textBlock.role === 'text' &&
      !headings.has(textBlock) &&
      lists.continueWith(textBlock, only)
    )
      continue;
    lists.close();
    const quote = quotes.get(textBlock);
    if (quote) addQuoted(blocks, made, quote === quoted);
    else blocks.push(...made);
    quoted = quote;
  }
  return blocks;
}

/** Puts blocks into a quote: the one before, if it goes on. */
function addQuoted(blocks: Block[], made: readonly Block[], goesOn: boolean): void {
  const before = blocks.at(-1);
  const source = made.flatMap((block) => block.source);
  if (!goesOn || before?.kind !== 'quote') {
    blocks.push({ kind: 'quote', blocks: [...made], source });
    return;
  }
  before.blocks.push(...made);
  before.source.push(...source);
}

/** The text block and those after it that make one block with it: lines of code, entries of a contents page. */
function groupAt(
  textBlocks: readonly TextBlock[],
  start: number,
  headings: ReadonlyMap<TextBlock, Heading>,
): TextBlock[] {
  const first = textBlocks[start]!;
  const goesOn = (textBlock: TextBlock, before: TextBlock): boolean => {
    if (textBlock.role !== first.role || headings.has(textBlock)) return false;
    if (first.role === 'contents') return true;
    return (
      isCode(first) &&
      isCode(textBlock) &&
      textBlock.space < 3.2 &&
      textBlock.page === before.page &&
      textBlock.space > 0
    );
  };
  let end = start + 1;
  while (end < textBlocks.length && goesOn(textBlocks[end]!, textBlocks[end - 1]!)) end += 1;
  return headings.has(first) ? [first] : textBlocks.slice(start, end);
}

function isCode(textBlock: TextBlock): boolean {
  return textBlock.role === 'text' && textBlock.mono;
}

function blocksOf(group: readonly TextBlock[], heading: Heading | undefined): Block[] {
  const textBlock = group[0]!;
  const { spans, source, text } = textBlock;
  if (textBlock.role === 'ready') return textBlock.blocks;
  if (textBlock.role === 'equation') return [{ kind: 'equation', text: equationText(textBlock.lines), source }];
  if (textBlock.role === 'contents') return [contentsBlock(group)];
  if (text === '') return [];
  if (heading) {
    const { level, number, title } = heading;
    return [{ kind: 'heading', level, number, spans, source, ...(title ? { title: true } : {}) }];
  }
  if (isCode(textBlock)) {
    return [
      {
        kind: 'code',
        text: codeText(group.flatMap(({ lines }) => lines)),
        source: group.flatMap((part) => part.source),
      },
    ];
  }
  const caption = captionOf(text);
  return [caption ? { kind: 'caption', of: caption, spans, source } : paragraph(textBlock)];
}

function paragraph({ spans, source, marker }: TextBlock): Block {
  return { kind: 'paragraph', spans, source, ...(marker?.kind === 'clause' ? { number: marker.text } : {}) };
}

function footnote(textBlock: TextBlock, { id, mark }: { id: string; mark: string }): Block {
  const rest = dropStart(textBlock.spans, mark.length);
  const [first] = rest;
  // what stands between mark and text belongs to the mark
  const spans = first && /^[.)]\s/.test(first.text) ? dropStart(rest, 1) : rest;
  return { kind: 'footnote', id, mark, spans, source: textBlock.source };
}
