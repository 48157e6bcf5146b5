import { findUnsentMail, markMailSent } from '../entities/queries/mails.js';
import type { SendMailInput } from '../workflows/messages.js';
import { activity } from './activity.js';
import type { ActivityDeps } from './deps.js';

export function mailActivities({ dataSource: { manager }, mailer }: Pick<ActivityDeps, 'dataSource' | 'mailer'>) {
  return {
    /** Sends a mail of the outbox at least once: twice when the worker dies between sending and recording. */
    sendMail: activity(async ({ mailId }: SendMailInput): Promise<void> => {
      const mail = await findUnsentMail(manager, mailId);
      if (!mail) return;
      await mailer.send(mail);
      await markMailSent(manager, mailId);
    }),
  };
}
