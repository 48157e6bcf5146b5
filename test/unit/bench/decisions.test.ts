import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { compareDocument, emptyComparison, sortedFlips, type Comparison } from '../../../bench/decisions/compare.js';
import { readHash } from '../../../bench/read-hash.js';
import { report } from '../../../bench/decisions/report.js';
import {
  joinDocuments,
  readDocuments,
  writeDocument,
  type StoredDecision,
  type StoredDocument,
} from '../../../bench/decisions/store.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bench-decisions-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const decided = (text: string, rule: string, verdict: string, y = 100): StoredDecision => [
  ...([72, y, 300, y + 12] as const),
  text,
  'heading',
  rule,
  verdict,
];

const stored = (decisions: StoredDecision[], over: Partial<StoredDocument> = {}): StoredDocument => ({
  document: 'books/a.pdf',
  error: null,
  files: { 'README.md': 'aa', '01.md': 'bb' },
  decisions: new Map([[4, decisions]]),
  ...over,
});

function compared(before: StoredDocument, after: StoredDocument): Comparison {
  const comparison = emptyComparison();
  compareDocument(comparison, before, after);
  return comparison;
}

async function read(path: string): Promise<StoredDocument[]> {
  const documents: StoredDocument[] = [];
  for await (const document of readDocuments(path)) documents.push(document);
  return documents;
}

describe('two builds', () => {
  test('that decided alike have nothing to report', () => {
    const same = stored([decided('The Stairs', 'larger-than-body', 'heading')]);
    expect(report(compared(same, same)).trim()).toBe('1 documents, 1 decisions: 0 decisions changed, no file differs');
  });

  test('differ by the rule and the verdict about the same text', () => {
    const before = stored([decided('The Stairs', 'larger-than-body', 'heading'), decided('Stores', 'bold', 'heading')]);
    const after = stored([decided('The Stairs', 'ends-sentence', 'refused'), decided('Stores', 'bold', 'heading')]);
    const [flip, ...others] = sortedFlips(compared(before, after));
    expect(others).toEqual([]);
    expect(flip).toMatchObject({
      table: 'heading',
      before: ['larger-than-body', 'heading'],
      after: ['ends-sentence', 'refused'],
      count: 1,
      examples: [{ document: 'books/a.pdf', page: 4, text: 'The Stairs' }],
    });
    const text = report(compared(before, after));
    expect(text).toContain('larger-than-body -> ends-sentence');
    expect(text).toContain('heading -> refused');
    expect(text).toContain('books/a.pdf, page 4: The Stairs');
  });

  test('are compared decision by decision where a text comes again', () => {
    const before = stored([decided('Total', 'a', 'heading', 100), decided('Total', 'b', 'refused', 200)]);
    const after = stored([decided('Total', 'a', 'heading', 100), decided('Total', 'b', 'heading', 200)]);
    expect(sortedFlips(compared(before, after))).toMatchObject([{ before: ['b', 'refused'], after: ['b', 'heading'] }]);
  });

  test('agree about a text whose box has moved', () => {
    const before = stored([decided('The Stairs', 'bold', 'heading', 100)]);
    const after = stored([decided('The Stairs', 'bold', 'heading', 103)]);
    expect(sortedFlips(compared(before, after))).toEqual([]);
  });

  test('differ by questions that only one of them asked', () => {
    const before = stored([]);
    const after = stored([decided('The Stairs', 'bold', 'heading')]);
    expect(sortedFlips(compared(before, after))).toMatchObject([{ before: null, after: ['bold', 'heading'] }]);
    expect(report(compared(before, after))).toContain('(not asked) -> bold');
  });

  test('have changed verdicts told before changed rules, and those before questions not asked', () => {
    const before = stored([decided('1', 'a', 'heading'), decided('2', 'a', 'heading'), decided('3', 'a', 'heading')]);
    const after = stored([decided('2', 'b', 'heading'), decided('1', 'b', 'refused'), decided('4', 'a', 'x', 500)]);
    const verdicts = sortedFlips(compared(before, after)).map((flip) => [flip.before?.[1], flip.after?.[1]]);
    expect(verdicts.slice(0, 2)).toEqual([
      ['heading', 'refused'],
      ['heading', 'heading'],
    ]);
  });

  test('differ in bytes by the files of a document, and in how it ends', () => {
    const before = stored([], { files: { 'README.md': 'aa', '01.md': 'bb' } });
    const text = report(compared(before, stored([], { files: { 'README.md': 'aa', '02.md': 'bb' }, error: 'defect' })));
    expect(text).toContain('books/a.pdf: 01.md, 02.md');
    expect(text).toContain('books/a.pdf: a tree -> defect');
    expect(text).toContain('2 files of 1 documents differ');
  });
});

test('documents are stored in one file and read again in their order', async () => {
  const documents = ['b.pdf', 'a.pdf'].map((document) => stored([decided('x', 'bold', 'heading')], { document }));
  const paths = documents.map(({ document }) => join(folder, `${document}.gz`));
  for (const [at, document] of documents.entries()) await writeDocument(paths[at]!, document);
  const joined = join(folder, 'joined.gz');
  await joinDocuments(paths, joined);
  expect(await read(joined)).toEqual(documents);
});

test('what reads pages has one hash', () => {
  expect(readHash()).toMatch(/^[0-9a-f]{16}$/);
  expect(readHash()).toBe(readHash());
});
