/** Snapshots that are read while the next one is made. */
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readSnapshot, writeSnapshot } from '../../admin/backup/snapshots.js';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'shelfwright-snapshots-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const FILE = 'postgres.dump';
const write = (text: string) => writeSnapshot(folder, (path) => writeFile(join(path, FILE), text));
const names = () => readdirSync(folder).toSorted();

test('a snapshot that is read stays until the next backup after that', async () => {
  await write('one');
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const reading = readSnapshot(folder, async (path) => {
    begin();
    await over;
    return readFile(join(path!, FILE), 'utf8');
  });
  await begun;
  await write('two');
  await write('three');
  end();
  expect(await reading).toBe('one');
  expect(names()).toEqual(['snapshot-1', 'snapshot-2', 'snapshot-3']);
  await write('four');
  expect(names()).toEqual(['snapshot-4']);
});

test('one whose reader has failed, or was killed some time ago, is read no more', async () => {
  await write('one');
  const failing = readSnapshot(folder, () => Promise.reject(new Error('the disk is full')));
  await expect(failing).rejects.toThrow('the disk is full');
  expect(names()).toEqual(['snapshot-1']);
  const left = join(folder, `reading-${crypto.randomUUID()}`);
  writeFileSync(left, '');
  await write('two');
  expect(names()).toHaveLength(3);
  const anHourAgo = new Date(Date.now() - 3_600_000);
  utimesSync(left, anHourAgo, anHourAgo);
  await write('three');
  expect(names()).toEqual(['snapshot-3']);
});
