/** One block as lines of Markdown. */
import type {
  Block,
  ContentsBlock,
  EquationBlock,
  FieldBlock,
  FigureBlock,
  FootnoteBlock,
  HeadingBlock,
  ListBlock,
  ListItem,
  ParagraphBlock,
} from '../block-model.js';
import { isBullet } from '../text/bullets.js';
import { renderLine, renderLines, renderSpans, type BlockOptions } from './inline.js';
import { renderTable } from './tables.js';
import { cleanLines, oneLine } from './text.js';

/** Stands between two lists that Markdown would take for one. */
export const LIST_BREAK = '<!-- -->';

const indented = (lines: readonly string[], by: string): string[] => lines.map((line) => (line ? by + line : line));

/** Parts with an empty line between them. */
function spaced(parts: readonly (readonly string[])[]): string[] {
  return parts.filter((part) => part.length > 0).flatMap((part, index) => (index > 0 ? ['', ...part] : part));
}

/** The lines of a block; none for one that prints nothing (a picture). */
export function renderBlock(block: Block, options: BlockOptions): string[] {
  switch (block.kind) {
    case 'heading':
      return renderHeading(block, options);
    case 'paragraph':
      return renderParagraph(block, options);
    case 'caption':
      return nonEmpty(renderLine(block.spans, options));
    case 'footnote':
      return renderFootnote(block, options);
    case 'list':
      return renderList(block, options);
    case 'table':
      return renderTable(block, options);
    case 'figure':
      return renderFigure(block);
    case 'code':
      return fenced(cleanLines(block.text).replace(/^\n+|\s+$/g, ''));
    case 'equation':
      return renderEquation(block);
    case 'quote':
      return renderBlocks(block.blocks, { ...options, part: () => {} }).map((line) => (line ? `> ${line}` : '>'));
    case 'contents':
      return renderContents(block, options);
    case 'field':
      return renderField(block, options);
  }
}

/** Markdown has six levels. */
const MAX_LEVEL = 6;

function renderHeading({ spans, level }: HeadingBlock, options: BlockOptions): string[] {
  const text = renderSpans(spans, { ...options, plain: true });
  // A closing row of # would be taken for the heading's own.
  return text ? [`${'#'.repeat(Math.min(MAX_LEVEL, Math.max(1, level)))} ${text.replace(/(#+)$/, '\\$1')}`] : [];
}

/** Lines that its author ended have a place each. */
function renderParagraph({ spans, source }: ParagraphBlock, options: BlockOptions): string[] {
  const lines = renderLines(spans, options);
  if (lines.length > 1 && lines.length === source.length)
    for (const [at, place] of source.entries()) options.part?.(at, at, [place]);
  return lines;
}

function renderFootnote({ id, mark, spans }: FootnoteBlock, options: BlockOptions): string[] {
  const label = options.footnotes.get(id);
  if (label !== undefined) return [`[^${label}]: ${renderSpans(spans, options)}`];
  // Nothing refers to it: as a definition it would not be rendered.
  return [renderLine([{ text: `${mark} ` }, ...spans], options)];
}

/** What the figure is about, as a comment: it is no text of the page, but helps programs. */
function renderFigure(figure: FigureBlock): string[] {
  const labels = oneLine(figure.labels)
    .replaceAll(/-(?=[->])/g, '- ')
    .trim();
  return labels ? [`<!-- figure: ${labels} -->`] : [];
}

