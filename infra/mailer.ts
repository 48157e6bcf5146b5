import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type Transporter } from 'nodemailer';
import type { Config } from './config.js';
import type { Logger } from './logger.js';
import { blame } from './outages.js';

export interface OutgoingMail {
  /** Id of the outbox row, used for the Message-ID, so that mailboxes recognise a mail that is sent twice. */
  id: string;
  recipient: string;
  subject: string;
  /** Plain text. */
  body: string;
}

export interface Mailer {
  /** Sends a mail; rejects with the error of the mail server or the file system. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** Forbids attachments by path or URL, whatever a text contains. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true };

function smtpTransport(url: string): Transporter {
  return createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 10_000,
    socketTimeout: 30_000,
    ...CLOSED,
  });
}

/** Builds the message in memory, for a file. */
const FILE_TRANSPORT = { streamTransport: true, buffer: true, newline: 'windows', ...CLOSED } as const;

/** Writes a temporary file and renames it, so that watchers of the folder see complete mails only. */
async function writeMail(folder: string, id: string, message: Buffer): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${id}.eml`);
  const part = `${path}.part`;
  await writeFile(part, message, { mode: 0o600 });
  await rename(part, path);
  return path;
}

/** Mail servers name the address that they refuse, but logs and workflow histories must not contain addresses. */
function rethrowWithoutAddresses(error: unknown): never {
  const { message, code, responseCode } = error as Error & { code?: string; responseCode?: number };
  // without the error as its cause, which contains the address in several fields
  const said = Object.assign(new Error(message.replace(/[^\s<>"']+@[^\s<>"':;,]+/g, '[address]')), {
    code,
    responseCode,
  });
  throw blame('mail_server', said);
}

/** Sends by SMTP, into a folder as `<id>.eml`, or both, as configured. Logs that a mail was sent, never its content. */
export function createMailer({ smtpUrl, mailDir, mailFrom }: MailConfig, log: Logger): Mailer {
  const smtp = smtpUrl === null ? null : smtpTransport(smtpUrl);
  const files = createTransport(FILE_TRANSPORT);
  const domain = /@([\w.-]+)/.exec(mailFrom)?.[1] ?? 'localhost';
  return {
    async send({ id, recipient, subject, body }) {
      if (mailDir === null && smtp === null) throw new Error('there is no way to send mails: SMTP_URL or MAIL_DIR');
      const message = { from: mailFrom, to: recipient, subject, text: body, messageId: `<${id}@${domain}>` };
      if (mailDir !== null) {
        const built = await files.sendMail(message);
        const path = await writeMail(mailDir, id, built.message as Buffer);
        log.info({ mailId: id, path }, 'mail written');
      }
      if (smtp !== null) {
        await smtp.sendMail(message).catch(rethrowWithoutAddresses);
        log.info({ mailId: id }, 'mail sent');
      }
    },
    close: () => smtp?.close(),
  };
}

export type MailConfig = Pick<Config, 'smtpUrl' | 'mailDir' | 'mailFrom'>;
