/** The engine as a plain function, in the caller's process and without isolation from harmful documents. */
import { createHash } from 'node:crypto';
import type { Template } from '../contract/vocabulary.js';
import type { concludeDocument, openPdf, ParsedPage, VerifiedTree } from '../engine/index.js';

export interface InProcessOptions {
  fileName: string;
  template?: Template | null;
  /** Converts at most this many pages, from the first. */
  pages?: number;
}

/** The engine's functions, from its modules or from its bundle. */
export interface Engine {
  openPdf: typeof openPdf;
  concludeDocument: typeof concludeDocument;
}

/** As the service converts a document. @throws what the engine throws. */
export async function convertWith(
  { openPdf, concludeDocument }: Engine,
  bytes: Buffer,
  { fileName, template = null, pages: most = Infinity }: InProcessOptions,
): Promise<VerifiedTree> {
  const sizeBytes = bytes.length;
  const read = async (offset: number, length: number): Promise<Uint8Array> =>
    new Uint8Array(bytes.subarray(offset, offset + length));
  const pdf = await openPdf({ sizeBytes, read });
  try {
    const info = { ...pdf.info, pageCount: Math.min(pdf.info.pageCount, most) };
    const pages: ParsedPage[] = [];
    for (let page = 1; page <= info.pageCount; page++) pages.push(await pdf.parsePage(page));
    const source = { fileName, sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes };
    const options = { template, source, policy: 'best_effort' } as const;
    return concludeDocument(info, pages, options, { onVerifying: () => undefined });
  } finally {
    await pdf.close();
  }
}

/** The Markdown of a tree's content files, in their order. @param bodyOf the engine's, which takes a file's front matter off */
export function textOf({ files }: Pick<VerifiedTree, 'files'>, bodyOf: (content: string) => string): string {
  const contents = files.filter(({ path }) => path.endsWith('.md') && path !== 'README.md');
  return contents.map(({ content }) => bodyOf(content)).join('\n');
}
