/** Pages of a PDF on disk. */
import { openPdf } from '../engine/index.js';
import { openFileSource } from '../worker/file-source.js';

export async function pageCountOf(path: string): Promise<number> {
  const source = await openFileSource(path);
  try {
    const pdf = await openPdf(source);
    await pdf.close();
    return pdf.info.pageCount;
  } finally {
    await source.close();
  }
}
