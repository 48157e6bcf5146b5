/** A process that converts one document after the other to Markdown, from pages that were read before. */
import { writeFile } from 'node:fs/promises';
import { structureDocument, verifyTree, DocumentError } from '../../engine/index.js';
import { joinFiles } from '../../engine/files/join.js';
import type { ReadPages } from '../parsed-pages.js';
import { answerTasks, type RunnerAnswer } from '../runners.js';
import { readPages } from '../../worker/pages-file.js';

export interface MarkdownTask extends ReadPages {
  fileName: string;
  outPath: string;
}

answerTasks(run);

async function run({ info, pagesPaths, fileName, outPath }: MarkdownTask): Promise<RunnerAnswer> {
  const pages = await readPages(pagesPaths);
  const options = { template: null, source: { fileName, sha256: '0'.repeat(64), sizeBytes: 1 } };
  try {
    const unverified = structureDocument(info, pages, options);
    const { files } = verifyTree(info, pages, unverified, { ...options, policy: 'best_effort' });
    await writeFile(outPath, joinFiles(files));
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
  }
  return { defect: null };
}
