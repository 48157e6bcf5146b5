/** A mail server that is away: what it delays, and what is then not worth sending any more. */
import { readFileSync } from 'node:fs';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Mail } from '../../entities/mail.js';
import { createTemporal } from '../../infra/temporal.js';
import { reservedPort } from '../support/run-wide.js';
import { mailWorkflowId } from '../../workflows/starts.js';
import { poll } from '../support/poll.js';
import { START_MS, STOP_MS, startService, type Service } from '../support/service.js';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.js';

const EMAIL = 'reader@example.com';
const PASSWORD = 'correct horse battery';

let service: Service;
let smtpPort: number;
let sink: SmtpSink | null = null;
beforeAll(async () => {
  smtpPort = await reservedPort();
  service = await startService({ SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, MAIL_DIR: '' });
}, START_MS);
afterAll(async () => {
  await sink?.stop();
  await service?.stop();
}, STOP_MS);

function post(path: string, body: unknown): Promise<Response> {
  return fetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
const register = (email: string) => post('/v1/auth/register', { email, name: 'A Reader', password: PASSWORD });
const login = (password: string) => post('/api/auth/login', { email: EMAIL, password });

const mailIdOf = async (recipient: string): Promise<string> =>
  (await service.database.manager.findOneByOrFail(Mail, { recipient })).id;
const mailTo = (recipient: string, skip = 0): string | null =>
  sink?.messages.filter((message) => message.includes(`To: ${recipient}`))[skip] ?? null;
const codeIn = (message: string): string => /\b\d{6}\b/.exec(message.slice(message.indexOf('\r\n\r\n')))?.[0] ?? 'none';

/** What Temporal keeps of a mail's run, with its payloads in the clear. */
async function historyOf(mailId: string): Promise<{ text: string; status: string }> {
  const temporal = createTemporal(service.temporal);
  try {
    return await temporal.within(20_000, async (client) => {
      const handle = client.workflow.getHandle(mailWorkflowId(mailId));
      const json = historyToJSON(await handle.fetchHistory());
      const text = json.replace(/"data": ?"([^"]*)"/g, (_whole, data: string) =>
        Buffer.from(data, 'base64').toString(),
      );
      return { text, status: (await handle.describe()).status.name };
    });
  } finally {
    await temporal.close();
  }
}

test('delays a code and does not lose it; one that has expired by then is not sent', async () => {
  expect((await register(EMAIL)).status).toBe(201);
  expect((await register('late@example.com')).status).toBe(201);
  const [mailId, lateId] = [await mailIdOf(EMAIL), await mailIdOf('late@example.com')];
  await poll(async () => (readFileSync(service.worker.logPath(), 'utf8').includes('ECONNREFUSED') ? true : null));
  await service.database.manager.query('UPDATE mails SET expires_at = now() WHERE id = $1', [lateId]);
  // its run has ended before the server is back: an attempt that had read the mail in time would deliver it after all
  await poll(async () => ((await historyOf(lateId)).status === 'COMPLETED' ? true : null), 60_000, 500);

  sink = await startSmtpSink({ port: smtpPort });
  const message = await poll(async () => mailTo(EMAIL), 60_000);
  const verified = await post('/v1/auth/verify-email', { email: EMAIL, code: codeIn(message) });
  expect(verified.status).toBe(200);
  expect(mailTo('late@example.com')).toBeNull();

  // the record comes after the mail
  const sent = await poll(async () => {
    const mail = await service.database.manager.findOneByOrFail(Mail, { id: mailId });
    return mail.sentAt === null ? null : mail;
  });
  expect([sent.body, sent.sentAt]).toEqual([null, expect.any(Date)]);
  const { text } = await historyOf(mailId);
  expect(text).toContain(mailId);
  for (const secret of [codeIn(message), EMAIL, PASSWORD]) expect(text).not.toContain(secret);
}, 240_000);

test('a forgotten password is replaced by the code of the mail, and neither is logged', async () => {
  expect((await login(PASSWORD)).status).toBe(200);
  expect((await post('/api/auth/forgot-password', { email: EMAIL })).status).toBe(200);
  const code = codeIn(await poll(async () => mailTo(EMAIL, 1), 60_000));
  const password = 'battery staple horse';
  expect((await post('/api/auth/reset-password', { email: EMAIL, code, password })).status).toBe(200);
  expect([(await login(PASSWORD)).status, (await login(password)).status]).toEqual([401, 200]);
  const logs = readFileSync(service.api.logPath(), 'utf8') + readFileSync(service.worker.logPath(), 'utf8');
  // a number of six digits may be part of a time
  for (const secret of [`"${code}"`, `is ${code}`, EMAIL, PASSWORD, password]) expect(logs).not.toContain(secret);
}, 240_000);
