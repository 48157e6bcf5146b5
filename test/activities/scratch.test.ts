import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createScratch } from '../../activities/scratch.js';

let workDir: string;
const noStorage = {
  downloadTo: async () => {
    throw new Error('this test has no object store');
  },
};

beforeAll(() => {
  workDir = mkdtempSync(join(tmpdir(), 'shelfwright-scratch-'));
});
afterAll(() => rmSync(workDir, { recursive: true }));

test('removes what killed workers left, also one of the same process id, and nothing of a living one', async () => {
  const living = `worker-${process.ppid}-00000000`;
  const killed = [`worker-${process.pid}-00000000`, 'worker-4194399-00000000'];
  for (const name of [living, ...killed]) mkdirSync(join(workDir, name));
  const first = await createScratch(workDir, noStorage);
  const second = await createScratch(workDir, noStorage);
  try {
    await first.withFolder(async (folder) => expect(existsSync(folder)).toBe(true));
    expect(readdirSync(workDir)).toContain(living);
    expect(killed.filter((name) => existsSync(join(workDir, name)))).toEqual([]);
  } finally {
    await second.close();
    await first.close();
  }
  expect(readdirSync(workDir)).toEqual([living]);
});
