/** Tables and forms of a page that are tagged or drawn. */
import type { Page, TextRun } from '../model.js';
import type { TableRegion } from '../tables/found-table.js';
import { findTables } from './find-tables.js';

export interface DrawnTablesInput {
  page: Page;
  text: readonly TextRun[];
  /** Text of other directions. */
  turned: readonly TextRun[];
}

export function drawnTablesOfPage({ page, text, turned }: DrawnTablesInput): { tables: TableRegion[] } {
  return { tables: findTables(page, [...text, ...turned]) };
}
