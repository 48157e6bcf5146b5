/** Scans in several languages, by the WebAssembly build: which language is told, and what is read in it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createEnginePool, type EnginePool } from '../../../worker/engine-pool.js';
import { readPages } from '../../../worker/pages-file.js';
import { readPdf } from '../../../worker/read-document.js';
import { ENGLISH, FRENCH, GERMAN, scanOf } from '../../support/scans.js';

const { signal } = new AbortController();
let folder: string;
let pool: EnginePool;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'languages-'));
  pool = createEnginePool({
    concurrency: 1,
    memoryBytes: 2048 * 1024 * 1024,
    pageTimeoutMs: 60_000,
    documentTimeoutMs: 240_000,
    startAhead: false,
    recognition: { languages: 'eng+deu+fra+spa+ita', dataDir: null, pageTimeoutMs: 120_000 },
    log: { info: () => {} },
  });
});

afterAll(async () => {
  await pool.close();
  rmSync(folder, { recursive: true });
});

/** Words of a scan that are recognised as it was typed, a share of all; and the text. */
async function read(name: string, scan: Buffer, languages: string | null = null) {
  const scratch = mkdtempSync(join(folder, name));
  const file = join(scratch, 'scan.pdf');
  writeFileSync(file, scan);
  const { readPaths, recognisedPaths } = await readPdf(pool, { file, languages, scratch, signal });
  const pages = await readPages([...readPaths, ...recognisedPaths]);
  return pages.map(({ runs }) => runs.map(({ text }) => text).join(' ')).join(' ');
}

const shareOf = (printed: string, recognised: string): number => {
  const words = printed.split(' ');
  const seen = new Set(recognised.split(' '));
  return words.filter((word) => seen.has(word)).length / words.length;
};

/** By the ranges themselves. */
const told: string[] = [];

const chosen = async (name: string, scan: Buffer, declaredLanguage: string | null = null): Promise<string> => {
  const pdfPath = join(folder, `${name}.pdf`);
  const outPath = join(folder, `${name}.pages`);
  writeFileSync(pdfPath, scan);
  const { pageCount } = await pool.inspect(pdfPath, { signal });
  const { toRecognise, languages } = await pool.parsePages({ pdfPath, first: 1, last: pageCount, outPath, signal });
  if (languages !== undefined) told.push(languages);
  return pool.chooseLanguages({ pdfPath, pagesPaths: [outPath], pages: toRecognise, declaredLanguage, signal });
};

test.each([
  ['English', ENGLISH, 'eng'],
  ['German', GERMAN, 'deu'],
  ['French', FRENCH, 'fra'],
])(
  'a scan in %s tells its language',
  async (name, text, code) => {
    expect(await chosen(name, await scanOf([text]))).toBe(code);
  },
  240_000,
);

test('what the document says comes before its pictures: its text first, then the language that it names', async () => {
  const typed = await scanOf([FRENCH], { typed: GERMAN });
  told.length = 0;
  expect(await chosen('typed', typed, 'es')).toBe('deu');
  expect(told).toEqual(['deu']);
  expect(await chosen('told', await scanOf([FRENCH]), 'es-MX')).toBe('spa');
  // Dutch is not installed, so that the picture decides
  expect(await chosen('not-installed', await scanOf([FRENCH]), 'nl')).toBe('fra');
}, 240_000);

test('a page with hardly a word is followed by another one; without any the usual language is taken', async () => {
  expect(await chosen('sparse', await scanOf(['Nr. 7', GERMAN]))).toBe('deu');
  expect(await chosen('none', await scanOf(['Nr. 7']))).toBe('eng');
}, 240_000);

test('umlauts and accents are read in the language of the scan, and not in another', async () => {
  const german = await scanOf([GERMAN]);
  expect(shareOf(GERMAN, await read('by-document', german))).toBeGreaterThan(0.95);
  expect(shareOf(GERMAN, await read('named', german, 'deu+eng'))).toBeGreaterThan(0.95);
  expect(shareOf(GERMAN, await read('wrong', german, 'eng'))).toBeLessThan(0.85);
  expect(shareOf(FRENCH, await read('french', await scanOf([FRENCH])))).toBeGreaterThan(0.95);
}, 240_000);
