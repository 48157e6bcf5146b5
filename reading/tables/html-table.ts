/**
 * Tables in HTML, as the engine writes them for spanned cells and as people write them in a review. Only rows
 * and cells are read, no other markup; a table within a cell is part of its text.
 */
import { renderedText } from '../rendered.js';
import { layOut, type Grid, type WrittenCell } from './grid.js';

/** Tags are short: a `<` without an end takes no time to pass over. */
const TAG = /<(\/?)(table|thead|tr|t[dh])\b([^<>]{0,500})>/gi;
/** More are no number of rows or columns. */
const MAX_SPAN = 65_534;

interface Cell extends WrittenCell {
  isHeader: boolean;
}

interface Row {
  cells: Cell[];
  isInHead: boolean;
}

interface Tag {
  name: string;
  isEnd: boolean;
  attributes: string;
  from: number;
  to: number;
}

/** @param html from `<table` to its end */
export function htmlTable(html: string): Grid & { headerRows: number } {
  const rows: Row[] = [];
  let isInHead = false;
  let open: { cell: Cell; from: number } | null = null;
  for (const { name, isEnd, attributes, from, to } of tagsOfOuterTable(html)) {
    if (open) open.cell.text = cellText(html.slice(open.from, from));
    open = null;
    if (name === 'thead') isInHead = !isEnd;
    if (isEnd || name === 'thead') continue;
    if (name === 'tr' || rows.length === 0) rows.push({ cells: [], isInHead });
    if (name === 'tr') continue;
    const cell = cellOf(name, attributes);
    rows.at(-1)!.cells.push(cell);
    open = { cell, from: to };
  }
  if (open) open.cell.text = cellText(html.slice(open.from));
  return { ...layOut(rows.map(({ cells }) => cells)), headerRows: headerRowsOf(rows) };
}

/** Tags of rows and cells, and the end of the table; not those of tables within cells. */
function* tagsOfOuterTable(html: string): Iterable<Tag> {
  let depth = 0;
  for (const { 0: text, 1: slash, 2: tagName = '', 3: attributes = '', index } of html.matchAll(TAG)) {
    const tag = { name: tagName.toLowerCase(), isEnd: slash === '/', attributes, from: index, to: index + text.length };
    if (tag.name === 'table') depth += tag.isEnd ? -1 : 1;
    const isWithin = tag.name === 'table' ? tag.isEnd && depth === 0 : depth <= 1;
    if (isWithin) yield tag;
  }
}

function cellOf(name: string, attributes: string): Cell {
  const spanOf = (what: string): number => {
    const [, given] = new RegExp(`\\b${what}\\s*=\\s*["']?(\\d{1,5})`, 'i').exec(attributes) ?? [];
    return Math.max(1, Math.min(MAX_SPAN, Number(given ?? 1)));
  };
  return { text: '', columns: spanOf('colspan'), rows: spanOf('rowspan'), isHeader: name === 'th' };
}

/** Rows of a `<thead>`, or without one the first rows of which every cell is a `<th>`. */
function headerRowsOf(rows: readonly Row[]): number {
  const isHead = rows.some((row) => row.isInHead)
    ? (row: Row) => row.isInHead
    : ({ cells }: Row) => cells.length > 0 && cells.every((cell) => cell.isHeader);
  const end = rows.findIndex((row) => !isHead(row));
  return end === -1 ? rows.length : end;
}

const cellText = (html: string): string => textOfCell(html.replace(/<\/?(?:p|div|li|ul|ol)\b[^<>]{0,500}>/gi, '\n'));

/** A cell as it is read: its line breaks stay, other white space is single spaces. */
export function textOfCell(markup: string): string {
  return renderedText(markup.replace(/<br\s*\/?>/gi, '\n'))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
}
