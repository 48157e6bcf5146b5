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
  /** Folder of `<language>.traineddata` files, packed with gzip or not, beside the installed packages `@tesseract.js-data/*`. */
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

/** The operator's own data takes precedence over that of an installed package. */
function placesOf(code: string, dataDir: string | null): string[] {
  const own =
    dataDir === null ? [] : [`${code}.traineddata`, `${code}.traineddata.gz`].map((name) => join(dataDir, name));
  const installed = packagedData(code);
  return installed === null ? own : [...own, installed];
}

/** Where the package with a language's data has it; null where it is not installed. */
function packagedData(code: string): string | null {
  const resolve = createRequire(import.meta.url).resolve;
  try {
    return join(resolve(`@tesseract.js-data/${code}/package.json`), `../4.0.0_best_int/${code}.traineddata.gz`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}
