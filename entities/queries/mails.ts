import { IsNull, type EntityManager } from 'typeorm';
import { Mail } from '../mail.js';

/** Puts an e-mail (plain text) into the outbox; answers its id. Belongs in the transaction that asks for it. */
export async function createMail(
  manager: EntityManager,
  args: { recipient: string; subject: string; body: string },
): Promise<string> {
  // a copy, since insert sets the generated id on what it is given
  const made = await manager.insert(Mail, { ...args });
  return made.identifiers[0]?.['id'] as string;
}

/** A mail that is still to be sent; null when it was sent, or is gone. */
export async function findUnsentMail(
  manager: EntityManager,
  id: string,
): Promise<{ id: string; recipient: string; subject: string; body: string } | null> {
  const mail = await manager.findOneBy(Mail, { id, sentAt: IsNull() });
  return mail?.body == null ? null : { id, recipient: mail.recipient, subject: mail.subject, body: mail.body };
}

/** Notes that a mail was sent and forgets its text. */
export async function markMailSent(manager: EntityManager, id: string): Promise<void> {
  await manager.update(Mail, { id, sentAt: IsNull() }, { sentAt: () => 'now()', body: null });
}

/** Removes mails older than `olderThanDays`, sent or not; answers how many (at most `limit`). */
export async function removeOldMails(
  manager: EntityManager,
  { olderThanDays, limit }: { olderThanDays: number; limit: number },
): Promise<number> {
  const result = await manager
    .createQueryBuilder()
    .delete()
    .from(Mail)
    .where(
      'id IN (SELECT id FROM mails WHERE created_at < now() - make_interval(days => :olderThanDays) LIMIT :limit)',
      {
        olderThanDays,
        limit,
      },
    )
    .execute();
  return result.affected ?? 0;
}
