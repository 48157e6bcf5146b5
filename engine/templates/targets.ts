/**
 * What a document's references can name: numbered headings, numbered clauses, captions. Each is known by the word before
 * its number ("chapter 5", "table 4") or by the number alone ("2.1"); a name that two places share leads nowhere.
 */
import type { Block, HeadingBlock } from '../block-model.js';
import { plainText } from '../markdown/text.js';

/** Words for numbered units; as whole words at a heading's start they name it, and in the text they refer to it. */
const UNITS: Record<string, string> = {
  sec: 'section',
  sect: 'section',
  '§': 'section',
  '§§': 'section',
  art: 'article',
  cl: 'clause',
  ch: 'chapter',
  chap: 'chapter',
  app: 'appendix',
  appendices: 'appendix',
  annexe: 'annex',
  annexes: 'annex',
  annexure: 'annex',
  annexures: 'annex',
  sch: 'schedule',
  fig: 'figure',
  figs: 'figure',
  tab: 'table',
  tbl: 'table',
};
const HEADING_WORDS = new Set(
  'part book chapter section article clause schedule appendix annex exhibit attachment addendum'.split(' '),
);
/** Words that refer to a unit whose own heading shows the bare number. */
const NUMBER_WORDS = new Set('chapter section subsection article clause appendix annex part'.split(' '));

export const NUMERAL = String.raw`(?:\d+(?:\.\d+)*[a-z]?\b|[IVXLC]+\b|[A-Z]\b(?:\.\d+)*)`;
const LABELLED = new RegExp(String.raw`^(\p{L}+|§+)\.?\s*(${NUMERAL})`, 'u');
const BARE = new RegExp(String.raw`^(?:(\d+(?:\.\d+)+)|(\d+|[IVXLC]+|[A-Z])(?=[.):\s]))`);

/** One name for all spellings of a unit's word: "Secs." is "section". */
export function unitWord(word: string): string {
  const plain = word.toLowerCase().replace(/\.$/, '');
  const singular = plain.length > 3 ? plain.replace(/s$/, '') : plain;
  return UNITS[plain] ?? UNITS[singular] ?? singular;
}

/** The keys under which a reference may find its target, best first; none for what is no reference. */
export function keysFor(word: string, number: string): string[] {
  const unit = unitWord(word);
  const name = number.toUpperCase();
  return [`${unit} ${name}`, ...(NUMBER_WORDS.has(unit) ? [`# ${name}`] : [])];
}

const isContinued = (text: string): boolean => /\(\s*cont/i.test(text.slice(0, 60));

function headingKeys(heading: HeadingBlock): string[] {
  const text = plainText(heading.spans);
  const labelled = LABELLED.exec(text);
  if (labelled && (HEADING_WORDS.has(unitWord(labelled[1]!)) || heading.number?.startsWith(labelled[0]))) {
    return keysFor(labelled[1]!, labelled[2]!).slice(0, 1);
  }
  const bare = BARE.exec(text);
  const number = bare?.[1] ?? bare?.[2];
  // "A New Hope" begins with no number: a lone letter counts where the outline took it for one.
  if (!number || (/^[A-Z]/.test(number) && !heading.number?.startsWith(number))) return [];
  return [`# ${number.toUpperCase()}`];
}

function ownKeys(block: Block): string[] {
  if (block.kind === 'heading') return block.title ? [] : headingKeys(block);
  if (block.kind === 'paragraph') return block.number && /^\d+\./.test(block.number) ? numberKey(block.number) : [];
  if (block.kind === 'list') return block.items.flatMap(({ marker }) => numberKey(marker));
  if (block.kind !== 'caption') return [];
  const text = plainText(block.spans);
  const label = isContinued(text) ? null : LABELLED.exec(text);
  return label ? [`${unitWord(label[1]!)} ${label[2]!.toUpperCase()}`] : [];
}

/** "4.2": a single number is too common to be a clause's. */
function numberKey(number: string): string[] {
  const dotted = /^(\d+(?:\.\d+)+)[.)]?$/.exec(number.trim());
  return dotted ? [`# ${dotted[1]!}`] : [];
}

/** Where the references in a document may lead: by key the place of a block in reading order; null for a name of several. */
export type Targets = [key: string, block: number | null][];

/**
 * The targets among what references may name.
 *
 * @param order all blocks of the structure, in reading order.
 */
export function targetsIn({ blocks, numbers }: Referable, order: readonly Block[]): Targets {
  const byKey = new Map<string, Block | null>();
  for (const block of blocks) {
    const number = numbers?.get(block);
    for (const key of number === undefined ? ownKeys(block) : [`# ${number}`]) {
      const known = byKey.get(key);
      byKey.set(key, known === undefined || known === block ? block : null);
    }
  }
  const places = new Map(order.map((block, at) => [block, at]));
  return Array.from(byKey, ([key, block]) => [key, (block && places.get(block)) ?? null]);
}

/** What references may name. */
export interface Referable {
  blocks: readonly Block[];
  /** The numbers of those that do not say themselves that they are numbered units. */
  numbers?: ReadonlyMap<Block, string>;
}

/** Whether a reference may put the unit's word before a number that the heading prints alone. */
export const refersToNumber = (word: string): boolean => NUMBER_WORDS.has(unitWord(word));
