/** A PDF read by the engine's first stages, range by range through the pool, into files of a scratch folder. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MAX_PAGES } from '../contract/vocabulary.js';
import { DocumentError, type DocumentInfo } from '../engine/model.js';
import type { StructureOptions } from '../engine/shelf.js';
import { allOrNone } from '../infra/all-or-none.js';
import type { EnginePool } from './engine-pool.js';
import { rangesOf } from './page-ranges.js';

/** Enough pages to make up for the start of a process. */
const PAGES_PER_RANGE = 100;
/** Recognition takes a hundred times as long as reading: small ranges keep all processes occupied to the end. */
const RECOGNISED_PER_RANGE = 4;

export interface ReadRequest {
  file: string;
  scratch: string;
  signal: AbortSignal;
}

export interface ReadPdf {
  info: DocumentInfo;
  source: StructureOptions['source'];
  /** Files of pages as read; then those of recognised ones. */
  readPaths: string[];
  recognisedPaths: string[];
}

/** @throws DocumentError, or what reading the file throws. */
export async function readPdf(pool: EnginePool, { file, scratch, signal }: ReadRequest): Promise<ReadPdf> {
  const source = { fileName: basename(file), sha256: await sha256Of(file), sizeBytes: (await stat(file)).size };
  const info = await pool.inspect(file, { signal });
  const { pageCount } = info;
  if (pageCount > MAX_PAGES) throw new DocumentError('too_many_pages', `${pageCount} pages; ${MAX_PAGES} are allowed`);
  return { info, source, ...(await parseRanges(pool, { file, pageCount, scratch, signal })) };
}

interface RangesRequest extends ReadRequest {
  pageCount: number;
}

/**
 * Parses in ranges, as many at once as the pool has processes, then recognises the pages that need it. Returns the paths
 * of both kinds of files, each in page order. The scratch folder is removed afterwards, hence all or none.
 */
async function parseRanges(
  pool: EnginePool,
  { file, pageCount, scratch, signal }: RangesRequest,
): Promise<Pick<ReadPdf, 'readPaths' | 'recognisedPaths'>> {
  const outPath = (kind: string, first: number): string => join(scratch, `${kind}-${first}.ndjson.gz`);
  const numbers = Array.from({ length: pageCount }, (_, i) => i + 1);
  const parsed = await allOrNone(signal, rangesOf(numbers, PAGES_PER_RANGE), async ([first, last], stop) => {
    const path = outPath('pages', first);
    return { path, ...(await pool.parsePages({ pdfPath: file, first, last, outPath: path, signal: stop })) };
  });
  const pictured = parsed.flatMap(({ toRecognise }) => toRecognise);
  const recognised = await allOrNone(
    signal,
    rangesOf(pictured, RECOGNISED_PER_RANGE),
    async ([first, , pages], stop) => {
      const path = outPath('recognised', first);
      await pool.recognisePages({ pdfPath: file, pages, outPath: path, signal: stop });
      return { path };
    },
  );
  return { readPaths: parsed.map(({ path }) => path), recognisedPaths: recognised.map(({ path }) => path) };
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
