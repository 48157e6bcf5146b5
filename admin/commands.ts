/** The operator's commands: the syntax of each, and what it does. */
import type { EntityManager } from 'typeorm';
import { listAccounts, listShelvesOfAll } from '../entities/queries/admin.js';
import { countIndexed, markForReindex } from '../entities/queries/search-index.js';
import type { Storage } from '../infra/storage.js';
import type { Temporal } from '../infra/temporal.js';
import { ACCESS_COMMANDS } from './access-commands.js';
import { ACCOUNT_COMMANDS } from './account-commands.js';
import { readCount, readDuration, readPublicId, readStatuses } from './input.js';
import { BACKUP_COMMANDS } from './backup/commands.js';
import { QUOTA_COMMANDS } from './quotas.js';
import { SHELF_COMMANDS } from './shelf-commands.js';
import { showShelf } from './show-shelf.js';

/** The result of a command: one item, a list that may have been cut off, or several of these by name. */
export type Answer =
  | { item: object }
  | { list: object[]; isCut: boolean }
  /** `failed`: the command has done its work and found that something is wrong. */
  | { sections: Record<string, object>; failed?: boolean };

/** The systems that a command works on. */
export interface Systems {
  manager: EntityManager;
  /** Null without an address; it may be unavailable. */
  temporal: Pick<Temporal, 'within' | 'namespace'> | null;
  /** Connects to the object store; the caller closes it. Throws ConfigError if it is not configured. */
  storage: () => Storage;
  /** Without a slash at its end. */
  temporalUiUrl: string | null;
}

/** Options as they were given, by name. */
export type Options = Record<string, string | undefined>;

export interface Command {
  /** The operands after the command's name, in order. */
  operands: string[];
  /** Options with the form of their values; an empty form is that of a switch, whose value is `true`. */
  options: Record<string, string>;
  about: string;
  /** Validates the input and returns the function that does the work. Throws UsageError. */
  prepare(operands: string[], options: Options): (systems: Systems) => Promise<Answer>;
}

const DEFAULT_LIMIT = 100;
const LIMIT = { limit: 'N' };

export const COMMANDS: Record<string, Command> = {
  ...ACCOUNT_COMMANDS,
  ...QUOTA_COMMANDS,
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
      const publicId = readPublicId('shf', id);
      return (systems) => showShelf(systems, publicId);
    },
  },
  ...SHELF_COMMANDS,
  ...ACCESS_COMMANDS,
  ...BACKUP_COMMANDS,
  'search status': {
    operands: [],
    options: {},
    about: 'How many shelves full-text search finds, as a whole or in part, and how many wait to be indexed.',
    prepare:
      () =>
      async ({ manager }) => ({ item: await countIndexed(manager) }),
  },
  'search reindex': {
    operands: [],
    options: { shelf: 'ID' },
    about: 'Has the reconciler index all shelves again, or one; until then search finds what it did before.',
    prepare: (_, options) => {
      const shelf = options['shelf'] === undefined ? null : readPublicId('shf', options['shelf']);
      return async ({ manager }) => ({ item: { marked: await markForReindex(manager, shelf) } });
    },
  },
};

function cut(list: object[], limit: number): Answer {
  return { list: list.slice(0, limit), isCut: list.length > limit };
}
