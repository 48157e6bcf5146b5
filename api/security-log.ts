/** Changes of an account that its owner and its operators must be able to trace: in the security log, some by mail. */
import type { FastifyRequest } from 'fastify';
import type { EntityManager } from 'typeorm';
import type { Account } from '../entities/account.js';
import { createMail } from '../entities/queries/mails.js';
import { addEventOfAddress, addSecurityEvent, type NewSecurityEvent } from '../entities/queries/security-events.js';
import type { Circumstances, MailText } from '../infra/mail-texts.js';
import { sessionClient } from './client-address.js';
import type { Deps } from './deps.js';

/** News is worth telling for as long as a mail server may be away. */
const NOTICE_TTL_SECONDS = 3 * 24 * 3600;

export interface Entry extends Pick<NewSecurityEvent, 'type' | 'details'> {
  account: Pick<Account, 'publicId' | 'email'>;
  /** Sent to the owner. */
  notice?: MailText | null;
}

type Note = (entry: Entry) => Promise<void>;

/**
 * Makes a change and notes it, both or neither. `change` gets the transaction and a function that adds an entry to the
 * log, with a mail to the owner if there is one; the mails are started after the commit.
 */
export async function withSecurityLog<T>(
  { dataSource, workflows }: Pick<Deps, 'dataSource' | 'workflows'>,
  request: FastifyRequest,
  change: (tx: EntityManager, note: Note) => Promise<T>,
): Promise<T> {
  const mailIds: string[] = [];
  const changed = await dataSource.transaction((tx) =>
    change(tx, async ({ notice, ...entry }) => {
      const { account, ...what } = entry;
      await addSecurityEvent(tx, { accountPublicId: account.publicId, ...ofRequest(request, what) });
      if (!notice) return;
      const mail = { recipient: account.email, ...notice, ttlSeconds: NOTICE_TTL_SECONDS };
      mailIds.push(await createMail(tx, mail));
    }),
  );
  for (const mailId of mailIds) await workflows.startMail({ mailId, requestId: request.id });
  return changed;
}

/** Tells the owner something that is no change of the account. */
export async function mailTo(
  { dataSource, workflows }: Pick<Deps, 'dataSource' | 'workflows'>,
  request: FastifyRequest,
  { account, text }: { account: Pick<Account, 'email'>; text: MailText },
): Promise<void> {
  const mail = { recipient: account.email, ...text, ttlSeconds: NOTICE_TTL_SECONDS };
  const mailId = await createMail(dataSource.manager, mail);
  await workflows.startMail({ mailId, requestId: request.id });
}

/**
 * Notes a failed attempt at the account of an address, if it has one, without being waited for: neither the work nor the
 * time of the reply tells which addresses have one. If it cannot be written, the process's log says so.
 */
export function noteFailure(
  { dataSource }: Pick<Deps, 'dataSource'>,
  request: FastifyRequest,
  { email, ...entry }: Pick<NewSecurityEvent, 'type' | 'details'> & { email: string },
): void {
  addEventOfAddress(dataSource.manager, email, ofRequest(request, entry)).catch((error: unknown) => {
    request.log.error({ err: error, type: entry.type }, 'a security event could not be recorded');
  });
}

/** What mails say of a request. */
export function circumstancesOf({ config }: Pick<Deps, 'config'>, request: FastifyRequest): Circumstances {
  return { at: new Date(), network: sessionClient(request).network, publicUrl: config.publicUrl };
}

function ofRequest(request: FastifyRequest, { type, details = {} }: Pick<NewSecurityEvent, 'type' | 'details'>) {
  return { type, details, ...sessionClient(request), requestId: request.id };
}
