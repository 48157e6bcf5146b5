/** Run by the build: converts the documents named as arguments, so that the code cache holds what documents need. */
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { compileEngine, loadEngine, writeCodeCache } from './engine-bundle.js';

const script = compileEngine();
const { openPdf, structureDocument, verifyTree } = await loadEngine(script).engine();
for (const path of process.argv.slice(2)) {
  const file = await open(path);
  const { size: sizeBytes } = await file.stat();
  const read = async (position: number, length: number): Promise<Uint8Array> => {
    const bytes = new Uint8Array(length);
    await file.read(bytes, 0, length, position);
    return bytes;
  };
  const pdf = await openPdf({ sizeBytes, read });
  const pages = [];
  for (let page = 1; page <= pdf.info.pageCount; page++) pages.push(await pdf.parsePage(page));
  const options = { template: null, source: { fileName: basename(path), sha256: '0'.repeat(64), sizeBytes } };
  const unverified = structureDocument(pdf.info, pages, options);
  verifyTree(pdf.info, pages, unverified, { ...options, policy: 'best_effort' });
  await pdf.close();
  await file.close();
}
writeCodeCache(script);
