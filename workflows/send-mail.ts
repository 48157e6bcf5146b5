import type { SendMailInput } from './messages.js';
import { mails } from './proxies.js';

/** Sends one e-mail of the outbox, with growing waits between the attempts, until it expires, a day at most. */
export async function sendMailWorkflow(input: SendMailInput): Promise<void> {
  await mails.sendMail(input);
}
