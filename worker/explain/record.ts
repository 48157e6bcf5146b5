/**
 * Runs in an engine process: structures and verifies a document and records its decisions, and the pages and blocks to show
 * them on. The verified tree is let go: that of a job of its own is published, as without an explanation.
 */
import { explainDocument } from '../../engine/explain.js';
import type { DocumentInfo, ParsedPage } from '../../engine/model.js';
import type { UnverifiedTree, StructureOptions } from '../../engine/shelf.js';
import type { ExplanationRequest } from '../engine-protocol.js';
import { writeJson } from '../pages-file.js';
import { openDecisionLog } from './decision-log.js';
import { pageFacts, tableReasons, type Overview, type TableReasons } from './overview.js';
import type { ReadPage } from './reading.js';
import { furnitureBox, roleBoxes } from './roles.js';

export interface RecordRequest {
  info: DocumentInfo;
  pages: ReadPage[];
  options: StructureOptions;
  explain: ExplanationRequest;
}

/** @throws DocumentError as `structureDocument` does. */
export async function structureExplained({ info, pages, options, explain }: RecordRequest): Promise<UnverifiedTree> {
  const asked = { ...options, policy: explain.policy };
  const log = openDecisionLog(explain.decisionsPath);
  const tables = new Map<string, TableReasons>();
  let leftOut = 0;
  try {
    const parsed = pages.map(({ reading, ...page }): ParsedPage => {
      for (const decision of reading?.decisions ?? []) log.add(decision);
      for (const reasons of reading?.tables ?? []) tables.set(reasons.table, reasons);
      leftOut += reading?.leftOut ?? 0;
      return page;
    });
    const { unverified, document, furniture } = explainDocument(info, parsed, asked, (decision, table) => {
      log.add(decision);
      if (!tables.has(table.name)) tables.set(table.name, tableReasons(table));
    });
    const overview: Overview = {
      pages: pages.map(pageFacts),
      roles: [...roleBoxes(document.blocks), ...furniture.map(furnitureBox)],
      tables: [...tables.values()],
      leftOut: leftOut + log.leftOut(),
    };
    await writeJson(explain.overviewPath, overview);
    return unverified;
  } finally {
    log.close();
  }
}
