import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadLanguages } from '../../../engine/ocr/languages.js';
import { structureDocument } from '../../../engine/document.js';
import type { ParsedPage } from '../../../engine/model.js';
import { createEnginePool, type EnginePool } from '../../../worker/engine-pool.js';
import { openFileSource } from '../../../worker/file-source.js';
import { lostPage, readPages } from '../../../worker/pages-file.js';
import { openRecognition } from '../../../worker/recognition.js';

/** Two pages of A5 at 150 dpi, askew: headings, paragraphs and a ruled table. */
const SCAN = fileURLToPath(new URL('../../../../test/fixtures/harbour-scan.pdf', import.meta.url));
const live = new AbortController().signal;
const quiet = { info: () => {} };
const LIMITS = {
  concurrency: 1,
  memoryBytes: 2048 * 1024 * 1024,
  pageTimeoutMs: 60_000,
  documentTimeoutMs: 240_000,
  startAhead: false,
};
const LANGUAGES = { languages: 'eng', dataDir: null };

let folder: string;
let pool: EnginePool;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'recognition-'));
  pool = createEnginePool({ ...LIMITS, recognition: { ...LANGUAGES, pageTimeoutMs: 120_000 }, log: quiet });
});

afterAll(async () => {
  await pool.close();
  rmSync(folder, { recursive: true });
});

test('a scan becomes headings, paragraphs and a table', async () => {
  const info = await pool.inspect(SCAN, { signal: live });
  const [parsed, recognised] = [join(folder, 'parsed'), join(folder, 'recognised')];
  const { toRecognise, tally } = await pool.parsePages({
    pdfPath: SCAN,
    first: 1,
    last: 2,
    outPath: parsed,
    signal: live,
  });
  expect(toRecognise).toEqual([1, 2]);
  expect(tally.withText).toBe(0);
  const done = await pool.recognisePages({ pdfPath: SCAN, pages: toRecognise, outPath: recognised, signal: live });
  expect(done).toMatchObject({ lost: [], tally: { withText: 2 } });
  const pages = await readPages([parsed, recognised]);
  expect(pages.map((page) => page.recognised?.skew)).toEqual([expect.closeTo(0.8, 0), expect.closeTo(-0.5, 0)]);
  const source = { fileName: 'scan.pdf', sha256: '0'.repeat(64), sizeBytes: 1 };
  const { files, findings } = structureDocument(info, pages, { template: null, source });
  const text = files.map(({ content }) => content).join('\n');
  expect(text).toMatch(/^#+ 1\. Berths$/m);
  expect(text).toMatch(/^#+ 3\. Safety$/m);
  expect(text).toContain('Every vessel reports to the harbour office within two hours of its arrival and leaves');
  expect(text).toMatch(/^\|.*18\.00.*\|.*95\.00.*\|$/m);
  expect(findings.map(({ code }) => code)).toContain('recognised_text');
}, 240_000);

test('a page whose process is killed in recognition costs itself', async () => {
  const [parsed, recognised] = [join(folder, 'parsed-2'), join(folder, 'recognised-2')];
  await pool.parsePages({ pdfPath: SCAN, first: 1, last: 2, outPath: parsed, signal: live });
  const { lost, tally } = await pool.recognisePages({
    pdfPath: SCAN,
    pages: [1, 2],
    outPath: recognised,
    signal: live,
    onPage: (page) => page === 1 && execFileSync('pkill', ['-KILL', '-P', String(process.pid), '-f', 'engine-child']),
  });
  expect(lost).toEqual([2]);
  expect(tally).toMatchObject({ pages: 2, withText: 1, damaged: 1 });
  const pages = await readPages([parsed, recognised]);
  expect(pages[0]?.runs.length).toBeGreaterThan(80);
  expect(pages[1]).toMatchObject({ number: 2, degraded: 'page_error', runs: [] });
}, 240_000);

test('a page whose picture cannot be made is lost, waits for nothing more and ends its process', async () => {
  const source = await openFileSource(SCAN);
  try {
    const page: ParsedPage = { ...lostPage(3, 'page_error'), needsRecognition: 'no_text' }; // the document has two
    const done = await openRecognition(source, LANGUAGES).recognise(page);
    expect(done).toEqual({ page: lostPage(3, 'page_error'), broken: true });
  } finally {
    await source.close();
  }
});

test('a language without data is named', async () => {
  await expect(loadLanguages({ languages: 'eng+tlh', dataDir: null })).rejects.toThrow(
    'there is no data for the OCR language "tlh": OCR_DATA_DIR is not set',
  );
});
