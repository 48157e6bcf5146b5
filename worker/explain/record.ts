/** Runs in an engine process: structures a document and records its decisions, and the pages and blocks to show them on. */
import { explainDocument } from '../../engine/explain.js';
import type { DocumentInfo, ParsedPage } from '../../engine/model.js';
import type { UnverifiedTree, StructureOptions } from '../../engine/shelf.js';
import type { ExplanationPaths } from '../engine-protocol.js';
import { writeJson } from '../pages-file.js';
import { openDecisionLog } from './decision-log.js';
import { pageFacts, type Overview, type TableReasons } from './overview.js';
import { furnitureBox, roleBoxes } from './roles.js';

export interface RecordRequest {
  info: DocumentInfo;
  pages: ParsedPage[];
  options: StructureOptions;
  explain: ExplanationPaths;
}

/** @throws DocumentError as `structureDocument` does. */
export async function structureExplained({ info, pages, options, explain }: RecordRequest): Promise<UnverifiedTree> {
  const log = openDecisionLog(explain.decisionsPath);
  const tables = new Map<string, TableReasons>();
  try {
    const { draft, document, furniture } = explainDocument(info, pages, options, (decision, { name, rules }) => {
      log.add(decision);
      if (!tables.has(name))
        tables.set(name, { table: name, rules: rules.map((rule) => ({ name: rule.name, why: rule.why })) });
    });
    const overview: Overview = {
      pages: pages.map(pageFacts),
      roles: [...roleBoxes(document.blocks), ...furniture.map(furnitureBox)],
      tables: [...tables.values()],
      leftOut: log.leftOut(),
    };
    await writeJson(explain.overviewPath, overview);
    return draft;
  } finally {
    log.close();
  }
}
