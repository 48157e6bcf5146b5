/**
 * Converts a document up to one stage of the engine and writes the stage's output as JSON, to inspect it and to continue
 * from it. For developers of stages; the service does not use it.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentInfo } from '../engine/model.js';
import type { StageName } from '../engine/pipeline.js';
import type { VerifiedTree } from '../engine/shelf.js';
import { recordText, type StageRecord } from '../engine/stage-record.js';
import { inScratch, written, type Conversion, type ConversionRequest } from './convert-document.js';
import type { EnginePool } from './engine-pool.js';
import { readPages } from './pages-file.js';
import { readPdf } from './read-document.js';

export interface StageRequest extends Omit<ConversionRequest, 'folder'> {
  until: StageName;
  /** Gets the record. */
  outPath: string;
}

/** Whether the file is the record of a stage rather than a PDF. */
export const isRecord = (file: string): boolean => file.endsWith('.json');

/**
 * From a PDF, or from the record of an earlier stage with the options that this was made with.
 *
 * @throws DocumentError, or what reading and writing the files throws.
 */
export function convertUntil(pool: EnginePool, request: StageRequest): Promise<void> {
  const { file, template, policy, timeoutMs, until, outPath, languages } = request;
  return inScratch(timeoutMs, async (scratch, signal) => {
    if (isRecord(file)) {
      if (until === 'read' || until === 'recognise') throw new Error(`${until} needs the PDF`);
      return pool.stage({ from: { recordPath: file }, until, outPath, signal });
    }
    const { info, source, readPaths, recognisedPaths } = await readPdf(pool, { file, languages, scratch, signal });
    const options = { template, policy, source };
    const pagesPaths = until === 'read' ? readPaths : [...readPaths, ...recognisedPaths];
    if (until !== 'read' && until !== 'recognise')
      return pool.stage({ from: { info, options, pagesPaths }, until, outPath, signal });
    const pages = (await readPages(pagesPaths)).map((parsed) => ({ parsed }));
    const before = { info, options, pages: pages.map(() => ({})) };
    await writeFile(outPath, recordText({ stage: until, output: { pages }, before }));
  });
}

/** Makes the tree, continuing from the record of a stage. @throws as `convertUntil`. */
export function convertRecord(
  pool: EnginePool,
  { file, folder, timeoutMs }: Pick<ConversionRequest, 'file' | 'folder' | 'timeoutMs'>,
): Promise<Conversion> {
  return inScratch(timeoutMs, async (scratch, signal) => {
    const outPath = join(scratch, 'verify.json');
    await pool.stage({ from: { recordPath: file }, until: 'verify', outPath, signal });
    const { output, before } = JSON.parse(await readFile(outPath, 'utf8')) as StageRecord & {
      output: { tree: VerifiedTree };
      before: { info: DocumentInfo };
    };
    return written(output.tree, folder, before.info.pageCount);
  });
}
