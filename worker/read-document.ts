/** A PDF read by the engine's first stages, range by range through the pool, into files of a scratch folder. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MAX_PAGES } from '../contract/vocabulary.js';
import { DocumentError } from '../engine/document-error.js';
import type { DocumentInfo } from '../engine/model.js';
import type { StructureOptions } from '../engine/shelf.js';
import { allOrNone } from '../infra/all-or-none.js';
import { ENGINE_DEFAULTS } from '../infra/engine-environment.js';
import type { EnginePool } from './engine-pool.js';
import { rangesOf } from './page-ranges.js';

/** Fewer pages are read before a second process is started. */
const LEAST_PER_RANGE = 50;
/** A process reads faster the longer it has run; of more dense pages it would need more than 400 MB. */
const MOST_PER_RANGE = 600;
/** A page with too little text to tell a language is followed by another one. */
const TRIED_PAGES = 3;

export interface ReadRequest {
  file: string;
  /** What scanned pages are recognised in, joined by "+"; null to have the document decide. */
  languages?: string | null | undefined;
  scratch: string;
  /** Each page goes with what was decided about it. */
  explains?: boolean;
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
export async function readPdf(pool: EnginePool, request: ReadRequest): Promise<ReadPdf> {
  const { file, signal } = request;
  const source = { fileName: basename(file), sha256: await sha256Of(file), sizeBytes: (await stat(file)).size };
  const info = await pool.inspect(file, { signal });
  const { pageCount } = info;
  if (pageCount > MAX_PAGES) throw new DocumentError('too_many_pages', `${pageCount} pages; ${MAX_PAGES} are allowed`);
  return { info, source, ...(await parseRanges(pool, info, request)) };
}

/**
 * Parses in ranges, as many at once as the pool has processes, then recognises the pages that need it. Returns the paths
 * of both kinds of files, each in page order. The scratch folder is removed afterwards, hence all or none.
 */
async function parseRanges(
  pool: EnginePool,
  { pageCount, language: declaredLanguage }: DocumentInfo,
  { file, languages, scratch, explains = false, signal }: ReadRequest,
): Promise<Pick<ReadPdf, 'readPaths' | 'recognisedPaths'>> {
  const outPath = (kind: string, first: number): string => join(scratch, `${kind}-${first}.ndjson.gz`);
  const numbers = Array.from({ length: pageCount }, (_, i) => i + 1);
  const parsed = await allOrNone(
    signal,
    rangesOf(numbers, pagesPerRange(pageCount, pool.processes)),
    async ([first, last], stop) => {
      const path = outPath('pages', first);
      return {
        path,
        ...(await pool.parsePages({ pdfPath: file, first, last, explains, outPath: path, signal: stop })),
      };
    },
  );
  const pictured = parsed.flatMap(({ toRecognise }) => toRecognise);
  const trial = {
    pdfPath: file,
    pagesPaths: parsed.slice(0, 1).map(({ path }) => path),
    pages: pictured.slice(0, TRIED_PAGES),
  };
  const choose = async () =>
    languages ?? parsed[0]?.languages ?? (await pool.chooseLanguages({ ...trial, declaredLanguage, signal }));
  const chosen = pictured.length === 0 ? '' : await choose();
  const recognised = await allOrNone(
    signal,
    rangesOf(pictured, ENGINE_DEFAULTS.recognisedPagesPerRange),
    async ([first, , pages], stop) => {
      const path = outPath('recognised', first);
      await pool.recognisePages({ pdfPath: file, pages, languages: chosen, explains, outPath: path, signal: stop });
      return { path };
    },
  );
  return { readPaths: parsed.map(({ path }) => path), recognisedPaths: recognised.map(({ path }) => path) };
}

/** The length of ranges, so that all processes get the same number of them, each as long as it may be. */
export function pagesPerRange(pageCount: number, processes: number): number {
  const rounds = Math.ceil(pageCount / (processes * MOST_PER_RANGE));
  return Math.max(LEAST_PER_RANGE, Math.ceil(pageCount / (processes * rounds)));
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
