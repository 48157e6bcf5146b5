import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { diceOf, mutate } from '../../../bench/mutate.js';
import { runMutants } from '../../../bench/mutants.js';
import { BASIC } from '../../golden/documents/basic.js';

/** What fits into a minute; `npm run bench -- mutants` runs a thousand. */
const COUNT = 250;

test('the same seed damages a file in the same way, another seed in another', () => {
  const bytes = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n'.repeat(20));
  const damaged = (seed: number): string => mutate(bytes, diceOf(seed)).toString('latin1');
  expect(damaged(3)).toBe(damaged(3));
  expect(damaged(3)).not.toBe(damaged(4));
});

test('a damaged PDF ends in a tree or in a document error, and in bounded time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  const said: string[] = [];
  try {
    for (const { name, bytes } of BASIC) writeFileSync(join(folder, `${name}.pdf`), await bytes());
    const folders = [folder, 'local/sample', 'test/fixtures/hostile'];
    const passed = await runMutants({ count: COUNT, seed: 20_260, folders, say: (line) => said.push(line) });
    expect({ passed, said }).toMatchObject({ passed: true });
    expect(said.at(-1)).toMatch(new RegExp(`^${COUNT} damaged files of 1\\d documents.* tree`));
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 900_000);
