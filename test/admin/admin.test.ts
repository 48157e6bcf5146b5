/** The operator's command as the process that it is, on a real database. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { toJson, toTable } from '../../admin/output.js';
import { Account } from '../../entities/account.js';
import { recordFailure, recordProgress, recordStep } from '../../entities/queries/runs.js';
import { claimDelete } from '../../entities/queries/shelves.js';
import type { Shelf } from '../../entities/shelf.js';
import { answerOf } from '../support/admin.js';
import { migratedDatabase, type TestDatabase } from '../support/database.js';
import { givenAccount, givenShelf } from '../support/rows.js';

const dist = join(import.meta.dirname, '../..');
const root = join(dist, '..');

let database: TestDatabase;
let account: Account;
beforeAll(async () => {
  database = await migratedDatabase();
  account = await givenAccount(database.manager);
});
afterAll(() => database?.stop());

interface RunOptions {
  url?: string;
  program?: string;
}
/** Runs the command; by default on the test's database. */
function admin(args: string[], { url = database.url, program = join(dist, 'admin/main.js') }: RunOptions = {}) {
  const env = { PATH: process.env['PATH'] ?? '', ...(url && { DATABASE_URL: url }) };
  const done = spawnSync(process.execPath, [program, ...args], { env, encoding: 'utf8', timeout: 60_000 });
  return { code: done.status, out: done.stdout, errors: done.stderr };
}
/** The same work without a process of its own. */
const answer = (args: string[]) => answerOf(args, { manager: database.manager, temporal: null });
const json = async (args: string[]) => JSON.parse(toJson(await answer(args))) as Record<string, unknown>[];
const reload = () => database.manager.findOneByOrFail(Account, { id: account.id });

/** As if its last change had been so many hours ago. */
async function age({ id }: Shelf, hours: number): Promise<void> {
  await database.manager.transaction(async (tx) => {
    await tx.query(`SET LOCAL session_replication_role = replica`);
    await tx.query(`UPDATE shelves SET updated_at = now() - make_interval(hours => $2) WHERE id = $1`, [id, hours]);
  });
}

describe('subscription', () => {
  test('is granted, shown and revoked; a second grant keeps the date of the first', async () => {
    expect(admin(['subscription', 'show', account.email]).out).toMatch(/SUBSCRIPTION\s+SINCE\n.*\snone\s+-\n$/s);
    const granted = admin(['subscription', 'grant', account.email.toUpperCase()]);
    expect(granted).toMatchObject({ code: 0, errors: '' });
    const { subscribedAt } = await reload();
    expect(granted.out).toContain(
      `${account.email}  ${account.publicId}  active        ${subscribedAt?.toISOString()}`,
    );
    const again = JSON.parse(admin(['subscription', 'grant', account.email, '--json']).out) as object;
    expect(again).toEqual({
      email: account.email,
      publicId: account.publicId,
      subscription: 'active',
      since: subscribedAt?.toISOString(),
    });
    expect(admin(['subscription', 'revoke', account.email]).out).toMatch(/none\s+-\n$/);
    expect((await reload()).subscribedAt).toBeNull();
  }, 300_000);

  test('of an unknown address says so and ends with 1', async () => {
    const message = 'There is no account with the address nobody@example.com.';
    for (const action of ['grant', 'revoke', 'show'])
      await expect(answer(['subscription', action, 'nobody@example.com'])).rejects.toThrow(message);
    const { code, out, errors } = admin(['subscription', 'grant', 'nobody@example.com']);
    expect([code, out, errors]).toEqual([1, '', `${message}\n`]);
  });
});

test('user list shows accounts, newest first, with how many shelves they have', async () => {
  const newest = await givenAccount(database.manager);
  await givenShelf(database.manager, newest.id);
  const gone = await givenShelf(database.manager, newest.id);
  await claimDelete(database.manager, { accountId: newest.id, publicId: gone.publicId });
  const [first, second] = await json(['user', 'list']);
  expect(first).toEqual({
    publicId: newest.publicId,
    email: newest.email,
    name: 'Ada',
    subscribedAt: null,
    suspendedAt: null,
    shelves: 1,
    createdAt: newest.createdAt.toISOString(),
  });
  expect(second).toMatchObject({ publicId: account.publicId, shelves: 0 });
  const cut = admin(['user', 'list', '--limit', '1']);
  expect(cut.out.split('\n')).toHaveLength(3);
  expect(cut.errors).toBe('There are more: raise --limit.\n');
});

