/**
 * Backups that are killed half-way, as processes: what they leave is not taken for a backup, and none before it is touched. And
 * a restore that is overtaken by a backup into its folder.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { writeSnapshot } from '../../admin/backup/snapshots.js';
import { createStorage, type Storage } from '../../infra/storage.js';
import { startStorage } from '../support/servers.js';
import { START_MS, STOP_MS } from '../support/service.js';
import { setUpDatabase } from '../support/set-up-database.js';
import { suspend } from '../support/suspend.js';
import { until } from '../support/until.js';
import type { TestDatabase } from '../support/database.js';

const main = join(import.meta.dirname, '../../admin/main.js');
const folder = mkdtempSync(join(tmpdir(), 'shelfwright-killed-backup-'));
const KEYS = ['one', 'two'].map((name) => `users/usr_1/shelves/shf_1/files/${name}.md`);

let database: TestDatabase;
let server: Awaited<ReturnType<typeof startStorage>>;
let storage: Storage;
setUpDatabase((started) => (database = started));
beforeAll(async () => {
  server = await startStorage();
  storage = createStorage(server.config);
}, START_MS);
afterAll(async () => {
  storage?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}, STOP_MS);

/** The command as the process that it is; `ended` answers its code, null for one that was killed, and what it said. */
function backup(...args: string[]) {
  const { endpoint, accessKey, secretKey, bucket } = server.config;
  const child = spawn(process.execPath, [main, 'backup', ...args], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
      S3_BUCKET: bucket,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = new Promise<{ code: number | null; said: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, said })),
  );
  return { child, ended };
}

/** Kills a backup when its dump is written, while it waits for the object store. */
async function killHalfWay(): Promise<void> {
  await suspend(server.pid);
  try {
    const { child, ended } = backup('create', '--to', folder);
    await until(() => existsSync(join(folder, 'unfinished', 'postgres.dump')), 'the dump is begun');
    child.kill('SIGKILL');
    expect((await ended).code).toBeNull();
  } finally {
    process.kill(server.pid, 'SIGCONT');
  }
}

/** Every file of the snapshots, by its path: its SHA-256. */
function snapshots(): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).filter((path) => /snapshot-\d/.test(path));
  return Object.fromEntries(
    paths.map((path) => [path.slice(folder.length + 1), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}

test('a first backup that is killed half-way is not taken for one: restore refuses it', async () => {
  await storage.put(KEYS[0]!, Buffer.from('one'), 'text/markdown');
  await killHalfWay();
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['backup.lock', 'unfinished']));
  const { code, said } = await backup('restore', '--from', folder).ended;
  expect([code, said]).toEqual([1, `${folder} holds no whole backup: it has no snapshot.\n`]);
});

test('one that is killed later leaves the snapshot before as it was, and the next one clears up after it', async () => {
  expect((await backup('create', '--to', folder).ended).code).toBe(0);
  expect(readdirSync(folder).toSorted()).toEqual(['objects', 'snapshot-1']);
  const whole = snapshots();
  const names = ['backup.json', 'objects.ndjson', 'postgres.dump'];
  expect(new Set(Object.keys(whole))).toEqual(new Set(names.map((name) => `snapshot-1/${name}`)));

  await storage.put(KEYS[1]!, Buffer.from('two'), 'text/markdown');
  await killHalfWay();
  expect(snapshots()).toEqual(whole);
  await storage.remove(KEYS);
  expect((await backup('restore', '--from', folder, '--only', 'objects').ended).code).toBe(0);
  expect((await storage.get(KEYS[0]!)).toString()).toBe('one');
  const stored: string[] = [];
  for await (const { key } of storage.list('users/')) stored.push(key);
  expect(stored).toEqual([KEYS[0]]);

  expect((await backup('create', '--to', folder).ended).code).toBe(0);
  expect(readdirSync(folder).toSorted()).toEqual(['objects', 'snapshot-2']);
});

test('a restore ends with the snapshot that it has begun with, although a backup is made into its folder meanwhile', async () => {
  await storage.put(KEYS[1]!, Buffer.from('two'), 'text/markdown');
  expect((await backup('create', '--to', folder).ended).code).toBe(0);
  await storage.remove(KEYS);
  const before = snapshots();
  await suspend(server.pid);
  let restored: ReturnType<typeof backup>;
  try {
    restored = backup('restore', '--from', folder, '--only', 'objects');
    await until(() => readdirSync(folder).some((name) => name.startsWith('reading-')), 'the restore is begun');
    // as `create` does it, which would wait for the store as well
    await writeSnapshot(folder, async (path) => cpSync(join(folder, 'snapshot-3'), path, { recursive: true }));
    expect(snapshots()).toMatchObject(before);
  } finally {
    process.kill(server.pid, 'SIGCONT');
  }
  const { code, said } = await restored.ended;
  expect([code, said]).toEqual([0, expect.any(String)]);
  expect((await storage.get(KEYS[1]!)).toString()).toBe('two');
  expect(readdirSync(folder).toSorted()).toEqual(['objects', 'snapshot-3', 'snapshot-4']);
});
