import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Decision } from '../../../../engine/rules.js';
import {
  firstWords,
  openDecisionLog,
  readDecisions,
  type LoggedDecision,
} from '../../../../worker/explain/decision-log.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'decision-log-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const DECISION: Decision = {
  page: 3,
  box: { x0: 72.123456, y0: 100, x1: 300.005, y1: 112.5 },
  text: 'At  dawn\nthe curtains are drawn',
  stage: 'text-blocks',
  table: 'paragraph-break',
  rule: 'wide-gap',
  verdict: 'break',
  numbers: { stepInLeadings: 1.54321, roomInSizes: Infinity },
};

async function all(path: string): Promise<LoggedDecision[]> {
  const decisions: LoggedDecision[] = [];
  for await (const decision of readDecisions(path)) decisions.push(decision);
  return decisions;
}

test('a decision is a line with its numbers rounded and its text in one line', async () => {
  const path = join(folder, 'one.jsonl');
  const log = openDecisionLog(path);
  log.add(DECISION);
  log.close();
  expect(await all(path)).toEqual([
    {
      page: 3,
      box: [72.12, 100, 300.01, 112.5],
      text: 'At dawn the curtains are drawn',
      stage: 'text-blocks',
      table: 'paragraph-break',
      rule: 'wide-gap',
      verdict: 'break',
      numbers: { stepInLeadings: 1.543, roomInSizes: null },
    },
  ]);
});

test('a full log counts what it leaves out', async () => {
  const path = join(folder, 'full.jsonl');
  const log = openDecisionLog(path, 2);
  for (const page of [1, 2, 3]) log.add({ ...DECISION, page });
  log.close();
  expect(log.leftOut()).toBe(1);
  expect((await all(path)).map(({ page }) => page)).toEqual([1, 2]);
});

test('of a long text the first words are kept, none of them and no character cut', () => {
  const long = firstWords('word '.repeat(1000));
  expect(long).toMatch(/^(word )+…$/);
  expect(long.length).toBeLessThanOrEqual(82);
  expect(firstWords('𝔞'.repeat(100)).isWellFormed()).toBe(true);
  expect(firstWords('\ud800 alone').isWellFormed()).toBe(true);
});