describe('shelf list', () => {
  const ids = async (args: string[]) => (await json(['shelf', 'list', ...args])).map(({ publicId }) => publicId);

  test('selects by status and by the time since the last change, longest first', async () => {
    const owner = await givenAccount(database.manager);
    const [old, older, fresh, failed] = (await Promise.all(
      [1, 2, 3, 4].map(() => givenShelf(database.manager, owner.id)),
    )) as [Shelf, Shelf, Shelf, Shelf];
    for (const { publicId } of [old, older, fresh]) {
      await recordStep(database.manager, { publicId, run: 1, status: 'parsing' });
      await recordProgress(database.manager, { publicId, run: 1, pageCount: 640, pagesDone: 96 });
    }
    await recordFailure(database.manager, { publicId: failed.publicId, run: 1, step: 'uploading', message: 'no' });
    await age(old, 3);
    await age(older, 50);
    await age(failed, 3);
    expect(await ids(['--status', 'parsing', '--older-than', '2h'])).toEqual([older.publicId, old.publicId]);
    expect(await ids(['--status', 'parsing', '--older-than', '2d'])).toEqual([older.publicId]);
    const both = await ids(['--status', 'parsing,failed', '--older-than', '120m']);
    expect(new Set(both)).toEqual(new Set([older, old, failed].map(({ publicId }) => publicId)));
    expect(await ids(['--status', 'parsing'])).toEqual([older, old, fresh].map(({ publicId }) => publicId));
    expect(await ids(['--status', 'ready'])).toEqual([]);
    expect((await json(['shelf', 'list', '--status', 'parsing']))[0]).toEqual({
      publicId: older.publicId,
      status: 'parsing',
      failedAtStep: null,
      pagesDone: 96,
      pageCount: 640,
      run: 1,
      updatedAt: expect.any(String),
      email: owner.email,
      name: 'Report',
    });
    expect(toTable(await answer(['shelf', 'list', '--status', 'ready']))).toBe('none\n');
  });

  test('shows names as they cannot harm a terminal', async () => {
    const name = 'a\u001b[2J\u202eb\nc\u009bd';
    const { publicId } = await givenShelf(database.manager, account.id, { name });
    const out = toTable(await answer(['shelf', 'list', '--status', 'uploading']));
    expect(out).toContain(publicId);
    expect(out).toContain('a?[2J?b?c?d\n');
  });
});

test('what cannot be understood ends with 2 and says why', () => {
  for (const args of [[], ['shelf', 'list', '--older-than', '2 hours']]) {
    const { code, out, errors } = admin(args);
    expect([code, out, errors]).toEqual([2, '', expect.stringMatching(/usage|--older-than is a number/)]);
    expect(errors).not.toContain('    at ');
  }
});

test('help lists every command and ends with 0', () => {
  const { code, out } = admin(['--help']);
  expect(code).toBe(0);
  for (const name of [
    'subscription grant EMAIL',
    'subscription revoke',
    'subscription show',
    'user list',
    'shelf list',
    'shelf show ID',
  ])
    expect(out).toContain(name);
});

describe('the database', () => {
  /** A folder that looks like a project in which `npm start` has run. */
  function project(connection?: object): { program: string; remove: () => void } {
    const folder = mkdtempSync(join(tmpdir(), 'shelfwright-admin-'));
    cpSync(dist, join(folder, 'dist'), { recursive: true, filter: (path) => !path.includes(join('dist', 'test')) });
    writeFileSync(join(folder, 'package.json'), readFileSync(join(root, 'package.json')));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    mkdirSync(join(folder, '.data'));
    if (connection) writeFileSync(join(folder, '.data/connection.json'), JSON.stringify(connection));
    const remove = () => rmSync(folder, { recursive: true, force: true });
    return { program: join(folder, 'dist/admin/main.js'), remove };
  }

  test('is that of npm start where DATABASE_URL is not set', () => {
    const { program, remove } = project({ databaseUrl: database.url });
    const { code, out } = admin(['subscription', 'show', account.email], { url: '', program });
    remove();
    expect([code, out]).toEqual([0, expect.stringContaining(account.publicId)]);
  });

  test('is asked for where there is none', () => {
    const { program, remove } = project();
    const { code, errors } = admin(['user', 'list'], { url: '', program });
    remove();
    expect([code, errors]).toEqual([1, 'Which database? Set DATABASE_URL, or run `npm start` first.\n']);
  });

  test('that is away, or whose address is none, is said in one line without its password', () => {
    const away = admin(['user', 'list'], { url: 'postgres://me:hush@127.0.0.1:1/none' });
    expect([away.code, away.errors]).toEqual([
      1,
      'The database at 127.0.0.1:1 cannot be reached. Is it running (npm start)?\n',
    ]);
    const wrong = admin(['user', 'list'], { url: 'mysql://me:hush@127.0.0.1/none' });
    expect([wrong.code, wrong.errors]).toEqual([1, expect.stringContaining('DATABASE_URL: expected')]);
    expect(wrong.errors).not.toContain('hush');
  });
});
