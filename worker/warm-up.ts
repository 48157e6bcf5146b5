/** Runs what documents need, so that it is compiled when V8's state is stored. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { openPdf, structureDocument, verifyTree } from '../engine/index.js';
import type { ByteSource } from '../engine/model.js';
import { pageAsStored } from './pages-file.js';

/** Converts documents, and forgets what comes of it. */
export async function warmUp(paths: readonly string[]): Promise<void> {
  for (const path of paths) await convert(path);
}

async function convert(path: string): Promise<void> {
  // at once: what Node holds for an open file can be in no snapshot
  const bytes = readFileSync(path);
  const sizeBytes = bytes.length;
  const read: ByteSource['read'] = async (position, length) =>
    new Uint8Array(bytes.subarray(position, position + length));
  const pdf = await openPdf({ sizeBytes, read });
  const pages = [];
  for (let page = 1; page <= pdf.info.pageCount; page++) pages.push(pageAsStored(await pdf.parsePage(page)));
  const options = { template: null, source: { fileName: basename(path), sha256: '0'.repeat(64), sizeBytes } };
  const unverified = structureDocument(pdf.info, pages, options);
  verifyTree(pdf.info, pages, unverified, { ...options, policy: 'best_effort' });
  await pdf.close();
}
