/** What was decided while a page was read and recognised: it goes with the page to where the document is explained. */
import type { ParsedPage } from '../../engine/model.js';
import { recordDecisionsAsync, type AnyDecisionTable, type Decision } from '../../engine/rules.js';
import type { StageName } from '../../engine/pipeline.js';
import { tableReasons, type TableReasons } from './overview.js';

/** Of one page: more would make it too long for a page. */
const MAX_DECISIONS = 5_000;

export interface Reading {
  decisions: Decision[];
  tables: TableReasons[];
  /** Decisions that were taken after these. */
  leftOut: number;
}

/** A page as it was read, with the reasons. */
export interface ReadPage extends ParsedPage {
  reading?: Reading;
}

export interface ReadingLog {
  /** Does the work and keeps what it decides. */
  during<T>(stage: StageName, work: () => Promise<T>): Promise<T>;
  /** The page with all that was kept since the last one. */
  on(page: ParsedPage): ReadPage;
}

/** For one page after the other. */
export function openReadingLog(): ReadingLog {
  let decisions: Decision[] = [];
  let tables = new Map<string, AnyDecisionTable>();
  let leftOut = 0;
  return {
    during: (stage, work) =>
      recordDecisionsAsync((decision, table) => {
        tables.set(table.name, table);
        if (decisions.length < MAX_DECISIONS) decisions.push({ ...decision, stage });
        else leftOut += 1;
      }, work),
    on(page) {
      const reading = { decisions, tables: [...tables.values()].map(tableReasons), leftOut };
      [decisions, tables, leftOut] = [[], new Map(), 0];
      return { ...page, reading };
    },
  };
}
