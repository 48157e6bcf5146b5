/** The tables of a shelf as metadata.json lists them, and those that are most likely not as printed. */
import type { AuditFinding } from '../../contract/vocabulary.js';
import { finding } from '../findings.js';
import { NO_BOX } from '../geometry.js';
import { plainText } from '../markdown/text.js';
import type { TableBlock, TableCell } from '../block-model.js';
import { decide, type DecisionTable } from '../rules.js';
import { entriesFor, type PageSizes } from './source-map.js';

export interface TableEntry {
  /** The content file, and the line in it where the table begins, counted from 1. */
  file: string;
  line: number;
  /** Where it begins: a page, and the box there in fractions of the page. */
  page: number;
  box: [number, number, number, number];
  rows: number;
  columns: number;
  /** 0 to 1. */
  confidence: number;
}

/** A table where it was written. */
export interface WrittenTable {
  file: string;
  line: number;
  block: TableBlock;
}

/** A document of more tables is made by a program, and its metadata has to be read. */
const MOST_TABLES = 1_000;
/** Confidence in a table that nothing speaks against, and in one that looks misread. */
const TRUSTED = 1;
const DOUBTFUL = 0.4;
/** Share of empty cells, and least number of cells, from which the grid is not that of the table. */
const EMPTY_SHARE = 0.75;
const MANY_CELLS = 12;

export interface TableEvidence {
  block: TableBlock;
  /** For each row the sum of what its cells cover, with what rows above cover of it. */
  widths: readonly number[];
  cells: number;
  empty: number;
}

export const TABLE_TRUST: DecisionTable<TableEvidence, 'trusted' | 'doubtful'> = {
  name: 'table-trust',
  rules: [
    {
      name: 'fused-rows',
      why: 'Cells of a row hold values on several baselines: several rows were taken for one.',
      test: ({ block }) => (block.trust?.doubts.includes('fused-rows') ? 'doubtful' : null),
    },
    {
      name: 'fused-columns',
      why: 'Cells of a column hold several values side by side: several columns were taken for one.',
      test: ({ block }) => (block.trust?.doubts.includes('fused-columns') ? 'doubtful' : null),
    },
    {
      name: 'unequal-rows',
      why: 'Rows that are not of one width have lost cells.',
      test: ({ widths }) => (new Set(widths).size > 1 ? 'doubtful' : null),
    },
    {
      name: 'hardly-filled',
      why: 'A grid that is nearly empty has more columns or rows than the table.',
      test: ({ cells, empty }) => (cells >= MANY_CELLS && empty >= EMPTY_SHARE * cells ? 'doubtful' : null),
    },
  ],
  otherwise: 'trusted',
  subject: ({ block: { source, rows } }) => ({
    page: source[0]?.page ?? 1,
    box: source[0]?.box ?? NO_BOX,
    text: (rows[0] ?? []).map(textOf).join(' | '),
  }),
  numbers: ({ cells, empty, widths }) => ({ cells, empty, columns: Math.max(0, ...widths) }),
};

const textOf = ({ spans }: TableCell): string => plainText(spans).trim();

export function tableFacts(block: TableBlock): TableEvidence {
  const cells = block.rows.flat();
  return {
    block,
    widths: widthsOf(block),
    cells: cells.length,
    empty: cells.filter((cell) => textOf(cell) === '').length,
  };
}

function widthsOf({ rows }: TableBlock): number[] {
  const widths = rows.map(() => 0);
  for (const [at, row] of rows.entries()) {
    for (const { colSpan = 1, rowSpan = 1 } of row) {
      for (let below = at; below < Math.min(rows.length, at + rowSpan); below++) widths[below]! += colSpan;
    }
  }
  return widths;
}

/** The tables with their places, and a remark about those that look misread. */
export function listTables(
  tables: readonly WrittenTable[],
  pageSizes: PageSizes,
): { entries: TableEntry[]; findings: AuditFinding[] } {
  const entries: TableEntry[] = [];
  const findings: AuditFinding[] = [];
  for (const { file, line, block } of tables) {
    const facts = tableFacts(block);
    const trust = decide(TABLE_TRUST, facts);
    const [place] = entriesFor({ path: file, startLine: line, endLine: line }, block.source, pageSizes);
    if (trust === 'doubtful') findings.push(doubt(file, facts));
    if (!place || entries.length >= MOST_TABLES) continue;
    const [rows, columns] = [block.rows.length, Math.max(0, ...facts.widths)];
    const found = Math.floor((block.trust?.confidence ?? TRUSTED) * 100) / 100;
    const confidence = Math.min(found, trust === 'doubtful' ? DOUBTFUL : TRUSTED);
    entries.push({ file, line, page: place.page, box: place.box, rows, columns, confidence });
  }
  return { entries, findings };
}

function doubt(file: string, { block }: TableEvidence): AuditFinding {
  const page = block.source[0]?.page;
  const begins = (block.rows[0] ?? []).map(textOf).filter(Boolean).slice(0, 3).join(' | ');
  const message = `A table of ${block.rows.length} rows is most likely not as printed: rows or columns were taken for one, or are empty. It begins: “${begins}”.`;
  return finding('doubtful_table', message, { file, ...(page === undefined ? {} : { page }) });
}
