/**
 * The entries below the title of a printed table of contents ("Contents", "Inhalt"), line by line.
 *
 * Below such a title every line that ends in a number is an entry, however narrow the gap before it is, as long as the
 * numbers do not fall; so entries come apart that were taken for the lines of one paragraph. A line without a number belongs
 * to the entry below it.
 */
import { unionBox } from '../geometry.js';
import { decide, type DecisionTable } from '../rules.js';
import type { Line } from '../text/line.js';
import { romanValue } from '../text/numerals.js';
import { plainText } from '../text/spans.js';
import { LEAST_ENTRIES, looseEntry } from './contents.js';
import type { NewTextBlock } from './text-blocks.js';
import { linesToSpans, type TextContext } from './text.js';

/** What tables of contents are called in languages of Latin script, and in a few others. */
const TITLE =
  /^(?:(?:table of |detailed |brief )?contents|inhalt(?:sverzeichnis)?|table des mati[eè]res|sommaire|sommario|indice(?: generale)?|[íi]ndice(?: general)?|contenidos?|tabla de contenidos?|conte[úu]do|sum[áa]rio|inhoud(?:sopgave)?|inneh[åa]ll|indhold(?:sfortegnelse)?|innhold|sis[äa]llys|spis tre[śs]ci|obsah|содержание|оглавление|目次|目录|目錄)[.:]?$/iu;
/** A title is short: "Contents of the box" is not one. */
const TITLE_LETTERS = 40;
/** Lines without a number that an entry may begin with: more are text. */
const MOST_WITHOUT_NUMBER = 3;
/** An entry's line without a number is no longer than this, in letters. */
const ENTRY_LETTERS = 160;

export const isContentsTitle = ({ role, text }: Pick<NewTextBlock, 'role' | 'text'>): boolean =>
  role === 'text' && text.length <= TITLE_LETTERS && TITLE.test(text.replace(/\s+/g, ' ').trim());

/** Of a page number: roman ones stand before all others, in front matter. */
const pageValue = (page: string): { roman: boolean; value: number } => {
  const roman = /^\d/.test(page) ? null : romanValue(page);
  return roman === null ? { roman: false, value: Number(page) } : { roman: true, value: roman };
};

export interface ContentsLine {
  textBlock: NewTextBlock;
  line: Line;
  /** Its page number falls behind that of the entry before. */
  falls: boolean;
  /** How many lines without a number stand above it, since the last entry. */
  open: number;
}

export const CONTENTS_LINE: DecisionTable<ContentsLine, 'entry' | 'part-of-entry' | 'ends'> = {
  name: 'contents-line',
  rules: [
    {
      name: 'other-than-text',
      why: 'A table, a figure or a note ends the contents.',
      test: ({ textBlock: { role } }) => (role === 'text' || role === 'contents' ? null : 'ends'),
    },
    {
      name: 'number-falls',
      why: 'Entries are in the order of their pages.',
      test: ({ falls }) => (falls ? 'ends' : null),
    },
    {
      name: 'ends-in-number',
      why: 'Below the title of a table of contents a line that ends in a number is an entry, with leaders or without.',
      test: ({ line }) => (looseEntry(line) === null ? null : 'entry'),
    },
    {
      name: 'long-line',
      why: 'A long line without a number is text.',
      test: ({ line }) => (line.text.length > ENTRY_LETTERS ? 'ends' : null),
    },
    {
      name: 'lines-before-number',
      why: 'An entry may go over lines, of which the last has the number; many lines without one are text.',
      test: ({ open }) => (open < MOST_WITHOUT_NUMBER ? 'part-of-entry' : null),
    },
  ],
  otherwise: 'ends',
  subject: ({ line }) => line,
  numbers: ({ open }) => ({ linesWithoutNumber: open }),
};

/** The text blocks, those below the title of a table of contents split by their entries. */
export function splitContentsPages(textBlocks: readonly NewTextBlock[], context: TextContext): NewTextBlock[] {
  const split: NewTextBlock[] = [];
  for (let i = 0; i < textBlocks.length; i++) {
    const textBlock = textBlocks[i]!;
    split.push(textBlock);
    if (!isContentsTitle(textBlock)) continue;
    const end = contentsEnd(textBlocks, i + 1);
    for (const block of textBlocks.slice(i + 1, end)) split.push(...splitBlock(block, context));
    i = end - 1;
  }
  return split;
}

/** Index behind the last text block whose lines are entries; that of `start` where these are too few. */
function contentsEnd(textBlocks: readonly NewTextBlock[], start: number): number {
  let [end, entries, open] = [start, 0, 0];
  let last = { roman: true, value: 0 };
  for (let i = start; i < textBlocks.length; i++) {
    const textBlock = textBlocks[i]!;
    if (textBlock.aside) continue;
    for (const line of textBlock.lines) {
      const found = looseEntry(line);
      const value = found && pageValue(found.page);
      const falls = value !== null && (value.roman ? !last.roman || value.value < last.value : isBelow(value, last));
      const verdict = decide(CONTENTS_LINE, { textBlock, line, falls, open });
      if (verdict === 'ends') return entries >= LEAST_ENTRIES ? end : start;
      open = verdict === 'entry' ? 0 : open + 1;
      if (!value) continue;
      last = value;
      entries += 1;
    }
    if (open === 0) end = i + 1;
  }
  return entries >= LEAST_ENTRIES ? end : start;
}

const isBelow = ({ value }: { value: number }, last: { roman: boolean; value: number }): boolean =>
  !last.roman && value < last.value;

/** A text block for each entry in it. What stands below the last number stays with it: it opens the next block's entry. */
function splitBlock(textBlock: NewTextBlock, context: TextContext): NewTextBlock[] {
  const ends = textBlock.lines.flatMap((line, i) => (looseEntry(line) ? [i + 1] : []));
  if (textBlock.aside || ends.length === 0) return [textBlock];
  if (ends.at(-1) !== textBlock.lines.length) ends.push(textBlock.lines.length);
  return ends.map((end, i): NewTextBlock => {
    const lines = textBlock.lines.slice(ends[i - 1] ?? 0, end);
    return { ...withLines(textBlock, lines, context), role: 'contents' };
  });
}

/** A text block of some of another's lines. */
function withLines(textBlock: NewTextBlock, lines: readonly Line[], context: TextContext): NewTextBlock {
  const first = lines[0]!;
  const spans = linesToSpans(lines, context);
  return {
    ...textBlock,
    lines: [...lines],
    spans,
    text: plainText(spans),
    source: [{ page: first.page, box: unionBox(lines.map(({ box }) => box)) }],
    page: first.page,
    size: first.size,
    left: first.box.x0 - textBlock.column.left,
    marker: null,
  };
}
