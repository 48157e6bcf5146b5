/** How an account comes about: a registration, a code by e-mail, and the account with its first key. */
import { randomInt } from 'node:crypto';
import type { RegisterBody, VerifyEmailBody } from '../contract/auth.js';
import {
  createAccountFromRegistration,
  findAccountByEmail,
  type AccountWithKey,
} from '../entities/queries/accounts.js';
import { createMail } from '../entities/queries/mails.js';
import { createRegistration, takeCodeAttempt } from '../entities/queries/registrations.js';
import { makeApiKey } from '../infra/api-keys.js';
import { hashPassword, verifyPassword } from '../infra/passwords.js';
import type { Deps } from './deps.js';

const CODE_MINUTES = 15;
const MAX_TRIES = 5;
const MAX_CODES_A_DAY = 5;
const FIRST_KEY_NAME = 'First key';

/**
 * Stores the registration and puts a mail into the outbox. Known and new addresses take the same steps, so that the time
 * it takes tells nothing; past the day's number of codes there is no mail.
 */
export async function register(deps: Deps, body: RegisterBody, requestId: string): Promise<void> {
  const { dataSource, runs, config } = deps;
  const email = body.email.toLowerCase();
  const code = randomInt(1_000_000).toString().padStart(6, '0');
  const passwordHash = await hashPassword(body.password);
  const codeHash = await hashPassword(code);
  const mailId = await dataSource.transaction(async (tx) => {
    const known = await findAccountByEmail(tx, email);
    const registration = await createRegistration(tx, {
      email,
      name: body.name.trim(),
      passwordHash,
      codeHash,
      ttlSeconds: CODE_MINUTES * 60,
      maxPerDay: MAX_CODES_A_DAY,
    });
    if (!registration) return null;
    const mail = known ? knownMail(config.publicUrl) : codeMail(code);
    return createMail(tx, { recipient: email, ...mail, ttlSeconds: CODE_MINUTES * 60 });
  });
  if (mailId !== null) await runs.startMail({ mailId, requestId });
}

/** The account that a code opens, with its first key; null for every reason why there is none. */
export async function verifyEmail(
  { dataSource }: Deps,
  { email, code }: VerifyEmailBody,
): Promise<(AccountWithKey & { key: string }) | null> {
  const open = await takeCodeAttempt(dataSource.manager, { email: email.toLowerCase(), maxAttempts: MAX_TRIES });
  // as slow for an address without registrations as for one that has one
  if (open.length === 0) await hashPassword(code);
  for (const registration of open) {
    if (!(await verifyPassword(registration.codeHash, code))) continue;
    const { key, ...made } = makeApiKey();
    const account = await createAccountFromRegistration(dataSource.manager, {
      registrationId: registration.id,
      apiKey: { name: FIRST_KEY_NAME, ...made },
    });
    if (account) return { ...account, key };
  }
  return null;
}

function codeMail(code: string) {
  return {
    subject: 'Your Shelfwright code',
    body: [
      `Your code is ${code}`,
      '',
      `It is good for ${CODE_MINUTES} minutes. If you did not ask for an account, ignore this message.`,
      '',
    ].join('\n'),
  };
}

function knownMail(publicUrl: string) {
  return {
    subject: 'You have a Shelfwright account already',
    body: [
      `Somebody, perhaps you, asked for an account at ${publicUrl} with this address. It has one already.`,
      '',
      'There is nothing to do. Your account, its password and its keys are as they were.',
      '',
    ].join('\n'),
  };
}
