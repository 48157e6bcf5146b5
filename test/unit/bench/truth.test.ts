import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { documentsOf, partOf, truthOf } from '../../../bench/real/truth.js';

let corpus: string;
beforeAll(() => {
  corpus = mkdtempSync(join(tmpdir(), 'bench-truth-'));
});
afterAll(() => rmSync(corpus, { recursive: true }));

const NAMES = ['eu-003', 'eu-009a', 'eu-010', 'eu-011', 'minutes', 'statement'];

test('every document is in one part, and all that is known of it in the same', async () => {
  const set = join(corpus, 'tables');
  mkdirSync(set);
  for (const name of NAMES) {
    writeFileSync(join(set, `${name}.pdf`), '');
    writeFileSync(join(set, `${name}-str.xml`), '');
    writeFileSync(join(set, `${name}.outline.json`), '[]');
  }
  writeFileSync(join(set, 'eu-009b-str.xml'), '');
  const facts = NAMES.map((name) => JSON.stringify({ pdf: `${name}.pdf`, id: name }));
  writeFileSync(join(set, 'all.jsonl'), `${facts.join('\n')}\n`);
  expect((await documentsOf(corpus, 'tables')).map(({ name }) => name)).toEqual(NAMES);
  expect(new Set(NAMES.map(partOf)).size).toBe(2);
  for (const part of ['seen', 'blind'] as const) {
    const truth = await truthOf({ corpus, set: 'tables', part }, join(corpus, 'scratch'));
    const mine = NAMES.filter((name) => partOf(name) === part);
    const files = mine.flatMap((name) => [`${name}-str.xml`, `${name}.outline.json`, `${name}.pdf`]);
    if (mine.includes('eu-009a')) files.push('eu-009b-str.xml'); // a second truth of the same document
    expect(readdirSync(truth).sort()).toEqual([...files, 'all.jsonl'].sort());
    const kept = readFileSync(join(truth, 'all.jsonl'), 'utf8').trim().split('\n');
    expect(kept.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(mine);
  }
});
