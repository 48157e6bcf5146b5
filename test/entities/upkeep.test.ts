import { expect, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import type { Account } from '../../entities/account.js';
import { Mail } from '../../entities/mail.js';
import {
  beginRequest,
  finishRequest,
  leaveRequest,
  releaseRequest,
  removeOldRequests,
  renewRequest,
  type RequestStart,
} from '../../entities/queries/idempotency.js';
import { createMail, findUnsentMail, markMailSent, removeOldMails } from '../../entities/queries/mails.js';
import { publishVersion } from '../../entities/queries/publishing.js';
import {
  findShelfStates,
  filterKnownUploads,
  filterKnownVersions,
  findDeletedShelves,
  findPendingMails,
  findUntouchedShelves,
} from '../../entities/queries/reconcile.js';
import { claimDelete, createShelf } from '../../entities/queries/shelves.js';
import { createUpload } from '../../entities/queries/uploads.js';
import { Upload } from '../../entities/upload.js';
import { finishedTree, givenAccount, givenShelf, publicationOf, sha256 } from '../support/rows.js';
import { setUpAccount } from '../support/set-up-database.js';

let manager: EntityManager;
let account: Account;
setUpAccount((given) => ({ manager, account } = given));

/** Lets rows look as if nobody had touched them for a while; the trigger would set the time otherwise. */
async function age(table: string, column: string, seconds: number): Promise<void> {
  await manager.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await manager.query(`UPDATE ${table} SET ${column} = ${column} - make_interval(secs => $1)`, [seconds]);
  await manager.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}

const request = (key: string, requestHash = 'h') => ({ accountId: account.id, key, requestHash, lostAfterMs: 60_000 });
const claimOf = (start: RequestStart): string => (start.outcome === 'started' ? start.claim : 'none');

test('of two equal requests at once one starts; the other is told so, and later gets the answer', async () => {
  const starts = await Promise.all([beginRequest(manager, request('a')), beginRequest(manager, request('a'))]);
  expect(starts.map((start) => start.outcome).toSorted()).toEqual(['running', 'started']);
  const claim = starts.map(claimOf).find((one) => one !== 'none') ?? '';
  const done = { accountId: account.id, key: 'a', claim, statusCode: 201, responseBody: '{"publicId":"shf_1"}' };
  expect(await finishRequest(manager, done)).toBe(true);
  expect(await beginRequest(manager, request('a'))).toEqual({
    outcome: 'done',
    statusCode: 201,
    responseBody: '{"publicId":"shf_1"}',
  });
});

test('a key means one request: another body is a mismatch, another account is none', async () => {
  await beginRequest(manager, request('b'));
  expect(await beginRequest(manager, request('b', 'other'))).toEqual({ outcome: 'mismatch' });
  const other = await givenAccount(manager);
  expect(await beginRequest(manager, { ...request('b', 'other'), accountId: other.id })).toMatchObject({
    outcome: 'started',
  });
});

test('a request that failed is tried anew', async () => {
  const claim = claimOf(await beginRequest(manager, request('c')));
  await releaseRequest(manager, { accountId: account.id, key: 'c', claim });
  expect(await beginRequest(manager, request('c', 'corrected'))).toMatchObject({ outcome: 'started' });
});

test('a request lost with its process is taken over, and then can neither finish nor release', async () => {
  const lost = claimOf(await beginRequest(manager, request('d')));
  await age('idempotency_keys', 'renewed_at', 61);
  const next = claimOf(await beginRequest(manager, request('d')));
  expect(next).not.toBe('none');
  const late = { accountId: account.id, key: 'd', claim: lost };
  expect(await finishRequest(manager, { ...late, statusCode: 201, responseBody: null })).toBe(false);
  await releaseRequest(manager, late);
  expect(await beginRequest(manager, request('d'))).toEqual({ outcome: 'running' });
});

test('a request that is left is taken up by its repeat at once, as the same work; one that was forgotten is another', async () => {
  const begin = async (key: string) => {
    const start = await beginRequest(manager, request(key));
    if (start.outcome !== 'started') throw new Error(start.outcome);
    return start;
  };
  const first = await begin('left');
  expect(first.isResumed).toBe(false);
  await leaveRequest(manager, { accountId: account.id, key: 'left', claim: first.claim });
  const next = await begin('left');
  expect(next).toMatchObject({ isResumed: true, began: first.began });
  expect(next.claim).not.toBe(first.claim);
  await age('idempotency_keys', 'renewed_at', 61);
  const third = await begin('left');
  expect(third).toMatchObject({ isResumed: true, began: first.began });
  await releaseRequest(manager, { accountId: account.id, key: 'left', claim: third.claim });
  const anew = await begin('left');
  expect(anew.isResumed).toBe(false);
  expect(anew.began).not.toBe(first.began);
});

test('a request that renews its claim is not overtaken, however long it takes; one that was overtaken renews nothing', async () => {
  const slow = { accountId: account.id, key: 'slow', claim: claimOf(await beginRequest(manager, request('slow'))) };
  await age('idempotency_keys', 'created_at', 3_600);
  await age('idempotency_keys', 'renewed_at', 61);
  await renewRequest(manager, slow);
  expect(await beginRequest(manager, request('slow'))).toEqual({ outcome: 'running' });
  expect(await finishRequest(manager, { ...slow, statusCode: 201, responseBody: null })).toBe(true);

  const lost = { accountId: account.id, key: 'lost', claim: claimOf(await beginRequest(manager, request('lost'))) };
  await age('idempotency_keys', 'renewed_at', 61);
  expect(await beginRequest(manager, request('lost'))).toMatchObject({ outcome: 'started' });
  await age('idempotency_keys', 'renewed_at', 61);
  await renewRequest(manager, lost);
  expect(await beginRequest(manager, request('lost'))).toMatchObject({ outcome: 'started' });
});

test('an answer is kept for 24 hours, then the key is free', async () => {
  const claim = claimOf(await beginRequest(manager, request('e')));
  await finishRequest(manager, { accountId: account.id, key: 'e', claim, statusCode: 200, responseBody: null });
  await age('idempotency_keys', 'created_at', 86_300);
  expect(await beginRequest(manager, request('e'))).toMatchObject({ outcome: 'done' });
  await age('idempotency_keys', 'created_at', 200);
  expect(await beginRequest(manager, request('e', 'new'))).toMatchObject({ outcome: 'started' });
  await age('idempotency_keys', 'created_at', 86_500);
  expect(await removeOldRequests(manager, 100)).toBeGreaterThan(0);
  expect(await removeOldRequests(manager, 100)).toBe(0);
});

const text = { recipient: 'a@example.com', subject: 'Code', body: '123456' };

test('a mail is sent once, and its text is then forgotten', async () => {
  const id = await createMail(manager, { ...text, ttlSeconds: 900 });
  expect(await findUnsentMail(manager, id)).toEqual({ id, ...text });
  await markMailSent(manager, id);
  await markMailSent(manager, id);
  expect(await findUnsentMail(manager, id)).toBeNull();
  expect((await manager.findOneByOrFail(Mail, { id })).body).toBeNull();
});

test('mails that wait are found after a while, and removed once they expire unsent', async () => {
  await manager.query('DELETE FROM mails');
  const mail = { ...text, ttlSeconds: 900 };
  const id = await createMail(manager, mail);
  const sent = await createMail(manager, mail);
  await markMailSent(manager, sent);
  const pending = () => findPendingMails(manager, { untouchedSeconds: 60, after: null, limit: 10 });
  expect(await pending()).toEqual([]);
  await age('mails', 'created_at', 61);
  expect(await pending()).toEqual([id]);
  expect(await removeOldMails(manager, { olderThanDays: 1, limit: 10 })).toBe(0);
  await age('mails', 'expires_at', 900);
  expect(await findUnsentMail(manager, id)).toBeNull();
  expect(await pending()).toEqual([]);
  expect(await removeOldMails(manager, { olderThanDays: 1, limit: 10 })).toBe(1);
  expect(await manager.findOneBy(Mail, { id: sent })).not.toBeNull();
  await age('mails', 'created_at', 86_400);
  expect(await removeOldMails(manager, { olderThanDays: 1, limit: 10 })).toBe(1);
});

test('shelves in work that nobody touched are found batch by batch; finished, fresh and deleted ones not', async () => {
  await manager.query("UPDATE shelves SET status = 'failed', failed_at_step = 'parsing', error_message = 'm'");
  const waiting: string[] = [];
  for (let i = 0; i < 3; i++) waiting.push((await givenShelf(manager, account.id)).publicId);
  const ready = await givenShelf(manager, account.id);
  await publishVersion(manager, publicationOf(ready));
  const deleted = await givenShelf(manager, account.id);
  await claimDelete(manager, { accountId: account.id, publicId: deleted.publicId });
  await age('shelves', 'updated_at', 61);
  await givenShelf(manager, account.id);

  const first = await findUntouchedShelves(manager, { untouchedSeconds: 60, after: null, limit: 2 });
  const after = first.at(-1)?.publicId ?? null;
  const second = await findUntouchedShelves(manager, { untouchedSeconds: 60, after, limit: 2 });
  expect([...first, ...second].map((shelf) => shelf.publicId)).toEqual(waiting.toSorted());
  expect(first[0]).toMatchObject({ run: 1, status: 'uploading', requestId: 'request-1' });
});

test('deleted shelves are found until their rows are gone', async () => {
  const shelf = await givenShelf(manager, account.id);
  await claimDelete(manager, { accountId: account.id, publicId: shelf.publicId });
  const find = (untouchedSeconds: number) => findDeletedShelves(manager, { untouchedSeconds, after: null, limit: 100 });
  expect((await find(60)).map((one) => one.publicId)).not.toContain(shelf.publicId);
  await age('shelves', 'deleted_at', 61);
  expect(await find(60)).toContainEqual(expect.objectContaining({ publicId: shelf.publicId, run: 2 }));
});

test('objects of the store are told from leftovers by their rows', async () => {
  const shelf = await givenShelf(manager, account.id);
  const tree = finishedTree(['README.md']);
  await publishVersion(manager, publicationOf(shelf, tree));
  const upload = await manager.findOneByOrFail(Upload, { id: shelf.uploadId });
  const none = `shf_${'0'.repeat(24)}`;
  const { publicId, run } = shelf;
  expect(await findShelfStates(manager, [publicId, none])).toEqual(
    new Map([[publicId, { publicId, run, status: 'ready', deleted: false, accountPublicId: account.publicId }]]),
  );
  expect(await filterKnownVersions(manager, [tree.publicId, 'ver_none'])).toEqual(new Set([tree.publicId]));
  expect(await filterKnownUploads(manager, [upload.objectKey, 'none'])).toEqual(new Set([upload.objectKey]));
  expect(await findShelfStates(manager, [])).toEqual(new Map());
});

test('a repeated create that finishes in the transaction of the shelf makes no second one', async () => {
  const create = async (claim: string): Promise<void> => {
    const upload = await createUpload(manager, {
      accountId: account.id,
      objectKey: `twins-${claim}`,
      fileName: 'a.pdf',
      mimeType: 'application/pdf',
    });
    await manager.transaction(async (tx) => {
      const shelf = await createShelf(tx, {
        accountId: account.id,
        uploadId: upload.id,
        stored: { sizeBytes: 1, sha256: sha256('a') },
        name: 'A',
        template: null,
        acceptancePolicy: 'balanced',
        reviewMode: false,
        requestId: null,
      });
      const finish = { accountId: account.id, key: 'twins', claim, statusCode: 201, responseBody: shelf.publicId };
      if (!(await finishRequest(tx, finish))) throw new Error('taken over');
    });
  };
  const slow = claimOf(await beginRequest(manager, request('twins')));
  await age('idempotency_keys', 'renewed_at', 61);
  const fast = claimOf(await beginRequest(manager, request('twins')));
  await create(fast);
  await expect(create(slow)).rejects.toThrow('taken over');
  expect(await manager.query('SELECT count(*) AS n FROM shelves WHERE account_id = $1', [account.id])).toEqual([
    { n: 1 },
  ]);
});
