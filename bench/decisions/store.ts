/**
 * Decisions of a build over many documents, in one file: lines of JSON, gzipped. A document is a line with what became of it
 * and a line for each page with decisions. Documents are written apart and joined: gzip allows that.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip, gzipSync } from 'node:zlib';

/** [x0, y0, x1, y1, text, table, rule, verdict] */
export type StoredDecision = [
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  text: string,
  table: string,
  rule: string,
  verdict: string,
];

export interface StoredDocument {
  /** Path below the folder of documents. */
  document: string;
  /** How it ended, when not with a tree. */
  error: string | null;
  /** Hashes of the tree's files, and of title, quality and audit as `#rest`. */
  files: Record<string, string>;
  /** By page. */
  decisions: Map<number, StoredDecision[]>;
}

type DocumentLine = Omit<StoredDocument, 'decisions'>;
type PageLine = { page: number; decisions: StoredDecision[] };

export async function writeDocument(path: string, { decisions, ...document }: StoredDocument): Promise<void> {
  const pages = Array.from(decisions, ([page, ofPage]): PageLine => ({ page, decisions: ofPage }));
  // compressed page by page: a long document's lines together are longer than a string may be
  const lines = [document, ...pages].map((line) => gzipSync(`${JSON.stringify(line)}\n`, { level: 1 }));
  await writeFile(path, Buffer.concat(lines));
}

/** One file of several, in their order. */
export async function joinDocuments(paths: readonly string[], outPath: string): Promise<void> {
  await writeFile(outPath, '');
  for (const path of paths) await pipeline(createReadStream(path), createWriteStream(outPath, { flags: 'a' }));
}

/** @throws Error where the file is none of ours. */
export async function* readDocuments(path: string): AsyncGenerator<StoredDocument> {
  let open: StoredDocument | null = null;
  for await (const line of createInterface({
    input: createReadStream(path).pipe(createGunzip()),
    crlfDelay: Infinity,
  })) {
    const read = JSON.parse(line) as DocumentLine | PageLine;
    if ('document' in read) {
      if (open) yield open;
      open = { ...read, decisions: new Map() };
    } else if (open) open.decisions.set(read.page, read.decisions);
    else throw new Error(`${path} does not begin with a document`);
  }
  if (open) yield open;
}
