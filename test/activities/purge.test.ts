/** Rows that are purged once they are old, kind by kind, over a real database. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMail } from '../../entities/queries/mails.js';
import { createSession } from '../../entities/queries/sessions.js';
import { Session } from '../../entities/session.js';
import { runActivity, startActivities, type ActivityTest } from '../support/activities.js';
import { sha256 } from '../support/rows.js';

let env: ActivityTest;
beforeAll(async () => {
  env = await startActivities();
});
afterAll(() => env?.stop());

const MAIL = { recipient: 'ada@example.com', subject: 'Code', body: '123456', ttlSeconds: 900 };

test('purging rows keeps what is young, and removes sessions that ended long ago', async () => {
  const mailId = await createMail(env.manager, MAIL);
  const [live, ended] = [sha256('live'), sha256('ended')];
  for (const tokenHash of [live, ended]) await createSession(env.manager, { accountId: env.account.id, tokenHash });
  await env.manager.update(Session, { tokenHash: ended }, { expiresAt: () => "now() - interval '31 days'" });
  await runActivity(env.activities.shelves.purgeRows, undefined);
  const mails = await env.manager.query('SELECT id FROM mails WHERE id = $1', [mailId]);
  expect(mails).toHaveLength(1);
  const sessions = await env.manager.findBy(Session, { accountId: env.account.id });
  expect(sessions.map((session) => session.tokenHash)).toEqual([live]);
});

test('a kind of rows that cannot be purged keeps none of the others, and fails the batch', async () => {
  const tokenHash = sha256('long ended');
  await createSession(env.manager, { accountId: env.account.id, tokenHash });
  await env.manager.update(Session, { tokenHash }, { expiresAt: () => "now() - interval '31 days'" });
  await env.manager.query('ALTER TABLE idempotency_keys RENAME TO mislaid'); // of the first in the order of purging
  try {
    await expect(runActivity(env.activities.shelves.purgeRows, undefined)).rejects.toThrow(/^a defect \(.*42P01\)$/);
  } finally {
    await env.manager.query('ALTER TABLE mislaid RENAME TO idempotency_keys');
  }
  expect(await env.manager.countBy(Session, { tokenHash })).toBe(0);
});

test.each([
  ['a statement that took too long keeps none of the others from their turn', '57014', 0],
  ['an outage ends the purging at once: the others would each wait for it', '57P01', 1],
])('%s', async (_, sqlState, left) => {
  const tokenHash = sha256(`long ended before ${sqlState}`);
  await createSession(env.manager, { accountId: env.account.id, tokenHash });
  await env.manager.update(Session, { tokenHash }, { expiresAt: () => "now() - interval '31 days'" });
  await env.manager.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '${sqlState}'; END $$`);
  // idempotency keys are the first in the order of purging
  await env.manager.query(`CREATE TRIGGER refuses BEFORE DELETE ON idempotency_keys EXECUTE FUNCTION refuse()`);
  try {
    const purged = runActivity(env.activities.shelves.purgeRows, undefined);
    await expect(purged).rejects.toThrow(`Postgres does not answer (${sqlState})`);
  } finally {
    await env.manager.query('DROP FUNCTION refuse CASCADE');
  }
  expect(await env.manager.countBy(Session, { tokenHash })).toBe(left);
});
