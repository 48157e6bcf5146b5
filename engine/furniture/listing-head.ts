/**
 * The head of a listing: a report that is one table from its first page on has its title nowhere but above the table of each
 * page, set like a running head or larger. Spreadsheets print such titles, and programs for accounts, payrolls and stocks.
 */
import type { Line } from '../text/line.js';
import { NO_EVIDENCE, type EdgeEvidence } from './edge-rules.js';
import { ROW_TOLERANCE, type LinedPage } from './lined-page.js';

/** Cells of a row from which it is one of a table. */
const CELLS = 3;
/** Words of a cell, on the average of its row: those of a page in three columns have more. */
const WORDS_OF_CELL = 4;
/** Share of the rows of a listing that are rows of a table. */
const TABLE_SHARE = 0.5;
/** Share of the pages behind the first that have the line of a head. */
const PAGES_SHARE = 0.6;
/** Rows of the head: company, title, period, unit, and the page's number. */
const MOST_ROWS = 5;
/** In points: baselines at one height of different pages. */
const SAME_HEIGHT = 2.5;
/** What is printed beside a title for the sake of this copy: the time of printing, the address of a web page. */
const OF_THE_COPY = /\b\d{1,2}:\d\d\b|^\S+:\/\//u;

/** The lines of a listing's head: of the first page, and what repeats them on the others. */
export interface ListingHead {
  first: Line[];
  again: Line[];
}

const NONE: ListingHead = { first: [], again: [] };

/** @param evidence what is known of the lines at the edges of pages */
export function headOfListing(pages: readonly LinedPage[], evidence: ReadonlyMap<Line, EdgeEvidence>): ListingHead {
  const [first, ...others] = pages;
  if (!first || others.length === 0) return NONE;
  const isForThePage = (line: Line): boolean => {
    const { isPageNumber, isPageOfPages, isPageCount, isStamp } = evidence.get(line) ?? NO_EVIDENCE;
    return isPageNumber || isPageOfPages || isPageCount || isStamp || OF_THE_COPY.test(line.text);
  };
  const heads = headRows(first, isForThePage);
  if (heads.length === 0) return NONE;
  const behind = others.map((page) => headRows(page, isForThePage).flat());
  const repeated = (line: Line): Line[] =>
    behind.flatMap((lines) => lines.filter((other) => isSame(line, other)).slice(0, 1));
  const names = heads.flat().filter((line) => !isForThePage(line));
  const again = names.map(repeated);
  if (again.some((lines) => lines.length < PAGES_SHARE * others.length)) return NONE;
  const isTitled = heads.some((row) => row.length === 1 && names.includes(row[0]!) && isTitle(row[0]!));
  return isTitled ? { first: names, again: again.flat() } : NONE;
}

const isSame = (line: Line, other: Line): boolean =>
  line.text === other.text && Math.abs(line.baseline - other.baseline) <= SAME_HEIGHT;

/** More than the name of a company or "CONFIDENTIAL". */
const isTitle = ({ text }: Line): boolean => (text.match(/\p{L}{2,}/gu)?.length ?? 0) > 1;

/** The rows above the table that fills the page; none where it is no listing. */
function headRows({ lines }: LinedPage, isForThePage: (line: Line) => boolean): Line[][] {
  const rows: Line[][] = [];
  for (const line of lines.toSorted((a, b) => a.baseline - b.baseline)) {
    const row = rows.at(-1);
    if (row && line.baseline - row[0]!.baseline <= ROW_TOLERANCE) row.push(line);
    else rows.push([line]);
  }
  const isOfTable = (row: readonly Line[]): boolean =>
    row.length >= CELLS && wordsOf(row) <= WORDS_OF_CELL * row.length && !row.some(isForThePage);
  const end = rows.findIndex(isOfTable);
  if (end < 1 || end > MOST_ROWS) return [];
  const table = rows.slice(end);
  return table.filter(isOfTable).length >= TABLE_SHARE * table.length ? rows.slice(0, end) : [];
}

const wordsOf = (row: readonly Line[]): number => row.reduce((sum, { text }) => sum + text.split(' ').length, 0);
