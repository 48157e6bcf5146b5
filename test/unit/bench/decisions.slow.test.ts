import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { benchDecisions } from '../../../bench/decisions/decisions.js';
import { readDocuments, type StoredDocument } from '../../../bench/decisions/store.js';
import { pdfOfTexts } from '../../support/raw-pdf.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bench-decisions-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a build stores its decisions over a folder of PDFs, and is compared with them', async () => {
  const documents = join(folder, 'documents');
  mkdirSync(join(documents, 'inner'), { recursive: true });
  writeFileSync(join(documents, 'a.pdf'), pdfOfTexts(['One page.', 'Another page.']));
  writeFileSync(join(documents, 'inner', 'b.PDF'), 'no PDF');
  const said: string[] = [];
  const request = {
    documents,
    cache: join(folder, 'cache'),
    template: null,
    say: (line: string) => said.push(line),
    progress: () => {},
  };
  const out = join(folder, 'build.gz');
  await benchDecisions({ ...request, out });
  await benchDecisions({ ...request, base: out });
  expect(said[0]).toContain('2 documents');
  expect(said[1]!.trim()).toMatch(/^2 documents, \d+ decisions: 0 decisions changed, no file differs$/);
  const stored: StoredDocument[] = [];
  for await (const document of readDocuments(out)) stored.push(document);
  const [a, b] = stored;
  expect(a).toMatchObject({ document: 'a.pdf', error: null });
  expect(Object.keys(a!.files)).toContain('README.md');
  expect(b).toMatchObject({ document: join('inner', 'b.PDF'), error: 'unreadable', files: {} });
});
