/** A process that structures and verifies one document after the other from pages that were read before. */
import { createHash } from 'node:crypto';
import type { Template } from '../../contract/vocabulary.js';
import { explainDocument } from '../../engine/explain.js';
import type { DocumentInfo } from '../../engine/model.js';
import type { Decision } from '../../engine/rules.js';
import type { VerifyOptions } from '../../engine/shelf.js';
import { loggedDecision } from '../../worker/explain/decision-log.js';
import { readPages } from '../../worker/pages-file.js';
import { answerTasks, type RunnerAnswer } from '../runners.js';
import { writeDocument, type StoredDecision, type StoredDocument } from './store.js';

export interface RunnerTask {
  document: string;
  info: DocumentInfo;
  pagesPaths: string[];
  template: Template | null;
  outPath: string;
}

answerTasks(run);

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

async function run({ document, info, pagesPaths, template, outPath }: RunnerTask): Promise<RunnerAnswer> {
  const pages = await readPages(pagesPaths);
  const stored: StoredDocument = { document, error: null, files: {}, decisions: new Map() };
  const add = (page: number, decision: StoredDecision): void => {
    const ofPage = stored.decisions.get(page);
    if (ofPage) ofPage.push(decision);
    else stored.decisions.set(page, [decision]);
  };
  // whatever the file is called: two copies of a document are to give the same
  const options: VerifyOptions = {
    template,
    policy: 'best_effort',
    source: { fileName: 'document.pdf', sha256: '0'.repeat(64), sizeBytes: 1 },
  };
  let defect: string | null = null;
  try {
    const keep = (decision: Decision): void => {
      const { page, box, text, table, rule, verdict } = loggedDecision(decision);
      add(page, [...box, text, table, rule, verdict]);
    };
    const { tree } = explainDocument(info, pages, options, keep);
    for (const { path, content } of tree.files) stored.files[path] = hash(content);
    stored.files['#rest'] = hash(JSON.stringify([tree.title, tree.quality, tree.audit]));
  } catch (error) {
    const { name, code, stack } = error as { name?: string; code?: string; stack?: string };
    const isRefused = name === 'DocumentError' && code !== undefined;
    stored.error = isRefused ? code : 'defect';
    if (!isRefused) defect = stack ?? String(error);
  }
  await writeDocument(outPath, stored);
  return { defect };
}
