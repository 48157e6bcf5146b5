import type { SendMailInput } from './messages.js';
import { mails } from './proxies.js';

/** Sends one e-mail of the outbox, with back-off between the attempts, until it expires, after a day at most. */
export async function sendMailWorkflow(input: SendMailInput): Promise<void> {
  await mails.sendMail(input);
}
