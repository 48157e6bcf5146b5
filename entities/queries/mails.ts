import { IsNull, type EntityManager } from 'typeorm';
import { Mail } from '../mail.js';
import { removeSome } from './purge.js';
import { fromNow } from './times.js';

export interface NewMail {
  recipient: string;
  subject: string;
  /** Plain text. */
  body: string;
  /** How long its content is valid. */
  ttlSeconds: number;
}

/** Puts an e-mail into the outbox; returns its id. To be called in the transaction that needs it. */
export async function createMail(manager: EntityManager, { ttlSeconds, ...mail }: NewMail): Promise<string> {
  const made = await manager
    .createQueryBuilder()
    .insert()
    .into(Mail)
    .values({ ...mail, expiresAt: fromNow(ttlSeconds) })
    .execute();
  return made.identifiers[0]?.['id'] as string;
}

/** An unsent mail; null when it was sent, has expired, or is gone. */
export async function findUnsentMail(
  manager: EntityManager,
  id: string,
): Promise<{ id: string; recipient: string; subject: string; body: string } | null> {
  const mail = await manager
    .createQueryBuilder(Mail, 'mail')
    .where('mail.id = :id AND mail.sentAt IS NULL AND mail.expiresAt > now()', { id })
    .getOne();
  return mail?.body == null ? null : { id, recipient: mail.recipient, subject: mail.subject, body: mail.body };
}

/** Marks a mail as sent and deletes its text. */
export async function markMailSent(manager: EntityManager, id: string): Promise<void> {
  await manager.update(Mail, { id, sentAt: IsNull() }, { sentAt: () => 'now()', body: null });
}

/** Removes mails that expired unsent, and all older than `olderThanDays` (at most `limit`); returns how many. */
export function removeOldMails(
  manager: EntityManager,
  { olderThanDays, limit }: { olderThanDays: number; limit: number },
): Promise<number> {
  const where =
    '(sent_at IS NULL AND expires_at < now()) OR created_at < now() - make_interval(days => :olderThanDays)';
  return removeSome(manager, Mail, { where, parameters: { olderThanDays }, limit });
}
