import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createLogger } from '../../../infra/logger.js';
import { createMailer } from '../../../infra/mailer.js';
import { startSmtpSink, type SmtpSink } from '../../support/smtp-sink.js';

const mail = {
  id: '0b6f0e3a-0000-4000-8000-000000000001',
  recipient: 'ada@example.com',
  subject: 'Your code for Shelfwright',
  body: 'Your code is 493817.\n\nIt is good for 15 minutes.\n',
};
const mailFrom = 'Shelfwright <noreply@shelf.example>';

let folder: string;
let lines: string[];
let sink: SmtpSink | null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shelfwright-mail-'));
  lines = [];
  sink = null;
});

afterEach(async () => {
  await sink?.stop();
  await rm(folder, { recursive: true, force: true });
});

const log = () =>
  createLogger({ level: 'trace', name: 'test', destination: { write: (line) => void lines.push(line) } });

test('a mail lands in the folder as a whole .eml file that only its owner reads', async () => {
  const mailDir = join(folder, 'new', 'mail');
  const mailer = createMailer({ smtpUrl: null, mailDir, mailFrom }, log());
  await mailer.send(mail);
  await mailer.send(mail);
  expect(await readdir(mailDir)).toEqual([`${mail.id}.eml`]);
  const path = join(mailDir, `${mail.id}.eml`);
  const text = await readFile(path, 'utf8');
  expect(text).toContain('To: ada@example.com\r\n');
  expect(text).toContain(`Message-ID: <${mail.id}@shelf.example>\r\n`);
  expect(text).toContain('Your code is 493817.');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('the log says that a mail went out, and neither its text nor its recipient', async () => {
  sink = await startSmtpSink();
  const mailer = createMailer({ smtpUrl: sink.url, mailDir: folder, mailFrom }, log());
  await mailer.send(mail);
  mailer.close();
  expect(lines).toHaveLength(2);
  expect(lines.join()).toContain(mail.id);
  expect(lines.join()).not.toMatch(/493817|ada@example/);
});

test('the refusal of a mail server is passed on without the address', async () => {
  sink = await startSmtpSink({ refuse: true });
  const mailer = createMailer({ smtpUrl: sink.url, mailDir: null, mailFrom }, log());
  const refusal: unknown = await mailer.send(mail).catch((error: unknown) => error);
  mailer.close();
  expect(refusal).toMatchObject({
    message: expect.stringContaining('no such mailbox'),
    code: 'EENVELOPE',
    responseCode: 550,
  });
  expect(inspect(refusal, { depth: 10, showHidden: true })).not.toContain('ada@example.com');
});

test('a mail goes to the mail server, with one Message-ID at every attempt', async () => {
  sink = await startSmtpSink();
  const mailer = createMailer({ smtpUrl: sink.url, mailDir: null, mailFrom }, log());
  await mailer.send(mail);
  await mailer.send(mail);
  mailer.close();
  expect(sink.messages).toHaveLength(2);
  for (const message of sink.messages) {
    expect(message).toContain('From: Shelfwright <noreply@shelf.example>');
    expect(message).toContain(`Message-ID: <${mail.id}@shelf.example>`);
    expect(message).toContain('Your code is 493817.');
  }
});

test('a header cannot be smuggled in by a recipient or subject', async () => {
  sink = await startSmtpSink();
  const mailer = createMailer({ smtpUrl: sink.url, mailDir: null, mailFrom }, log());
  await mailer.send({ ...mail, subject: 'Hello\r\nBcc: eve@example.com', recipient: 'ada@example.com' });
  mailer.close();
  expect(sink.messages[0]).not.toMatch(/^Bcc:/im);
});

test('a mail server that refuses the mailbox is an error that says so', async () => {
  sink = await startSmtpSink({ refuse: true });
  const mailer = createMailer({ smtpUrl: sink.url, mailDir: null, mailFrom }, log());
  await expect(mailer.send(mail)).rejects.toMatchObject({ code: 'EENVELOPE', responseCode: 550 });
  mailer.close();
});

test('a mail server that is not there is an error of the connection', async () => {
  const mailer = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', mailDir: null, mailFrom }, log());
  await expect(mailer.send(mail)).rejects.toMatchObject({ code: 'ESOCKET' });
  mailer.close();
});
