/** The grid of a table: its texts by row and column, and which cells cover several places of it. */

/** A cell as it is written, with what it covers. */
export interface WrittenCell {
  text: string;
  columns: number;
  rows: number;
}

/** A cell that covers more than its own place; `row` and `column` count from 0 and name the place of its text. */
export interface Span {
  row: number;
  column: number;
  rows: number;
  columns: number;
}

export interface Grid {
  /** As many texts in each row as there are columns; '' in places that a cell from elsewhere covers. */
  rows: string[][];
  spans: Span[];
}

/** As many as HTML allows. */
const MAX_COLUMNS = 1_000;
/** People can write a table of few cells that covers more places than fit into memory: what is wider is cut. */
const MAX_PLACES = 1_000_000;

/** Lays out rows of cells as HTML does: from left to right, around the cells that reach down from rows above. */
export function layOut(written: readonly (readonly WrittenCell[])[]): Grid {
  const columnLimit = Math.max(1, Math.min(MAX_COLUMNS, Math.floor(MAX_PLACES / Math.max(1, written.length))));
  const rows: string[][] = [];
  const spans: Span[] = [];
  /** For each column, up to which row (not included) a cell from above covers it. */
  const coveredUntil: number[] = [];
  let width = 0;
  for (const [row, cells] of written.entries()) {
    const texts: string[] = [];
    let column = 0;
    for (const cell of cells) {
      while ((coveredUntil[column] ?? 0) > row) column += 1;
      if (column >= columnLimit) break;
      const columns = Math.max(1, Math.min(cell.columns, columnLimit - column));
      const below = Math.max(1, Math.min(cell.rows, written.length - row));
      texts[column] = cell.text;
      if (columns > 1 || below > 1) spans.push({ row, column, rows: below, columns });
      for (let at = column; at < column + columns; at++) coveredUntil[at] = row + below;
      column += columns;
    }
    rows.push(texts);
    width = Math.max(width, column);
  }
  return { rows: rows.map((texts) => Array.from({ length: width }, (_, at) => texts[at] ?? '')), spans };
}
