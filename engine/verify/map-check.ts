/**
 * The source map against files and pages: it covers every line, its boxes lie on pages, and the words of the mapped lines
 * are printed inside of the mapped boxes, in that order. So text that moved is found even where the words as a whole are
 * all there.
 */
import type { AuditFinding } from '../../contract/vocabulary.js';
import { finding } from '../findings.js';
import type { Box, ParsedPage } from '../model.js';
import { decide } from '../rules.js';
import type { UnverifiedTree, ShelfFile, SourceMapEntry } from '../shelf.js';
import { wordsOf } from '../markdown/text.js';
import { isFromRight } from '../normalise/mirror.js';
import { BLOCK_PLACE, ROW_STRAY_WORDS } from './block-place.js';
import { contentFiles, sourceMapOf } from './files-of.js';
import { wordsByLine } from './output-words.js';
import { createPageText, type PageText } from './page-text.js';

/** A row of a table, as Markdown or as HTML. */
export const ROW = /^(?:\||<tr>)/;
/** The labels of a figure. */
const FIGURE = /^<!-- figure: /;
/** Lines that no entry need cover: empty ones, comments, frames of HTML tables, fences of code and mathematics. */
const FRAME = /^[\s>]*(?:<!--.*-->|<\/?(?:table|thead|tbody)>|`{3,}(?:math)?)?\s*$/;

export function createMapCheck(pages: readonly ParsedPage[]): (unverified: UnverifiedTree) => AuditFinding[] {
  const printed: Printed = {
    textOf: createPageText(pages),
    pointsOf: createScale(pages),
    wordsIn: createWordReader(),
    fromRight: createFromRight(pages),
  };
  const before = new Map<string, CheckedFile>();
  const checkFile = (file: ShelfFile, entries: SourceMapEntry[]): AuditFinding[] => {
    const known = before.get(file.path);
    if (known?.content === file.content && isSameMap(known.entries, entries)) return known.findings;
    const findings = findingsOf(file, entries, { printed, pageCount: pages.length });
    before.set(file.path, { content: file.content, entries, findings });
    return findings;
  };
  return (unverified) => {
    const byPath = Map.groupBy(sourceMapOf(unverified), (entry) => entry?.path);
    const files = contentFiles(unverified);
    const known = new Set(files.map(({ path }) => path));
    const strangers = [...byPath.keys()].filter((path) => !known.has(path));
    return [
      ...strangers.map((path) =>
        finding('bad_source_map', `The source map names ${String(path)}, which is no content file.`),
      ),
      ...files.flatMap((file) => checkFile(file, byPath.get(file.path) ?? [])),
    ];
  };
}

/** A file of the tree before: most files of a tree with repaired text are as they were. */
interface CheckedFile {
  content: string;
  entries: readonly SourceMapEntry[];
  findings: AuditFinding[];
}

const isSameMap = (entries: readonly SourceMapEntry[], others: readonly SourceMapEntry[]): boolean =>
  entries.length === others.length && JSON.stringify(entries) === JSON.stringify(others);

function findingsOf(
  file: ShelfFile,
  entries: readonly SourceMapEntry[],
  { printed, pageCount }: { printed: Printed; pageCount: number },
): AuditFinding[] {
  const { path, content } = file;
  const lines = content.split('\n');
  const broken = entries.find((entry) => !isSound(entry, lines.length, pageCount));
  if (!broken) return [...uncovered(path, lines, entries), ...misplaced(file, entries, printed)];
  const message = `The source map has an entry that cannot be: ${JSON.stringify(broken)}.`;
  return [finding('bad_source_map', message, { file: path })];
}

function isSound({ startLine, endLine, page, box }: SourceMapEntry, lineCount: number, pageCount: number): boolean {
  const isLines = Number.isInteger(startLine) && startLine >= 1 && startLine <= endLine && endLine <= lineCount;
  const isBox = Array.isArray(box) && box.length === 4 && box.every((part) => part >= 0 && part <= 1);
  return isLines && page >= 1 && page <= pageCount && isBox && box[0] <= box[2] && box[1] <= box[3];
}

/** Lines of the body that no entry maps. */
function uncovered(path: string, lines: readonly string[], entries: readonly SourceMapEntry[]): AuditFinding[] {
  const covered = new Uint8Array(lines.length + 1);
  for (const { startLine, endLine } of entries) covered.fill(1, startLine, endLine + 1);
  const body = lines[0] === '---' ? lines.indexOf('---', 1) + 1 : 0;
  const open = lines.flatMap((line, at) => (at >= body && !covered[at + 1] && !FRAME.test(line) ? [at + 1] : []));
  if (open.length === 0) return [];
  const message = `The source map leaves out ${open.length === 1 ? `line ${open[0]}` : `${open.length} lines, the first is ${open[0]}`}.`;
  return [finding('bad_source_map', message, { file: path })];
}

interface Printed {
  textOf: PageText;
  /** A box of the source map in points. */
  pointsOf: (entry: SourceMapEntry) => Box;
  wordsIn: (texts: readonly string[]) => string[];
  /** Numbers of the pages that run from right to left. */
  fromRight: () => ReadonlySet<number>;
}

/** Boxes of the source map, which are in fractions of the page, in points. */
function createScale(pages: readonly ParsedPage[]): Printed['pointsOf'] {
  const sizes = new Map(pages.map(({ number, width, height }) => [number, { width, height }]));
  return ({ page, box: [x0, y0, x1, y1] }) => {
    const { width, height } = sizes.get(page) ?? { width: 1, height: 1 };
    return { x0: x0 * width, y0: y0 * height, x1: x1 * width, y1: y1 * height };
  };
}

/** Pages that run from right to left, looked for once; hardly a document asks. */
function createFromRight(pages: readonly ParsedPage[]): Printed['fromRight'] {
  let known: Set<number> | null = null;
  return () => (known ??= new Set(pages.filter(isFromRight).map(({ number }) => number)));
}

/** Words of texts, cached, since most are single words that recur. */
function createWordReader(): Printed['wordsIn'] {
  const known = new Map<string, readonly string[]>();
  const read = (text: string): readonly string[] => {
    const words = known.get(text) ?? wordsOf(text);
    known.set(text, words);
    return words;
  };
  return (texts) => texts.flatMap(read);
}

/** Blocks whose words are not those that their boxes show, or not in that order. */
function misplaced(
  file: ShelfFile,
  entries: readonly SourceMapEntry[],
  { textOf, pointsOf, wordsIn, fromRight }: Printed,
): AuditFinding[] {
  const { path } = file;
  const lines = file.content.split('\n');
  const wordsOfLine = wordsByLine(file);
  const blocks = Map.groupBy(entries, ({ startLine, endLine }) => `${startLine}-${endLine}`);
  const wordsOfBlock = ([first]: readonly SourceMapEntry[]): string[] =>
    wordsOfLine.slice(first!.startLine - 1, first!.endLine).flat();
  return [...blocks.values()].flatMap((parts): AuditFinding[] => {
    const { startLine, endLine, page } = parts[0]!;
    const words = wordsOfBlock(parts);
    const texts = parts.flatMap((part) => textOf.within(part, 'drawn'));
    const printed = wordsIn(texts);
    const differing = differingWords(words, printed);
    if (differing === 0) return [];
    const strays = straysIn(words, printed, texts);
    const place = decide(BLOCK_PLACE, {
      subject: { page, box: pointsOf(parts[0]!), text: words.join(' ') },
      words,
      isRow: startLine === endLine && ROW.test(lines[startLine - 1] ?? ''),
      isFigure: FIGURE.test(lines[startLine - 1] ?? ''),
      isFromRight: () => fromRight().has(page),
      printed,
      printedInRows: () => wordsIn(parts.flatMap((part) => textOf.within(part, 'rows'))),
      strays,
      differing,
    });
    return place === 'in-place' ? [] : [placeFinding(place, { path, page, startLine, endLine, strays })];
  });
}

interface Misplaced {
  path: string;
  page: number;
  startLine: number;
  endLine: number;
  strays: readonly string[];
}

const QUOTED_STRAYS = 6;

function placeFinding(place: 'misplaced' | 'out-of-order', at: Misplaced): AuditFinding {
  const { path: file, page, strays } = at;
  const lines = `Page ${page}: lines ${at.startLine} to ${at.endLine}`;
  if (place === 'out-of-order') {
    return finding('text_out_of_order', `${lines} are in another order than they are printed in.`, { file, page });
  }
  const quoted = strays.slice(0, QUOTED_STRAYS).join(' ');
  return finding('misplaced_text', `${lines} are not what is printed at their place: “${quoted}”.`, { file, page });
}

/** How many of the words lie between the first and the last that differ: no more can have moved. 0 when all are alike. */
function differingWords(words: readonly string[], printed: readonly string[]): number {
  const shorter = Math.min(words.length, printed.length);
  let first = 0;
  while (first < shorter && words[first] === printed[first]) first++;
  if (first === words.length && first === printed.length) return 0;
  let last = 0;
  while (last < shorter - first && words.at(-1 - last) === printed.at(-1 - last)) last++;
  return Math.max(1, words.length - first - last);
}

/** Words that are not among the printed text, letters joined. */
function straysIn(words: readonly string[], printed: readonly string[], texts: readonly string[]): string[] {
  const known = new Set(printed);
  const strange = words.filter((word) => !known.has(word));
  if (strange.length <= ROW_STRAY_WORDS) return [];
  const letters = wordsOf(texts.join('')).join('');
  return strange.filter((word) => !letters.includes(word));
}
