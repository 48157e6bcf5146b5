/** The operator's commands about accounts, and the security log; each change is noted in it. */
import type { EntityManager } from 'typeorm';
import type { Account } from '../entities/account.js';
import { findAccountByEmail } from '../entities/queries/accounts.js';
import { setSubscription } from '../entities/queries/admin.js';
import { closeAccount, setSuspended } from '../entities/queries/closed-accounts.js';
import { removeSecondFactor } from '../entities/queries/second-factors.js';
import { listSecurityEvents } from '../entities/queries/security-events.js';
import { SECURITY_EVENTS, type SecurityEvent, type SecurityEventType } from '../entities/security-event.js';
import type { Answer, Command, Systems } from './commands.js';
import { exportAccount } from './export-account.js';
import { CommandError, readCount, readDuration, UsageError } from './input.js';
import { noteByOperator } from './security-log.js';

const DEFAULT_LIMIT = 100;

export const ACCOUNT_COMMANDS: Record<string, Command> = {
  'subscription grant': subscription('Lets an account upload new PDFs to its shelves.', (manager, email) =>
    changed(manager, 'subscription_granted', (tx) => setSubscription(tx, { email, active: true })),
  ),
  'subscription revoke': subscription('Takes that back.', (manager, email) =>
    changed(manager, 'subscription_revoked', (tx) => setSubscription(tx, { email, active: false })),
  ),
  'subscription show': subscription('Shows whether an account may.', findAccountByEmail),
  'account suspend': {
    operands: ['EMAIL'],
    options: {},
    about: 'Refuses all keys and sign-ins of an account and ends its sessions; work in progress ends by itself.',
    prepare: ([email = '']) => suspension(email, true),
  },
  'account resume': {
    operands: ['EMAIL'],
    options: {},
    about: 'Takes that back; the keys are those of before.',
    prepare: ([email = '']) => suspension(email, false),
  },
  'account remove-factor': {
    operands: ['EMAIL'],
    options: {},
    about: 'Removes the second factor of an owner who has lost both the app and the recovery codes.',
    prepare: ([email = '']) => {
      return async ({ manager }) => {
        const account = foundAccount(await findAccountByEmail(manager, email), email);
        const removed = await changed(manager, 'second_factor_disabled', async (tx) =>
          (await removeSecondFactor(tx, account.id)) ? account : null,
        );
        return { item: { email: account.email, publicId: account.publicId, removed: removed !== null } };
      };
    },
  },
  'account delete': {
    operands: ['EMAIL'],
    options: { confirm: 'EMAIL' },
    about: 'Removes an account with all that belongs to it, for good; within minutes if a worker runs.',
    prepare: ([email = ''], { confirm }) => {
      if (confirm !== email) throw new UsageError(`This cannot be undone. If it is meant, add --confirm ${email}`);
      return async ({ manager }) => {
        const account = foundAccount(await changed(manager, 'account_deleted', (tx) => close(tx, email)), email);
        return { item: { email: account.email, publicId: account.publicId, status: 'deleted' } };
      };
    },
  },
  'account export': {
    operands: ['EMAIL'],
    options: { to: 'FOLDER' },
    about: 'Writes all data of an account into a new folder: account.json, its PDFs, the archive of each version.',
    prepare: ([email = ''], { to }) => {
      if (to === undefined) throw new UsageError('Where to? Add --to FOLDER.');
      return (systems) => exportAccount(systems, { email, folder: to });
    },
  },
  events: {
    operands: [],
    options: { account: 'EMAIL|usr_ID', type: 'TYPE[,TYPE...]', since: '30m|2h|7d', limit: 'N' },
    about: 'The security log, newest first: sign-ins, passwords, keys, second factors, webhooks, operators.',
    prepare: (_, options) => {
      const limit = readCount('limit', options['limit'], DEFAULT_LIMIT);
      const types = readTypes(options['type']);
      const withinSeconds = readDuration('since', options['since']);
      return async ({ manager }) => {
        const accountPublicId = await readAccount(manager, options['account']);
        const filter = { accountPublicId, types, withinSeconds, limit: limit + 1 };
        const events = await listSecurityEvents(manager, filter);
        return { list: events.slice(0, limit).map(presentEvent), isCut: events.length > limit };
      };
    },
  },
};

/** Makes a change of an account and notes it, both or neither. */
export function changed(
  manager: EntityManager,
  type: SecurityEventType,
  change: (tx: EntityManager) => Promise<Account | null>,
): Promise<Account | null> {
  return manager.transaction(async (tx) => {
    const account = await change(tx);
    if (account) await noteByOperator(tx, account, type);
    return account;
  });
}

function suspension(email: string, suspended: boolean) {
  const type = suspended ? 'account_suspended' : 'account_resumed';
  return async ({ manager }: Systems): Promise<Answer> => {
    const done = await changed(manager, type, (tx) => setSuspended(tx, { email, suspended }));
    const account = foundAccount(done, email);
    return { item: { email: account.email, publicId: account.publicId, suspendedSince: account.suspendedAt } };
  };
}

/** The account as it was. */
async function close(tx: EntityManager, email: string): Promise<Account | null> {
  const account = await findAccountByEmail(tx, email);
  return account && (await closeAccount(tx, account.id)) ? account : null;
}

function subscription(
  about: string,
  find: (manager: EntityManager, email: string) => Promise<Account | null>,
): Command {
  return {
    operands: ['EMAIL'],
    options: {},
    about,
    prepare: ([email = '']) => {
      return async ({ manager }) => {
        const account = foundAccount(await find(manager, email), email);
        const { publicId, email: address, subscribedAt } = account;
        const status = subscribedAt === null ? 'none' : 'active';
        return { item: { email: address, publicId, subscription: status, since: subscribedAt } };
      };
    },
  };
}

/** Throws CommandError. */
export function foundAccount(account: Account | null, email: string): Account {
  if (!account) throw new CommandError(`There is no account with the address ${email}.`);
  return account;
}

/** The public id; an account that is gone is found by its id alone. */
async function readAccount(manager: EntityManager, given: string | undefined): Promise<string | null> {
  if (given === undefined) return null;
  if (/^usr_[0-9a-f]{24}$/.test(given)) return given;
  return foundAccount(await findAccountByEmail(manager, given), given).publicId;
}

function readTypes(given: string | undefined): SecurityEventType[] {
  if (given === undefined) return [];
  return given.split(',').map((part) => {
    const type = SECURITY_EVENTS.find((one) => one === part.trim());
    if (!type) throw new UsageError(`--type is of ${SECURITY_EVENTS.join(', ')}, with commas between several.`);
    return type;
  });
}

function presentEvent({ createdAt, accountPublicId, type, actor, network, userAgent, details }: SecurityEvent): object {
  return { at: createdAt, account: accountPublicId, type, actor, network, details, client: userAgent };
}
