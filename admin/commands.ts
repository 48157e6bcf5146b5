/** The operator's commands: the syntax of each, and what it does. */
import type { EntityManager } from 'typeorm';
import type { Account } from '../entities/account.js';
import { findAccountByEmail } from '../entities/queries/accounts.js';
import { listAccounts, listShelvesOfAll, setQuotas, setSubscription } from '../entities/queries/admin.js';
import { countIndexed, markForReindex } from '../entities/queries/search-index.js';
import type { Temporal } from '../infra/temporal.js';
import { QUOTA_OPTIONS, readQuotas, showQuotas } from './quotas.js';
import { CommandError, readCount, readDuration, readStatuses } from './input.js';
import { readShelfId, showShelf } from './show-shelf.js';

/** The result of a command: one item, a list that may have been cut off, or several of these by name. */
export type Answer = { item: object } | { list: object[]; isCut: boolean } | { sections: Record<string, object> };

/** The systems that a command works on. */
export interface Systems {
  manager: EntityManager;
  /** Null without an address; it may be unavailable. */
  temporal: Pick<Temporal, 'within' | 'namespace'> | null;
  /** Without a slash at its end. */
  temporalUiUrl: string | null;
}

/** Options as they were given, by name. */
export type Options = Record<string, string | undefined>;

export interface Command {
  /** The operands after the command's name, in order. */
  operands: string[];
  /** Options with the form of their values. */
  options: Record<string, string>;
  about: string;
  /** Validates the input and returns the function that does the work. Throws UsageError. */
  prepare(operands: string[], options: Options): (systems: Systems) => Promise<Answer>;
}

const DEFAULT_LIMIT = 100;
const LIMIT = { limit: 'N' };

export const COMMANDS: Record<string, Command> = {
  'subscription grant': subscription('Lets an account upload new PDFs to its shelves.', (manager, email) =>
    setSubscription(manager, { email, active: true }),
  ),
  'subscription revoke': subscription('Takes that back.', (manager, email) =>
    setSubscription(manager, { email, active: false }),
  ),
  'subscription show': subscription('Shows whether an account may.', findAccountByEmail),
  'quota show': {
    operands: ['EMAIL'],
    options: {},
    about: 'What an account uses, and the quotas that were set for it.',
    prepare:
      ([email = '']) =>
      async ({ manager }) =>
        showQuotas(manager, await accountNamed(manager, email)),
  },
  'quota set': {
    operands: ['EMAIL'],
    options: QUOTA_OPTIONS,
    about: 'Sets quotas of an account: a number, none for no limit, default for what the configuration says.',
    prepare: ([email = ''], options) => {
      const change = readQuotas(options);
      return async ({ manager }) => {
        const account = await setQuotas(manager, await accountNamed(manager, email), change);
        return showQuotas(manager, account);
      };
    },
  },
  'user list': {
    operands: [],
    options: LIMIT,
    about: 'Accounts, newest first.',
    prepare: (_, options) => {
      const limit = readCount('limit', options['limit'], DEFAULT_LIMIT);
      return async ({ manager }) => cut(await listAccounts(manager, limit + 1), limit);
    },
  },
  'shelf list': {
    operands: [],
    options: { status: 'STATUS[,STATUS...]', 'older-than': '30m|2h|7d', ...LIMIT },
    about: 'Shelves of all accounts that have not changed for so long, longest first.',
    prepare: (_, options) => {
      const limit = readCount('limit', options['limit'], DEFAULT_LIMIT);
      const statuses = readStatuses('status', options['status']);
      const olderThanSeconds = readDuration('older-than', options['older-than']);
      return async ({ manager }) =>
        cut(await listShelvesOfAll(manager, { statuses, olderThanSeconds, limit: limit + 1 }), limit);
    },
  },
  'shelf show': {
    operands: ['ID'],
    options: {},
    about: 'One shelf: status, run and what it waits for, last error, versions, deliveries, its workflow.',
    prepare: ([id = '']) => {
      const publicId = readShelfId(id);
      return (systems) => showShelf(systems, publicId);
    },
  },
  'search status': {
    operands: [],
    options: {},
    about: 'How many shelves full-text search finds, and how many wait to be indexed.',
    prepare:
      () =>
      async ({ manager }) => ({ item: await countIndexed(manager) }),
  },
  'search reindex': {
    operands: [],
    options: { shelf: 'ID' },
    about: 'Has the reconciler index all shelves anew, or one; search finds what it did until then.',
    prepare: (_, options) => {
      const shelf = options['shelf'] === undefined ? null : readShelfId(options['shelf']);
      return async ({ manager }) => ({ item: { marked: await markForReindex(manager, shelf) } });
    },
  },
};

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
        const account = known(await find(manager, email), email);
        const { publicId, email: address, subscribedAt } = account;
        const status = subscribedAt === null ? 'none' : 'active';
        return { item: { email: address, publicId, subscription: status, since: subscribedAt } };
      };
    },
  };
}

function known(account: Account | null, email: string): Account {
  if (!account) throw new CommandError(`There is no account with the address ${email}.`);
  return account;
}

const accountNamed = async (manager: EntityManager, email: string): Promise<Account> =>
  known(await findAccountByEmail(manager, email.toLowerCase()), email);

function cut(list: object[], limit: number): Answer {
  return { list: list.slice(0, limit), isCut: list.length > limit };
}
