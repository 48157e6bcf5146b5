/** How near Markdown that was made from a PDF is to what the PDF was told to print. All measures are 0 to 1, 1 is best. */
import { headingLines } from '../../engine/files/anchors.js';
import { wordsOf } from '../../engine/markdown/text.js';
import { visibleLines } from '../../engine/verify/output-words.js';

/** The text of a file as a reader sees it. */
export const visibleText = (content: string): string => visibleLines(content).join('\n');

/** Words of Markdown as it is shown; equations and pictures are left out. */
export function wordsIn(markdown: string): string[] {
  const text = markdown
    .replace(/(?<=\n\n)(?:\$\$\n[^]*?\n\$\$|```math\n[^]*?\n```)(?=\n\n|\n*$)/g, '')
    .replace(/^!\[.*$/gm, '')
    .replace(/^( *`{3,})\S+$/gm, '$1');
  return wordsOf(visibleText(text));
}

/** Share of `of` that is in `within`, each as often as it is there. */
export function share(of: readonly string[], within: readonly string[]): number {
  const left = new Map<string, number>();
  for (const one of within) left.set(one, (left.get(one) ?? 0) + 1);
  let found = 0;
  for (const one of of) {
    const count = left.get(one) ?? 0;
    if (count === 0) continue;
    left.set(one, count - 1);
    found++;
  }
  return of.length === 0 ? 1 : found / of.length;
}

/** Harmonic mean of both shares; 1 where both are empty. */
export function f1(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 && b.length === 0) return 1;
  const [recall, precision] = [share(a, b), share(b, a)];
  return recall + precision === 0 ? 0 : (2 * recall * precision) / (recall + precision);
}

/** More insertions and deletions than this are not counted out: the texts are as far apart as that. */
const MAX_EDITS = 6_000;

/** Normalised indel similarity: 1 less the insertions and deletions that lead from one to the other, by their lengths. */
export function indelSimilarity(a: readonly string[], b: readonly string[]): number {
  const total = a.length + b.length;
  if (total === 0) return 1;
  const furthest = new Map<number, number>([[1, 0]]);
  for (let edits = 0; edits <= Math.min(total, MAX_EDITS); edits++) {
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const down = furthest.get(diagonal + 1) ?? -1;
      const right = furthest.get(diagonal - 1) ?? -1;
      let x = diagonal === -edits || (diagonal !== edits && right < down) ? down : right + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++;
      if (x >= a.length && x - diagonal >= b.length) return 1 - edits / total;
      furthest.set(diagonal, x);
    }
  }
  return 1 - Math.min(1, MAX_EDITS / total);
}

const keyOf = (text: string): string => wordsOf(text).join(' ');

/** Headings by their text. */
export const headingsIn = (markdown: string): string[] => headingLines(markdown).map(({ text }) => keyOf(text));

/** Each heading with the heading that it stands under. */
export function parentsIn(markdown: string): string[] {
  const open: { level: number; key: string }[] = [];
  return headingLines(markdown).map(({ level, text }) => {
    while (open.length > 0 && open.at(-1)!.level >= level) open.pop();
    const key = keyOf(text);
    const pair = `${open.at(-1)?.key ?? ''} > ${key}`;
    open.push({ level, key });
    return pair;
  });
}

/** The cells of pipe tables and HTML tables; empty ones and rules left out. */
export function cellsIn(markdown: string): string[] {
  const piped = [...markdown.matchAll(/^\|(.*)\|\s*$/gm)].flatMap(([, row]) => row!.split(/(?<!\\)\|/));
  const html = [...markdown.matchAll(/<t[hd][^>]*>([^]*?)<\/t[hd]>/g)].map(([, cell]) => cell!);
  return [...piped, ...html].map((cell) => keyOf(visibleText(cell))).filter((cell) => cell);
}

const ITEM = /^\s*(?:[-+*]\s+|\d+[.)]\s+|(?=\\?\([a-z0-9]{1,5}\\?\)\s))(.*)$/gm;

/** Items of lists by the text of their first line, printed markers aside; "(a)" begins an item too. */
export function itemsIn(markdown: string): string[] {
  return [...markdown.matchAll(ITEM)]
    .map(([, text]) => keyOf(visibleText(text!).replace(/^\(?\w{1,5}[.)]\s+/, '')))
    .filter((text) => text);
}

/** Share of the furniture that stands in the text as a line that the truth does not have. 0 is best. */
export function furnitureIn(markdown: string, truth: string, furniture: readonly { text: string }[]): number {
  if (furniture.length === 0) return 0;
  const left = new Map<string, number>();
  const lineOf = (line: string): string => visibleText(line).replace(/\s+/gu, ' ').trim().toLowerCase();
  for (const line of markdown.split('\n').map(lineOf)) left.set(line, (left.get(line) ?? 0) + 1);
  for (const line of truth.split('\n').map(lineOf)) left.set(line, (left.get(line) ?? 0) - 1);
  const found = furniture
    .map(({ text }) => lineOf(text))
    .filter((key) => {
      const count = key ? (left.get(key) ?? 0) : 0;
      if (count > 0) left.set(key, count - 1);
      return count > 0;
    });
  return found.length / furniture.length;
}
