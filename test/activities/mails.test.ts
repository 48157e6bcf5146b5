/** Mails: the runs that they wait for, and that each is sent once, over a real database and Temporal without workers. */
import { afterAll, expect, test } from '@jest/globals';
import { createMail } from '../../entities/queries/mails.js';
import type { Temporal } from '../../infra/temporal.js';
import { mailWorkflowId } from '../../workflows/starts.js';
import { HOUR_MS, runActivity, startActivities, type ActivityTest } from '../support/activities.js';
import { ageMail } from '../support/aged-rows.js';
import { setUpTemporalClient } from '../support/set-up.js';

let env: ActivityTest;
let temporal: Temporal;
setUpTemporalClient(async (started) => {
  temporal = started;
  env = await startActivities({ temporal });
});
afterAll(() => env?.stop());

const describe = (workflowId: string) =>
  temporal.within(30_000, (client) => client.workflow.getHandle(workflowId).describe());

const MAIL = { recipient: 'ada@example.com', subject: 'Code', body: '123456', ttlSeconds: 900 };

test('a mail whose run failed is tried again an hour later', async () => {
  const mailId = await createMail(env.manager, MAIL);
  await ageMail(env.manager, mailId);
  const ended = { status: { name: 'FAILED' }, closeTime: new Date() };
  const starts: string[] = [];
  const workflow = {
    count: async () => ({ count: 0 }),
    getHandle: () => ({ describe: async () => ended }),
    start: async (_: string, { workflowId }: { workflowId: string }) => void starts.push(workflowId),
  };
  const of = { within: (_: number, call: (client: never) => unknown) => call({ workflow } as never) };
  const { startMails } = env.build({ temporal: of as never }).shelves;
  await runActivity(startMails, undefined);
  expect(starts).toEqual([]);
  ended.closeTime = new Date(Date.now() - HOUR_MS);
  await runActivity(startMails, undefined);
  expect(starts).toContain(mailWorkflowId(mailId));
});

test('mails that wait for a mail server keep none behind them from being looked at, in the same turn', async () => {
  const behind = await createMail(env.manager, MAIL);
  const waiting = await env.manager.query<{ id: string }[]>(
    `INSERT INTO mails (recipient, subject, body, created_at, expires_at)
     SELECT 'a@example.com', 'Code', 'Code', now() - interval '2 days', now() + interval '1 hour'
     FROM generate_series(1, 500) RETURNING id`,
  );
  await ageMail(env.manager, behind);
  const looked = new Set<string>();
  const workflow = {
    count: async () => ({ count: 0 }),
    getHandle: (id: string) => ({ describe: async () => (looked.add(id), { status: { name: 'RUNNING' } }) }),
  };
  const of = { within: (_: number, call: (client: never) => unknown) => call({ workflow } as never) };
  const { startMails } = env.build({ temporal: of as never }).shelves;
  expect(await runActivity(startMails, { after: null })).toEqual({ after: null });
  expect(looked.size).toBeGreaterThan(500);
  expect(looked.has(mailWorkflowId(behind))).toBe(true);
  looked.clear();
  await runActivity(startMails, { after: waiting[0]!.id });
  expect(looked.has(mailWorkflowId(waiting[0]!.id))).toBe(false);
  expect(looked.has(mailWorkflowId(behind))).toBe(true);
  expect(await runActivity(startMails, { after: crypto.randomUUID() })).toEqual({ after: null });
  await env.manager.query('DELETE FROM mails WHERE id = ANY ($1)', [waiting.map(({ id }) => id)]);
});

test('a mail whose run was ended is not tried again', async () => {
  const mailId = await createMail(env.manager, MAIL);
  await ageMail(env.manager, mailId);
  await runActivity(env.activities.shelves.startMails, undefined);
  const { runId } = await describe(mailWorkflowId(mailId));
  await temporal.within(30_000, (client) => client.workflow.getHandle(mailWorkflowId(mailId)).terminate());
  await runActivity(env.activities.shelves.startMails, undefined);
  expect(await describe(mailWorkflowId(mailId))).toMatchObject({ runId, status: { name: 'TERMINATED' } });
});

test('sends a mail once and forgets its text', async () => {
  const mailId = await createMail(env.manager, MAIL);
  const { sendMail } = env.activities.deliveries;
  await runActivity(sendMail, { mailId, requestId: null });
  await runActivity(sendMail, { mailId, requestId: null });
  expect(env.mails.filter((mail) => mail.id === mailId)).toHaveLength(1);
  const [row] = await env.manager.query('SELECT body, sent_at FROM mails WHERE id = $1', [mailId]);
  expect(row).toMatchObject({ body: null, sent_at: expect.anything() });
});

test('does not send a mail that has expired', async () => {
  const mailId = await createMail(env.manager, { ...MAIL, ttlSeconds: 0 });
  await runActivity(env.activities.deliveries.sendMail, { mailId, requestId: null });
  expect(env.mails.filter((mail) => mail.id === mailId)).toEqual([]);
});