/** Characters that mathematical markup would read as commands. */
const MATH_COMMANDS = /[\\{}$%&#_^~]/g;

/**
 * The symbols of an equation as printed, row by row from left to right, fractions as "(a)/(b)". They are no LaTeX and do not
 * stand between `$$`; what reads the block as such shows them as they are.
 */
function renderEquation({ text }: EquationBlock): string[] {
  const lines = cleanLines(text)
    .split('\n')
    .map((line) => line.trim().replace(MATH_COMMANDS, String.raw`\$&`));
  return fenced(lines.filter((line) => line).join('\n'), 'math');
}

/** An entry much deeper than the one before would be indented as code is. */
function renderContents({ entries }: ContentsBlock, options: BlockOptions): string[] {
  let before = -1;
  return entries.map(({ depth, spans, pageLabel }) => {
    const printed = pageLabel ? [...spans, { text: ` ${pageLabel}` }] : spans;
    before = Math.min(Math.max(0, depth), before + 2);
    return `${'  '.repeat(before)}- ${renderLine(printed, options)}`;
  });
}

function renderField({ label, lines }: FieldBlock, options: BlockOptions): string[] {
  const plain = renderSpans(
    label.map(({ text, struck }) => (struck ? { text, struck } : { text })),
    options,
  );
  return spaced([plain ? [`**${plain}**`] : [], ...lines.map((line) => nonEmpty(renderLine(line, options)))]);
}

const nonEmpty = (line: string): string[] => (line ? [line] : []);

function fenced(text: string, language = ''): string[] {
  if (!text) return [];
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${language}`, ...text.split('\n'), fence];
}

/** Several blocks within a quote or a list item. */
function renderBlocks(blocks: readonly Block[], options: BlockOptions): string[] {
  return spaced(
    blocks.map((block) => [...options.pageMarks(block.source.slice(0, 1)), ...renderBlock(block, options)]),
  );
}

const ORDERED = /^(\d{1,9})([.)])$/;
const BULLETS = /^[+o§]?$/u;
/** Bullets that say something of their item. */
const TELLING = /^[✓✔✗✘]$/u;
/** Check boxes become those of task lists. */
const TASKS: Readonly<Record<string, string>> = { '☐': '[ ]', '☑': '[x]', '☒': '[x]' };

/** What an item begins with in Markdown, and how far its further lines are indented. */
function markerOf(item: ListItem): { lead: string; indent: string; printed: string; number: number | null } {
  const marker = item.marker.trim();
  const ordered = ORDERED.exec(marker);
  if (ordered)
    return { lead: `${marker} `, indent: ' '.repeat(marker.length + 1), printed: '', number: Number(ordered[1]) };
  const task = TASKS[marker];
  if (task) return { lead: `- ${task} `, indent: '  ', printed: '', number: null };
  // "(a)", "iv." and the like are no markers of Markdown: they stay as text in an item.
  return {
    lead: '- ',
    indent: '  ',
    printed: BULLETS.test(marker) || (isBullet(marker) && !TELLING.test(marker)) ? '' : marker,
    number: null,
  };
}

/** `options` for a block whose first line is the line `offset` of the block around it. */
const inside = (options: BlockOptions, offset: number): BlockOptions => ({
  ...options,
  part: (from, to, source) => options.part?.(from + offset, to + offset, source),
});

function renderItem(item: ListItem, options: BlockOptions): string[] {
  const { lead, indent, printed } = markerOf(item);
  const [first, ...rest] = item.blocks;
  const text = first?.kind === 'paragraph' ? first.spans : [];
  const [line = '', ...below] = renderLines(printed ? [{ text: `${printed} ` }, ...text] : text, options);
  const others = first?.kind === 'paragraph' ? rest : item.blocks;
  const lines = [line ? lead + line : lead.trimEnd(), ...indented(below, indent)];
  for (const block of others) {
    const marks = options.pageMarks(block.source.slice(0, 1));
    // A list inside an item follows without an empty line; anything else needs one to be its own block.
    const gap = block.kind === 'list' ? [] : [''];
    const body = renderBlock(block, inside(options, lines.length + gap.length + marks.length));
    const inner = [...marks, ...body];
    if (inner.length > 0) lines.push(...gap, ...indented(inner, indent));
  }
  return lines;
}

function renderList(list: ListBlock, options: BlockOptions): string[] {
  const lines: string[] = [];
  let previous: number | null = null;
  for (const [index, item] of list.items.entries()) {
    const { number, indent } = markerOf(item);
    if (index > 0) {
      // A comment in the item before keeps the list tight, and is exactly where the page starts.
      lines.push(...indented(options.pageMarks(item.source.slice(0, 1)), indent));
      // Markdown counts on from the first number: where the printed one jumps, a new list begins.
      if (number !== null && previous !== null && number !== previous + 1) lines.push('', LIST_BREAK, '');
    }
    previous = number;
    const first = lines.length;
    lines.push(...renderItem(item, inside(options, first)));
    options.part?.(first, lines.length - 1, [...item.source, ...item.blocks.flatMap(({ source }) => source)]);
  }
  return lines;
}
