/** Where the data of the languages to recognise comes from: files on disk, never the network. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Language } from './tesseract.js';

export interface LanguageChoice {
  /** Joined by "+" as Tesseract has it: "eng", "eng+deu". */
  languages: string;
  /** Folder of `<language>.traineddata` files, packed with gzip or not. English needs none. */
  dataDir: string | null;
}

const GZIP_MAGIC = [0x1f, 0x8b];
const unpack = promisify(gunzip);

/** @throws Error that names the language whose data is missing. */
export async function loadLanguages({ languages, dataDir }: LanguageChoice): Promise<Language[]> {
  return Promise.all(languages.split('+').map(async (code) => ({ code, data: await loadData(code, dataDir) })));
}

async function loadData(code: string, dataDir: string | null): Promise<Uint8Array> {
  for (const path of placesOf(code, dataDir)) {
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (bytes) return GZIP_MAGIC.every((byte, i) => bytes[i] === byte) ? unpack(bytes) : bytes;
  }
  const where = dataDir === null ? 'OCR_DATA_DIR is not set' : `${dataDir} has no ${code}.traineddata`;
  throw new Error(`there is no data for the OCR language "${code}": ${where}`);
}

/** The operator's own data takes precedence over the English data that is installed with the engine. */
function placesOf(code: string, dataDir: string | null): string[] {
  const own =
    dataDir === null ? [] : [`${code}.traineddata`, `${code}.traineddata.gz`].map((name) => join(dataDir, name));
  const installed = code === 'eng' ? [englishData()] : [];
  return [...own, ...installed];
}

function englishData(): string {
  const resolve = createRequire(import.meta.url).resolve;
  return join(resolve('@tesseract.js-data/eng/package.json'), '../4.0.0_best_int/eng.traineddata.gz');
}
