/** What reading a page decides goes with the page, and into its document's explanation. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openPdf } from '../../../../engine/read/document.js';
import { readPage } from '../../../../engine/read/stage.js';
import type { Overview } from '../../../../worker/explain/overview.js';
import { openReadingLog, type ReadPage } from '../../../../worker/explain/reading.js';
import { structureExplained } from '../../../../worker/explain/record.js';
import { pageLine, pageOfLine, readJsonFile } from '../../../../worker/pages-file.js';
import { bytesSource } from '../../../support/pdf.js';
import { pdfOfPages } from '../../../support/raw-pdf.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'reading-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const CONTENT = `BT /F1 12 Tf 72 700 Td (shown) Tj ET BT 1 g /F1 12 Tf 72 600 Td (white) Tj ET
BT 0 g /F1 12 Tf 72 500 Td (covered) Tj ET 60 490 200 30 re f`;

test('what was left out as hidden is in the log of decisions, with the rule and its reason', async () => {
  const pdf = await openPdf(bytesSource(pdfOfPages([{ dictionary: '', bytes: Buffer.from(CONTENT) }])));
  const log = openReadingLog();
  const { parsed } = await log.during('read', () => readPage({ pdf, number: 1 }));
  const { info } = pdf;
  await pdf.close();
  // as it goes from one process to another
  const page = pageOfLine(pageLine(log.on(parsed))) as ReadPage;
  expect(pageLine(log.on(parsed))).not.toContain('white-on-white');
  const explain = {
    policy: 'balanced' as const,
    decisionsPath: join(folder, 'decisions.jsonl'),
    overviewPath: join(folder, 'overview.json.gz'),
  };
  const source = { fileName: 'a.pdf', sha256: '0'.repeat(64), sizeBytes: 0 };
  await structureExplained({ info, pages: [page], options: { template: null, source }, explain });
  const lines = readFileSync(explain.decisionsPath, 'utf8').trim().split('\n');
  const made = lines.map((line) => JSON.parse(line) as Record<'stage' | 'table' | 'rule' | 'verdict' | 'text', string>);
  const unseen = made.filter(({ stage, verdict }) => stage === 'read' && verdict === 'unseen');
  expect(unseen).toMatchObject([
    { table: 'run-cover', rule: 'under-an-area', text: 'covered' },
    { table: 'run-sight', rule: 'white-on-white', text: 'white' },
  ]);
  const { tables } = await readJsonFile<Overview>(explain.overviewPath);
  expect(tables.find(({ table }) => table === 'run-sight')?.rules.map(({ name }) => name)).toContain('white-on-white');
});

test('of a page with more decisions than a page may have the rest is counted', async () => {
  const log = openReadingLog();
  const row = '(w) Tj 6 0 Td '.repeat(80);
  const rows = Array.from({ length: 140 }, (_, i) => `1 0 0 1 36 ${20 + 5 * i} Tm ${row}`);
  const content = `BT 1 g /F1 4 Tf ${rows.join('')} ET`;
  const pdf = await openPdf(bytesSource(pdfOfPages([{ dictionary: '', bytes: Buffer.from(content) }])));
  const { parsed } = await log.during('read', () => readPage({ pdf, number: 1 }));
  await pdf.close();
  const { reading } = log.on(parsed);
  expect(reading!.decisions).toHaveLength(5_000);
  expect(reading!.leftOut).toBeGreaterThan(0);
});
