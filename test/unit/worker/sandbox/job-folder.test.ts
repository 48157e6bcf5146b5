import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createJobFolder, type JobFolder } from '../../../../worker/sandbox/job-folder.js';

const NOBODY = 65_534;
const isRoot = process.geteuid?.() === 0;
let root: string;
let folder: JobFolder;

// root may look into every folder, which the worker may not
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'job-folder-'));
  chmodSync(root, 0o777);
  if (isRoot) process.seteuid?.(NOBODY);
  folder = createJobFolder(root);
});

afterEach(() => {
  if (isRoot) process.seteuid?.(0);
  rmSync(root, { recursive: true });
});

test('what is written is counted by the blocks that it takes', async () => {
  writeFileSync(join(folder.out, 'a'), Buffer.alloc(100_000, 1));
  expect(await folder.writtenBytes()).toBeGreaterThanOrEqual(100_000);
  expect(await folder.writtenBytes()).toBeLessThan(200_000);
});

test.each([
  ['a folder', () => mkdirSync(join(folder.out, 'a'))],
  ['an output folder that may not be read', () => chmodSync(folder.out, 0o000)],
  ['an output folder whose files may not be looked at', () => chmodSync(folder.out, 0o400)],
  ['an output folder that is gone', () => rmSync(folder.out, { recursive: true })],
])('%s is more than any job may write', async (_, hide) => {
  writeFileSync(join(folder.out, 'file'), 'x');
  hide();
  expect(await folder.writtenBytes()).toBe(Infinity);
});

test('folders without rights are removed all the same', async () => {
  const hidden = join(folder.out, 'a');
  mkdirSync(hidden);
  writeFileSync(join(hidden, 'file'), 'x');
  chmodSync(hidden, 0o000);
  chmodSync(folder.out, 0o000);
  await folder.remove();
  expect(existsSync(join(folder.out, '..'))).toBe(false);
});

test('what was written is moved although the process has taken the rights to its folder away', async () => {
  const outPath = join(root, 'wanted');
  const pdfPath = join(root, 'some.pdf');
  writeFileSync(pdfPath, '%PDF-');
  const job = await folder.admit({ kind: 'measure', pdfPath, outPath } as Parameters<JobFolder['admit']>[0]);
  writeFileSync((job as { outPath: string }).outPath, 'x');
  chmodSync(folder.out, 0o000);
  await folder.collect();
  expect(existsSync(outPath)).toBe(true);
});
