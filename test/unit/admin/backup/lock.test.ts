/** One backup at a time into a folder. */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { lockFolder } from '../../../../admin/backup/lock.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a second one is refused while the first is at work, and not after it', async () => {
  const unlock = await lockFolder(folder);
  expect(statSync(join(folder, 'backup.lock')).mode & 0o777).toBe(0o600);
  await expect(lockFolder(folder)).rejects.toThrow(`Process ${process.pid} is making a backup`);
  await unlock();
  expect(readdirSync(folder)).toEqual([]);
  await (
    await lockFolder(folder)
  )();
});

test('the lock of one that was killed is taken over', async () => {
  writeFileSync(join(folder, 'backup.lock'), JSON.stringify({ pid: process.pid, started: 'long ago' }));
  await (
    await lockFolder(folder)
  )();
  expect(readdirSync(folder)).toEqual([]);
});
