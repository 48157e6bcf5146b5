/**
 * Text blocks to blocks: headings, lists, code, captions, footnotes, paragraphs. `BLOCK_ROLE` decides which; what nothing
 * else fits is a paragraph.
 */
import type { Block } from '../block-model.js';
import type { ParsedPage } from '../model.js';
import { textBlockSubject } from '../text-blocks/subject.js';
import type { Heading } from '../levels/levels.js';
import { decide, type DecisionTable } from '../rules.js';
import type { DocumentStyle } from '../style/style.js';
import { captionOf } from '../text/captions.js';
import { dropStart } from '../text/spans.js';
import { equationText } from '../text-blocks/equations.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { codeText } from './code.js';
import { contentsBlock } from './contents-block.js';
import { findItems } from './list-items.js';
import { ListBuilder } from './lists.js';
import type { Note } from './notes.js';
import { findQuotes } from './quotes.js';
import { groupAt, isCode } from './same-block.js';
import { findStacks, stackOf } from './stacks.js';

/** "3/18/2013", "/s/ Ada Byron", or one after the other. */
const DATE_OR_SIGNATURE = /^(?=\S)(?:\d{1,2}[/.-]\d{1,2}[/.-](?:\d{2}|\d{4}))?\s*(?:\/?s\/\s*\p{Lu}[\p{L}.,' -]*)?$/u;

export interface BuildContext {
  headings: ReadonlyMap<TextBlock, Heading>;
  /** Of text blocks that are footnotes. */
  notes: ReadonlyMap<TextBlock, Note>;
  style: DocumentStyle;
  pageOf: (page: number) => ParsedPage;
}

export interface RoleEvidence {
  textBlock: TextBlock;
  heading: Heading | undefined;
  note: Note | undefined;
  isItem: boolean;
  /** The text block after it. */
  below?: TextBlock | undefined;
}

/** `ready`: blocks that an earlier stage made, a table or figure. */
export type BlockRole =
  | 'footnote'
  | 'paragraph'
  | 'item'
  | 'ready'
  | 'equation'
  | 'contents'
  | 'nothing'
  | 'heading'
  | 'code'
  | 'caption';

const role = (condition: boolean, verdict: BlockRole): BlockRole | null => (condition ? verdict : null);

export const BLOCK_ROLE: DecisionTable<RoleEvidence, BlockRole> = {
  name: 'block-role',
  rules: [
    {
      name: 'note-with-mark',
      why: 'It stands at the foot of its column and begins with a mark (text-blocks/footnotes.ts, notes.ts).',
      test: ({ textBlock, note }) => role(textBlock.role === 'footnote' && note !== undefined, 'footnote'),
    },
    {
      name: 'note-without-mark',
      why: 'A note that begins with no mark is text like other text.',
      test: ({ textBlock }) => role(textBlock.role === 'footnote', 'paragraph'),
    },
    {
      name: 'list-item',
      why: 'It begins with a marker that makes it an item (list-items.ts, which headings are not asked).',
      test: ({ isItem }) => role(isItem, 'item'),
    },
    {
      name: 'table-or-figure',
      why: 'It takes the place of a table or figure among the lines, whose blocks were made when it was found.',
      test: ({ textBlock }) => role(textBlock.role === 'ready', 'ready'),
    },
    {
      name: 'equation',
      why: 'Its lines are mathematics set apart from the text (text-blocks/equations.ts).',
      test: ({ textBlock }) => role(textBlock.role === 'equation', 'equation'),
    },
    {
      name: 'printed-contents',
      why: 'It is an entry of a printed table of contents (text-blocks/contents.ts).',
      test: ({ textBlock }) => role(textBlock.role === 'contents', 'contents'),
    },
    {
      name: 'no-text',
      why: 'Its glyphs have no text.',
      test: ({ textBlock }) => role(textBlock.text === '', 'nothing'),
    },
    {
      name: 'heading',
      why: 'It was found to be a heading and has a level (headings/headings.ts, levels/levels.ts).',
      test: ({ heading }) => role(heading !== undefined, 'heading'),
    },
    {
      name: 'address-in-typewriter-type',
      why: 'A mail or internet address alone is set in monospaced type as a name is in italics, below authors above all.',
      test: ({ textBlock }) => role(isCode(textBlock) && isAddressAlone(textBlock.text), 'paragraph'),
    },
    {
      name: 'date-or-signature-in-typewriter-type',
      why: 'A form that was filled in by a program has the date and the signature ("s/ Ada Byron") in monospaced type.',
      test: ({ textBlock }) => role(isCode(textBlock) && DATE_OR_SIGNATURE.test(textBlock.text), 'paragraph'),
    },
    {
      name: 'letter-in-typewriter-type',
      why: 'One letter alone is no code: it names a part of the picture that it stands above.',
      test: ({ textBlock }) => role(isCode(textBlock) && /^\p{L}$/u.test(textBlock.text), 'paragraph'),
    },
    {
      name: 'term-in-typewriter-type',
      why: 'One word right above text that is set further in is the parameter or option which the text explains.',
      test: ({ textBlock, below }) => role(isCode(textBlock) && isTermAbove(textBlock, below), 'paragraph'),
    },
    {
      name: 'typewriter-type',
      why: 'Nearly all its letters are in monospaced type.',
      test: ({ textBlock }) => role(isCode(textBlock), 'code'),
    },
    {
      name: 'caption',
      why: 'It begins with the name and number of a table or figure, and a mark, nothing or a short title is behind them.',
      test: ({ textBlock }) => role(captionOf(textBlock.text) !== null, 'caption'),
    },
  ],
  otherwise: 'paragraph',
  subject: ({ textBlock }) => textBlockSubject(textBlock),
};

export function buildBlocks(
  textBlocks: readonly TextBlock[],
  { headings, notes, style, pageOf }: BuildContext,
): Block[] {
  const blocks: Block[] = [];
  const items = findItems(textBlocks.filter((textBlock) => !headings.has(textBlock)));
  const quotes = findQuotes(textBlocks, { headings, items, style, pageOf });
  const isPlain = (textBlock: TextBlock): boolean => !headings.has(textBlock) && !items.has(textBlock);
  const stacks = findStacks(textBlocks, {
    indent: style.indent,
    areOfOneText: (above, below) => isPlain(above) && isPlain(below) && quotes.get(above) === quotes.get(below),
  });
  let quoted: TextBlock | undefined;
  const lists = new ListBuilder(blocks);
  for (let i = 0; i < textBlocks.length; i++) {
    const textBlock = textBlocks[i]!;
    const evidence: RoleEvidence = {
      textBlock,
      heading: headings.get(textBlock),
      note: notes.get(textBlock),
      isItem: items.has(textBlock),
      below: textBlocks[i + 1],
    };
    const verdict = decide(BLOCK_ROLE, evidence);
    if (verdict === 'item') {
      const marker = textBlock.marker!;
      lists.add(textBlock, marker, dropStart(textBlock.spans, marker.text.length));
      continue;
    }
    const quote = quotes.get(textBlock);
    const group = groupOf(verdict, textBlocks, i, { headings, stacks });
    i += group.length - 1;
    const made = blocksOf(verdict, group, evidence);
    if (textBlock.role === 'footnote') {
      blocks.push(...made);
      continue;
    }
    const [only] = made;
    const mayBeOfItem = textBlock.role === 'text' && verdict !== 'heading';
    if (only && mayBeOfItem && lists.continueWith(textBlock, only)) continue;
    lists.close();
    if (quote) addQuoted(blocks, made, quote === quoted);
    else blocks.push(...made);
    quoted = quote;
  }
  return blocks;
}

/** The text block and those after it that make one block with it. */
function groupOf(
  verdict: BlockRole,
  textBlocks: readonly TextBlock[],
  start: number,
  around: { headings: ReadonlyMap<TextBlock, Heading>; stacks: ReadonlyMap<TextBlock, readonly TextBlock[]> },
): readonly TextBlock[] {
  if (verdict === 'code' || verdict === 'contents') return groupAt(textBlocks, start, around.headings);
  const textBlock = textBlocks[start]!;
  return (verdict === 'paragraph' && around.stacks.get(textBlock)) || [textBlock];
}

/** Puts blocks into a quote: the one before, if it continues. */
function addQuoted(blocks: Block[], made: readonly Block[], continues: boolean): void {
  const before = blocks.at(-1);
  const source = made.flatMap((block) => block.source);
  if (!continues || before?.kind !== 'quote') {
    blocks.push({ kind: 'quote', blocks: [...made], source });
    return;
  }
  before.blocks.push(...made);
  before.source.push(...source);
}

/** Marks of notes behind names and addresses. */
const NOTE_MARKS = /[*∗⋆†‡§¶]/gu;
/** Names of one place in braces ("{anna,ben}@port.example"), and one address. */
const NAMES = /\{[^{}]*\}/gu;
const ADDRESS = /^<?(?:[\p{L}\p{N}._+-]+@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}|(?:https?:\/\/|www\.)\S+)>?$/u;

function isAddressAlone(text: string): boolean {
  const words = text
    .replaceAll(NOTE_MARKS, '')
    .replaceAll(NAMES, 'names')
    .split(/[\s,;]+/u);
  return words.every((word) => word === '' || ADDRESS.test(word)) && words.some((word) => word !== '');
}

function blocksOf(
  verdict: Exclude<BlockRole, 'item'>,
  group: readonly TextBlock[],
  { textBlock, heading, note }: RoleEvidence,
): Block[] {
  const { spans, source } = textBlock;
  switch (verdict) {
    case 'ready':
      return textBlock.blocks;
    case 'equation':
      return [{ kind: 'equation', text: equationText(textBlock.lines), source }];
    case 'contents':
      return [contentsBlock(group)];
    case 'nothing':
      return [];
    case 'heading': {
      const { level, number, title } = heading!;
      return [{ kind: 'heading', level, number, spans, source, ...(title ? { title: true } : {}) }];
    }
    case 'code':
      return [codeBlock(group)];
    case 'caption':
      return [{ kind: 'caption', of: captionOf(textBlock.text)!, spans, source }];
    case 'footnote':
      return [footnote(textBlock, note!)];
    case 'paragraph':
      return [paragraph(group)];
  }
}

/** A word that no statement is: code may be a single word, too, but does not end in its signs. */
const TERM = /^[^\s;{}]+$/u;
/** In font sizes: how far in the text below a term is set at least, and in usual distances of lines how near it is. */
const LEAST_INDENT = 1;
const RIGHT_BELOW = 1.7;

const isTermAbove = (term: TextBlock, below: TextBlock | undefined): boolean =>
  below !== undefined &&
  term.lines.length === 1 &&
  TERM.test(term.text) &&
  below.role === 'text' &&
  !below.mono &&
  below.marker === null &&
  below.page === term.page &&
  below.column.id === term.column.id &&
  below.left - term.left >= LEAST_INDENT * term.size &&
  below.space > 0 &&
  below.space < RIGHT_BELOW;

const codeBlock = (group: readonly TextBlock[]): Block => ({
  kind: 'code',
  text: codeText(group.flatMap(({ lines }) => lines)),
  source: group.flatMap(({ source }) => source),
});

function paragraph(stack: readonly TextBlock[]): Block {
  const { spans, source } = stackOf(stack);
  const marker = stack[0]?.marker;
  return { kind: 'paragraph', spans, source, ...(marker?.kind === 'clause' ? { number: marker.text } : {}) };
}

function footnote(textBlock: TextBlock, { id, mark }: { id: string; mark: string }): Block {
  const rest = dropStart(textBlock.spans, mark.length);
  const [first] = rest;
  // what stands between mark and text belongs to the mark
  const spans = first && /^[.)]\s/.test(first.text) ? dropStart(rest, 1) : rest;
  return { kind: 'footnote', id, mark, spans, source: textBlock.source };
}
