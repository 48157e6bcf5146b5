/**
 * Clauses of a contract that has no headings for them: numbered paragraphs, which look like items of a list, and paragraphs
 * that begin with their name in bold type ("**Fees.** The Client shall").
 */
import type { Block, ListItem, ParagraphBlock, Span } from '../block-model.js';
import { plainText } from '../markdown/text.js';

const WHOLE_NUMBER = /^(\d{1,3})[.)]?$/;
const LEAST_CLAUSES = 3;
/** Letters that half of the clauses have at least; items of a list are shorter. */
const CLAUSE_LETTERS = 50;

/** Begins with a whole number ("4. The Supplier shall"). */
export const isNumbered = (block: Block): block is ParagraphBlock =>
  block.kind === 'paragraph' && WHOLE_NUMBER.test(block.number?.trim() ?? '');

/** The name in bold type that a paragraph begins with; null where it has none, or nothing but that. */
export function runInName({ spans }: ParagraphBlock): string | null {
  const end = spans.findIndex(({ bold, text }) => !bold && text.trim() !== '');
  const name = plainText(spans.slice(0, Math.max(0, end))).trim();
  return /^\p{L}.{1,80}[.:]$/u.test(name) ? name.replace(/[.:]$/, '') : null;
}

/** The blocks with the items of a contract's own series, which are its clauses, as paragraphs with their numbers. */
export function clausesOutOfLists(blocks: readonly Block[], inSchedule: ReadonlySet<Block>): Block[] {
  const clauses = longestSeries(blocks.filter((block) => !inSchedule.has(block)).flatMap(itemsOf));
  const letters = [...clauses].map((item) => textOf(item).length).sort((a, b) => a - b);
  if (clauses.size < LEAST_CLAUSES || letters[Math.floor(letters.length / 2)]! < CLAUSE_LETTERS) return [...blocks];
  return blocks.flatMap((block) => {
    if (block.kind !== 'list' || !block.items.some((item) => clauses.has(item))) return [block];
    return block.items.flatMap((item) =>
      clauses.has(item) ? paragraphs(item) : [{ ...block, items: [item], source: item.source }],
    );
  });
}

const itemsOf = (block: Block): ListItem[] => (block.kind === 'list' ? block.items : []);

const textOf = ({ blocks: [first] }: ListItem): string => (first?.kind === 'paragraph' ? plainText(first.spans) : '');

/** The longest series of items in which each number is one more than that before. */
function longestSeries(items: readonly ListItem[]): Set<ListItem> {
  const ends = new Map<number, ListItem[]>();
  let longest: ListItem[] = [];
  for (const item of items) {
    const number = Number(WHOLE_NUMBER.exec(item.marker)?.[1] ?? NaN);
    if (Number.isNaN(number)) continue;
    const series = ends.get(number - 1) ?? [];
    ends.delete(number - 1);
    series.push(item);
    ends.set(number, series);
    if (series.length > longest.length) longest = series;
  }
  return new Set(longest);
}

function paragraphs({ marker, blocks, source }: ListItem): Block[] {
  const [first, ...rest] = blocks;
  const spans: Span[] = first?.kind === 'paragraph' ? first.spans : [];
  const clause: Block = { kind: 'paragraph', number: marker, spans: [{ text: `${marker} ` }, ...spans], source };
  return [clause, ...(first?.kind === 'paragraph' ? rest : blocks)];
}
