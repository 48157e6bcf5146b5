/** What is left of an account that was deleted: nothing but the ids in the security log. */
import { readdirSync, readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readRequest } from '../../admin/request.js';
import { Account } from '../../entities/account.js';
import { newPublicId } from '../../entities/ids.js';
import { createMail } from '../../entities/queries/mails.js';
import { createPasswordReset } from '../../entities/queries/password-resets.js';
import { publishVersion } from '../../entities/queries/publishing.js';
import { createShelf } from '../../entities/queries/shelves.js';
import { createUpload } from '../../entities/queries/uploads.js';
import { Shelf } from '../../entities/shelf.js';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import { shelfPrefix, uploadKey, versionKeys } from '../../infra/object-keys.js';
import { runActivity, startActivities, type ActivityTest } from '../support/activities.js';
import {
  finishedTree,
  givenAccount,
  givenApiKey,
  givenDelivery,
  givenEndpoint,
  givenSession,
  publicationOf,
} from '../support/rows.js';

const PDF = Buffer.from('%PDF-1.7 not read here');
const OLD = { intentMs: -60_000, workMs: -60_000 }; // every age counts as old
let env: ActivityTest;
let folder: string;
beforeAll(async () => {
  env = await startActivities({ sweep: OLD });
  folder = mkdtempSync(join(tmpdir(), 'shelfwright-export-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await env?.stop();
});

const run = (...args: string[]) =>
  readRequest(args)!.work({
    manager: env.manager,
    temporal: null,
    storage: () => ({ ...env.storage, close: () => undefined }),
    temporalUiUrl: null,
  });

/** A shelf with a version whose files and archive are stored. */
async function publishedShelf(): Promise<Shelf> {
  const { publicId: owner } = env.account;
  const shelf = await env.givenStoredShelf(PDF);
  const publicId = newPublicId('ver');
  const keys = versionKeys(owner, shelf.publicId, publicId);
  await env.storage.put(`${keys.prefix}README.md`, '# Report', 'text/markdown');
  await env.storage.put(keys.archiveKey, 'archive', 'application/gzip');
  const archive = { key: keys.archiveKey, sha256: 'a'.repeat(64), sizeBytes: 7, builtAt: new Date() };
  await publishVersion(
    env.manager,
    publicationOf(shelf, { ...finishedTree(['README.md']), publicId, prefix: keys.prefix, archive }),
  );
  return shelf;
}

/** Every table whose rows hold one of these texts, with how many do. */
async function tablesWith(texts: string[]): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { tableName } of env.database.dataSource.entityMetadatas) {
    const [{ count } = { count: 0 }] = await env.manager.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM ${tableName} row
       WHERE EXISTS (SELECT FROM unnest($1::text[]) text WHERE strpos(row_to_json(row)::text, text) > 0)`,
      [texts],
    );
    if (count > 0) found[tableName] = count;
  }
  return found;
}

test('an operator exports an account, with its PDFs and archives and without secrets', async () => {
  const shelf = await publishedShelf();
  const key = await givenApiKey(env.manager, env.account.id);
  const to = join(folder, 'ada');
  await run('account', 'export', env.account.email, '--to', to);
  const data = JSON.parse(readFileSync(join(to, 'account.json'), 'utf8')) as Record<string, unknown>;
  expect(data).toMatchObject({
    account: { email: env.account.email },
    apiKeys: [{ name: 'test' }],
    shelves: [{ publicId: shelf.publicId, versions: [{ versionNumber: 1 }] }],
  });
  expect(readdirSync(join(to, 'shelves', shelf.publicId)).toSorted()).toEqual(['source-1.pdf', 'version-1.tar.gz']);
  expect(readFileSync(join(to, 'shelves', shelf.publicId, 'source-1.pdf'))).toEqual(PDF);
  for (const secret of [key, 'argon2', 'keyHash', 'tokenHash', 'passwordHash', 'secretSealed'])
    expect(JSON.stringify(data)).not.toContain(secret);
  await expect(run('account', 'export', env.account.email, '--to', to)).rejects.toThrow('is there already');
});

test('of a deleted account every row and object goes: the sweeper finds nothing, and another account loses nothing', async () => {
  const { account, manager, storage } = env;
  const { email, publicId } = account;
  const other = await givenAccount(manager);
  await storage.put(uploadKey(other.publicId, 'kept'), PDF, 'application/pdf');
  await createUpload(manager, {
    accountId: other.id,
    objectKey: uploadKey(other.publicId, 'kept'),
    fileName: 'a.pdf',
    mimeType: 'application/pdf',
  });
  await publishedShelf();
  await env.givenStoredShelf(PDF); // in work
  const open = { objectKey: uploadKey(publicId, 'open'), fileName: 'a.pdf', mimeType: 'application/pdf' };
  await createUpload(manager, { accountId: account.id, ...open });
  await storage.put(open.objectKey, PDF, 'application/pdf');
  await givenSession(manager, account.id);
  await givenApiKey(manager, account.id);
  const hook = await givenEndpoint(manager, account.id, { events: ['shelf.ready'] });
  await givenDelivery(manager, account.id, (await manager.findOneByOrFail(WebhookEndpoint, { publicId: hook })).id);
  await createPasswordReset(manager, { email, codeHash: 'c', ttlSeconds: 60, maxPerDay: 5 });
  await createMail(manager, { recipient: email, subject: 's', body: 'b', ttlSeconds: 60 });

  expect(() => readRequest(['account', 'delete', email])).toThrow('--confirm');
  await run('account', 'delete', email, '--confirm', email);
  expect(await manager.findOneByOrFail(Account, { id: account.id })).toMatchObject({ name: '', passwordHash: '' });
  // a request that was authenticated before
  const late = await createUpload(manager, { accountId: account.id, ...open, objectKey: uploadKey(publicId, 'late') });
  const fields = { name: 'late', template: null, acceptancePolicy: 'balanced', reviewMode: false } as const;
  const stored = { sizeBytes: PDF.length, sha256: 'a'.repeat(64) };
  await createShelf(manager, { accountId: account.id, uploadId: late.id, stored, requestId: null, ...fields });
  await storage.put(uploadKey(publicId, 'late'), PDF, 'application/pdf');

  // what the reconciler and the delete workflow do
  const { shelves } = env.activities;
  await runActivity(shelves.purgeRows, undefined);
  for (const shelf of await manager.findBy(Shelf, { accountId: account.id })) {
    expect(shelf.deletedAt).not.toBeNull();
    const input = { shelfPublicId: shelf.publicId, lastRun: shelf.run - 1, requestId: null };
    await runActivity(shelves.removeShelfObjects, input);
    await runActivity(shelves.removeShelfRows, input);
    expect(await env.keys(shelfPrefix(publicId, shelf.publicId))).toEqual([]);
  }
  await manager.query(`UPDATE uploads SET created_at = now() + interval '1 day' WHERE account_id = $1`, [other.id]);
  await runActivity(shelves.sweepUploads, undefined);
  await runActivity(shelves.purgeRows, undefined);

  expect(await env.keys(`users/${publicId}/`)).toEqual([]);
  const before = await env.keys();
  await runActivity(shelves.sweepObjects, { after: null });
  expect([await env.keys(), before]).toEqual([before, [uploadKey(other.publicId, 'kept')]]);
  expect(await tablesWith([email])).toEqual({});
  expect(await tablesWith([publicId, account.id])).toEqual({ security_events: 2 });
  expect(await manager.existsBy(Account, { id: other.id })).toBe(true);
});
