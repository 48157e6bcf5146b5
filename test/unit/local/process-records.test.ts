import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openDataFolder, readSecrets, writeJson, type DataFolder } from '../../../local/data-folder.js';
import { identityOf, isAlive } from '../../../local/identity.js';
import { endOrphans, recordChild, recordMain, runningStart } from '../../../local/process-records.js';

let data: DataFolder;
const children: ChildProcess[] = [];

/** A process that waits; `cwd` as a server's on its data folder. */
async function waiting(cwd = tmpdir()): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'console.log(1); setTimeout(() => {}, 60_000)'], {
    cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child.pid ?? 0;
}

beforeEach(() => {
  data = openDataFolder(join(mkdtempSync(join(tmpdir(), 'shelfwright-records-')), '.data'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(join(data.root, '..'), { recursive: true, force: true });
});

test('ends the servers that a killed start left behind', async () => {
  const pid = await waiting();
  recordChild(data, 'Temporal', pid);
  await expect(endOrphans(data)).resolves.toEqual(['Temporal']);
  expect(identityOf(pid)).toBeNull();
});

test('leaves a process alone that only has the same id', async () => {
  const pid = await waiting();
  writeJson(data.processes, { main: null, children: [{ name: 'Temporal', pid, started: 'another time' }] });
  await expect(endOrphans(data)).resolves.toEqual([]);
  expect(identityOf(pid)).not.toBeNull();
});

test('ends the server of postmaster.pid that works on this folder', async () => {
  mkdirSync(data.postgres);
  const pid = await waiting(data.postgres);
  writeFileSync(join(data.postgres, 'postmaster.pid'), `${pid}\n${data.postgres}\n`);
  await expect(endOrphans(data)).resolves.toEqual(['PostgreSQL']);
  expect(identityOf(pid)).toBeNull();
  expect(existsSync(join(data.postgres, 'postmaster.pid'))).toBe(false);
});

test('removes a postmaster.pid whose id belongs to another program now, and leaves that alone', async () => {
  mkdirSync(data.postgres);
  const pid = await waiting();
  writeFileSync(join(data.postgres, 'postmaster.pid'), `${pid}\n${data.postgres}\n`);
  await expect(endOrphans(data)).resolves.toEqual([]);
  expect(identityOf(pid)).not.toBeNull();
  expect(existsSync(join(data.postgres, 'postmaster.pid'))).toBe(false);
});

test('sees another start that runs, not one that has ended', async () => {
  recordMain(data);
  expect(runningStart(data)).toBeNull();
  const other = identityOf(await waiting());
  writeJson(data.processes, { main: other, children: [] });
  expect(runningStart(data)).toEqual(other);
  writeJson(data.processes, { main: { pid: other?.pid, started: 'another time' }, children: [] });
  expect(runningStart(data)).toBeNull();
});

test('knows a process by its start time', () => {
  const self = identityOf(process.pid);
  expect(self && isAlive(self)).toBe(true);
  expect(isAlive({ pid: process.pid, started: '1' })).toBe(false);
});

test('keeps secrets in files of the owner alone, the same at every start', () => {
  const secrets = readSecrets(data);
  expect(readSecrets(data)).toEqual(secrets);
  expect(statSync(join(data.root, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(data.root, 'secrets.json'), 'utf8').split('\n')).toHaveLength(23);
});
