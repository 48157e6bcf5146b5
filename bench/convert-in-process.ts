/** Runs the whole engine in the caller's process: fast, but without isolation from harmful documents. */
import { createHash } from 'node:crypto';
import type { Template } from '../contract/vocabulary.js';
import { openPdf, structureDocument, verifyDraft, type ParsedPage, type VerifiedTree } from '../engine/index.js';

export interface InProcessOptions {
  fileName: string;
  template?: Template | null;
  /** Converts at most this many pages, from the first. */
  pages?: number;
}

/** @throws what the engine throws. */
export async function convertInProcess(bytes: Buffer, options: InProcessOptions): Promise<VerifiedTree> {
  const { fileName, template = null, pages: most = Infinity } = options;
  const sizeBytes = bytes.length;
  const read = async (offset: number, length: number): Promise<Uint8Array> =>
    new Uint8Array(bytes.subarray(offset, offset + length));
  const pdf = await openPdf({ sizeBytes, read });
  try {
    const info = { ...pdf.info, pageCount: Math.min(pdf.info.pageCount, most) };
    const pages: ParsedPage[] = [];
    for (let page = 1; page <= info.pageCount; page++) pages.push(await pdf.parsePage(page));
    const source = { fileName, sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes };
    const draft = structureDocument(info, pages, { template, source });
    return verifyDraft(info, pages, draft, { template, source, policy: 'best_effort' });
  } finally {
    await pdf.close();
  }
}
